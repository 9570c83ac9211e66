"""Takes the README's pictures of the real panel: ``uv run python -m tests.browser.picture``."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from playwright.sync_api import expect, sync_playwright

from tests.browser.chromium import launch
from tests.browser.jupyter_server import JupyterServer, running
from tests.browser.notebook_page import NotebookPage

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
IMAGES = NOTEBOOKS / "images"
REST_MILLISECONDS = 1_500
"""Until the cards have the height of what they show."""

ENDPOINT = "GET /v1/species/{species_id}"


def take(browser: Browser, server: JupyterServer, theme: Literal["light", "dark"]) -> None:
    """Run the tutorial's first cell, choose an endpoint, insert it, and keep the picture.

    Of a sample that three languages and more have.
    """
    file = server.folder / f"browse-{theme}.ipynb"
    shutil.copy(NOTEBOOKS / "01_browse.ipynb", file)
    context = browser.new_context(
        viewport={"width": 1240, "height": 992}, device_scale_factor=1.5, color_scheme=theme
    )
    notebook = NotebookPage(context.new_page(), server.url(file.name), file)
    notebook.execute("application:toggle-left-area")
    output = notebook.run(0)
    output.get_by_role("combobox", name="Organization", exact=True).select_option("skylark")
    output.get_by_role("combobox", name="API", exact=True).select_option("birdsong")
    output.get_by_role("textbox", name="Filter endpoints").fill("species")
    output.get_by_role("option", name=ENDPOINT).first.click()
    code = output.get_by_role("group", name="Code", exact=True)
    expect(code.first).to_contain_text("client.species.get")
    output.get_by_role("button", name="Insert Python · async").click()
    expect(notebook.cells.nth(1)).to_contain_text("await")
    notebook.page.mouse.move(0, 0)
    notebook.page.wait_for_timeout(REST_MILLISECONDS)
    notebook.cells.first.scroll_into_view_if_needed()
    notebook.root.evaluate("node => node.querySelector('.jp-WindowedPanel-outer').scrollTo(0, 0)")
    notebook.root.screenshot(path=IMAGES / f"panel-{theme}.png")
    context.close()


def keep_quiet(home: Path) -> None:
    """Answer JupyterLab's question about news before it asks."""
    settings = home / ".jupyter/lab/user-settings/@jupyterlab/apputils-extension"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "notification.jupyterlab-settings").write_text('{"fetchNews": "false"}')


def main() -> None:
    """Take both."""
    IMAGES.mkdir(exist_ok=True)
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        running("lab", Path(folder)) as server,
    ):
        keep_quiet(Path(folder))
        browser = launch(playwright)
        take(browser, server, "light")
        take(browser, server, "dark")
        browser.close()


if __name__ == "__main__":
    main()
