"""What ``check`` and others say where the catalog does not answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from snippet_widget.cli import main
from tests import notebook_builder as build
from tests.checked_project import cell, enter
from tests.service_builder import TOKEN, run_service

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(tmp_path, monkeypatch)


def test_empty_catalog_is_no_answer(tmp_path: Path) -> None:
    build.written(tmp_path / "docs/a.ipynb", build.notebook(cell()))
    url = f"sqlite:///{tmp_path / 'empty.db'}"
    service = run_service(url)
    try:
        options = ["--url", service.url, "--token", TOKEN]
        result = CliRunner().invoke(main, ["check", "docs", *options])
    finally:
        service.thread.stop()
    assert result.exit_code == 4
    assert "The catalog that was asked is empty" in result.stderr


def test_service_that_is_away_is_no_answer(tmp_path: Path) -> None:
    build.written(tmp_path / "docs/a.ipynb", build.notebook(cell()))
    options = ["--url", "http://127.0.0.1:9", "--token", "a"]
    result = CliRunner().invoke(main, ["check", "docs", *options])
    assert result.exit_code == 4


READING = [
    ["get", "GET", "/ping"],
    ["load"],
    ["notebook", "new.ipynb"],
    ["export"],
    ["changes", "--org", "org", "--api", "api", "--from", "1.0.0", "--to", "2.0.0"],
    ["catalog", "list"],
    ["token", "list"],
    ["unpublish", "python:acme==1.0.0", "--org", "org", "--api", "api", "--yes"],
    ["yank", "python:acme==1.0.0", "--org", "org", "--api", "api"],
]


@pytest.mark.parametrize("command", READING, ids=lambda command: command[0])
def test_catalog_that_is_not_there_is_not_made(command: list[str], tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'mistyped.db'}"
    result = CliRunner().invoke(main, [*command, "--catalog", url])
    assert result.exit_code == 1
    assert f"There is no catalog at {tmp_path / 'mistyped.db'}" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["docs"]


@pytest.mark.parametrize("named", ["option", "environment"])
def test_catalog_that_is_not_there_is_no_answer(named: str, tmp_path: Path) -> None:
    build.written(tmp_path / "docs/a.ipynb", build.notebook(cell()))
    url = f"sqlite:///{tmp_path / 'mistyped.db'}"
    option = ["--catalog", url] if named == "option" else []
    environment = {} if option else {"SNIPPET_WIDGET_CATALOG": url}
    result = CliRunner().invoke(main, ["check", "docs", *option], env=environment)
    assert (result.exit_code, result.stdout) == (4, "")
    annotated = ["check", "docs", "--format", "github", *option]
    told = CliRunner().invoke(main, annotated, env=environment).stdout
    assert told.startswith("::error title=Snippets were not checked::There is no catalog at ")
    assert f"There is no catalog at {tmp_path / 'mistyped.db'}" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["docs"]
