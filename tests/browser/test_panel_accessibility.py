"""No violation of WCAG 2.2 AA that axe-core can see, in any theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.panel_page import PANEL_CELL, open_panel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.browser.conftest import OpenNotebook
    from tests.browser.notebook_page import NotebookPage
    from tests.browser.panel_page import PanelPage

WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


THEMES = ("JupyterLab Light", "JupyterLab Dark", "JupyterLab Dark High Contrast")


@pytest.fixture
def notebook(open_notebook: OpenNotebook) -> Iterator[NotebookPage]:
    """Open a notebook that no longer follows the theme of the browser, until the test ends."""
    opened = open_notebook(PANEL_CELL)
    opened.execute("apputils:adaptive-theme")
    yield opened
    opened.execute("apputils:change-theme", theme=THEMES[0])
    opened.execute("apputils:adaptive-theme")
    expect_theme(opened, THEMES[0])


def expect_theme(notebook: NotebookPage, name: str) -> None:
    expect(notebook.page.locator("body")).to_have_attribute("data-jp-theme-name", name)


def test_axe_finds_no_violation_in_any_theme(notebook: NotebookPage) -> None:
    panel = open_panel(notebook)
    panel.choose("POST /v1/recordings/identify")
    panel.open_view()
    panel.output.get_by_label("Compare with").select_option(index=2)
    for name in THEMES:
        notebook.execute("apputils:change-theme", theme=name)
        expect_theme(notebook, name)
        expect(panel.output.get_by_label("Changes of Python · sync")).to_be_visible()
        assert_accessible(panel)
        panel.filter.fill("zzzz")
        expect(panel.output.get_by_text("No endpoint matches")).to_be_visible()
        assert_accessible(panel)
        panel.filter.fill("")


def assert_accessible(panel: PanelPage) -> None:
    results = Axe().run(
        panel.output.page,
        context=".snippet-widget-panel",
        options={
            "runOnly": {"type": "tag", "values": WCAG_22_AA},
            "resultTypes": ["violations"],  # of what passes, no more than that it does
        },
    )
    assert results.response["passes"]
    assert results.violations_count == 0, results.generate_report()
