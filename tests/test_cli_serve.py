"""``snippet-widget serve`` as a process of its own."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
import requests
from click.testing import CliRunner

from snippet_widget.cli import main
from snippet_widget.client import SnippetClient
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def catalog(catalog_url: str) -> str:
    publish(catalog_url, "org", "api", a_publication())
    return catalog_url


def a_token(catalog: str) -> str:
    made = CliRunner().invoke(main, ["token", "create", "--all-orgs", "--catalog", catalog])
    return made.stdout.strip()


@contextmanager
def serving(catalog: str, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run ``serve`` on a free port; give the process and its address."""
    arguments = ["serve", "--port", "0", "--catalog", catalog, *options]
    with subprocess.Popen(
        [sys.executable, "-m", "snippet_widget", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        try:
            yield process, found[0]
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


def test_what_is_published_while_it_runs_is_served(catalog: str) -> None:
    token = a_token(catalog)
    with serving(catalog) as (_, url), SnippetClient(url, token) as client:
        assert len(client.get("GET", "/ping")) == 1
        publish(catalog, "org", "api", a_publication("go:acme==1.0.0"))
        assert [s.type for s in client.get("GET", "/ping")] == ["python", "go"]


def test_several_workers_answer_and_stop_together(catalog: str) -> None:
    token = a_token(catalog)
    with serving(catalog, "--workers", "2") as (process, url):
        for _ in range(10):
            with SnippetClient(url, token) as client:
                assert len(client.get("GET", "/ping")) == 1
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) is not None


def test_requests_are_logged_without_tokens_and_counted(catalog: str) -> None:
    token = a_token(catalog)
    with serving(catalog, "--metrics") as (process, url):
        with SnippetClient(url, token) as client:
            client.get("GET", "/ping")
        counted = requests.get(f"{url}/metrics", timeout=30).text
        process.send_signal(signal.SIGTERM)
        assert process.stderr is not None
        log = process.stderr.read()
    assert 'snippet_widget_requests_total{path="/snippets",status="200"} 1' in counted
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert [(line["path"], line["status"]) for line in lines] == [("/snippets", 200)]
    assert lines[0]["token_id"]
    assert token not in log


def test_a_port_in_use_is_named(catalog: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = CliRunner().invoke(main, ["serve", "--port", port, "--catalog", catalog])
    assert refused.exit_code == 1
    assert f"Cannot listen on 127.0.0.1, port {port}" in refused.stderr


def test_a_file_of_something_else_is_not_served(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("my notes, " * 200)
    refused = CliRunner().invoke(main, ["serve", "--catalog", str(tmp_path / "x.db")])
    assert refused.exit_code == 1
    assert "is no SQLite database" in refused.stderr
