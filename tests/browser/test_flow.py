"""The whole way as a newcomer goes it: `snippet-widget lab`, run, choose, Insert, save, undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from tests.browser.notebook_page import NotebookPage

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.jupyter_server import JupyterServer


PAGE_CONFIG = "JSON.parse(document.getElementById('jupyter-config-data').textContent)"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_async_snippet_of_the_samples_gets_into_the_saved_tutorial(
    lab: JupyterServer, lab_page: Page, theme: Literal["light", "dark"], tmp_path: Path
) -> None:
    page = lab_page
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": 1400, "height": 1000})
    notebook = NotebookPage(page, lab.opened, lab.folder / "01_browse.ipynb")
    before = notebook.save().cells
    panel_cell = next(i for i, cell in enumerate(before) if cell.cell_type == "code")
    panel = notebook.run(panel_cell)

    panel.get_by_role("combobox", name="Organization").select_option("skylark")
    panel.get_by_role("combobox", name="API").select_option("birdsong")
    panel.get_by_role("textbox", name="Filter endpoints").fill("identify")
    panel.get_by_role("listbox", name="Endpoints").get_by_role(
        "option", name="POST /v1/recordings/identify"
    ).click()
    card = panel.get_by_role("region", name="Python · async")
    expect(card).to_contain_text("await")
    page.screenshot(path=tmp_path / f"panel-{theme}.png")
    card.get_by_role("button", name="Insert").click()

    saved = notebook.save().cells
    new = saved[panel_cell + 1]
    assert [cell.source for cell in saved if cell.id != new.id] == [c.source for c in before]
    assert new.cell_type == "code"
    assert "\nawait " in new.source or "= await " in new.source
    assert "asyncio.run" not in new.source
    assert new.metadata["snippet_widget"]["client"] == "async_client"
    assert new.metadata["snippet_widget"]["org"] == "skylark"

    notebook.undo()
    assert notebook.sources() == [cell.source for cell in before]
    expect(page.get_by_text("Jupyter news")).to_have_count(0)
    assert page.evaluate(PAGE_CONFIG)["buildCheck"] is False

    if theme == "light":  # what a newcomer inserts first runs
        panel.get_by_role("textbox", name="Filter endpoints").fill("")  # else its first match is
        panel.get_by_role("combobox", name="Organization").select_option("snippet-widget")
        shown = {
            "Python · sync": (".jp-OutputArea-output", "POST /v1/recordings/identify"),
            "Python · async": (".jp-OutputArea-output", "POST /v1/recordings/identify"),
            "TypeScript": (".jp-RenderedMarkdown code", "await client.POST("),
        }
        for number, (title, (result, text)) in enumerate(shown.items(), 1):
            expect(card).to_contain_text("connect_async")
            inserted = panel.get_by_role("region", name=title)
            inserted.get_by_role("button", name="Insert").click()
            page.keyboard.press("Shift+Enter")
            expect(notebook.cells.nth(panel_cell + number).locator(result)).to_contain_text(text)
        for _ in shown:
            page.keyboard.press("Control+z")
        assert notebook.sources() == [cell.source for cell in before]
