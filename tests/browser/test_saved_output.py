"""What a saved notebook keeps of a panel, and what comes back of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.notebook_page import NOTEBOOK
from tests.browser.panel_page import PANEL_CELL, PanelPage, open_panel

if TYPE_CHECKING:
    from typing import Any

    from tests.browser.conftest import OpenNotebook

DIRTY = f"{NOTEBOOK}.context.model.dirty"


def stored_cards(panel: PanelPage) -> Any:
    return panel.notebook.save().cells[0].outputs[-1].data


def test_saved_notebook_has_the_cards_that_were_seen_last(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(PANEL_CELL, "other = 2")
    panel = open_panel(notebook)
    expect(panel.card("Python · sync")).to_be_visible()
    displayed = notebook.page.evaluate(
        f"{NOTEBOOK}.content.model.cells.get(0).outputs.get(0).data['text/html']"
    )
    assert stored_cards(panel)["text/html"] == displayed  # the kernel's, to the byte
    for endpoint in ("GET /v1/species", "POST /v1/recordings/identify"):
        panel.choose(endpoint)
        expect(panel.heading).to_contain_text(endpoint)
        assert not notebook.page.evaluate(DIRTY)
        kept = stored_cards(panel)
        assert f"<code>{endpoint}</code>" in kept["text/html"]
        assert kept["text/markdown"].startswith(f"**`{endpoint}`**\n\n**Python · sync** (`")
        expect(panel.filter).to_be_focused()  # the panel is not drawn anew
    assert "recordings.identify(" in kept["text/markdown"]
    assert "identify" in kept["text/html"]
    notebook.undo()
    assert stored_cards(panel) == kept


def test_reload_with_a_living_kernel_brings_the_panel_back(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(PANEL_CELL)
    panel = open_panel(notebook)
    panel.choose("GET /v1/species")
    expect(panel.heading).to_contain_text("GET /v1/species")
    notebook.save()
    notebook.page.reload()
    notebook.wait_until_ready()
    expect(panel.heading).to_contain_text("GET /v1/species")
    expect(panel.output.locator(".sw-static")).to_have_count(0)
    panel.choose("POST /v1/recordings/identify")
    expect(panel.card("Python · sync")).to_contain_text("recordings.identify")
    expect(panel.heading).to_contain_text("POST /v1/recordings/identify")
    assert "**`POST /v1/recordings/identify`**" in stored_cards(panel)["text/markdown"]
    notebook.page.evaluate(f"{NOTEBOOK}.sessionContext.shutdown()")
    expect(panel.status).to_contain_text("run the cell again")
    expect(panel.dropdown("Organization")).to_be_disabled()
