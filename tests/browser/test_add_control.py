"""*Add an SDK…* by keyboard in a browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.panel_page import PANEL_CELL, open_panel

if TYPE_CHECKING:
    from tests.browser.conftest import OpenNotebook

LONG = "./" + "a-folder-with-a-long-name/" * 12 + "acme.whl"


def test_enter_adds_and_its_error_is_whole_and_looks_like_one(open_notebook: OpenNotebook) -> None:
    panel = open_panel(open_notebook(PANEL_CELL))
    panel.output.get_by_role("button", name="Add an SDK…").click()
    field = panel.output.get_by_role("textbox", name="SDK to add")
    field.fill(LONG)
    field.press("Enter")
    expect(panel.status).to_have_count(1)
    said = panel.output.locator("[aria-live]", has_text="There is no file")
    expect(said).to_contain_text("There is no file", timeout=30_000)
    expect(panel.output.locator("[data-level=error]")).to_be_visible()
    assert said.evaluate("node => node.scrollWidth <= node.clientWidth")
    expect(said).to_be_in_viewport(ratio=1)
    field.press("Enter")
    expect(said).to_contain_text("There is no file", timeout=30_000)
    field.fill("./missing.whl")
    field.press("Enter")
    expect(said).to_contain_text(re.compile(r"There is no file \./missing\.whl"), timeout=30_000)
