"""The tabs of Sphinx's directive: synchronized over a page, by keyboard, with a copy button."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a page with the tabs of two endpoints."""
    folder = tmp_path_factory.mktemp("tabs")
    catalog = f"sqlite:///{folder / 'catalog.db'}"
    for sdk in ("python:acme==1.0", "typescript:@acme/sdk==1.0"):
        publication = a_publication(sdk, "GET /users", "GET /teams")
        with ThreadPoolExecutor() as pool:  # Playwright's loop runs in this thread
            pool.submit(publish, catalog, "org", "api", publication).result(30)
    (folder / "conf.py").write_text(
        'extensions = ["myst_parser", "snippet_widget.sphinx"]\nhtml_theme = "furo"\n'
        f'snippet_widget_catalog = "{catalog}"\n'
    )
    (folder / "index.md").write_text(
        "# API\n\n```{snippet} GET /users\n```\n\n```{snippet} GET /teams\n```\n"
    )
    command = [sys.executable, "-m", "sphinx", "-W", "-q", str(folder), str(folder / "_html")]
    subprocess.run(command, check=True, timeout=100)
    return (folder / "_html/index.html").as_uri()


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Page]:
    context = browser.new_context()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    shown = context.new_page()
    shown.goto(url)
    yield shown
    context.close()


def test_tabs_are_synchronized_over_the_page(page: Page) -> None:
    lists = page.get_by_role("tablist")
    expect(lists).to_have_count(2)
    lists.first.get_by_role("tab", name="TypeScript").click()
    for each in lists.all():
        expect(each.get_by_role("tab", selected=True)).to_have_text("TypeScript")
    expect(page.get_by_role("tabpanel")).to_have_count(2)
    expect(page.get_by_role("tabpanel").last).to_contain_text("call GET /teams")


def test_arrows_move_between_tabs(page: Page) -> None:
    first = page.get_by_role("tablist").first
    first.get_by_role("tab", selected=True).focus()
    page.keyboard.press("ArrowRight")
    expect(first.get_by_role("tab", name="Python · async")).to_be_focused()
    page.keyboard.press("End")
    expect(first.get_by_role("tab", name="TypeScript")).to_be_focused()


def test_code_is_copied(page: Page) -> None:
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == "import acme; call GET /users  # sync_client"


def test_all_are_there_on_paper(page: Page) -> None:
    page.emulate_media(media="print")
    expect(page.locator(".sw-tab:visible")).to_have_count(6)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_violation(page: Page, theme: str) -> None:
    page.evaluate("theme => document.body.dataset.theme = theme", theme)
    found = Axe().run(page, context=".sw-tabs")
    assert found.response["passes"]
    assert found.violations_count == 0, found.generate_report()
