"""A project whose documents are checked, and an SDK in three versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from click.testing import CliRunner

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cli import main
from snippet_widget.models import EndpointSelector
from tests import notebook_builder as build
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from click.testing import Result

PING = SnippetQuery("org", "api", EndpointSelector("GET", "/ping"))


def enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a project without a policy, and in no continuous integration."""
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


def catalog_of_three_versions(tmp_path: Path) -> str:
    """Return a catalog that has 1.0.0, the same text in 1.1.0, and another in 2.0.0."""
    url = f"sqlite:///{tmp_path / 'catalog.db'}"
    for version, source in (("1.0.0", "call"), ("1.1.0", "call"), ("2.0.0", "other")):
        publish(url, "org", "api", a_publication(f"python:acme=={version}", source=source))
    return url


def cell(version: str = "1.0.0", source: str = "call", **changes: Any) -> dict[str, Any]:
    """Return the cell that a card of that version inserts."""
    (endpoint,) = a_publication(f"python:acme=={version}", source=source).endpoints
    assert endpoint.full
    card = card_contents([endpoint.full], PING)[0]
    record = {**card.metadata["snippet_widget"], **changes}
    return build.code_cell(card.cell_source, {"snippet_widget": record})


def edited(version: str = "1.0.0") -> dict[str, Any]:
    return {**cell(version), "source": ["mine()"]}


def check(*options: str, catalog: str) -> Result:
    return CliRunner().invoke(main, ["check", "docs", "--catalog", catalog, *options])


UNKNOWN = build.code_cell("x", {"snippet_widget": {}})
