"""The panel over 10,000 endpoints, in real JupyterLab and Chromium, beside its floor.

The floor is an ipywidgets `VBox` of as many widgets as the panel has, and one call of the service:
what any panel costs. Compare the ratios; the milliseconds are this machine's.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import nbformat
from playwright.sync_api import sync_playwright

from snippet_widget.cards.search_index import EndpointIndex
from snippet_widget.models import Sdk, SdkSelector, Snippet, SnippetsPage
from snippet_widget.publication import Publication, PublishedEndpoint
from tests.browser.chromium import launch
from tests.browser.conftest import notebook_of
from tests.browser.jupyter_server import running
from tests.browser.notebook_page import NotebookPage
from tests.service_builder import publish

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import CDPSession, Page

ENDPOINTS = 10_000
ROUNDS = 5
CHOICES = 15
WIDGETS = 16

PROGRAM = """\
from acme import Acme

client = Acme(
    token="YOUR_TOKEN",
)
client.things.create_{n}(
    name="name",
    options={{"limit": 10, "order": "newest"}},
)
"""

PANEL = """\
import os, tempfile
os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp()
os.environ["SNIPPET_WIDGET_CATALOG"] = {catalog!r}
from snippet_widget import panel
panel()
"""

FLOOR = """\
import os
import ipywidgets
from snippet_widget.connecting import connect_embedded
from snippet_widget.settings import Settings
connect_embedded(Settings(catalog={catalog!r})).load()
ipywidgets.VBox([ipywidgets.HTML(f'<p class="floor">{{n}}</p>') for n in range({widgets})])
"""

# Run `start`, then resolve with the milliseconds until `done` is painted.
PAINTED = """([selector, text, start]) => new Promise(resolve => {
  const begun = performance.now();
  new Function(start)();
  const look = () => {
    const found = [...document.querySelectorAll(selector)].some(n => n.textContent.includes(text));
    if (found) {
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
    } else {
      requestAnimationFrame(look);
    }
  };
  look();
})"""

RESTART = """async () => {
  const commands = window.jupyterapp.commands;
  await commands.execute('notebook:clear-all-cell-outputs');
  await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart();
}"""

COSTS = {
    "ScriptDuration": "script",
    "RecalcStyleDuration": "style",
    "LayoutDuration": "layout",
    "RecalcStyleCount": "times style",
    "LayoutCount": "times layout",
}
"""What Chromium counts of a page: seconds of its main thread, and how often."""

SETTLED = 1000
"""Milliseconds after a choice in which the panel still does something."""

RUN_CELL = "window.jupyterapp.commands.execute('notebook:run-cell')"


def snippet(n: int, type_: str = "python") -> Snippet:
    """Return a snippet of an everyday size."""
    code = PROGRAM.format(n=n)
    clients = ("sync_client", "async_client") if type_ == "python" else ("client",)
    return Snippet(
        type=type_,
        sdk=Sdk("acme", "1.0.0"),
        sources=dict.fromkeys(clients, code),
        call=f"client.things.create_{n}",
    )


def publication(type_: str) -> Publication:
    """Return an SDK of 10,000 endpoints in 100 groups."""
    endpoints = tuple(
        PublishedEndpoint("POST", f"/v1/group{n % 100}/things/{n}", full=snippet(n, type_))
        for n in range(ENDPOINTS)
    )
    return Publication(SdkSelector(type_, "acme", "1.0.0"), endpoints)


def import_milliseconds() -> float:
    """Return what `import snippet_widget` costs, median of fresh interpreters."""
    code = (
        "import time; t = time.perf_counter(); import snippet_widget;"
        "import sys; assert 'ipywidgets' not in sys.modules; print(time.perf_counter() - t)"
    )
    return 1000 * statistics.median(
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout)
        for _ in range(ROUNDS)
    )


def key_milliseconds() -> dict[str, float]:
    """Return how long the kernel finds among 10,000 endpoints, by query."""
    index = EndpointIndex()
    for n in range(ENDPOINTS):
        path = f"/v1/group{n % 100}/things/{n}"
        index.add(SnippetsPage({path: {"POST": [snippet(n)]}}))
    queries = ("", "t", "things 99", "gtcr")
    return {query: median_of(partial(index.find, query)) for query in queries}


def median_of(action: Callable[[], object]) -> float:
    """Return the median of `ROUNDS` runs in milliseconds."""
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        action()
        times.append(1000 * (time.perf_counter() - begun))
    return statistics.median(times)


def painted(page: Page, selector: str, text: str, start: str) -> float:
    """Return the milliseconds from `start` until a node of that text is painted."""
    took: float = page.evaluate(PAINTED, [selector, text, start])
    return took


def first_paint(page: NotebookPage, selector: str, text: str) -> float:
    """Restart the kernel, run the first cell, and time it."""
    page.page.evaluate(RESTART)
    page.wait_until_ready()
    page.cells.first.locator(".jp-InputArea-editor").click()
    return painted(page.page, selector, text, RUN_CELL)


class Choices(NamedTuple):
    """What choosing an endpoint costs: medians, of the browser's part the least."""

    painted: float
    bytes: float
    browser: dict[str, float]


def choices(page: NotebookPage, traffic: list[int]) -> Choices:
    """Choose endpoints, one after the other, until nothing moves any more."""
    times, sizes, costs = [], [], []
    rows = page.page.locator(".sw-row")
    session = page.page.context.new_cdp_session(page.page)
    session.send("Performance.enable")
    for number in range(1, CHOICES + 1):
        row = rows.nth(number)
        n = (row.get_attribute("title") or "").rpartition("/")[2]
        before, spent = sum(traffic), costs_of(session)
        click = f"document.querySelectorAll('.sw-row')[{number}].click()"
        times.append(painted(page.page, ".sw-card", f"create_{n}(", click))
        page.page.wait_for_timeout(SETTLED)
        sizes.append(sum(traffic) - before)
        costs.append({name: value - spent[name] for name, value in costs_of(session).items()})
    least = {name: min(cost[name] for cost in costs) for name in COSTS.values()}
    return Choices(statistics.median(times), statistics.median(sizes), least)


def costs_of(session: CDPSession) -> dict[str, float]:
    """Return milliseconds and counts since the page was opened."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    values = {metric["name"]: metric["value"] for metric in metrics}
    return {
        label: values[name] * (1000 if name.endswith("Duration") else 1)
        for name, label in COSTS.items()
    }


def in_browser(folder: Path) -> dict[str, Any]:
    """Return what is measured in JupyterLab."""
    catalog = f"sqlite:///{folder}/big.db"
    with ThreadPoolExecutor() as pool:
        for type_ in ("python", "typescript"):
            pool.submit(publish, catalog, "acme", "big", publication(type_)).result()
    cells = {
        "floor": FLOOR.format(catalog=catalog, widgets=WIDGETS),
        "panel": PANEL.format(catalog=catalog),
    }
    traffic: list[int] = []
    with running("lab", folder / "lab") as server, sync_playwright() as playwright:
        browser = launch(playwright)
        pages = {}
        for name, cell in cells.items():
            file = server.folder / f"{name}.ipynb"
            nbformat.write(notebook_of(cell), file)
            page = browser.new_context(viewport={"width": 1400, "height": 900}).new_page()
            if name == "panel":
                page.on("websocket", lambda socket: _count(socket, traffic))
            pages[name] = NotebookPage(page, server.url(file.name), file)
        floors, panels = [], []
        for _ in range(ROUNDS):
            floors.append(first_paint(pages["floor"], ".floor", str(WIDGETS - 1)))
            panels.append(first_paint(pages["panel"], ".sw-card", "create_0("))
        pages["panel"].page.get_by_text(f"{ENDPOINTS:,} endpoints.").wait_for(timeout=60_000)
        chosen = choices(pages["panel"], traffic)
        elements = pages["panel"].page.locator(".snippet-widget-panel *").count()
        browser.close()
    return {
        "floor": statistics.median(floors),
        "panel": statistics.median(panels),
        "chosen": chosen,
        "elements": elements,
    }


def _count(socket: Any, traffic: list[int]) -> None:
    for event in ("framereceived", "framesent"):
        socket.on(event, lambda frame: traffic.append(len(frame)))


def main() -> None:
    """Print the figures."""
    print(f"import snippet_widget          {import_milliseconds():8.1f} ms")
    for query, took in key_milliseconds().items():
        print(f"find {query!r:12} of {ENDPOINTS:,}    {took:8.1f} ms")
    with tempfile.TemporaryDirectory() as folder:
        seen = in_browser(Path(folder))
    print(f"floor: {WIDGETS} widgets, one call    {seen['floor']:8.0f} ms")
    print(f"panel(): first card painted    {seen['panel']:8.0f} ms", end="")
    print(f"   {seen['panel'] / seen['floor']:.2f} of the floor")
    print(f"chosen: card painted           {seen['chosen'].painted:8.0f} ms")
    print(f"traffic of a choice            {seen['chosen'].bytes / 1000:8.1f} kB")
    parts = [f"{name} {value:.1f}" for name, value in seen["chosen"].browser.items()]
    print(f"the browser's part, ms         {', '.join(parts)}")
    print(f"elements in the page           {seen['elements']:8}")


if __name__ == "__main__":
    main()
