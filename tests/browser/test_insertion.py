"""Insert puts the snippet where the user expects it, in the notebook that the card is in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.notebook_page import NOTEBOOK
from tests.browser.plain_card import METADATA, card_cell

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenNotebook
    from tests.browser.notebook_page import NotebookPage


@pytest.fixture(params=["open_notebook", "open_notebook7"])
def open_(request: pytest.FixtureRequest) -> OpenNotebook:
    opener: OpenNotebook = request.getfixturevalue(request.param)
    return opener


def insert(notebook: NotebookPage, index: int = 0) -> Locator:
    output = notebook.run(index)
    button = output.get_by_role("button", name="Insert")
    button.click()
    return output


def insert_last(notebook: NotebookPage) -> None:
    """Insert below the last cell: running the card's own has put an empty one there."""
    output = notebook.run(0)
    expect(notebook.cells).to_have_count(2)
    notebook.page.evaluate(f"{NOTEBOOK}.content.model.sharedModel.deleteCell(1)")
    output.get_by_role("button", name="Insert").click()
    expect(notebook.cells).to_have_count(2)


def answer(output: Locator) -> dict[str, Any]:
    text: str = output.locator("output").inner_text()
    read: dict[str, Any] = json.loads(text)
    return read


def test_snippet_becomes_the_cell_below(open_: OpenNotebook) -> None:
    notebook = open_(card_cell("x = 1"), "other = 2")
    output = insert(notebook)
    saved = notebook.save().cells
    assert [cell.source for cell in saved[1:]] == ["x = 1", "other = 2"]
    assert saved[1].metadata == METADATA
    assert answer(output) == {
        "cancelled": True,
        "index": 1,
        "cell_id": saved[1].id,
        "path": notebook.file.name,
        "position": "below",
    }


def test_three_clicks_give_three_cells_in_order_and_three_undos_remove_them(
    open_: OpenNotebook,
) -> None:
    notebook = open_(card_cell(), "other = 2")
    button = insert(notebook).get_by_role("button", name="Insert")
    button.click()
    button.click()
    inserted = ["snippet = 1", "snippet = 2", "snippet = 3"]
    assert notebook.sources()[1:] == [*inserted, "other = 2"]
    for left in (2, 1, 0):
        notebook.undo()
        assert notebook.sources()[1:] == [*inserted[:left], "other = 2"]


def test_shift_enter_after_the_click_runs_the_new_cell(open_: OpenNotebook) -> None:
    notebook = open_(card_cell("print('the new', 'cell')"), "other = 2")
    button = insert(notebook).get_by_role("button", name="Insert")
    expect(notebook.root.locator(".jp-Cell.jp-mod-active")).to_contain_text("the new")
    notebook.page.keyboard.press("Shift+Enter")
    expect(notebook.cells.nth(1).locator(".jp-OutputArea")).to_contain_text("the new cell")
    expect(notebook.cells).to_have_count(3)
    notebook.page.keyboard.press("Control+z")
    assert notebook.sources()[1:] == ["other = 2"]
    button.click()  # the user is where the user was before
    assert notebook.sources()[1:] == ["print('the new', 'cell')", "other = 2"]


def test_ctrl_z_takes_back_the_last_cell_that_was_run_with_the_empty_one_below_it(
    open_: OpenNotebook,
) -> None:
    notebook = open_(card_cell("print('the new', 'cell')"))
    insert_last(notebook)
    notebook.page.keyboard.press("Shift+Enter")
    expect(notebook.cells.nth(1).locator(".jp-OutputArea")).to_contain_text("the new cell")
    expect(notebook.cells).to_have_count(3)
    notebook.page.keyboard.press("Control+z")
    expect(notebook.cells).to_have_count(1)


def test_ctrl_z_undoes_what_was_typed_since_the_new_cell_was_run(open_: OpenNotebook) -> None:
    notebook = open_(card_cell("x = 1"))
    insert_last(notebook)
    notebook.page.keyboard.press("Shift+Enter")
    expect(notebook.cells).to_have_count(3)
    expect(notebook.cells.nth(2).locator(".cm-content")).to_be_focused()
    notebook.page.keyboard.type("y")
    notebook.page.keyboard.press("Control+z")
    assert notebook.sources()[1:] == ["x = 1", ""]


def test_ctrl_z_right_after_the_click_takes_the_cell_back(open_: OpenNotebook) -> None:
    notebook = open_(card_cell("x = 1"), "other = 2")
    insert(notebook)
    expect(notebook.cells).to_have_count(3)
    notebook.page.keyboard.press("Control+z")
    expect(notebook.cells).to_have_count(2)
    notebook.page.keyboard.press("Control+z")  # there is nothing of ours to take back any more
    assert notebook.sources()[1:] == ["other = 2"]


def test_ctrl_z_takes_insertions_back_one_by_one(open_: OpenNotebook) -> None:
    notebook = open_(card_cell("x = 1"), "other = 2")
    button = insert(notebook).get_by_role("button", name="Insert")
    for count in (4, 5):
        button.click()
        expect(notebook.cells).to_have_count(count)
    for count, key in ((4, "ArrowDown"), (3, "ArrowUp"), (2, "ArrowUp")):
        notebook.page.keyboard.press(key)  # moving the selection is no change
        notebook.page.keyboard.press("Control+z")
        expect(notebook.cells).to_have_count(count)
    notebook.page.keyboard.press("Control+z")  # there is nothing of ours to take back any more
    assert notebook.sources()[1:] == ["other = 2"]
    for _ in range(2):
        notebook.page.keyboard.press("Shift+Z")
        expect(notebook.cells).to_have_count(3)
        assert notebook.sources()[1:] == ["x = 1", "other = 2"]
        expect(notebook.cells.nth(1)).to_be_focused()
        notebook.page.keyboard.press("Control+z")
        expect(notebook.cells).to_have_count(2)


def test_ctrl_z_undoes_what_was_typed_into_a_cell_that_is_back_in_its_place(
    open_: OpenNotebook,
) -> None:
    notebook = open_(at("below", "x = 1"), at("replace", "y = 2"), "one = 1")
    below, in_place = (notebook.run(index).get_by_role("button", name="Insert") for index in (0, 1))
    cell, keyboard = notebook.cells.nth(2), notebook.page.keyboard
    in_place.wait_for()
    cell.locator(".cm-content").click()
    below.click()
    expect(notebook.cells).to_have_count(4)
    cell.locator(".cm-content").click()
    in_place.click()
    expect(cell).to_contain_text("y = 2")
    keyboard.press("Control+z")
    expect(cell).to_contain_text("one = 1")
    cell.locator(".cm-content").click()
    keyboard.press("Control+End")
    keyboard.type("abc")
    keyboard.press("Escape")
    keyboard.press("Control+z")
    assert notebook.sources()[2:] == ["one = 1", "x = 1"]
    keyboard.press("Control+z")
    assert notebook.sources()[2:] == ["one = 1"]


def test_shift_z_puts_nothing_back_once_another_cell_was_written_in(open_: OpenNotebook) -> None:
    notebook = open_(card_cell("x = 1"), "other = 2")
    insert(notebook)
    keyboard = notebook.page.keyboard
    keyboard.press("Control+z")
    expect(notebook.cells).to_have_count(2)
    notebook.cells.nth(1).locator(".cm-content").click()
    keyboard.press("Control+End")
    keyboard.type("3")
    keyboard.press("Escape")
    keyboard.press("Shift+Z")
    assert notebook.sources()[1:] == ["other = 23"]


def test_shift_z_puts_back_what_was_written_at_the_cursor(open_: OpenNotebook) -> None:
    notebook = open_(card_cell("go('{count}')", places=[[4, 5]], position="cursor"), "x = 1")
    button = notebook.run(0).get_by_role("button", name="Insert")
    cell, keyboard = notebook.cells.nth(1), notebook.page.keyboard
    cell.locator(".cm-content").click()
    keyboard.press("Control+End")
    button.click()
    keyboard.press("Escape")
    for key, there in (
        ("Control+z", "x = 1"),
        ("Shift+Z", "x = 1\ngo('1')"),
        ("Control+z", "x = 1"),
        ("Control+Shift+Z", "x = 1\ngo('1')"),
        ("Shift+Z", "x = 1\ngo('1')"),  # there is nothing more to put back
    ):
        keyboard.press(key)
        assert notebook.sources()[1] == there
    expect(cell).to_be_focused()
    keyboard.press("Tab")
    expect_selected(notebook, "1")


def test_ctrl_z_takes_back_markdown_that_was_run(open_: OpenNotebook) -> None:
    notebook = open_(card_cell("```typescript\nx\n```", cell_type="markdown"), "other = 2")
    insert(notebook)
    expect(notebook.cells.nth(1)).to_be_focused()
    notebook.page.keyboard.press("Shift+Enter")
    expect(notebook.root.locator(".jp-mod-active")).to_contain_text("other = 2")
    notebook.page.keyboard.press("Control+z")
    assert notebook.sources()[1:] == ["other = 2"]


def test_ctrl_z_in_a_text_field_is_that_fields(open_notebook: OpenNotebook) -> None:
    field = "import ipywidgets\nipywidgets.Text()"
    notebook = open_notebook(card_cell("x = 1"), field)
    notebook.run(1)
    text = notebook.root.locator(".widget-text input")
    text.wait_for()
    insert(notebook)
    text.fill("typed")
    text.press("Control+z")
    expect(text).to_have_value("")
    assert notebook.sources()[1:] == ["x = 1", field, ""]


def expect_selected(notebook: NotebookPage, text: str) -> None:
    """Wait until a text is selected in the editor."""
    notebook.page.wait_for_function("text => getSelection().toString() === text", arg=text)


TO_FILL_IN = 'go("one", "two")\nif 1:\n'
PLACES = [[4, 7], [11, 14]]


def test_tab_goes_through_what_has_to_be_filled_in_and_is_itself_again(open_: OpenNotebook) -> None:
    notebook = open_(card_cell(TO_FILL_IN, places=PLACES))
    output = insert(notebook)
    assert answer(output)["places"] == 2
    cell, keyboard = notebook.cells.nth(1), notebook.page.keyboard
    expect(cell.locator(".snippet-widget-Place")).to_have_text(["one", "two"])
    expect(cell).to_be_focused()
    keyboard.press("Tab")
    expect_selected(notebook, "one")
    keyboard.type("mine")  # a word of which Tab would bring completions
    keyboard.press("Tab")
    expect_selected(notebook, "two")
    keyboard.press("Tab")  # there is no further place: from now on it is the editor's
    expect_selected(notebook, "")
    keyboard.press("Control+End")
    keyboard.press("Tab")
    assert notebook.sources()[1] == 'go("mine", "two")\nif 1:\n    '


def test_places_in_markdown_are_marked_in_its_text(open_: OpenNotebook) -> None:
    fenced = '```typescript\ngo("one", "two")\n```'
    notebook = open_(
        card_cell(fenced, cell_type="markdown", places=[[18, 21], [25, 28]]), "other = 2"
    )
    button = insert(notebook).get_by_role("button", name="Insert")
    cell, keyboard = notebook.cells.nth(1), notebook.page.keyboard
    expect(cell.locator(".snippet-widget-Place")).to_have_text(["one", "two"])
    expect(cell).to_be_focused()
    keyboard.press("ArrowUp")  # nothing was filled in: it is drawn again
    expect(cell.locator(".jp-RenderedMarkdown code")).to_have_text('go("one", "two")')
    keyboard.press("ArrowDown")
    expect(cell).to_be_focused()
    keyboard.press("Tab")  # it is opened for that
    expect_selected(notebook, "one")
    keyboard.press("Shift+Enter")
    expect(cell.locator(".jp-RenderedMarkdown code")).to_have_text('go("one", "two")')
    keyboard.press("Control+z")
    button.click()
    expect(cell.locator(".snippet-widget-Place")).to_have_count(2)
    keyboard.press("Tab")
    expect_selected(notebook, "one")
    keyboard.type("mine")
    keyboard.press("Tab")
    expect_selected(notebook, "two")
    keyboard.press("Shift+Enter")
    expect(cell.locator(".jp-RenderedMarkdown code")).to_have_text('go("mine", "two")')
    assert notebook.sources()[1:] == [fenced.replace("one", "mine"), "other = 2"]


def test_what_is_put_back_has_its_places_to_fill_in(open_: OpenNotebook) -> None:
    notebook = open_(card_cell(TO_FILL_IN, places=PLACES), "other = 2")
    insert(notebook)
    cell, keyboard = notebook.cells.nth(1), notebook.page.keyboard
    expect(cell).to_be_focused()
    keyboard.press("Control+z")
    expect(notebook.cells).to_have_count(2)
    keyboard.press("Shift+Z")
    expect(cell.locator(".snippet-widget-Place")).to_have_text(["one", "two"])
    keyboard.press("Tab")
    expect_selected(notebook, "one")


def test_tab_goes_last_to_what_stands_before_the_first_place(open_notebook: OpenNotebook) -> None:
    places = [[11, 14], [18, 23], [4, 7]]
    notebook = open_notebook(card_cell('go("one", "two", "three")', places=places))
    insert(notebook)
    expect(notebook.cells.nth(1).locator(".snippet-widget-Place")).to_have_count(3)
    for key, text in (("Tab", "two"), ("Tab", "three"), ("Tab", "one"), ("Shift+Tab", "three")):
        notebook.page.keyboard.press(key)
        expect_selected(notebook, text)


def test_places_are_marked_and_found_where_they_are_written_at_the_cursor(
    open_notebook: OpenNotebook,
) -> None:
    written = card_cell("go(\n  'one',\n  'two'\n)", places=[[7, 10], [16, 19]], position="cursor")
    notebook = open_notebook(written, "if 1:\n    'one'")
    output = notebook.run(0)
    button = output.get_by_role("button", name="Insert")
    expect(button).to_be_visible()
    cell, keyboard = notebook.cells.nth(1), notebook.page.keyboard
    cell.locator(".cm-content").click()
    keyboard.press("Control+End")
    button.click()
    expect(cell.locator(".snippet-widget-Place")).to_have_text(["one", "two"])
    keyboard.press("Tab")
    expect_selected(notebook, "one")
    keyboard.type("mine")
    keyboard.press("Tab")
    expect_selected(notebook, "two")
    assert notebook.sources()[1].endswith("    go(\n      'mine',\n      'two'\n    )")


def test_escape_ends_the_way_through_the_places(open_: OpenNotebook) -> None:
    notebook = open_(card_cell(TO_FILL_IN, places=PLACES))
    insert(notebook)
    cell, keyboard = notebook.cells.nth(1), notebook.page.keyboard
    expect(cell.locator(".snippet-widget-Place")).to_have_count(2)
    keyboard.press("Tab")
    expect_selected(notebook, "one")
    keyboard.press("Escape")
    expect(cell).to_be_focused()
    keyboard.press("Tab")
    expect(cell).not_to_be_focused()


def test_escape_ends_the_way_until_the_user_comes_back(open_: OpenNotebook) -> None:
    notebook = open_(card_cell(TO_FILL_IN, places=PLACES), "other = 2")
    insert(notebook)
    cell, other, keyboard = notebook.cells.nth(1), notebook.cells.nth(2), notebook.page.keyboard
    marks = cell.locator(".snippet-widget-Place")
    expect(marks).to_have_count(2)
    keyboard.press("Tab")
    expect_selected(notebook, "one")
    keyboard.type("mine")
    keyboard.press("Escape")
    expect(cell).to_be_focused()
    expect(marks).to_have_count(0)
    keyboard.press("ArrowDown")
    expect(other).to_be_focused()
    keyboard.press("ArrowUp")
    expect(marks).to_have_text("two")
    keyboard.press("Tab")
    expect_selected(notebook, "two")
    keyboard.press("Escape")
    expect(marks).to_have_count(0)
    keyboard.press("Enter")  # into the text, where Tab indents
    keyboard.press("Control+Home")
    keyboard.press("Tab")
    expect_selected(notebook, "two")
    assert notebook.sources()[1] == TO_FILL_IN.replace("one", "mine")


def test_tab_works_again_in_a_cell_that_the_user_comes_back_to(open_: OpenNotebook) -> None:
    notebook = open_(card_cell(TO_FILL_IN, places=PLACES), "other = 2")
    button = insert(notebook).get_by_role("button", name="Insert")
    button.click()
    cells, keyboard = notebook.cells, notebook.page.keyboard
    expect(notebook.root.locator(".snippet-widget-Place")).to_have_count(4)
    keyboard.press("ArrowUp")
    expect(cells.nth(1)).to_be_focused()
    keyboard.press("Tab")
    expect_selected(notebook, "one")
    keyboard.type("mine")
    cells.nth(2).locator(".cm-content").click()
    keyboard.press("Control+Home")
    keyboard.press("Tab")
    expect_selected(notebook, "one")
    keyboard.type("yours")
    cells.nth(1).locator(".cm-content").click()
    keyboard.press("Control+End")
    keyboard.press("Tab")  # not at the beginning: it is the editor's
    filled = [TO_FILL_IN.replace("one", name) for name in ("mine", "yours")]
    assert notebook.sources()[1:] == [f"{filled[0]}    ", filled[1], "other = 2"]
    keyboard.press("Escape")
    expect(cells.nth(1).locator(".snippet-widget-Place")).to_have_count(0)
    expect(cells.nth(2).locator(".snippet-widget-Place")).to_have_text("two")


def test_shift_enter_runs_a_cell_that_is_being_filled_in(open_: OpenNotebook) -> None:
    notebook = open_(card_cell("print('one', 'new')", places=[[7, 10]]), "other = 2")
    insert(notebook)
    cell, keyboard = notebook.cells.nth(1), notebook.page.keyboard
    expect(cell.locator(".snippet-widget-Place")).to_have_count(1)
    keyboard.press("Tab")
    keyboard.type("brand")
    keyboard.press("Shift+Enter")
    expect(cell.locator(".jp-OutputArea")).to_contain_text("brand new")


def at(position: str, source: str) -> str:
    """Return a cell whose card inserts at a position."""
    return card_cell(source, position=position)


@pytest.mark.parametrize(
    ("position", "sources"),
    [
        ("below", ["one = 1", "two = 2", "x = 1", "three = 3"]),
        ("above", ["one = 1", "x = 1", "two = 2", "three = 3"]),
        ("cursor", ["one = 1", "two = 2\nx = 1", "three = 3"]),
        ("replace", ["one = 1", "x = 1", "three = 3"]),
    ],
)
def test_positions_mean_the_cell_that_the_user_was_in(
    open_notebook: OpenNotebook, position: str, sources: list[str]
) -> None:
    notebook = open_notebook(at(position, "x = 1"), "one = 1", "two = 2", "three = 3")
    output = notebook.run(0)
    button = output.get_by_role("button", name="Insert")
    expect(button).to_be_visible()
    notebook.cells.nth(2).locator(".cm-content").click()
    notebook.page.keyboard.press("End")
    button.click()
    assert notebook.sources()[1:] == sources


def test_markdown_at_the_cursor_of_a_code_cell_goes_below_it(open_notebook: OpenNotebook) -> None:
    fenced = "```typescript\nx\n```"
    notebook = open_notebook(
        card_cell(fenced, cell_type="markdown", position="cursor"), "a = 1", "b"
    )
    output = notebook.run(0)
    button = output.get_by_role("button", name="Insert")
    button.wait_for()
    notebook.cells.nth(1).locator(".cm-content").click()
    button.click()
    assert notebook.sources()[1:] == ["a = 1", fenced, "b"]
    said = answer(output)
    assert (said["position"], said["because"]) == ("below", "other-language")


@pytest.mark.parametrize("position", ["above", "replace"])
def test_ctrl_z_leaves_the_user_in_the_cell_that_the_user_was_in(
    open_notebook: OpenNotebook, position: str
) -> None:
    notebook = open_notebook(at(position, "x = 1"), "one = 1", "two = 2")
    button = notebook.run(0).get_by_role("button", name="Insert")
    expect(button).to_be_visible()
    notebook.cells.nth(1).locator(".cm-content").click()
    button.click()
    expect(notebook.root.locator(".jp-mod-active")).to_contain_text("x = 1")
    notebook.page.keyboard.press("Control+z")
    expect(notebook.root.locator(".jp-mod-active")).to_contain_text("one = 1")
    expect(notebook.cells.nth(1)).to_be_focused()
    assert notebook.sources()[1:] == ["one = 1", "two = 2"]
    notebook.page.keyboard.press("Shift+Z")
    expect(notebook.root.locator(".jp-mod-active")).to_contain_text("x = 1")
    notebook.page.keyboard.press("Control+z")
    assert notebook.sources()[1:] == ["one = 1", "two = 2"]
    expect(notebook.root.locator(".jp-mod-active")).to_contain_text("one = 1")
    button.click()  # means the same cell again
    assert "x = 1" in notebook.sources()[1]


@pytest.mark.parametrize(
    ("position", "sources"),
    [
        ("below", ["one = 1", "x = 1", "two = 2"]),
        ("replace", ["x = 1", "two = 2"]),
    ],
)
def test_keys_that_lead_into_the_panel_keep_the_cell_that_the_user_was_in(
    open_notebook: OpenNotebook, position: str, sources: list[str]
) -> None:
    notebook = open_notebook(at(position, "x = 1"), "one = 1", "two = 2")
    button = notebook.run(0).get_by_role("button", name="Insert")
    expect(button).to_be_visible()
    notebook.cells.nth(1).locator(".cm-content").click()
    button.focus()  # as Ctrl+Alt+F and Tab do: the panel's cell becomes the active one
    button.press("Enter")
    assert notebook.sources()[1:] == sources


@pytest.mark.parametrize("position", ["cursor", "replace"])
def test_a_cell_that_the_user_has_left_for_the_panels_own_is_not_changed(
    open_notebook: OpenNotebook, position: str
) -> None:
    notebook = open_notebook(at(position, "x = 1"), "one = 1", "two = 2", "three = 3")
    notebook.cells.nth(3).locator(".cm-content").click()
    notebook.cells.first.locator(".cm-content").click()
    notebook.page.keyboard.press("Control+Enter")
    output = notebook.cells.first.locator(".jp-OutputArea")
    output.get_by_role("button", name="Insert").click()
    assert notebook.sources()[1:] == ["x = 1", "one = 1", "two = 2", "three = 3"]
    assert answer(output)["position"] == "below"


def test_running_the_panels_cell_is_no_visit_to_the_next_one(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(at("above", "x = 1"), "one = 1")
    insert(notebook)
    assert notebook.sources()[0] == "x = 1"


def test_above_keeps_the_order_until_the_user_goes_into_the_new_cell(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook(at("above", "a = {count}"), "one = 1")
    button = notebook.run(0).get_by_role("button", name="Insert")
    expect(button).to_be_visible()
    notebook.cells.nth(1).locator(".cm-content").click()
    button.click()
    button.click()
    assert notebook.sources()[1:] == ["a = 1", "a = 2", "one = 1"]
    notebook.cells.nth(2).locator(".jp-InputPrompt").click()
    button.click()
    assert notebook.sources()[1:] == ["a = 1", "a = 3", "a = 2", "one = 1"]


def test_new_cell_is_seen_whole(open_notebook: OpenNotebook) -> None:
    lines = "\n".join(f"line_{number} = {number}" for number in range(20))
    before = [f"before = {number}" for number in range(12)]
    notebook = open_notebook(*before, card_cell(lines), *before)
    insert(notebook, len(before))
    new = notebook.cells.nth(len(before) + 1)
    expect(new).to_contain_text("line_19")
    expect(new.locator(".jp-InputArea")).to_be_in_viewport(ratio=0.99)
