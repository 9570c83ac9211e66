"""The panel: what people do becomes state, and state becomes what they see."""

from __future__ import annotations

from typing import Any

from snippet_widget.models import EndpointSelector, LoadLevel
from tests.panel_builder import PYTHON, FakeClient, open_panel


def dropdown(panel: Any, description: str) -> Any:  # noqa: D103
    return next(each for each in panel.children[0].children if each.description == description)


def test_dropdowns_fill_themselves() -> None:  # noqa: D103
    panel, _, _ = open_panel(FakeClient())
    assert dropdown(panel, "Organization").options == (("acme", "acme"), ("zeta", "zeta"))  # noqa: S101
    assert dropdown(panel, "API").value == "shop"  # noqa: S101
    assert [label for label, _ in dropdown(panel, "SDK").options] == [  # noqa: S101
        "Latest of each",
        "Python · acme 2.0.0 (latest)",
        "TypeScript · @acme/sdk 1.1.0 (latest)",
    ]
    assert dropdown(panel, "Load level").value is LoadLevel.FULL  # noqa: S101


def test_choosing_in_a_dropdown_changes_the_cards() -> None:  # noqa: D103
    panel, state, loader = open_panel(FakeClient())
    dropdown(panel, "SDK").value = PYTHON
    assert loader.wait(10)  # noqa: S101
    assert state.sdk == PYTHON  # noqa: S101
    assert [card.title for card in panel.children[3].children] == [  # noqa: S101
        "Python · sync",
        "Python · async",
    ]


def test_choosing_in_the_list_changes_the_cards() -> None:  # noqa: D103
    panel, state, loader = open_panel(FakeClient())
    finder = panel.children[1]
    finder.query = "orders"
    (row,) = finder.rows
    finder.chosen = row[0]
    assert loader.wait(10)  # noqa: S101
    assert state.endpoint == EndpointSelector("GET", "/v1/orders")  # noqa: S101
    assert "orders.list" in panel.children[3].children[0].code  # noqa: S101


def test_no_match_says_what_to_do() -> None:  # noqa: D103
    panel, _, _ = open_panel(FakeClient())
    panel.children[1].query = "zzzz"
    assert "Escape" in panel.children[1].note  # noqa: S101


def test_published_form_is_chosen_on_the_card() -> None:  # noqa: D103
    panel, _, _ = open_panel(FakeClient())
    card = panel.children[3].children[1]
    card.published = True
    assert "asyncio.run" in card.cell_source  # noqa: S101
    card.published = False
    assert "asyncio.run" not in card.cell_source  # noqa: S101


def test_cards_of_one_panel_share_a_group() -> None:  # noqa: D103
    panel, _, _ = open_panel(FakeClient())
    assert len({card.group for card in panel.children[3].children}) == 1  # noqa: S101


def test_text_form_is_one_stable_line() -> None:  # noqa: D103
    panel, _, _ = open_panel(FakeClient())
    assert repr(panel) == "SnippetPanel()"  # noqa: S101


def test_static_copy_has_the_cards() -> None:  # noqa: D103
    panel, _, _ = open_panel(FakeClient())
    bundle = panel._repr_mimebundle_()
    assert bundle["text/plain"] == "SnippetPanel()"  # noqa: S101
    assert "users.list" in bundle["text/html"]  # noqa: S101
    assert "```python" in bundle["text/markdown"]  # noqa: S101
    assert "application/vnd.jupyter.widget-view+json" in bundle  # noqa: S101
