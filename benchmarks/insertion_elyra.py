"""From the click on Insert to the text in the notebook: this package beside Elyra's code snippets.

``python -m benchmarks.insertion_elyra [--rounds N] [--snippets N]`` installs both into an
environment of their own (it needs uv and a package index), and starts its JupyterLab once. Two
pages take turns: one with Elyra's panel of so many snippets, one with this package's panel docked.
In each, JupyterLab's own `sharedModel.insertCell` is measured too: what the page itself costs.

What is done differs: Elyra puts the text into the active cell and adds an empty one.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import nbformat
from playwright.sync_api import expect, sync_playwright

from benchmarks.insertion import INSERT, MEASURE, Figures, median, opened, percentile
from tests.browser.chromium import launch
from tests.browser.conftest import notebook_of
from tests.browser.jupyter_server import running
from tests.browser.notebook_page import NOTEBOOK, NotebookPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.browser.jupyter_server import JupyterServer

REPOSITORY = Path(__file__).parents[1]
WANTED = (f"snippet-widget[lab] @ {REPOSITORY.as_uri()}", "elyra-code-snippet-extension>=4.1,<5")
ROUNDS, SNIPPETS, LINES = 20, 1000, 15
OPENED_MS = 180_000

ELYRA_TAB = ".lm-TabBar-tab[data-id='elyra-metadata:code-snippets']"
ELYRA_ITEM = ".elyra-metadata-item"
ELYRA_INSERT = f"{ELYRA_ITEM} button[title=Insert]"

MEASURE_ELYRA = """async ([selector]) => {
  const { content: notebook } = NOTEBOOK;
  const { sharedModel: shared } = notebook.model;
  notebook.activeCellIndex = 0;
  shared.cells[0].setSource('');
  const button = document.querySelector(selector);
  button.focus();
  await new Promise(done => setTimeout(done, 60));
  const start = performance.now();
  const seen = new Promise(done => {
    const observer = new MutationObserver(() => {
      if (notebook.node.textContent.includes('line_1 = 1')) {
        observer.disconnect();
        done(performance.now() - start);
      }
    });
    observer.observe(notebook.node, { childList: true, subtree: true, characterData: true });
  });
  button.click();
  const dom = await seen;
  await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
  const painted = performance.now() - start;
  await new Promise(done => setTimeout(done, 200));
  shared.deleteCellRange(0, shared.cells.length);
  shared.insertCell(0, { cell_type: 'code', source: '' });
  await new Promise(done => setTimeout(done, 60));
  return [dom, painted];
}""".replace("NOTEBOOK", NOTEBOOK)


class Way(NamedTuple):
    """One way to insert: the page it is done on, and what measures it there."""

    name: str
    page: Page
    script: str
    arguments: list[str]


def main(rounds: int, snippets: int) -> None:
    """Print a table of both."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        sync_playwright() as playwright,
        serving(Path(folder), snippets) as server,
    ):
        browser = launch(playwright)
        ways = [*elyra(server, browser, snippets), *ours(server, browser)]
        figures = measured(ways, rounds)
    print(f"{rounds} rounds, medians (90th percentile) in ms")
    for way, (dom, painted) in figures.items():
        texts = [f"{median(taken):7.1f} ({percentile(taken):6.1f})" for taken in (dom, painted)]
        print(f"{way:34}DOM {texts[0]}   painted {texts[1]}")


@contextmanager
def serving(folder: Path, snippets: int) -> Iterator[JupyterServer]:
    """Run JupyterLab with both extensions, and so many snippets for Elyra."""
    uv = shutil.which("uv")
    if uv is None:
        raise SystemExit("This benchmark makes an environment with uv: pip install uv")
    python = str(folder / "environment" / "bin" / "python")
    subprocess.run([uv, "venv", "--quiet", folder / "environment"], check=True)
    subprocess.run([uv, "pip", "install", "--quiet", "--python", python, *WANTED], check=True)
    home = folder / "home"
    store = home / ".local/share/jupyter/metadata/code-snippets"
    store.mkdir(parents=True)
    for number in range(snippets):
        (store / f"snippet{number}.json").write_text(json.dumps(snippet(number)))
    with running("lab", home, python=python) as server:
        yield server


def snippet(number: int) -> dict[str, object]:
    """Return one of Elyra's snippets, as it stores them."""
    return {
        "display_name": f"snippet{number}",
        "schema_name": "code-snippet",
        "metadata": {"language": "Python", "code": [f"line_{n} = {n}" for n in range(LINES)]},
    }


def elyra(server: JupyterServer, browser: Browser, snippets: int) -> list[Way]:
    """Open a notebook with Elyra's panel, and say how long the panel took."""
    file = server.folder / "elyra.ipynb"
    nbformat.write(notebook_of(""), file)
    page = browser.new_context(viewport={"width": 1400, "height": 900}).new_page()
    NotebookPage(page, server.url(file.name), file)
    start = time.monotonic()
    page.locator(ELYRA_TAB).click(timeout=OPENED_MS)
    expect(page.locator(ELYRA_ITEM)).to_have_count(snippets, timeout=OPENED_MS)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))")
    print(f"Elyra's panel of {snippets} snippets: {time.monotonic() - start:.1f} s")
    mark(page)
    return [
        Way("Elyra: Insert", page, MEASURE_ELYRA, [ELYRA_INSERT]),
        Way("Elyra's page: insertCell", page, MEASURE, [ELYRA_INSERT, "insertCell"]),
    ]


def mark(page: Page) -> None:
    """Say what `insertCell` is to insert on Elyra's page."""
    source = "\n".join(f"line_{n} = {n}" for n in range(LINES))
    page.evaluate(
        "source => { window.benchmarked = { source, marker: source.split('\\n')[0] }; }", source
    )


def ours(server: JupyterServer, browser: Browser) -> list[Way]:
    """Open a notebook with this package's panel, and say how long the panel took."""
    start = time.monotonic()
    page = opened(server, browser, "ours", ["first = 1"]).page
    print(f"This package's page, notebook and panel: {time.monotonic() - start:.1f} s")
    return [
        Way("snippet_widget: Insert", page, MEASURE, [INSERT, "click"]),
        Way("snippet_widget's page: insertCell", page, MEASURE, [INSERT, "insertCell"]),
    ]


def measured(ways: list[Way], rounds: int) -> dict[str, Figures]:
    """Let the ways take turns; the first round of each is not counted."""
    taken: dict[str, list[tuple[float, float]]] = {way.name: [] for way in ways}
    for _ in range(rounds + 1):
        for way in ways:
            way.page.bring_to_front()
            taken[way.name].append(way.page.evaluate(way.script, way.arguments))
    return {
        name: Figures([dom for dom, _ in figures[1:]], [painted for _, painted in figures[1:]])
        for name, figures in taken.items()
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--snippets", type=int, default=SNIPPETS)
    asked = parser.parse_args()
    main(asked.rounds, asked.snippets)
