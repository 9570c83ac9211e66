"""The heading of the cards: their endpoint, and what its View menu offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.models import LoadLevel
from snippet_widget.widget.typescript_offer import TypeScriptOffer
from tests.panel_builder import PYTHON, FakeClient, heading, open_panel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.models import SdkSelector, Snippet


def test_columns_can_be_hidden() -> None:
    panel, state, _ = open_panel(FakeClient())
    assert [label for _, label in heading(panel).columns] == [
        "Python · sync",
        "Python · async",
        "TypeScript",
    ]
    heading(panel).hidden = ["python sync_client"]
    assert [card.title for card in panel.cards] == ["Python · async", "TypeScript"]
    assert state.hidden == ("python sync_client",)


def test_load_level_is_told_that_the_cards_are_of() -> None:
    panel, state, loader = open_panel(FakeClient())
    assert heading(panel).load_level == "Whole program"
    state.load_level = LoadLevel.ENDPOINT
    assert loader.wait(10)
    assert heading(panel).load_level == "Call only"


class PythonAlone(FakeClient):
    """Has the SDK of one language."""

    def _snippets(self, method: str, path: str, sdks: Sequence[SdkSelector]) -> list[Snippet]:
        return super()._snippets(method, path, sdks or (PYTHON,))


def test_offer_of_a_typescript_sdk_is_hidden_as_its_card_would_be() -> None:
    panel, state, _ = open_panel(PythonAlone(apis=[("installed", "cohere")], sdks=(PYTHON,)))
    offer = panel.children[6]
    assert heading(panel).columns[2:] == [["typescript client", "the offer of TypeScript"]]
    assert isinstance(offer, TypeScriptOffer)
    heading(panel).hidden = ["typescript client"]
    assert offer not in panel.children
    assert state.hidden == ("typescript client",)
    heading(panel).hidden = []
    assert offer in panel.children


def test_credentials_come_from_the_environment_when_asked_for() -> None:
    panel, _, _ = open_panel(FakeClient())
    assert heading(panel).variables == ["ACME_TOKEN", "ACME_SDK_TOKEN"]
    heading(panel).environment = True
    sync, _, typescript = panel.cards
    assert 'os.environ["ACME_TOKEN"]' in sync.cell_source
    assert "process.env.ACME_SDK_TOKEN" in typescript.cell_source


def test_lines_are_wrapped_in_cards_and_comparison_unless_they_shall_not_be() -> None:
    panel, state, loader = open_panel(FakeClient())
    heading(panel).compared = 0
    assert loader.wait(10)
    assert state.wrap
    assert {each.wrap for each in (*panel.cards, *panel.children[4].children)} == {True}
    heading(panel).wrap = False
    assert {each.wrap for each in (*panel.cards, *panel.children[4].children)} == {False}


def test_versions_are_compared() -> None:
    panel, _, loader = open_panel(FakeClient())
    assert heading(panel).versions == ["Python · acme 1.0.0"]
    heading(panel).compared = 0
    assert loader.wait(10)
    assert [each.title for each in panel.children[4].children] == [
        "Python · sync",
        "Python · async",
    ]
    heading(panel).compared = -1
    assert panel.children[4].children == ()


def test_heading_names_the_endpoint_of_the_cards() -> None:
    panel, _, loader = open_panel(FakeClient())
    assert heading(panel).endpoint == {
        "key": 0,
        "method": "GET",
        "path": "/v1/users",
        "call": "client.users.list",
        "summary": "",
    }
    panel.children[1].chosen = 3
    assert heading(panel).asked == 3
    assert loader.wait(10)
    assert (heading(panel).endpoint["key"], heading(panel).endpoint["path"]) == (3, "/v1/orders")
