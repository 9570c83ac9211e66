"""Notebooks whose cells name an endpoint, and a catalog that they are held to."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner

from snippet_widget import show
from snippet_widget.cli import main
from tests import notebook_builder as build
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

ENDPOINTS = ("GET /users", "GET /teams")


def catalog_of_calls(folder: Path) -> str:
    """Return the URL of a new catalog in a folder."""
    url = f"sqlite:///{folder / 'catalog.db'}"
    publish(url, "org", "api", a_publication("python:acme==1.0", "GET /users", "GET /old_teams"))
    return url


def newer(catalog: str, source: str = "new") -> None:
    new = a_publication("python:acme==2.0", "GET /users", "GET /old-teams", source=source)
    publish(catalog, "org", "api", new)


def outputs_before(catalog: str, *names: str) -> list[dict[str, Any]]:
    """Return what ``show()`` of endpoints has left, before a version of other text is published."""
    publish(catalog, "org", "api", a_publication("python:acme==1.0", *ENDPOINTS), replace=True)
    before = [stored(show(f"GET /{name}").data) for name in names]
    publish(catalog, "org", "api", a_publication("python:acme==2.0", *ENDPOINTS, source="new"))
    return before


def export_before_newer(catalog: str, folder: Path) -> str:
    """Return the file of an export that was made before a version was published."""
    path = folder / "old.json"
    asked = ["export", "--org", "org", "--api", "api", "-o", str(path)]
    assert CliRunner().invoke(main, asked).exit_code == 0
    newer(catalog)
    return str(path)


def checked(
    path: Path,
    source: str,
    *options: str,
    data: dict[str, str] | None = None,
    metadata: dict[str, Any] | None = None,
) -> Result:
    cell = build.code_cell(source)
    cell["metadata"] = metadata or {}
    cell["outputs"] = []
    if data is not None:
        lines = {kind: text.splitlines(keepends=True) for kind, text in data.items()}
        output = {"data": lines, "metadata": {}, "output_type": "execute_result"}
        cell["outputs"] = [{**output, "execution_count": 3}]
    build.written(path, build.notebook(cell))
    return CliRunner().invoke(main, ["check", str(path), *options])


def check(path: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["check", str(path), *options])


def source_of(path: Path) -> str:
    return "".join(json.loads(path.read_text())["cells"][0]["source"])


def shown_in(path: Path) -> dict[str, str]:
    (output,) = json.loads(path.read_text())["cells"][0]["outputs"]
    return {kind: "".join(text) for kind, text in output["data"].items()}


def stored(data: dict[str, str]) -> dict[str, Any]:
    """Return the output that ``display()`` of an object leaves."""
    lines = {kind: text.splitlines(keepends=True) for kind, text in data.items()}
    return {"data": lines, "metadata": {}, "output_type": "display_data"}


def with_outputs(path: Path, source: str, *outputs: dict[str, Any]) -> None:
    cell = build.code_cell(source)
    cell["outputs"] = list(outputs)
    build.written(path, build.notebook(cell))
