"""The cards of a panel: which there are, what is chosen on one for all, and when they change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace as replace_fields

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.models import EndpointSelector, Example, LoadLevel, Run
from snippet_widget.widget.components.card import SnippetCard
from tests.panel_builder import PYTHON, FakeClient, heading, open_panel, python_snippet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.models import SdkSelector, Snippet


class Exemplified(FakeClient):
    """A service with several examples of each endpoint, in another order in each language."""

    def _snippets(self, method: str, path: str, sdks: Sequence[SdkSelector]) -> list[Snippet]:
        python, typescript = super()._snippets(method, path, sdks)
        both = {f"{client}_client": f"{{}}({client})" for client in ("sync", "async")}
        return [
            replace_fields(python, examples=_examples(["one", "two"], both)),
            replace_fields(
                typescript, examples=_examples(["one", "else", "two"], {"client": "{}"})
            ),
        ]


def _examples(names: list[str], sources: dict[str, str]) -> tuple[Example, ...]:
    return tuple(
        Example(name, {client: text.format(name) for client, text in sources.items()})
        for name in names
    )


def test_published_form_is_chosen_on_the_card() -> None:
    panel, _, _ = open_panel(FakeClient())
    card = panel.cards[1]
    card.published = True
    assert "asyncio.run" in card.cell_source
    card.published = False
    assert "asyncio.run" not in card.cell_source


def test_required_arguments_alone_are_chosen_on_a_card_for_all() -> None:
    client = FakeClient(fields={"required_only": {"sync_client": "client.alone()"}})
    panel, state, _ = open_panel(client)
    first, second = panel.cards[:2]
    assert (first.has_required_only, second.has_required_only) == (True, False)
    first.required_only = True
    assert state.required_only
    assert first.code == "client.alone()"
    assert second.required_only
    assert first.metadata["snippet_widget"]["required_only"]


def test_an_example_is_chosen_in_every_language_that_has_it() -> None:
    panel, state, _ = open_panel(Exemplified())
    sync, async_, typescript = panel.cards
    sync.example = 1
    assert [card.code.strip() for card in panel.cards] == ["two(sync)", "two(async)", "two"]
    assert [card.example for card in panel.cards] == [1, 1, 2]
    typescript.example = 1  # no other has it
    assert [card.example for card in panel.cards] == [1, 1, 1]
    assert state.examples == {"python acme": 1, "typescript @acme/sdk": 1}
    async_.example = 0
    assert [card.example for card in panel.cards] == [0, 0, 0]


def test_endpoint_opens_with_the_example_that_the_filter_names() -> None:
    panel, _, loader = open_panel(Exemplified())
    finder = panel.children[1]
    assert [card.example for card in panel.cards] == [0, 0, 0]
    finder.query = "two"
    finder.chosen = 3
    assert loader.wait(10)
    assert [card.example for card in panel.cards] == [1, 1, 2]
    finder.query = ""
    finder.chosen = 0
    assert loader.wait(10)
    assert [card.example for card in panel.cards] == [0, 0, 0]
    finder.query = "two"
    finder._handle_custom_msg({"kind": "reselect"}, [])  # the row that is highlighted
    assert [card.example for card in panel.cards] == [1, 1, 2]


def test_cards_of_one_panel_share_a_group() -> None:
    panel, _, _ = open_panel(FakeClient())
    assert len({card.group for card in panel.cards}) == 1


def test_a_card_of_the_call_alone_knows_what_it_needs() -> None:
    snippet = replace_fields(
        python_snippet("users.list"), sources={"sync_client": "client.users.list(Page(1))\n"}
    )
    call = SnippetQuery("acme", "shop", EndpointSelector("GET", "/v1/users"), LoadLevel.ENDPOINT)
    card = SnippetCard()
    card.show(card_contents([snippet], call)[0])
    assert [each.key for each in card.needed] == ["client: python acme sync_client", "Page"]
    whole = replace(call, load_level=LoadLevel.FULL)
    card.show(card_contents([snippet], whole)[0])  # a program says by its warnings what it lacks
    assert card.needed == ()


def test_the_kernels_own_copy_of_the_sdk_is_looked_at() -> None:
    panel, _, _ = open_panel(FakeClient())
    card = panel.cards[0]
    assert (card.compatibility, card.install) == (
        "acme is not installed in this kernel.",
        "%pip install acme==2.0.0",
    )
    assert panel.cards[2].compatibility == ""


def test_cards_stay_until_others_come() -> None:
    client = FakeClient()
    panel, state, loader = open_panel(client)
    before = panel.cards
    client.gate.clear()
    state.organization = "zeta"
    assert panel.cards == before
    assert heading(panel).endpoint["key"] == -1
    client.gate.set()
    assert loader.wait(10)
    assert panel.cards == before  # the same widgets, of the other organization
    assert panel.cards[0].metadata["snippet_widget"]["org"] == "zeta"


def test_cards_of_another_api_are_not_seen_under_the_new_ones_name() -> None:
    client = FakeClient()
    panel, state, loader = open_panel(client)
    row = panel.children[5]
    client.gate.clear()
    state.endpoint = EndpointSelector("GET", "/v1/orders")
    assert [row.layout.visibility] == [None]  # another endpoint of the same API
    state.organization = "zeta"
    assert (row.layout.visibility, heading(panel).endpoint["path"]) == ("hidden", "")
    client.gate.set()
    assert loader.wait(10)
    assert (row.layout.visibility, heading(panel).endpoint["key"]) == (None, 3)


def test_an_endpoint_without_an_example_leads_to_what_another_one_has_named() -> None:
    docs = "https://github.com/acme/acme-python"
    client = LackingClient(fields={"docs": docs})
    panel, state, loader = open_panel(client)
    state.index.docs = ""  # as where the list is of calls alone
    panel.children[1].chosen = 1
    assert loader.wait(10)
    panel.children[1].chosen = 3
    assert loader.wait(10)
    assert panel.children[2].text.endswith(f"The SDK's repository: <{docs}>")


class Streaming(FakeClient):
    """Has two calls in each language, and one example more in TypeScript alone."""

    def _snippets(self, method: str, path: str, sdks: Sequence[SdkSelector]) -> list[Snippet]:
        python, typescript = super()._snippets(method, path, sdks)
        names = ["client.chat", "client.chat (2)", "client.chatStream"]
        both = {"sync_client": "{}", "async_client": "{}"}
        return [
            replace_fields(python, examples=_examples(["client.chat", "client.chat_stream"], both)),
            replace_fields(typescript, examples=_examples(names, {"client": "{}"})),
        ]


def test_a_language_without_the_example_keeps_the_one_chosen_of_another_call() -> None:
    panel, _, _ = open_panel(Streaming())
    sync, _, typescript = panel.cards
    sync.example = 1
    assert [card.example for card in panel.cards] == [1, 1, 2]
    typescript.example = 1
    assert [card.example for card in panel.cards] == [1, 1, 1]


class LackingClient(FakeClient):
    """Has no snippet of one endpoint."""

    def get(self, method: str, path: str, **others: Any) -> list[Snippet]:
        found = super().get(method, path, **others)
        return [] if path == "/v1/orders" else found


def test_endpoint_without_a_snippet_is_waited_for_no_longer_than_the_answer() -> None:
    client = LackingClient()
    panel, _, loader = open_panel(client)
    panel.children[1].chosen = 3
    assert loader.wait(10)
    assert panel.cards == ()
    assert (heading(panel).endpoint["key"], heading(panel).endpoint["path"]) == (3, "/v1/orders")
    assert panel.children[2].text == (
        "acme 2.0.0, @acme/sdk 1.1.0 publish no example of GET /v1/orders. "
        "Choose another SDK or version."
    )
    client.gate.clear()
    panel.children[1].chosen = 0
    assert heading(panel).endpoint["key"] != 0  # not yet
    client.gate.set()
    assert loader.wait(10)
    assert (heading(panel).endpoint["key"], len(panel.cards)) == (0, 3)


def test_card_that_an_endpoint_does_not_have_is_hidden_and_comes_back() -> None:
    panel, state, loader = open_panel(FakeClient())
    state.sdk = PYTHON
    assert loader.wait(10)
    assert [card.title for card in panel.cards] == ["Python · sync", "Python · async"]
    state.sdk = None
    assert loader.wait(10)
    assert [card.title for card in panel.cards][-1] == "TypeScript"


def test_heading_comes_after_its_cards() -> None:
    """They wait for it in the browser, to change in one step."""
    panel, _, loader = open_panel(FakeClient())
    above = heading(panel)
    before = above.drawing
    seen: list[tuple[int, set[int]]] = []
    above.observe(
        lambda change: seen.append((change.new, {card.drawing for card in panel.cards})), "drawing"
    )
    panel.children[1].chosen = 3
    assert loader.wait(10)
    assert seen == [(before + 1, {before + 1})]


def test_cards_go_and_come_back_in_one_step_where_an_endpoint_has_no_snippet() -> None:
    panel, _, loader = open_panel(LackingClient())
    above, cards = heading(panel), panel.cards
    number = above.drawing
    seen: list[tuple[int, set[int], bool]] = []

    def note(change: Any) -> None:
        if change.new["key"] >= 0:
            drawn = {card.drawing for card in cards}
            seen.append((change.new["key"], drawn, "no example" in panel.children[2].text))

    above.observe(note, "endpoint")
    for row in (3, 0):
        panel.children[1].chosen = row
        assert loader.wait(10)
    assert seen == [(3, {number + 1}, False), (0, {number + 2}, False)]
    assert above.drawing == number + 2


def test_cards_that_are_not_seen_wait_for_no_heading() -> None:
    """Where they stand are those of another API, which are hidden until they are drawn."""
    panel, state, loader = open_panel(FakeClient())
    before = heading(panel).drawing
    state.organization = "zeta"
    assert loader.wait(10)
    assert panel.cards[0].metadata["snippet_widget"]["org"] == "zeta"
    assert {heading(panel).drawing, *(card.drawing for card in panel.cards)} == {before}


def test_languages_besides_python_and_typescript_are_folded_until_wanted() -> None:
    panel, state, loader = open_panel(FakeClient())
    assert {card.foldable for card in panel.cards} == {False}
    state.cards = (*state.cards, replace(state.cards[-1], type="go"))
    go = panel.cards[-1]
    assert (go.foldable, go.folded) == (True, True)
    go.folded = False
    assert state.unfolded == ("go client",)
    state.cards = (*state.cards,)
    assert not go.folded
    go.folded = True
    panel.state.hidden = tuple(
        c.name for c in panel.state.cards if c.type in ("python", "typescript")
    )
    assert panel.wait()
    assert {card.folded for card in panel.cards} == {False}  # nothing else shows any code
    assert loader.wait(10)


def test_card_says_what_running_its_code_has_shown() -> None:
    run = Run(client="sync_client", sent="GET /v1/users")
    query = SnippetQuery("acme", "shop", EndpointSelector("GET", "/v1/users"))
    sync, async_ = card_contents([python_snippet("users.list", verified=(run,))], query)
    card = SnippetCard()
    card.show(sync)
    assert card.verified == "Runs: sends GET /v1/users"
    card.show(async_)
    assert card.verified == ""
