"""The docked panel of a notebook is one panel, as long as the kernel lives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.models import EndpointSelector, LoadLevel
from snippet_widget.widget import docked
from tests.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_each_notebook_has_its_own_panel_and_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SNIPPET_WIDGET_CATALOG", f"sqlite:///{tmp_path / 'catalog.db'}")
    panels = {
        name: docked.panel_of(name) for name in ("one.ipynb", "folder/one.ipynb", "two.ipynb")
    }
    assert len({id(panel) for panel in panels.values()}) == 3
    assert docked.panel_of("one.ipynb") is panels["one.ipynb"]
    docked.show("one.ipynb")
    assert capsys.readouterr().out == "SnippetPanel()\n"


def test_panel_of_a_new_kernel_begins_with_what_the_last_one_did_not_follow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SNIPPET_WIDGET_CATALOG", f"sqlite:///{tmp_path / 'catalog.db'}")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    docked.show("new.ipynb", "POST /snippets/load", "Call only")
    panel = docked.panel_of("new.ipynb")
    assert panel.wait(30)
    assert panel.state.endpoint == EndpointSelector("POST", "/snippets/load")
    assert panel.state.load_level is LoadLevel.ENDPOINT
    docked.show("new.ipynb", "POST /snippets", "")
    assert panel.wait(30)
    assert panel.state.answered == EndpointSelector("POST", "/snippets")
    assert panel.state.load_level is LoadLevel.ENDPOINT
    panel.close()


def test_panel_of_a_new_kernel_begins_where_the_notebooks_last_one_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SNIPPET_WIDGET_CATALOG", f"sqlite:///{tmp_path / 'catalog.db'}")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    before, other = docked.panel_of("before.ipynb"), docked.panel_of("other.ipynb")
    assert before.wait(30)
    assert other.wait(30)
    before.state.organization = "skylark"
    before.state.query = "nearby"
    before.state.load_level = LoadLevel.ENDPOINT
    assert before.wait(30)
    saved = tmp_path / "config" / "snippet_widget" / "panel.json"
    wait_until(lambda: saved.is_file() and "skylark" in saved.read_text())
    choice = before.children[1].panel_choice
    before.close()
    other.state.organization = "tidewater"
    wait_until(lambda: "tidewater" in saved.read_text())
    docked.show("before.ipynb", choice=choice)
    after = docked.panel_of("before.ipynb")
    assert after.wait(30)
    assert (after.state.organization, after.state.query) == ("skylark", "nearby")
    assert after.children[1].query == "nearby"  # in the field, as its list is filtered by it
    assert after.state.answered == before.state.answered
    assert after.state.load_level is LoadLevel.ENDPOINT
    assert after.state.matching
    after.close()
    other.close()
