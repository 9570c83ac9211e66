"""No violation of WCAG 2.2 AA that axe-core can see, in any theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.jupyter_server import theme
from tests.browser.panel_page import PANEL_CELL, open_panel

if TYPE_CHECKING:
    from tests.browser.conftest import OpenNotebook
    from tests.browser.jupyter_server import JupyterServer
    from tests.browser.panel_page import PanelPage

WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.mark.parametrize(
    "name", ["JupyterLab Light", "JupyterLab Dark", "JupyterLab Dark High Contrast"]
)
def test_axe_finds_no_violation(open_notebook: OpenNotebook, lab: JupyterServer, name: str) -> None:
    with theme(lab, name):
        notebook = open_notebook(PANEL_CELL, own_page=True)
    chosen = notebook.page.evaluate("document.body.dataset.jpThemeName")
    assert chosen == name
    panel = open_panel(notebook)
    panel.choose("POST /v1/recordings/identify")
    panel.open_view()
    panel.output.get_by_label("Compare with").select_option(index=2)
    expect(panel.output.get_by_label("Changes of Python · sync")).to_be_visible()
    assert_accessible(panel)
    panel.filter.fill("zzzz")
    expect(panel.output.get_by_text("No endpoint matches")).to_be_visible()
    assert_accessible(panel)


def assert_accessible(panel: PanelPage) -> None:
    results = Axe().run(
        panel.output.page,
        context=".snippet-widget-panel",
        options={"runOnly": {"type": "tag", "values": WCAG_22_AA}},
    )
    assert results.response["passes"]
    assert results.violations_count == 0, results.generate_report()
