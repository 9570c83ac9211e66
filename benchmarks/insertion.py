"""From the click on Insert to the new cell, against what JupyterLab itself takes for one.

``python -m benchmarks.insertion [--rounds N] [--app lab] [--case empty]`` starts JupyterLab and
Notebook 7 in a real Chromium. In each case the click and three floors take turns on one page, at
the same place, and each new cell is deleted again. *insertCell*: `sharedModel.insertCell` alone;
*and active*: the same, then the new cell is made active as by JupyterLab's own commands and by
Insert; *and focused*: the same, then JupyterLab makes the notebook the current tab, as Insert does:
the focus was in the panel. *DOM*: the new cell's text is in the page, and scripts hear of it;
*painted*: the frame after that is done.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import nbformat
from playwright.sync_api import expect, sync_playwright

from tests.browser.chromium import launch
from tests.browser.conftest import notebook_of
from tests.browser.jupyter_server import running
from tests.browser.notebook_page import NOTEBOOK, NotebookPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.browser.jupyter_server import JupyterServer

ROUNDS = 50
BUSY = "import time; time.sleep(600)"
NOTEBOOKS = {
    "empty": ["first = 1"],
    "busy kernel": [BUSY],
    "1000 cells": [f"cell = {number}" for number in range(1000)],
}

MEASURE = """async ([selector, way]) => {
  const panel = NOTEBOOK;
  const { content: notebook } = panel;
  const { sharedModel: shared } = notebook.model;
  notebook.activeCellIndex = 0;
  const button = document.querySelector(selector);
  button.focus();
  const { source } = window.benchmarked;
  await new Promise(done => setTimeout(done, 60));
  const start = performance.now();
  const seen = new Promise(done => {
    const look = () => {
      const node = notebook.widgets[1]?.node;
      if (shared.cells[1]?.source === source && node?.isConnected
          && node.textContent.includes(window.benchmarked.marker)) {
        observer.disconnect();
        done(performance.now() - start);
      }
    };
    const observer = new MutationObserver(look);
    observer.observe(notebook.node, { childList: true, subtree: true, characterData: true });
  });
  if (way === 'click') {
    button.click();
  } else {
    shared.insertCell(1, { cell_type: 'code', source, metadata: { trusted: true } });
    if (way !== 'insertCell') {
      notebook.activeCellIndex = 1;
    }
    if (way === 'and focused') {
      window.jupyterapp.shell.activateById(panel.id);
    }
  }
  const dom = await seen;
  await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
  const painted = performance.now() - start;
  shared.deleteCell(1);
  await new Promise(done => setTimeout(done, 60));
  return [dom, painted];
}""".replace("NOTEBOOK", NOTEBOOK)

WAYS = ("click", "insertCell", "and active", "and focused")
INSERT = ".snippet-widget-KernelView [data-snippet-widget=insert]"


class Figures(NamedTuple):
    """Milliseconds, one for each round."""

    dom: list[float]
    painted: list[float]


class Case(NamedTuple):
    """One kind of notebook in one application."""

    app: str
    name: str
    ways: dict[str, Figures]


def main(rounds: int, apps: list[str], names: list[str]) -> None:
    """Print a table of these cases."""
    print(f"{rounds} rounds a case, medians (90th percentile) in ms")
    print(f"{'case':24}{'way':14}{'DOM':>16}{'click is':>10}{'painted':>18}{'click is':>10}")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for app in apps:
            with (
                tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home,
                running(app, Path(home)) as server,
            ):
                for case in cases(server, browser, names, rounds):
                    report(case)


def cases(server: JupyterServer, browser: Browser, names: list[str], rounds: int) -> Iterator[Case]:
    """Measure the panel beside each of these notebooks."""
    for name in names:
        notebook = opened(server, browser, name.replace(" ", "-"), NOTEBOOKS[name])
        if name.startswith("busy"):
            notebook.run(0)
        yield Case(server.app, name, measured(notebook, rounds))
        notebook.page.context.close()


def opened(server: JupyterServer, browser: Browser, name: str, cells: list[str]) -> NotebookPage:
    """Open a notebook with its docked panel, its first card drawn."""
    file = server.folder / f"{name}.ipynb"
    nbformat.write(notebook_of(*cells), file)
    page = browser.new_context(viewport={"width": 1400, "height": 900}).new_page()
    notebook = NotebookPage(page, server.url(file.name), file)
    page.get_by_role("button", name="Snippets").click()
    expect(page.locator(INSERT).first).to_be_visible(timeout=60_000)
    page.locator(INSERT).first.click()
    page.wait_for_function(f"{NOTEBOOK}.content.model.sharedModel.cells.length > {len(cells)}")
    page.evaluate(
        """() => {
          const { sharedModel } = NOTEBOOK.content.model;
          const at = NOTEBOOK.content.activeCellIndex;
          const { source } = sharedModel.cells[at];
          window.benchmarked = { source, marker: source.split('\\n')[0] };
          sharedModel.deleteCell(at);
        }""".replace("NOTEBOOK", NOTEBOOK)
    )
    return notebook


def measured(notebook: NotebookPage, rounds: int) -> dict[str, Figures]:
    """Let the ways take turns; the first round of each is not counted."""
    taken: dict[str, list[tuple[float, float]]] = {way: [] for way in WAYS}
    for _ in range(rounds + 1):
        for way, figures in taken.items():
            figures.append(notebook.page.evaluate(MEASURE, [INSERT, way]))
    return {
        way: Figures([dom for dom, _ in figures[1:]], [painted for _, painted in figures[1:]])
        for way, figures in taken.items()
    }


def report(case: Case) -> None:
    """Print a case: a line for each way, and how many times as long the click takes."""
    click = case.ways["click"]
    for way, figures in case.ways.items():
        parts = [f"{case.app} · {case.name}".ljust(24), way.ljust(14)]
        for own, taken in zip(click, figures, strict=True):
            parts.append(f"{median(taken):7.1f} ({percentile(taken):5.1f})".rjust(16))
            parts.append(f"{median(own) / median(taken):9.2f}x")
        print("".join(parts), flush=True)


def median(values: list[float]) -> float:
    """Return the median."""
    return statistics.median(values)


def percentile(values: list[float]) -> float:
    """Return the 90th percentile."""
    return statistics.quantiles(values, n=10)[-1]


def parsed() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--app", nargs="+", default=["lab", "notebook"])
    parser.add_argument("--case", nargs="+", default=list(NOTEBOOKS), choices=list(NOTEBOOKS))
    return parser.parse_args()


if __name__ == "__main__":
    asked = parsed()
    main(asked.rounds, asked.app, asked.case)
