"""The panel: what people do becomes state, and state becomes what they see."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import nbformat
from msgspec.structs import replace as replace_fields
from nbclient import NotebookClient
from nbconvert import HTMLExporter

from snippet_widget.models import EndpointSelector, Example, LoadLevel
from snippet_widget.overviews import ApiOverview, CatalogOverview, OrganizationOverview, SdkOverview
from snippet_widget.widget.state import offer_of
from snippet_widget.widget.twin_offer import TwinOffer
from tests.panel_builder import PYTHON, FakeClient, open_panel

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

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


def dropdown(panel: Any, description: str) -> Any:
    return next(each for each in panel.children[0].children if each.description == description)


def test_dropdowns_fill_themselves() -> None:
    panel, _, _ = open_panel(FakeClient())
    assert dropdown(panel, "Organization").options == (("acme", "acme"), ("zeta", "zeta"))
    assert dropdown(panel, "API").value == "shop"
    assert [label for label, _ in dropdown(panel, "SDK").options] == [
        "Latest versions",
        "Python · acme 2.0.0 (latest)",
        "Python · acme 1.0.0",
        "TypeScript · @acme/sdk 1.1.0 (latest)",
    ]
    assert dropdown(panel, "Load level").value is LoadLevel.FULL


def test_typescript_is_offered_where_its_card_would_stand() -> None:
    client = FakeClient(apis=(("installed", "cohere"), ("acme", "shop")), sdks=(PYTHON,))
    panel, _, loader = open_panel(client)
    row = next(each for each in panel.children if panel.cards[0] in getattr(each, "children", ()))
    kinds = [type(each).__name__ for each in row.children]
    assert kinds[:3] == ["SnippetCard", "SnippetCard", "TwinOffer"]
    assert row.children[2].button.description == "Add TypeScript · cohere-ai"
    dropdown(panel, "Organization").value = "acme"  # a team's API is its own
    assert loader.wait(10)
    assert "TwinOffer" not in [type(each).__name__ for each in row.children]


def test_a_withdrawn_version_is_marked_where_it_is_chosen() -> None:
    sdks = (
        SdkOverview("python", "acme", "2.0", latest=False, snippets=1, status="yanked"),
        SdkOverview("python", "acme", "1.1", latest=True, snippets=1, status="deprecated"),
    )
    catalog = CatalogOverview((OrganizationOverview("acme", (ApiOverview("shop", 1, sdks),)),))
    assert [offer.label for offer in offer_of(catalog)["acme"]["shop"].sdks] == [
        "Python · acme 2.0 (yanked)",
        "Python · acme 1.1 (latest, deprecated)",
    ]


def test_choosing_in_a_dropdown_changes_the_cards() -> None:
    panel, state, loader = open_panel(FakeClient())
    dropdown(panel, "SDK").value = PYTHON
    assert loader.wait(10)
    assert state.sdk == PYTHON
    assert [card.title for card in panel.cards] == [
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
    assert "orders.list" in panel.cards[0].code


def test_no_match_says_what_to_do() -> None:
    panel, _, _ = open_panel(FakeClient())
    panel.children[1].query = "zzzz"
    assert "Escape" in panel.children[1].note


def test_first_match_is_chosen_of_an_api_that_is_chosen_while_the_list_is_filtered() -> None:
    client = FakeClient()
    panel, state, loader = open_panel(client)
    panel.children[1].query = "orders"
    client.gate.clear()
    state.api = "mail"
    assert panel.children[1].note == ""  # it is not known yet
    client.gate.set()
    assert loader.wait(10)
    assert state.endpoint == EndpointSelector("GET", "/v1/orders")
    assert "orders.list" in panel.cards[0].code
    assert panel.children[1].query == "orders"


def test_filter_is_cleared_where_it_finds_nothing_in_another_api() -> None:
    client = FakeClient()
    panel, state, loader = open_panel(client)
    finder = panel.children[1]
    finder.query = "zzzz"
    client.gate.clear()
    state.api = "mail"
    assert finder.query == "zzzz"  # it is not known yet
    client.gate.set()
    assert loader.wait(10)
    assert (finder.query, finder.found, finder.note) == ("", "", "")
    assert len(finder.rows) == state.listed
    assert state.endpoint == EndpointSelector("GET", "/v1/users")
    finder.query = "zzzz"  # in the API that is chosen it stays
    assert finder.query == "zzzz"
    assert "Escape" in finder.note


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


def test_cards_of_one_panel_share_a_group() -> None:
    panel, _, _ = open_panel(FakeClient())
    assert len({card.group for card in panel.cards}) == 1


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


def options(panel: Any) -> Any:
    return panel.children[3]


def test_columns_can_be_hidden() -> None:
    panel, state, _ = open_panel(FakeClient())
    assert [label for _, label in options(panel).columns] == [
        "Python · sync",
        "Python · async",
        "TypeScript",
    ]
    options(panel).hidden = ["python sync_client"]
    assert [card.title for card in panel.cards] == ["Python · async", "TypeScript"]
    assert state.hidden == ("python sync_client",)


class PythonAlone(FakeClient):
    """Has the SDK of one language."""

    def _snippets(self, method: str, path: str, sdks: Sequence[SdkSelector]) -> list[Snippet]:
        return super()._snippets(method, path, sdks or (PYTHON,))


def test_offer_of_a_typescript_sdk_is_hidden_as_its_card_would_be() -> None:
    panel, state, _ = open_panel(PythonAlone(apis=[("installed", "cohere")], sdks=(PYTHON,)))
    offers = [each for each in panel.children[5].children if isinstance(each, TwinOffer)]
    assert [label for _, label in options(panel).columns][2:] == ["TypeScript"]
    assert len(offers) == 1
    options(panel).hidden = ["typescript client"]
    assert offers[0] not in panel.children[5].children
    assert state.hidden == ("typescript client",)
    options(panel).hidden = []
    assert offers[0] in panel.children[5].children


def test_credentials_come_from_the_environment_when_asked_for() -> None:
    panel, _, _ = open_panel(FakeClient())
    assert options(panel).variables == ["ACME_TOKEN", "ACME_SDK_TOKEN"]
    options(panel).environment = True
    sync, _, typescript = panel.cards
    assert 'os.environ["ACME_TOKEN"]' in sync.cell_source
    assert "process.env.ACME_SDK_TOKEN" in typescript.cell_source


def test_lines_are_wrapped_in_cards_and_comparison_unless_they_shall_not_be() -> None:
    panel, state, loader = open_panel(FakeClient())
    options(panel).compared = 0
    assert loader.wait(10)
    assert state.wrap
    assert {each.wrap for each in (*panel.cards, *panel.children[4].children)} == {True}
    options(panel).wrap = False
    assert {each.wrap for each in (*panel.cards, *panel.children[4].children)} == {False}


def test_versions_are_compared() -> None:
    panel, _, loader = open_panel(FakeClient())
    assert options(panel).versions == ["Python · acme 1.0.0"]
    options(panel).compared = 0
    assert loader.wait(10)
    assert [each.title for each in panel.children[4].children] == [
        "Python · sync",
        "Python · async",
    ]
    options(panel).compared = -1
    assert panel.children[4].children == ()


def test_the_kernels_own_copy_of_the_sdk_is_looked_at() -> None:
    panel, _, _ = open_panel(FakeClient())
    card = panel.cards[0]
    assert (card.fit, card.install) == (
        "acme is not installed in this kernel.",
        "%pip install acme==2.0.0",
    )
    assert panel.cards[2].fit == ""


def test_organization_and_api_are_typed_where_nothing_lists_them() -> None:
    panel, state, loader = open_panel(FakeClient())
    state.must_type = True
    organization, api = panel.children[0].children[:2]
    assert (organization.description, api.description) == ("Organization", "API")
    organization.value, api.value = "zeta", "mail"
    assert loader.wait(10)
    assert state.cards[0].metadata["snippet_widget"]["api"] == "mail"


def test_notebook_without_widget_state_is_exported_with_its_cards() -> None:
    panel, _, _ = open_panel(FakeClient())
    output = nbformat.v4.new_output("display_data", panel._repr_mimebundle_())
    cell = nbformat.v4.new_code_cell("panel()", outputs=[output])
    exporter: Any = HTMLExporter
    html, _ = exporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    assert 'class="sw-static-card"' in html
    assert "users.list" in html


PROGRAM_EXECUTES = """\
import os, tempfile

os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp()
os.environ["SNIPPET_WIDGET_CATALOG"] = "sqlite:///{catalog}"
from snippet_widget import panel

panel()"""


def test_notebook_that_a_program_executes_is_exported_with_its_cards(tmp_path: Path) -> None:
    cell = nbformat.v4.new_code_cell(PROGRAM_EXECUTES.format(catalog=tmp_path / "catalog.db"))
    own = nbformat.v4.new_code_cell("import ipywidgets\nipywidgets.Label()")
    notebook = nbformat.v4.new_notebook(cells=[cell, own])
    NotebookClient(notebook, kernel_name="python3").execute()
    (stored,) = notebook.metadata.widgets.values()
    names = sorted(model["model_name"] for model in stored["state"].values())
    assert names == ["LabelModel", "LabelStyleModel", "LayoutModel"]
    exporter: Any = HTMLExporter
    html, _ = exporter().from_notebook_node(notebook)
    assert '<div class="sw-static-card">' in html
    assert html.count("jupyter-widgets jp-OutputArea-output") == 1
    assert cell.outputs[0].data["text/plain"] == "SnippetPanel()"


def test_heading_names_the_endpoint_of_the_cards() -> None:
    panel, _, loader = open_panel(FakeClient())
    assert options(panel).endpoint == {
        "key": 0,
        "method": "GET",
        "path": "/v1/users",
        "call": "client.users.list",
        "summary": "",
    }
    panel.children[1].chosen = 3
    assert options(panel).asked == 3
    assert loader.wait(10)
    assert (options(panel).endpoint["key"], options(panel).endpoint["path"]) == (3, "/v1/orders")


def test_cards_stay_until_others_come() -> None:
    client = FakeClient()
    panel, state, loader = open_panel(client)
    before = panel.cards
    client.gate.clear()
    state.organization = "zeta"
    assert panel.cards == before
    assert options(panel).endpoint["key"] == -1
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
    assert (row.layout.visibility, options(panel).endpoint["path"]) == ("hidden", "")
    client.gate.set()
    assert loader.wait(10)
    assert (row.layout.visibility, options(panel).endpoint["key"]) == (None, 0)


class LackingClient(FakeClient):
    """Has no snippet of one endpoint."""

    def get(self, method: str, path: str, **others: Any) -> list[Snippet]:
        found = super().get(method, path, **others)
        return [] if path == "/v1/orders" else found


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
    finder._handle_custom_msg({"kind": "again"}, [])  # the row that is highlighted
    assert [card.example for card in panel.cards] == [1, 1, 2]


def test_endpoint_without_a_snippet_is_waited_for_no_longer_than_the_answer() -> None:
    client = LackingClient()
    panel, _, loader = open_panel(client)
    panel.children[1].chosen = 3
    assert loader.wait(10)
    assert panel.cards == ()
    assert (options(panel).endpoint["key"], options(panel).endpoint["path"]) == (3, "/v1/orders")
    assert panel.children[2].text == (
        "acme 2.0.0, @acme/sdk 1.1.0 publish no example of GET /v1/orders. "
        "Choose another SDK or version."
    )
    client.gate.clear()
    panel.children[1].chosen = 0
    assert options(panel).endpoint["key"] != 0  # not yet
    client.gate.set()
    assert loader.wait(10)
    assert (options(panel).endpoint["key"], len(panel.cards)) == (0, 3)


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
    heading, before = options(panel), options(panel).drawing
    seen: list[tuple[int, set[int]]] = []
    heading.observe(
        lambda change: seen.append((change.new, {card.drawing for card in panel.cards})), "drawing"
    )
    panel.children[1].chosen = 3
    assert loader.wait(10)
    assert seen == [(before + 1, {before + 1})]


def test_cards_that_are_not_seen_wait_for_no_heading() -> None:
    """Where they stand are those of another API, which are hidden until they are drawn."""
    panel, state, loader = open_panel(FakeClient())
    before = options(panel).drawing
    state.organization = "zeta"
    assert loader.wait(10)
    assert panel.cards[0].metadata["snippet_widget"]["org"] == "zeta"
    assert {options(panel).drawing, *(card.drawing for card in panel.cards)} == {before}


def test_rows_beyond_the_first_are_sent_when_they_are_asked_for() -> None:
    client = FakeClient(
        endpoints={("GET", f"/v1/users/{n}"): f"users.get_{n}" for n in range(205)}, page_size=100
    )
    panel, _, _ = open_panel(client)
    finder = panel.children[1]
    sent: list[Any] = []
    finder.send = sent.append
    assert (len(finder.rows), finder.more) == (200, 5)
    finder._handle_custom_msg({"kind": "more", "query": "", "start": 200}, [])
    (answer,) = sent
    assert [row[0] for row in answer.pop("rows")] == [200, 201, 202, 203, 204]
    assert answer == {"kind": "rows", "query": "", "start": 200}


def test_browser_that_draws_the_list_is_answered() -> None:
    panel, _, _ = open_panel(FakeClient())
    finder = panel.children[1]
    sent: list[Any] = []
    finder.send = sent.append
    finder._handle_custom_msg({"kind": "drawn"}, [])
    assert sent == [{"kind": "heard", "beside": False}]


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
