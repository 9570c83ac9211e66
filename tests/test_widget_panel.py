"""The panel: what people do becomes state, and state becomes what they see."""

from __future__ import annotations

from typing import Any

from snippet_widget.models import EndpointSelector, LoadLevel
from tests.panel_builder import PYTHON, FakeClient, open_panel


def dropdown(panel: Any, description: str) -> Any:
    return next(each for each in panel.children[0].children if each.description == description)


def test_dropdowns_fill_themselves() -> None:
    panel, _, _ = open_panel(FakeClient())
    assert dropdown(panel, "Organization").options == (("acme", "acme"), ("zeta", "zeta"))
    assert dropdown(panel, "API").value == "shop"
    assert [label for label, _ in dropdown(panel, "SDK").options] == [
        "Latest of each",
        "Python · acme 2.0.0 (latest)",
        "TypeScript · @acme/sdk 1.1.0 (latest)",
    ]
    assert dropdown(panel, "Load level").value is LoadLevel.FULL


def test_choosing_in_a_dropdown_changes_the_cards() -> None:
    panel, state, loader = open_panel(FakeClient())
    dropdown(panel, "SDK").value = PYTHON
    assert loader.wait(10)
    assert state.sdk == PYTHON
    assert [card.title for card in panel.children[3].children] == [
        "Python · sync",
        "Python · async",
    ]


def test_choosing_in_the_list_changes_the_cards() -> None:
    panel, state, loader = open_panel(FakeClient())
    finder = panel.children[1]
    finder.query = "orders"
    (row,) = finder.rows
    finder.chosen = row[0]
    assert loader.wait(10)
    assert state.endpoint == EndpointSelector("GET", "/v1/orders")
    assert "orders.list" in panel.children[3].children[0].code


def test_no_match_says_what_to_do() -> None:
    panel, _, _ = open_panel(FakeClient())
    panel.children[1].query = "zzzz"
    assert "Escape" in panel.children[1].note


def test_published_form_is_chosen_on_the_card() -> None:
    panel, _, _ = open_panel(FakeClient())
    card = panel.children[3].children[1]
    card.published = True
    assert "asyncio.run" in card.cell_source
    card.published = False
    assert "asyncio.run" not in card.cell_source


def test_cards_of_one_panel_share_a_group() -> None:
    panel, _, _ = open_panel(FakeClient())
    assert len({card.group for card in panel.children[3].children}) == 1


def test_text_form_is_one_stable_line() -> None:
    panel, _, _ = open_panel(FakeClient())
    assert repr(panel) == "SnippetPanel()"


def test_static_copy_has_the_cards() -> None:
    panel, _, _ = open_panel(FakeClient())
    bundle = panel._repr_mimebundle_()
    assert bundle["text/plain"] == "SnippetPanel()"
    assert "users.list" in bundle["text/html"]
    assert "```python" in bundle["text/markdown"]
    assert "application/vnd.jupyter.widget-view+json" in bundle
