"""Takes a picture of every state of the panel: ``uv run python -m tests.browser.gallery FOLDER``.

Each in JupyterLab's light, dark and high contrast themes, and in the forced colors that Windows
knows; in windows that are narrow, usual and wide. A developer looks at them after every change of
the panel's looks.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
from playwright.sync_api import sync_playwright

from tests.browser.chromium import launch
from tests.browser.conftest import notebook_of
from tests.browser.jupyter_server import running, theme
from tests.browser.notebook_page import NotebookPage
from tests.browser.panel_page import PanelPage
from tests.browser.picture import keep_quiet
from tests.browser.states import State, states

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.jupyter_server import JupyterServer

THEMES = {
    "light": "JupyterLab Light",
    "dark": "JupyterLab Dark",
    "contrast": "JupyterLab Dark High Contrast",
    "forced": "JupyterLab Light",
}

WIDTHS = (1240, 480, 600, 900, 1900)
"""Of the window, in pixels: a state is reached in the first."""

HEIGHT = 2200
"""So that the whole panel is in the window."""

REST_MILLISECONDS = 1_200
"""Until the cards have the heights of another width."""


def take(browser: Browser, server: JupyterServer, shown: list[State], look: str) -> list[Path]:
    """Go through the states in one notebook, and keep a picture of each."""
    file = server.folder / f"{look}.ipynb"
    nbformat.write(notebook_of(*(state.cell for state in shown)), file)
    context = browser.new_context(
        viewport={"width": WIDTHS[0], "height": HEIGHT},
        forced_colors="active" if look == "forced" else "none",
    )
    notebook = NotebookPage(context.new_page(), server.url(file.name), file)
    notebook.execute("application:toggle-left-area")
    pictures = []
    for number, state in enumerate(shown):
        state.before()
        panel = PanelPage(notebook, notebook.run(number))
        state.reach(panel)
        for width in WIDTHS:
            notebook.page.set_viewport_size({"width": width, "height": HEIGHT})
            notebook.page.wait_for_timeout(REST_MILLISECONDS)
            pictures.append(file.parent.parent / f"{state.name}-{look}-{width}.png")
            panel.output.screenshot(path=pictures[-1])
        notebook.page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
        state.after()
        notebook.execute("notebook:clear-all-cell-outputs")
    context.close()
    return pictures


def main() -> None:
    """Take them all."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as temporary,
        running("lab", Path(temporary)) as server,
        states(Path(temporary)) as shown,
    ):
        keep_quiet(Path(temporary))
        browser = launch(playwright)
        for look in sys.argv[2:] or THEMES:
            with theme(server, THEMES[look]):
                pictures = take(browser, server, shown, look)
            for picture in pictures:
                picture.rename(folder / picture.name)
        browser.close()


if __name__ == "__main__":
    main()
