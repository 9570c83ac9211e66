"""Real JupyterLab and Notebook 7 in a real Chromium.

Tests ask for `open_notebook` (JupyterLab) or `open_notebook7`, hand it cells and get a
`NotebookPage`. The servers live as long as the tests of this folder.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Protocol

import nbformat
import pytest
from playwright.sync_api import Error, expect, sync_playwright

from tests.browser.chromium import launch
from tests.browser.jupyter_server import JupyterServer, running
from tests.browser.notebook_page import NotebookPage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests of this folder. What fixtures wait for has deadlines of its own."""
    item.add_marker(pytest.mark.browser)
    item.add_marker(pytest.mark.timeout(120, func_only=True))


class OpenNotebook(Protocol):
    """Write a notebook of these cells, and open it in a page of its own."""

    def __call__(
        self, *cells: str | Any, theme: str = "light", host: str = "localhost"
    ) -> NotebookPage:
        """Open it."""


# Not for the session: while Playwright's loop runs, no test elsewhere could run a loop of its own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        try:
            chromium = launch(playwright)
        except (FileNotFoundError, Error) as error:
            if os.environ.get("CI"):
                raise
            pytest.skip(str(error))
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def lab(
    browser: Browser,  # noqa: ARG001 - no server where there is no browser
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[JupyterServer]:
    # For what differs on plain http from another machine: 0.0.0.0 is no secure context.
    anywhere = ("--ServerApp.allow_remote_access=True",)
    with running("lab", tmp_path_factory.mktemp("lab"), arguments=anywhere) as server:
        yield server


@pytest.fixture(scope="package")
def notebook7(
    browser: Browser,  # noqa: ARG001 - as above
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[JupyterServer]:
    with running("notebook", tmp_path_factory.mktemp("notebook7")) as server:
        yield server


@pytest.fixture
def contexts() -> Iterator[list[BrowserContext]]:
    opened: list[BrowserContext] = []
    yield opened
    for context in opened:
        context.close()


@pytest.fixture
def open_notebook(
    lab: JupyterServer, browser: Browser, contexts: list[BrowserContext], tmp_path: Path
) -> OpenNotebook:
    return _opener(lab, browser, contexts, tmp_path.name)


@pytest.fixture
def open_notebook7(
    notebook7: JupyterServer, browser: Browser, contexts: list[BrowserContext], tmp_path: Path
) -> OpenNotebook:
    return _opener(notebook7, browser, contexts, tmp_path.name)


def _opener(
    server: JupyterServer, browser: Browser, contexts: list[BrowserContext], name: str
) -> OpenNotebook:
    def open_(*cells: str | Any, theme: str = "light", host: str = "localhost") -> NotebookPage:
        file = server.folder / f"{name}-{len(contexts)}.ipynb"
        nbformat.write(notebook_of(*cells), file)
        context = browser.new_context(
            color_scheme="dark" if theme == "dark" else "light",
            viewport={"width": 1400, "height": 900},
        )
        contexts.append(context)
        url = server.url(file.name).replace("localhost", host, 1)
        return NotebookPage(context.new_page(), url, file)

    return open_


def notebook_of(*cells: str | Any) -> Any:
    """Build a Python notebook; a text is the source of a code cell."""
    return nbformat.v4.new_notebook(
        metadata=KERNEL,
        cells=[nbformat.v4.new_code_cell(c) if isinstance(c, str) else c for c in cells],
    )
