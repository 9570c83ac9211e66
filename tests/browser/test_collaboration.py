"""Two people in one notebook. Installs packages: only with ``SNIPPET_WIDGET_TEST_ONLINE=1``."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser.application import VIEWPORT
from tests.browser.conftest import notebook_of
from tests.browser.jupyter_server import JupyterServer, running
from tests.browser.notebook_page import NotebookPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def shared_lab(browser: Browser, tmp_path: Path) -> Iterator[JupyterServer]:  # noqa: ARG001
    """JupyterLab with jupyter-collaboration, in an environment of its own."""
    uv = shutil.which("uv")
    if not os.environ.get("SNIPPET_WIDGET_TEST_ONLINE") or not uv:
        pytest.skip("installs jupyter-collaboration: set SNIPPET_WIDGET_TEST_ONLINE=1")
    folder = tmp_path / "environment"
    python = str(folder / "bin" / "python")
    subprocess.run([uv, "venv", "--quiet", folder], check=True)
    wanted = [f"snippet-widget[lab] @ {REPOSITORY.as_uri()}", "jupyter-collaboration>=5"]
    subprocess.run([uv, "pip", "install", "--quiet", "--python", python, *wanted], check=True)
    with running("lab", tmp_path / "home", python=python) as server:
        yield server


def test_an_insertion_reaches_the_other_and_is_undone_alone(
    shared_lab: JupyterServer, browser: Browser
) -> None:
    file = shared_lab.folder / "shared.ipynb"
    nbformat.write(notebook_of("first = 1"), file)

    def opened() -> NotebookPage:
        page = browser.new_page(viewport=VIEWPORT)
        return NotebookPage(page, shared_lab.url(file.name), file)

    own, other = opened(), opened()
    own.page.get_by_role("button", name="Snippets").click()
    card = own.page.get_by_role("region", name="Python · sync")
    card.get_by_role("button", name="Insert").click()
    expect(other.cells).to_have_count(2)
    expect(other.cells.nth(1)).to_contain_text("client.load(")
    other.cells.first.locator(".jp-InputPrompt").click()
    other.page.keyboard.press("b")
    expect(own.cells).to_have_count(3)
    own.undo()
    expect(other.cells).to_have_count(2)
    expect(other.root).not_to_contain_text("client.load(")
    for notebook in (own, other):
        notebook.page.close()
