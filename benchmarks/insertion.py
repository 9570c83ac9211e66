"""From the click on Insert to the new cell, against JupyterLab's own `sharedModel.insertCell`.

``python -m benchmarks.insertion [ROUNDS]`` starts JupyterLab and Notebook 7 in a real Chromium. In
each case the click and the floor take turns on one page, at the same place, and each new cell is
deleted again. *DOM*: the new cell's text is in the page; *painted*: the frame after that is done.
"""

from __future__ import annotations

import statistics
import sys
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

MEASURE = """async ([selector, viaCard]) => {
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
  if (viaCard) {
    button.click();
  } else {
    shared.insertCell(1, { cell_type: 'code', source, metadata: { trusted: true } });
  }
  const dom = await seen;
  await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
  const painted = performance.now() - start;
  shared.deleteCell(1);
  await new Promise(done => setTimeout(done, 60));
  return [dom, painted];
}""".replace("NOTEBOOK", NOTEBOOK)

INSERT = ".snippet-widget-KernelView [data-snippet-widget=insert]"


class Figures(NamedTuple):
    """Milliseconds, one for each round."""

    dom: list[float]
    painted: list[float]


class Case(NamedTuple):
    """One kind of notebook in one application."""

    app: str
    name: str
    click: Figures
    floor: Figures


def main(rounds: int) -> None:
    """Print a table of all cases."""
    print(
        f"{rounds} rounds a case, medians (90th percentile) in ms; ratio to sharedModel.insertCell"
    )
    print(f"{'case':26}{'DOM':>16}{'ratio':>7}{'painted':>18}{'ratio':>7}")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for app in ("lab", "notebook"):
            with (
                tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home,
                running(app, Path(home)) as server,
            ):
                report(list(cases(server, browser, rounds)))


def cases(server: JupyterServer, browser: Browser, rounds: int) -> Iterator[Case]:
    """Measure the panel beside an empty notebook, a busy one and a long one."""
    for name, cells in {
        "empty": ["first = 1"],
        "busy kernel": [BUSY],
        "1,000 cells": [f"cell = {number}" for number in range(1000)],
    }.items():
        notebook = opened(server, browser, name.replace(" ", "-").replace(",", ""), cells)
        if name.startswith("busy"):
            notebook.run(0)
        figures = measured(notebook, rounds)
        yield Case(server.app, name, *figures)
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


def measured(notebook: NotebookPage, rounds: int) -> tuple[Figures, Figures]:
    """Let click and floor take turns; the first round of each is not counted."""
    taken: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for _ in range(rounds + 1):
        for via_card, figures in taken.items():
            figures.append(notebook.page.evaluate(MEASURE, [INSERT, via_card]))
    click, floor = (
        Figures([dom for dom, _ in figures[1:]], [painted for _, painted in figures[1:]])
        for figures in taken.values()
    )
    return click, floor


def report(measured_cases: list[Case]) -> None:
    """Print the cases of one application, and the long notebook against the empty one."""
    for case in measured_cases:
        parts = [f"{case.app} · {case.name}".ljust(26)]
        for click, floor in zip(case.click, case.floor, strict=True):
            parts.append(f"{median(click):7.1f} ({percentile(click):5.1f})".rjust(16))
            parts.append(f"{median(click) / median(floor):7.2f}")
        print("".join(parts), flush=True)
    by_name = {case.name: median(case.click.dom) for case in measured_cases}
    print(f"  1,000 cells : empty = {by_name['1,000 cells'] / by_name['empty']:.2f}", flush=True)


def median(values: list[float]) -> float:
    """Return the median."""
    return statistics.median(values)


def percentile(values: list[float]) -> float:
    """Return the 90th percentile."""
    return statistics.quantiles(values, n=10)[-1]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
