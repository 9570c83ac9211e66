"""Insert puts the snippet where the user expects it, in the notebook that the card is in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

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


def test_new_cell_is_active_and_the_button_keeps_the_focus(open_: OpenNotebook) -> None:
    notebook = open_(card_cell("x = 1"))
    button = insert(notebook).get_by_role("button", name="Insert")
    expect(notebook.root.locator(".jp-Cell.jp-mod-active")).to_contain_text("x = 1")
    expect(button).to_be_focused()
