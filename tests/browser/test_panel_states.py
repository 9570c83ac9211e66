"""States that only a browser shows: a kernel that is gone, one panel twice, a very long snippet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.panel_page import PANEL_CELL, open_panel

if TYPE_CHECKING:
    from tests.browser.conftest import OpenNotebook

LONG = """\
from snippet_widget.models import EndpointSelector, Sdk, Snippet
from snippet_widget.widget.card import SnippetCard
from snippet_widget.widget.cards import Shelf, card_contents

source = "".join(f"line_{n} = {n}  # of five thousand\\n" for n in range(5000)) + "x" * 1_000_000
snippet = Snippet(type="go", sdk=Sdk("acme", "1"), sources={"client": source})
card = SnippetCard()
card.show(card_contents([snippet], Shelf("o", "a", EndpointSelector("GET", "/")))[0])
card"""


def test_panel_of_a_kernel_that_is_gone_says_so_and_still_inserts(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook(PANEL_CELL)
    panel = open_panel(notebook)
    expect(panel.card("Python · sync")).to_be_visible()
    notebook.page.evaluate(
        "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
    )
    expect(panel.status).to_contain_text("run the cell again", timeout=30_000)
    panel.card("Python · sync").get_by_role("button", name="Insert").click()
    expect(panel.card("Python · sync")).to_contain_text("Inserted as cell 2.")
    again = open_panel(notebook)
    expect(again.status).to_contain_text("endpoints.", timeout=30_000)


def test_panel_shown_twice_is_one_panel(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(f"{PANEL_CELL[:-7]}opened = panel()\nopened", "opened")
    first = open_panel(notebook)
    second = type(first)(notebook, notebook.run(1))
    second.choose("POST /v1/recordings/identify")
    expect(first.card("Python · sync")).to_contain_text("recordings.identify")
    chosen = first.list.get_by_role("option", selected=True)
    expect(chosen).to_have_accessible_name(
        "POST /v1/recordings/identify client.recordings.identify"
    )


def test_snippet_of_five_thousand_lines_is_shown_and_inserted_whole(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook(LONG)
    output = notebook.run(0)
    card = output.get_by_role("region", name="Go", exact=True)
    expect(card).to_contain_text("line_4999 = 4999", timeout=30_000)
    expect(card).to_contain_text("more characters are copied and inserted.")
    assert card.bounding_box()["height"] < 700  # type: ignore[index]
    card.get_by_role("button", name="Insert").click()
    expect(card).to_contain_text("Inserted as cell 2.")
    assert notebook.save().cells[1].source.endswith("x\n```")
