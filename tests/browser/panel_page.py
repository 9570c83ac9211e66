"""The panel in a notebook, found by the names that people and screen readers know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.notebook_page import NotebookPage

PANEL_CELL = """\
import os
import tempfile

os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp()  # nothing is remembered from another test
os.environ |= {"SNIPPET_WIDGET_ORG": "skylark", "SNIPPET_WIDGET_API": "birdsong"}
from snippet_widget import panel

panel()"""


def panel_cell(catalog: str) -> str:
    """Return a cell that opens the panel on a catalog."""
    return f'import os\n\nos.environ["SNIPPET_WIDGET_CATALOG"] = {catalog!r}\n{PANEL_CELL}'


def service_cell(url: str) -> str:
    """Return a cell that opens the panel on a service at an address."""
    return PANEL_CELL.replace("panel()", f"panel(url={url!r}, token='any')")


class PanelPage:
    """A panel that a cell has opened.

    Parameters
    ----------
    notebook
        The notebook.
    output
        The cell's output area.
    """

    def __init__(self, notebook: NotebookPage, output: Locator) -> None:
        self.notebook = notebook
        self.output = output

    @property
    def filter(self) -> Locator:
        """The text field above the list."""
        return self.output.get_by_role("textbox", name="Filter endpoints", exact=True)

    @property
    def list(self) -> Locator:
        """The list of endpoints."""
        return self.output.get_by_role("listbox", name="Endpoints", exact=True)

    @property
    def options(self) -> Locator:
        """The rows of the list."""
        return self.list.get_by_role("option")

    @property
    def status(self) -> Locator:
        """The status line."""
        return self.output.get_by_role("status")

    def dropdown(self, name: str) -> Locator:
        """Return a dropdown by its label."""
        return self.output.get_by_role("combobox", name=name, exact=True)

    def card(self, name: str) -> Locator:
        """Return a card by its name."""
        return self.output.get_by_role("region", name=name, exact=True)

    @property
    def heading(self) -> Locator:
        """Which endpoint the cards are of."""
        return self.output.get_by_role("heading", level=3)

    def open_view(self) -> None:
        """Open the menu of what the cards show."""
        self.output.get_by_text("View", exact=True).click()

    def choose(self, endpoint: str) -> None:
        """Filter for an endpoint and choose it, by keyboard."""
        self.filter.fill(endpoint)
        expect(self.options.first).to_have_accessible_name(re.compile(f"^{re.escape(endpoint)}"))
        self.filter.press("Enter")
        expect(self.options.first).to_have_attribute("aria-selected", "true")


def open_panel(notebook: NotebookPage) -> PanelPage:
    """Run the first cell, which opens a panel."""
    panel = PanelPage(notebook, notebook.run(0))
    panel.options.first.wait_for(timeout=30_000)
    return panel
