"""Sources that are no files: standard input and URLs; and calls without an SDK."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from snippet_widget.cli import main
from tests.scripted_server import Script, scripted_server

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

DESCRIPTION = json.dumps(
    {
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "2024-01"},
        "paths": {
            "/users": {
                "get": {
                    "x-codeSamples": [
                        {"lang": "cURL", "source": "curl https://api.acme.test/users"},
                        {"lang": "Go", "source": "client.Users.List()"},
                    ]
                }
            }
        },
    }
)
GO = ["--sdk", "go:github.com/acme/acme-go==1.0.0"]


def run(folder: Path, *arguments: str, stdin: str | None = None) -> Result:
    catalog = ["--catalog", str(folder / "c.db")]
    named = ["publish", *arguments, "--org", "acme", "--api", "users", *catalog]
    return CliRunner().invoke(main, named, input=stdin)


def test_curl_is_a_language_without_an_sdk(tmp_path: Path) -> None:
    done = run(tmp_path, "-", "--sdk", "curl", *GO, stdin=DESCRIPTION)
    assert done.exit_code == 0, done.output
    assert "Published curl 2024-01, github.com/acme/acme-go 1.0.0 in acme/users." in done.stdout
    got = CliRunner().invoke(
        main, ["get", "GET", "/users", "--sdk", "curl", "--catalog", str(tmp_path / "c.db")]
    )
    assert "── cURL · curl 2024-01 ──" in got.stdout
    assert "curl https://api.acme.test/users" in got.stdout


def test_nothing_on_standard_input_is_said(tmp_path: Path) -> None:
    done = run(tmp_path, "-", stdin=" ")
    assert "There is nothing on standard input." in done.stderr


def test_what_a_url_leads_to_is_published(tmp_path: Path) -> None:
    with scripted_server(Script(body=DESCRIPTION.encode())) as script:
        done = run(tmp_path, f"{script.url}/openapi.json?key=SECRET", *GO)
    assert done.exit_code == 0, done.output
    assert "Published github.com/acme/acme-go 1.0.0 in acme/users." in done.stdout
    assert "SECRET" not in done.output


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (404, "There is nothing at {}/api.json (HTTP 404). Check the address."),
        (401, "{}/api.json asks for credentials (HTTP 401). Download the file and name that."),
        (503, "{}/api.json answered with HTTP 503. Try again later."),
    ],
)
def test_each_cause_has_its_sentence(tmp_path: Path, status: int, said: str) -> None:
    with scripted_server(Script(status=status)) as script:
        done = run(tmp_path, f"{script.url}/api.json", *GO)
    assert f"Error: {said.format(script.url)}\n" == done.stderr


def test_a_host_that_is_away_is_said(tmp_path: Path) -> None:
    done = run(tmp_path, "http://127.0.0.1:1/api.json?key=SECRET", *GO)
    assert "its host cannot be reached. Is this machine online?" in done.stderr
    assert "SECRET" not in done.output
