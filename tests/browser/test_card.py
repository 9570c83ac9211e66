"""What the real card offers besides Insert, and where its snippets go."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.docked_panel import panel_is_remembered
from tests.browser.panel_page import open_panel

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenNotebook
    from tests.browser.notebook_page import NotebookPage

OWN_CLIENT = """\
import sys, types

skylark_birdsong = sys.modules["skylark_birdsong"] = types.ModuleType("skylark_birdsong")
class Birdsong: ...
Birdsong.__module__ = "skylark_birdsong.client"
client = Birdsong()"""

PANEL = 'from snippet_widget import panel\npanel(org="skylark", api="birdsong")'


@pytest.fixture(params=["open_notebook", "open_notebook7"])
def open_(request: pytest.FixtureRequest) -> OpenNotebook:
    opener: OpenNotebook = request.getfixturevalue(request.param)
    return opener


def docked_card(notebook: NotebookPage) -> Locator:
    notebook.page.get_by_role("button", name="Snippets").click()
    docked = notebook.page.locator(".snippet-widget-KernelView")
    docked.get_by_role("combobox", name="Organization", exact=True).select_option("skylark")
    expect(docked.get_by_role("heading", level=3)).to_contain_text("/v1/recordings/identify")
    expect(docked.locator(".sw-status").first).to_contain_text("23 endpoints")  # all are loaded
    return card_in(docked)


def card_in(part: Locator) -> Locator:
    card = part.get_by_role("region", name="Python · sync")
    card.wait_for()
    return card


def insert(card: Locator) -> None:
    card.get_by_role("button", name="Insert").click()


def choose(card: Locator, place: str) -> None:
    card.get_by_role("combobox", name="Where to put the snippet").select_option(place)


def test_place_is_chosen_and_remembered(open_: OpenNotebook) -> None:
    notebook = open_("first = 1", "if True:\n    pass")
    with panel_is_remembered(notebook.page):
        card = docked_card(notebook)
    choose(card, "above")
    said = card.get_by_text("from now on")
    menu = card.get_by_role("combobox", name="Where to put the snippet")
    below = said.bounding_box()["y"] - menu.bounding_box()["y"]  # type: ignore[index]
    assert 0 < below < 60  # where one looks, not at the card's end
    insert(card)
    expect(said).to_be_hidden()
    program = notebook.sources()[0]
    assert notebook.sources()[1:] == ["first = 1", "if True:\n    pass"]

    notebook.cells.nth(2).locator(".cm-line").last.click()
    notebook.page.keyboard.press("End")
    notebook.page.keyboard.press("Shift+Home")
    choose(card, "cursor")
    insert(card)
    indented = notebook.sources()[2]
    assert indented == "if True:\n    " + program.replace("\n", "\n    ").replace("    \n", "\n")

    choose(card, "replace")
    insert(card)
    assert notebook.sources() == [program, "first = 1", program]
    notebook.undo()
    assert notebook.sources() == [program, "first = 1", indented]

    notebook.save()
    notebook.page.reload()
    notebook.wait_until_ready()
    card = card_in(notebook.page.locator(".snippet-widget-KernelView"))
    card.hover()
    expect(card.get_by_role("combobox", name="Where")).to_have_value("replace")
    expect(card.get_by_role("button", name="Add call only")).to_be_visible()  # cell 1 has the rest
    choose(card, "below")


def test_call_alone_is_offered_to_a_notebook_that_has_the_rest(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook("first = 1")
    card = docked_card(notebook)
    alone = card.get_by_role("button", name="Add call only")
    card.hover()
    expect(alone).to_be_hidden()
    insert(card)
    card.hover()
    alone.click()
    saved = notebook.save().cells
    assert "import" in saved[1].source
    assert "import" not in saved[2].source
    assert "client.recordings.identify(" in saved[2].source
    assert saved[2].metadata["snippet_widget"]["load_level"] == "endpoint"


def test_call_alone_is_offered_for_a_client_of_ones_own(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(OWN_CLIENT, "pass")
    card = docked_card(notebook)
    alone = card.get_by_role("button", name="Add call only")
    card.hover()
    expect(alone).to_be_hidden()
    notebook.run(0)
    card.hover()
    expect(alone).to_be_visible()


def test_call_alone_says_that_a_client_is_of_another_sdk(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(PANEL, "import decimal\n\nclient = decimal.Context()", OWN_CLIENT)
    panel = open_panel(notebook)
    panel.dropdown("Load level").select_option("Call only")
    panel.choose("POST /v1/recordings/identify")
    card = panel.card("Python · sync")
    first = "Needs client in this notebook first: load level “Whole program” has it."
    expect(card).to_contain_text(first)
    notebook.run(1)
    other = "client is Context now, not the sync client of skylark-birdsong."
    expect(card).to_contain_text(f"{first} {other}")
    notebook.run(2)
    expect(card).not_to_contain_text("Needs client")


def test_card_is_dragged_between_two_cells(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook("first = 1", "second = 2")
    card = docked_card(notebook)
    title = card.locator(".sw-title")
    title.hover(position={"x": 5, "y": 5})  # waits until nothing moves any more
    start = title.bounding_box()
    target = notebook.cells.nth(1).bounding_box()
    assert start
    assert target
    mouse = notebook.page.mouse
    mouse.down()
    mouse.move(start["x"] - 30, start["y"] + 20, steps=4)
    mouse.move(target["x"] + 100, target["y"] + target["height"] / 2, steps=8)
    assert notebook.sources() == ["first = 1", "second = 2"]
    mouse.up()
    expect(notebook.cells).to_have_count(3)
    saved = notebook.save().cells
    assert [saved[0].source, saved[2].source] == ["first = 1", "second = 2"]
    assert saved[1].metadata["snippet_widget"]["client"] == "sync_client"
    dropped, keyboard = notebook.cells.nth(1), notebook.page.keyboard
    expect(dropped).to_be_focused()  # as after a click on Insert
    expect(notebook.root.locator(".jp-mod-selected")).to_have_count(1)
    expect(dropped).to_have_class(re.compile("jp-mod-active"))
    expect(dropped.locator(".snippet-widget-Place").first).to_be_visible()
    keyboard.press("Tab")
    expect(dropped.locator(".cm-content")).to_be_focused()
    keyboard.press("Escape")
    keyboard.press("Control+z")
    expect(notebook.cells).to_have_count(2)


def test_copy_works_on_plain_http_too(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(PANEL, host="0.0.0.0")  # noqa: S104 - visited, not listened on
    card = card_in(notebook.run(0))
    assert notebook.page.evaluate("[isSecureContext, typeof navigator.clipboard]") == [
        False,
        "undefined",
    ]
    button = card.get_by_role("button", name="Copy")
    button.click()
    expect(card).to_contain_text("Copied.")
    expect(button).to_be_focused()
    notebook.cells.nth(1).locator(".cm-content").click()
    notebook.page.keyboard.press("Control+v")
    expect(notebook.cells.nth(1)).to_contain_text("client.recordings.identify(")
    insert(card)
    assert "import" in notebook.sources()[1]


def test_read_only_notebook_says_why(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook("first = 1")
    card = docked_card(notebook)
    notebook.make_read_only()
    card.hover()
    button = card.get_by_role("button", name="Insert")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_have_attribute(
        "title", "This notebook is read-only. Copy the snippet instead."
    )
    expect(notebook.cells).to_have_count(1)


def test_shortcut_inserts_the_snippet_that_was_used_last(open_: OpenNotebook) -> None:
    notebook = open_("first = 1")
    docked_card(notebook)
    panel = notebook.page.locator(".snippet-widget-KernelView")
    panel.get_by_role("region", name="Python · async").locator("pre").click()
    notebook.page.keyboard.press("Control+Alt+Enter")
    expect(notebook.cells).to_have_count(2)
    notebook.cells.first.locator(".jp-InputPrompt").click()
    notebook.page.keyboard.press("Control+Alt+Enter")
    expect(notebook.cells).to_have_count(3)
    panel.get_by_role("region", name="Python · sync").get_by_role("button", name="Copy").focus()
    notebook.page.keyboard.press("Control+Alt+Enter")  # tabbing along uses no card
    expect(notebook.cells).to_have_count(4)
    clients = [cell.metadata["snippet_widget"]["client"] for cell in notebook.save().cells[1:]]
    assert clients == ["async_client"] * 3


def test_undo_at_the_button_takes_back_what_was_inserted_wherever_it_went(
    open_: OpenNotebook,
) -> None:
    notebook = open_("first = 1")
    card = docked_card(notebook)
    button = card.get_by_role("button", name="Insert")
    insert(card)
    choose(card, "cursor")
    notebook.cells.first.locator(".cm-content").click()
    insert(card)
    assert "import" in notebook.sources()[0]
    button.focus()
    notebook.page.keyboard.press("Control+z")
    assert notebook.sources()[0] == "first = 1"
    notebook.page.keyboard.press("z")
    assert notebook.sources() == ["first = 1"]
    expect(button).to_be_focused()
    choose(card, "below")


def test_busy_kernel_does_not_delay_an_insertion(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(PANEL, "import time; time.sleep(60)")
    output = notebook.run(0)
    card = card_in(output)
    kernel = notebook.page.locator(".jp-StatusBar-TextItem", has_text="Python 3 (ipykernel) |")
    notebook.run(1)
    expect(kernel).to_have_text("Python 3 (ipykernel) | Busy")
    insert(card)
    expect(notebook.cells).to_have_count(4)
    expect(kernel).to_have_text("Python 3 (ipykernel) | Busy")
    notebook.interrupt_kernel()


def test_snippet_goes_to_the_panels_own_notebook_not_to_the_focused_one(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook("own = 1")
    card = docked_card(notebook)
    other = notebook.file.with_name("other.ipynb")
    other.write_text(notebook.file.read_text().replace("own = 1", "other = 1"))
    notebook.execute("docmanager:open", path=other.name, options={"mode": "split-bottom"})
    expect(notebook.page.get_by_text("other = 1")).to_be_visible()
    notebook.page.get_by_text("other = 1").click()
    insert(card)
    saved = notebook.save().cells
    assert saved[0].source == "own = 1"
    assert "snippet_widget" in saved[1].metadata


def test_output_view_inserts_into_its_notebook(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(PANEL, "second = 2")
    card_in(notebook.run(0))
    notebook.cells.first.locator(".jp-InputPrompt").click()
    notebook.execute("notebook:create-output-view")
    insert(card_in(notebook.page.locator(".jp-LinkedOutputView")))
    saved = notebook.save().cells
    assert [saved[0].source, saved[2].source] == [PANEL, "second = 2"]
    assert "snippet_widget" in saved[1].metadata


def test_windowed_notebook_of_1000_cells_shows_the_new_cell_at_its_far_end(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook(*(f"cell = {number}" for number in range(1000)))
    notebook.set_windowing("full")
    card = docked_card(notebook)
    notebook.activate(989)
    insert(card)
    saved = notebook.save().cells
    assert [saved[989].source, saved[991].source] == ["cell = 989", "cell = 990"]
    active = notebook.root.locator(".jp-Cell.jp-mod-active")
    expect(active).to_contain_text("import")
    expect(active).to_be_in_viewport()
    notebook.execute("notebook:undo-cell-action")
    assert notebook.sources()[989:991] == ["cell = 989", "cell = 990"]
