"""The panel is right at every moment: busy kernel, kernel gone, choices in quick succession."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.notebook_page import NOTEBOOK
from tests.browser.panel_page import PANEL_CELL, PanelPage, open_panel, service_cell
from tests.proxied_service import proxied_service
from tests.service_builder import TOKEN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser.conftest import OpenNotebook

BUSY = "import time\n\nfor _ in range(600):\n    time.sleep(0.1)"

CHOOSE_AND_WATCH = """async count => {
  const seen = { shift: 0, withoutCards: 0, choices: 0, moved: [] };
  const observer = new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      seen.shift += entry.value;
      seen.moved.push(...entry.sources.map(source => source.node?.className));
    }
  });
  observer.observe({ type: 'layout-shift' });
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
  const rows = [...document.querySelectorAll('.sw-list [role=option]')]
    .filter(row => row.textContent.includes('things/')) // all with the same cards
    .slice(0, count);
  for (const row of rows) {
    row.click();
    seen.choices += 1;
    const code = () => document.querySelector('.sw-card-root:not([hidden]) .sw-code');
    for (let n = 0; n < 3; n++) {
      await frame();
      seen.withoutCards += code()?.textContent ? 0 : 1;
    }
  }
  await new Promise(resolve => setTimeout(resolve, 500));
  observer.disconnect();
  return seen;
}"""

STEPS_OF_A_CHOICE = """number => new Promise(resolve => {
  const seen = [];
  const since = performance.now();
  const frame = () => {
    const heading = document.querySelector('.sw-endpoint').title;
    const cards = document.querySelectorAll('.sw-card-root:not([hidden])');
    const shown = [heading, ...[...cards].map(card => card.offsetHeight)].join();
    if (shown !== seen.at(-1)) {
      seen.push(shown);
    }
    const row = document.querySelectorAll('.sw-row')[number];
    if (heading.startsWith(row.title) && performance.now() - since > 400) {
      resolve(seen);
    } else {
      requestAnimationFrame(frame);
    }
  };
  frame();
  document.querySelectorAll('.sw-row')[number].click();
})"""
"""What the heading says and how high the cards are, frame by frame, while an endpoint is chosen."""

OVERFLOWING = """panel => {
  const { right } = panel.getBoundingClientRect();
  return [...panel.querySelectorAll('*')]
    .filter(node => !node.closest('.sw-frame, .sw-list'))
    .filter(node => node.getClientRects().length && node.getBoundingClientRect().right > right + 1)
    .map(node => node.className);
}"""

OVERLAPPING = """panel => {
  const seen = [...panel.querySelectorAll('button, select, summary, .sw-title, .sw-endpoint')]
    .filter(node => node.checkVisibility() && !node.closest('.sw-where-frame'))
    .map(node => [node, node.getBoundingClientRect()]);
  return seen.flatMap(([node, a], n) => seen.slice(n + 1)
    .filter(([other]) => !node.contains(other))
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map(([other]) => `${node.textContent} over ${other.textContent}`));
}"""

CUT_TITLES = """panel => [...panel.querySelectorAll('.sw-title')]
  .filter(title => title.scrollWidth > title.clientWidth)
  .map(title => title.textContent)"""

CUT_CALLS = """list => [...list.querySelectorAll('.sw-row')]
  .map(row => row.querySelector('.sw-call .sw-part-end'))
  .filter(end => end.offsetWidth < 20 || end.scrollWidth > end.clientWidth)
  .map(end => end.textContent)"""
"""The names in the list of endpoints that are not seen whole."""

CUT_WITHOUT_ELLIPSIS = """list => [...list.querySelectorAll('.sw-path .sw-part-start')]
  .filter(start => start.offsetWidth < start.scrollWidth && start.offsetWidth < 14)
  .map(start => start.closest('.sw-row').title)"""
"""Paths that seem to begin with their end: two characters take 15 pixels."""

PART_OF_A_ROW = "list => list.clientHeight % list.querySelector('.sw-row').offsetHeight"

IS_WHOLE = """select => {
  const shown = select.getBoundingClientRect().width;
  const { style } = select;
  Object.assign(style, { flex: 'none', width: 'max-content' });
  const whole = select.getBoundingClientRect().width;
  Object.assign(style, { flex: '', width: '' });
  return shown >= whole - 1;
}"""
"""Whether a dropdown is as wide as the longest of its options."""

KERNEL_STATUS = ".jp-StatusBar-TextItem"


def run_busy(panel: PanelPage, index: int) -> None:
    panel.notebook.run(index)
    expect(
        panel.output.page.locator(KERNEL_STATUS, has_text=re.compile(r"Python 3.*\| Busy"))
    ).to_be_visible()


@pytest.fixture
def busy(open_notebook: OpenNotebook) -> Iterator[PanelPage]:
    """Open a panel beside a running cell, and touch nothing of it."""
    notebook = open_notebook(PANEL_CELL, BUSY, "other = 2")
    panel = open_panel(notebook)
    expect(panel.card("Python · sync")).to_be_visible()
    # What is sent before JupyterLab has started the subshell waits for the cell.
    expect(panel.output.locator("[data-subshell]")).to_have_count(1)
    run_busy(panel, 1)
    yield panel
    notebook.interrupt_kernel()


def test_list_and_cards_follow_beside_a_running_cell(busy: PanelPage) -> None:
    busy.filter.fill("recordings identify")
    expect(busy.options.first).to_have_accessible_name(re.compile("identify"))
    busy.choose("GET /v1/species")
    heading = busy.output.get_by_role("heading", level=3)
    expect(heading).to_contain_text("GET /v1/species")
    expect(busy.card("Python · sync")).to_contain_text("species.")
    busy.filter.fill("")
    expect(busy.options.nth(5)).to_be_visible()


def test_cards_say_whose_they_are_until_a_slow_service_answers(
    open_notebook: OpenNotebook, tmp_path: Path
) -> None:
    with proxied_service(tmp_path) as proxy:
        notebook = open_notebook(service_cell(proxy.url).replace("'any'", repr(TOKEN)))
        panel = open_panel(notebook)
        panel.choose("POST /v1/group1/things/1")
        expect(panel.heading).to_contain_text("POST /v1/group1/things/1")
        proxy.seconds = 3.0
        panel.choose("POST /v1/group2/things/2")
        expect(panel.output).to_contain_text(
            "Still the snippets of POST /v1/group1/things/1. POST /v1/group2/things/2 follows as "
            "soon as the service answers."
        )
        expect(panel.card("Python · sync")).to_contain_text("create_1(")
        expect(panel.heading).to_contain_text("POST /v1/group2/things/2", timeout=20_000)
        expect(panel.output).not_to_contain_text("Still the snippets")


def test_all_matches_are_reached_by_scrolling(open_notebook: OpenNotebook, tmp_path: Path) -> None:
    with proxied_service(tmp_path) as proxy:
        notebook = open_notebook(service_cell(proxy.url).replace("'any'", repr(TOKEN)))
        panel = open_panel(notebook)
        expect(panel.status).to_contain_text("253 endpoints.", timeout=30_000)
        expect(panel.options).to_have_count(200)
        expect(panel.output).to_contain_text("200 of 253 endpoints: scroll for the others")
        panel.list.evaluate("node => { node.scrollTop = node.scrollHeight; }")
        expect(panel.options).to_have_count(253)
        keys = panel.options.evaluate_all("nodes => nodes.map(node => node.dataset.key)")
        assert len(set(keys)) == 253
        panel.options.last.click()
        expect(panel.options.last).to_have_attribute("aria-selected", "true")
        expect(panel.card("Cobol")).to_be_visible()
        panel.list.press("Home")
        expect(panel.card("Python · sync")).to_be_visible()
        seen = notebook.page.evaluate(CHOOSE_AND_WATCH, 200)
        assert seen["choices"] == 200
        # Also what follows an input at once, which the usual measure leaves out.
        assert seen["shift"] < 0.1, Counter(map(str, seen["moved"])).most_common(9)
        assert seen["withoutCards"] == 0


STORED_ALONE = """() => document.querySelector('.sw-static')?.checkVisibility()
  && !document.querySelector('.snippet-widget-Advice')
    ?.checkVisibility({ visibilityProperty: true })"""


def test_notebook_without_its_kernel_shows_the_stored_cards(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(PANEL_CELL)
    panel = open_panel(notebook)
    panel.choose("POST /v1/recordings/identify")
    expect(panel.card("Python · sync")).to_contain_text("recordings.identify")
    open_panel(notebook)  # what is stored are the cards of when it was displayed
    expect(panel.card("Python · sync")).to_be_visible()
    notebook.save()
    notebook.page.evaluate(f"{NOTEBOOK}.sessionContext.shutdown()")
    notebook.page.reload()
    notebook.page.wait_for_function(STORED_ALONE, timeout=60_000)  # before there is a kernel
    notebook.wait_until_ready()
    output = notebook.cells.first.locator(".jp-OutputArea")
    stored = output.locator(".sw-static")
    expect(stored).to_be_visible(timeout=30_000)
    background = "node => getComputedStyle(node).backgroundColor"
    assert stored.evaluate(background) == notebook.root.evaluate(background)
    expect(output).to_contain_text("client.")
    expect(output).not_to_contain_text("model not found")
    advice = output.get_by_text("Run this cell to choose other snippets.")
    expect(advice).to_be_visible()
    cards = [card.bounding_box() for card in stored.locator(".sw-static-card").all()[:2]]
    assert len({card["y"] for card in cards if card}) == 1  # side by side, over the whole width
    above, whole = advice.bounding_box(), stored.bounding_box()
    assert above
    assert whole
    assert whole["y"] >= above["y"] + above["height"]
    assert "Run this cell" not in notebook.file.read_text()  # nor in pages made of it
    assert open_panel(notebook).output.locator(".sw-static").count() == 0
    expect(advice).to_have_count(0)


@pytest.mark.parametrize(
    ("organization", "api", "says"),
    [
        ("skylark", "birdsong", "23 endpoints. A made-up sample: it does not run."),
        ("snippet-widget", "snippets", "This kernel's own service: what you insert runs."),
    ],
)
def test_what_is_said_in_the_end_is_no_higher_than_what_is_said_first(
    open_notebook: OpenNotebook, organization: str, api: str, says: str
) -> None:
    named = f"panel(org={organization!r}, api={api!r})"
    panel = open_panel(open_notebook(PANEL_CELL.replace("panel()", named)))
    expect(panel.status).to_contain_text(says)
    whole = panel.output.locator(".snippet-widget-panel")
    for width in (420, 508, 640, 900):  # of docked panels
        whole.evaluate("(node, width) => { node.style.width = `${width}px`; }", width)
        line = panel.status.evaluate(
            "node => [node.clientHeight, getComputedStyle(node).lineHeight]"
        )
        assert line[0] <= float(line[1].removesuffix("px")) + 1, width


STANDS_STILL = """() => {
  const cards = [...document.querySelectorAll('.sw-card')];
  const tops = cards.map(card => card.getBoundingClientRect().y);
  const now = performance.now();
  if (`${tops}` !== window.lastTops) {
    window.lastTops = `${tops}`;
    window.lastMoved = now;
  }
  return now - window.lastMoved > 300;
}"""
"""Whether no card has moved for a while, as they do after the window's size has changed."""


def test_code_begins_within_300_pixels_and_three_cards_stand_side_by_side(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook(PANEL_CELL)
    notebook.execute("application:toggle-left-area")
    panel = open_panel(notebook)
    try:
        for width in (900, 1040, 1240, 1900):  # the panel is some 130 narrower
            notebook.page.set_viewport_size({"width": width, "height": 900})
            notebook.page.wait_for_function(STANDS_STILL)
            cards = [panel.card(name) for name in ("Python · sync", "Python · async", "TypeScript")]
            boxes = [card.bounding_box() for card in cards]
            assert len({box["y"] for box in boxes if box}) == 1
            top = panel.output.locator(".snippet-widget-panel").bounding_box()
            code = cards[0].get_by_role("group", name="Code").bounding_box()
            assert top
            assert code
            assert code["y"] - top["y"] < 300
            assert panel.list.evaluate(PART_OF_A_ROW) == 0
            assert panel.dropdown("Load level").evaluate(IS_WHOLE)
            for card in cards:
                pre = card.get_by_role("group", name="Code")
                assert pre.evaluate("node => node.scrollWidth <= node.clientWidth")
        go = panel.card("Go")
        expect(go.get_by_role("group", name="Code")).to_be_hidden()
        go.get_by_role("button", name="Code of Go").click()
        expect(go.get_by_role("group", name="Code")).to_be_visible()
        whole = panel.output.locator(".snippet-widget-panel")
        for narrow in (110, 150, 230, 320, 480):  # as a docked one may be
            whole.evaluate("(node, width) => { node.style.width = `${width}px`; }", narrow)
            assert whole.evaluate(OVERFLOWING) == [], narrow
            assert whole.evaluate(OVERLAPPING) == [], narrow
            assert narrow < 150 or whole.evaluate(CUT_TITLES) == [], narrow
            assert panel.list.evaluate(CUT_WITHOUT_ELLIPSIS) == [], narrow
            assert narrow < 320 or panel.dropdown("Load level").evaluate(IS_WHOLE), narrow
            compared = panel.output.get_by_label("Compare with").bounding_box()
            assert compared
            assert compared["width"] >= min(narrow, 140) - 1, narrow
    finally:
        notebook.page.set_viewport_size({"width": 1400, "height": 900})


def test_heading_and_cards_below_each_other_change_in_one_step(open_notebook: OpenNotebook) -> None:
    panel = open_panel(open_notebook(PANEL_CELL))
    expect(panel.card("Go")).to_be_visible()
    panel.output.locator(".snippet-widget-panel").evaluate(
        "node => { node.style.width = '520px'; }"
    )
    panel.output.page.wait_for_function(STANDS_STILL)
    steps = [panel.output.page.evaluate(STEPS_OF_A_CHOICE, row) for row in (1, 4, 7, 10, 16, 18)]
    assert [len(shown) for shown in steps] == [2] * 6, steps


def test_cards_stand_still_under_the_pointer_whatever_the_heading_says(
    open_notebook: OpenNotebook,
) -> None:
    panel = open_panel(open_notebook(PANEL_CELL))
    expect(panel.card("Go")).to_be_visible()
    panel.output.locator(".snippet-widget-panel").evaluate(
        "node => { node.style.width = '520px'; }"
    )
    panel.output.page.wait_for_function(STANDS_STILL)
    panel.card("Python · sync").hover()
    tops = set()
    for row in (1, 4, 7, 10, 16, 18):
        panel.output.page.evaluate(STEPS_OF_A_CHOICE, row)
        tops.add(panel.card("Python · sync").evaluate("card => card.getBoundingClientRect().y"))
    assert len(tops) == 1


def test_heading_is_whole_for_who_chooses_in_the_list(open_notebook: OpenNotebook) -> None:
    panel = open_panel(open_notebook(PANEL_CELL))
    expect(panel.card("Go")).to_be_visible()
    panel.output.locator(".snippet-widget-panel").evaluate(
        "node => { node.style.width = '240px'; }"
    )
    panel.output.page.wait_for_function(STANDS_STILL)
    panel.card("Python · sync").hover()
    panel.list.hover()
    for row in (1, 4, 7, 10, 16, 18):
        panel.output.page.evaluate(STEPS_OF_A_CHOICE, row)
        assert panel.heading.evaluate("node => node.scrollHeight - node.clientHeight") == 0
    heights = panel.heading.evaluate("node => [node.offsetHeight, node.parentNode.offsetHeight]")
    assert heights[1] - heights[0] in range(25)


def test_narrow_list_shows_calls_below_their_paths(open_notebook: OpenNotebook) -> None:
    panel = open_panel(open_notebook(PANEL_CELL))
    whole = panel.output.locator(".snippet-widget-panel")
    for narrow in (200, 250, 300):
        whole.evaluate("(node, width) => { node.style.width = `${width}px`; }", narrow)
        assert panel.list.evaluate(CUT_CALLS) == []
        assert panel.list.evaluate("list => list.scrollWidth - list.clientWidth") == 0


def test_comparison_is_shown_above_the_cards(open_notebook: OpenNotebook) -> None:
    panel = open_panel(open_notebook(PANEL_CELL))
    panel.choose("POST /v1/recordings/identify")
    panel.output.get_by_label("Compare with").select_option(index=1)
    changes = panel.output.get_by_label("Changes of Python · sync")
    expect(changes).to_be_in_viewport()
