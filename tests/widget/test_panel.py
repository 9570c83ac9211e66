"""The panel: its dropdowns become state, and a notebook keeps and exports its cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import nbformat
from nbclient import NotebookClient

from snippet_widget.models import LoadLevel
from snippet_widget.overviews import ApiOverview, CatalogOverview, OrganizationOverview, SdkOverview
from snippet_widget.widget.components.card import SnippetCard
from snippet_widget.widget.offers import choices_of
from tests.panel_builder import PYTHON, FakeClient, open_panel

if TYPE_CHECKING:
    from pathlib import Path


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


def test_typescript_is_offered_in_a_line_below_the_cards() -> None:
    client = FakeClient(apis=(("installed", "cohere"), ("acme", "shop")), sdks=(PYTHON,))
    panel, _, loader = open_panel(client)
    cards, offer, add = panel.children[-3:]
    assert all(isinstance(each, SnippetCard) for each in cards.children)
    assert panel.cards[0] in cards.children
    assert offer.button.description == "Add TypeScript · cohere-ai"
    dropdown(panel, "Organization").value = "acme"  # a team's API is its own
    assert loader.wait(10)
    assert panel.children[-2:] == (cards, add)


def test_a_withdrawn_version_is_marked_where_it_is_chosen() -> None:
    sdks = (
        SdkOverview("python", "acme", "2.0", latest=False, snippets=1, status="yanked"),
        SdkOverview("python", "acme", "1.1", latest=True, snippets=1, status="deprecated"),
    )
    catalog = CatalogOverview((OrganizationOverview("acme", (ApiOverview("shop", 1, sdks),)),))
    assert [offer.label for offer in choices_of(catalog)["acme"]["shop"].sdks] == [
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
    html = exported(nbformat.v4.new_notebook(cells=[cell]))
    assert 'class="sw-static-card"' in html
    assert "users.list" in html


def exported(notebook: Any) -> str:
    """Return the page that nbconvert makes of a notebook."""
    from nbconvert import HTMLExporter  # noqa: PLC0415 - 0.3 s for every process of tests

    exporter: Any = HTMLExporter
    html: str = exporter().from_notebook_node(notebook)[0]
    return html


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
    html = exported(notebook)
    assert '<div class="sw-static-card">' in html
    assert html.count("jupyter-widgets jp-OutputArea-output") == 1
    assert cell.outputs[0].data["text/plain"] == "SnippetPanel()"
