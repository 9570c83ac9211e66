"""The panel beside a notebook."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from playwright.sync_api import Locator, Page, Request

    from tests.browser.notebook_page import NotebookPage


def open_docked(notebook: NotebookPage) -> Locator:
    """Open it by the button of the notebook's toolbar."""
    notebook.page.get_by_role("button", name="Snippets", exact=True).click()
    return docked(notebook)


def docked(notebook: NotebookPage) -> Locator:
    """Return it, open or not."""
    return notebook.page.locator(".snippet-widget-KernelView")


def insert_button(panel: Locator) -> Locator:
    """Return the button of the card that is always there."""
    return panel.get_by_role("region", name="Python · sync").get_by_role("button", name="Insert")


def mark_as_old(panel: Locator) -> None:
    """Mark what is drawn: what replaces it has no ``data-old``."""
    panel.locator(".snippet-widget-panel").evaluate("node => { node.dataset.old = ''; }")


def panel_is_remembered(page: Page) -> AbstractContextManager[object]:
    """Wait for JupyterLab to save a layout with a panel; Notebook 7's tab remembers it at once."""
    if "/lab" not in page.url:
        return nullcontext()
    return page.expect_response(lambda response: _saves_a_panel(response.request))


def _saves_a_panel(request: Request) -> bool:
    if request.method != "PUT" or "/api/workspaces/" not in request.url:
        return False
    saved = json.loads(request.post_data or "{}").get("data", {})
    is_placed = '"snippet-widget:' in json.dumps(saved.get("layout-restorer:data"))
    return is_placed and any(key.startswith("snippet-widget:") for key in saved)
