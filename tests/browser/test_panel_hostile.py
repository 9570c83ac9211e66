"""Hostile snippets in a real browser: nothing runs, nothing breaks the layout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import nbformat
from nbconvert import HTMLExporter
from playwright.sync_api import expect

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cards.static import cards_html, cards_markdown
from snippet_widget.models import EndpointSelector
from tests.browser.panel_page import open_panel, service_cell
from tests.foreign_service import foreign_service
from tests.hostile_builder import HOSTILE, hostile_publication, hostile_snippet

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Locator

    from tests.browser.conftest import OpenNotebook
    from tests.browser.panel_page import PanelPage

FOREIGN = (
    "script, img, iframe, object, embed, video, form, base, meta, link, marquee, math, a, body"
)

HARM = """(node, foreign) => [
  node.querySelectorAll(foreign).length,
  node.scrollWidth - node.clientWidth,
  window.ranHostile ?? null,
]"""


def test_nothing_runs_in_the_panel(open_notebook: OpenNotebook) -> None:
    with foreign_service(hostile_publication()) as url:
        browse_all(open_panel(open_notebook(service_cell(url))))


def browse_all(panel: PanelPage) -> None:
    page = panel.output.page
    root = panel.output.locator(".snippet-widget-panel")
    cards = panel.output.get_by_role("region")
    for number in range(len(HOSTILE)):
        panel.filter.fill(f"/hostile/{number}/")
        expect(panel.options.first).to_contain_text(f"/hostile/{number}/")
        panel.filter.press("Enter")
        expect(panel.options.first).to_have_attribute("aria-selected", "true")
        expect(cards).to_have_count(2)
        assert_harmless(root)
        cards.first.get_by_label("Example").select_option(index=1)
    assert page.evaluate("window.ranHostile") is None
    assert page.url.startswith("http://localhost")


def test_nothing_runs_in_a_static_export(browser: Browser, tmp_path: Path) -> None:
    cells = []
    for number, text in enumerate(HOSTILE):
        endpoint = EndpointSelector("POST", f"/hostile/{number}/{text}")
        cards = card_contents([hostile_snippet(text)], SnippetQuery("acme", "hostile", endpoint))
        for data in (
            {"text/html": cards_html(endpoint, cards)},
            {"text/markdown": cards_markdown(endpoint, cards)},
        ):
            output = nbformat.v4.new_output("display_data", data)
            cells.append(nbformat.v4.new_code_cell("panel()", outputs=[output]))
    exporter: Any = HTMLExporter
    html, _ = exporter().from_notebook_node(nbformat.v4.new_notebook(cells=cells))
    file = tmp_path / "static.html"
    file.write_text(html, "utf-8")
    page = browser.new_page(java_script_enabled=True)
    page.goto(file.as_uri(), wait_until="domcontentloaded")
    expect(page.locator(".sw-static")).to_have_count(len(HOSTILE))
    assert page.evaluate("window.ranHostile") is None
    for output in page.locator(".sw-static").all():
        assert_harmless(output)
    page.close()


def assert_harmless(root: Locator) -> None:
    foreign, overflow, ran = root.evaluate(HARM, FOREIGN)
    assert foreign == 0
    assert overflow <= 0
    assert ran is None
