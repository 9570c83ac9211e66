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

from tests.browser.application import Application, OwnPage
from tests.browser.chromium import launch
from tests.browser.jupyter_server import JupyterServer, running

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.browser.notebook_page import NotebookPage

INTERPRETED = "--js-flags=--no-maglev --no-turbofan"
"""In the seconds that a page lives, compiling it well costs more time than it saves."""

_FAILED = pytest.StashKey[bool]()

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests of this folder. What fixtures wait for has deadlines of its own."""
    item.add_marker(pytest.mark.browser)
    item.add_marker(pytest.mark.timeout(120, func_only=True))


class OpenNotebook(Protocol):
    """Write a notebook of these cells, and open it.

    The first one of a test is opened in a page and on a kernel that all tests share: where the
    last test's is still open, by reading it anew. A test that changes the page itself (its theme,
    its functions) changes it back; one for which that does not do asks for ``own_page``.
    """

    def __call__(
        self, *cells: str | Any, own_page: bool = False, host: str = "localhost"
    ) -> NotebookPage:
        """Open it."""


# Not for the session: while Playwright's loop runs, no test elsewhere could run a loop of its own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        try:
            chromium = launch(playwright, INTERPRETED)
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


@pytest.fixture(scope="package")
def lab_application(lab: JupyterServer, browser: Browser) -> Iterator[Application]:
    application = Application(browser, lab)
    yield application
    application.close()


@pytest.fixture(scope="package")
def notebook7_application(notebook7: JupyterServer, browser: Browser) -> Iterator[Application]:
    application = Application(browser, notebook7)
    yield application
    application.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Keep whether a test failed: what it shared may be in any state. Say what its page shows."""
    report = yield
    item.stash[_FAILED] = item.stash.get(_FAILED, False) or report.failed
    if report.failed and isinstance(item, pytest.Function):
        shared = (each for each in item.funcargs.values() if isinstance(each, Application))
        report.sections += [("Shown in the browser", each.describe()) for each in shared]
    return report


@pytest.fixture
def lab_page(lab_application: Application, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Give a page that nothing is loaded in, beside the one that the tests share."""
    page = lab_application.take_page()
    yield page
    lab_application.give_back(page, failed=request.node.stash.get(_FAILED, False))


@pytest.fixture
def open_notebook(
    lab_application: Application, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[OpenNotebook]:
    yield from _opener(lab_application, request.node, tmp_path.name)


@pytest.fixture
def open_notebook7(
    notebook7_application: Application, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[OpenNotebook]:
    yield from _opener(notebook7_application, request.node, tmp_path.name)


def _opener(application: Application, test: pytest.Item, name: str) -> Iterator[OpenNotebook]:
    shared: list[NotebookPage] = []
    own: list[OwnPage] = []

    def open_(*cells: str | Any, own_page: bool = False, host: str = "localhost") -> NotebookPage:
        file = application.server.folder / f"{name}-{len(shared) + len(own)}.ipynb"
        notebook = notebook_of(*cells)
        if shared or own_page or host != "localhost":
            nbformat.write(notebook, file)
            own.append(OwnPage(application))
            return own[-1].open(file, host)
        shared.append(application.open(notebook, file))
        return shared[0]

    yield open_
    failed = test.stash.get(_FAILED, False)
    for page in own:
        page.close(failed=failed)
    for notebook in shared:
        application.release(notebook, failed=failed)


def notebook_of(*cells: str | Any) -> Any:
    """Build a Python notebook; a text is the source of a code cell."""
    return nbformat.v4.new_notebook(
        metadata=KERNEL,
        cells=[nbformat.v4.new_code_cell(c) if isinstance(c, str) else c for c in cells],
    )
