"""A release of an API in five languages, each published by a job of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from snippet_widget.catalog import Grant
from snippet_widget.cli import main
from tests.service_builder import run_service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.service_builder import RunningService

JOBS = {
    "python": ("python:acme==2.0", "/v2", "client.{call}()"),
    "typescript": ("typescript:@acme/sdk==2.0.0", "", "await client.{call}();"),
    "java": ("java:com.acme:acme-java==2.0.0", "", "client.{call}();"),
    "go": ("go:github.com/acme/acme-go==2.0.0", "/v2", "client.{call}()"),
    "csharp": ("csharp:Acme.Sdk==2.0.0", "", "client.{call}();"),
}
"""SDK, what its paths begin with, and how it calls."""

CALLS = {"listUsers": "/users", "getUser": "/users/{id}", "listOrders": "/orders"}
ORDERS = (tuple(JOBS), tuple(reversed(JOBS)))
WRITER = "the-release-job"


@pytest.fixture
def service(new_catalog_url: Callable[[str], str], store: str) -> Iterator[RunningService]:
    grants = {WRITER: Grant("release", frozenset({"acme"}), write=True)}
    running = run_service(new_catalog_url(store), grants=grants)
    yield running
    running.thread.stop()


def description(folder: Path, language: str, prefix: str, code: str) -> str:
    paths = {
        prefix + path: {
            "get": {
                "x-codeSamples": [{"lang": language, "source": code.format(call=call)}],
                "responses": {},
            }
        }
        for call, path in CALLS.items()
    }
    file = folder / f"{language}.json"
    info = {"title": "acme", "version": "2"}
    file.write_text(json.dumps({"openapi": "3.1.0", "info": info, "paths": paths}))
    return str(file)


def publish(service: RunningService, source: str, sdk: str, *options: str) -> str:
    arguments = ["publish", source, "--org", "acme", "--api", "api", "--sdk", sdk, *options]
    done = CliRunner().invoke(
        main,
        arguments,
        env={"SNIPPET_WIDGET_URL": service.url, "SNIPPET_WIDGET_TOKEN": WRITER},
    )
    assert done.exit_code == 0, done.output
    assert f"Service: {service.url}" in done.stdout
    return done.stdout


def languages(service: RunningService) -> dict[str, Any]:
    """Return the languages on each row, and the version of each."""
    loaded = service.post("/snippets/load").json()["snippets"]
    return {
        f"{method} {path}": {s["type"]: s["sdk"]["version"] for s in snippets}
        for path, methods in loaded.items()
        for method, snippets in methods.items()
    }


@pytest.mark.parametrize("order", ORDERS, ids="-".join)
def test_five_jobs_end_with_five_languages_on_each_endpoint(
    service: RunningService, tmp_path: Path, order: tuple[str, ...]
) -> None:
    for language in order:
        sdk, prefix, code = JOBS[language]
        said = publish(service, description(tmp_path, language, prefix, code), sdk)
        assert "Published" in said
    again, prefix, code = JOBS["go"]
    source = description(tmp_path, "go", prefix, code)
    assert "Skipped" in publish(service, source, again, "--skip-existing")
    wrong = description(tmp_path, "java", "", "nothing")
    publish(service, wrong, "java:com.acme:acme-java==2.0.1")
    here = ["--org", "acme", "--api", "api", "--catalog", service.catalog_url]
    back = CliRunner().invoke(main, ["unpublish", "java:com.acme:acme-java==2.0.1", *here, "--yes"])
    assert "Removed java:com.acme:acme-java==2.0.1, 3 endpoints" in back.stdout
    rows = languages(service)
    versions = {language: sdk.rpartition("==")[2] for language, (sdk, _, _) in JOBS.items()}
    assert len(rows) == len(CALLS)
    assert all(row == versions for row in rows.values())
