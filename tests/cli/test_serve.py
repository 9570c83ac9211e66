"""``snippet-widget serve`` as a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
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
    lines = [json.loads(line) for line in log.splitlines()]
    assert [(line["path"], line["status"]) for line in lines] == [("/snippets", 200)]
    assert lines[0]["token_id"]
    assert token not in log


def test_a_store_that_is_away_is_one_line_and_each_request_its_own(tmp_path: Path) -> None:
    file = tmp_path / "catalog.db"
    publish(str(file), "org", "api", a_publication())
    with serving(str(file)) as (process, url):
        assert requests.get(f"{url}/healthz", timeout=30).status_code == 200  # it is open
        file.unlink()
        while requests.get(f"{url}/healthz", timeout=30).status_code == 200:
            time.sleep(0.1)
        for _ in range(5):
            assert requests.get(f"{url}/healthz", timeout=30).status_code == 503
        process.send_signal(signal.SIGTERM)
        assert process.stderr is not None
        first, *lines = process.stderr.read().splitlines()
    assert first == "It has no access token yet: snippet-widget token create"
    written = [json.loads(line) for line in lines]
    (error,) = (line for line in written if "message" in line)
    assert "catalog.db is gone" in error["message"]
    assert [line["problem"] for line in written if "status" in line][-5:] == (
        ["catalog-unavailable"] * 5
    )


def test_what_is_under_way_is_answered_before_it_stops(catalog: str) -> None:
    token = a_token(catalog)
    body = b'{"endpoint":{"method":"GET","path":"/ping"}}'
    head = (
        f"POST /snippets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with serving(catalog) as (process, url):
        address = ("127.0.0.1", int(url.rpartition(":")[2]))
        with socket.create_connection(address, timeout=20) as connection:
            connection.sendall(head.encode() + body[:5])
            requests.get(f"{url}/healthz", timeout=30)  # answered after what came before it
            process.send_signal(signal.SIGTERM)
            while listens(address):
                time.sleep(0.05)
            connection.sendall(body[5:])
            assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert process.wait(30) is not None


def test_a_worker_that_dies_is_replaced(catalog: str) -> None:
    with serving(catalog, "--workers", "2") as (process, url):
        requests.get(f"{url}/healthz", timeout=30)
        while len(before := workers_of(process.pid)) < 2:
            time.sleep(0.05)
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        while len(set(workers_of(process.pid)) - set(before)) < 2:
            time.sleep(0.05)
        assert requests.get(f"{url}/healthz", timeout=30).status_code == 200


def listens(address: tuple[str, int]) -> bool:
    try:
        socket.create_connection(address, timeout=20).close()
    except ConnectionRefusedError:
        return False
    return True


def workers_of(pid: int) -> list[int]:
    """Return the worker processes, which multiprocessing names by what they run."""
    shown = subprocess.run(
        ["ps", "-ww", "-o", "pid=", "-o", "args=", "--ppid", str(pid)],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = (line.split(None, 1) for line in shown.stdout.splitlines())
    return [int(child) for child, arguments in lines if "spawn_main" in arguments]


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
