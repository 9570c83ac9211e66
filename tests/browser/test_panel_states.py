"""Every state says what is going on and what to do next; in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.panel_page import PANEL_CELL, PanelPage, open_panel, service_cell
from tests.browser.states import states
from tests.proxied_service import LONG, proxied_service
from tests.service_builder import TOKEN

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenNotebook
    from tests.browser.jupyter_server import JupyterServer


def test_every_state_is_reached_and_says_so(open_notebook: OpenNotebook, tmp_path: Path) -> None:
    with states(tmp_path) as shown:
        notebook = open_notebook(*(state.cell for state in shown))
        panel: PanelPage | None = None
        for number, state in enumerate(shown):
            state.before()
            panel = panel or PanelPage(notebook, notebook.run(number))
            state.reach(panel)
            state.after()
            if state.leave:
                state.leave(panel)
            else:
                notebook.execute("notebook:clear-all-cell-outputs")
                panel = None


LOWER = "height => document.querySelector('.sw-card').offsetHeight < height"


def height(card: Locator) -> float:
    box = card.bounding_box()
    assert box
    return box["height"]


def test_snippet_of_five_thousand_lines_is_inserted_whole_and_makes_room_again(
    open_notebook: OpenNotebook, tmp_path: Path
) -> None:
    with proxied_service(tmp_path) as proxy:
        notebook = open_notebook(service_cell(proxy.url).replace("'any'", repr(TOKEN)))
        panel = open_panel(notebook)
        panel.choose(LONG)
        card = panel.card("Python · sync")
        expect(card).to_contain_text("line_4999 = 4999")
        card.get_by_role("button", name="Insert").click()
        expect(card).to_contain_text("Inserted as cell 2.")
        source = notebook.save().cells[1].source
        tall = height(card)
        panel.choose("POST /v1/group3/things/3")
        notebook.page.wait_for_function(LOWER, arg=tall - 50)
        warnings = card.get_by_text("1 warning")
        warnings.click()
        expect(card.get_by_text("Yields at the top level.")).to_be_visible()
        unfolded = height(card)
        warnings.click()
        notebook.page.wait_for_function(LOWER, arg=unfolded - 5)
    assert source.startswith("line_0 = 0 ")
    assert source.endswith("x'")
    assert len(source) > 300_000


def test_panel_of_a_kernel_that_is_gone_says_so_and_still_inserts(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook(PANEL_CELL)
    panel = open_panel(notebook)
    expect(panel.card("Python · sync")).to_be_visible()
    notebook.page.evaluate(
        "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
    )
    expect(panel.status).to_contain_text("run the cell again", timeout=30_000)
    for name in ("Organization", "API", "SDK", "Load level"):
        expect(panel.dropdown(name)).to_be_disabled()
    expect(panel.output.get_by_role("button", name="Add an SDK…")).to_be_disabled()
    panel.card("Python · sync").get_by_role("button", name="Insert").click()
    expect(panel.card("Python · sync")).to_contain_text("Inserted as cell 2.")
    chosen = panel.list.get_by_role("option", selected=True)
    name = chosen.inner_text()
    expect(panel.options.nth(7)).to_be_disabled()
    panel.options.nth(7).click(force=True)  # no kernel follows: Insert puts in what is highlighted
    expect(chosen).to_have_text(name, use_inner_text=True)
    expect(panel.output).not_to_contain_text("follows as soon")
    again = open_panel(notebook)
    expect(again.status).to_contain_text("endpoints.", timeout=30_000)


def test_panel_of_a_kernel_restarted_from_elsewhere_says_so_and_still_inserts(
    open_notebook: OpenNotebook, lab: JupyterServer
) -> None:
    notebook = open_notebook(PANEL_CELL)
    panel = open_panel(notebook)
    card = panel.card("Python · sync")
    expect(card).to_be_visible()
    expect(panel.status).to_contain_text("endpoints.")  # else it may never hear that all are here
    name = panel.heading.inner_text()
    lab.restart_kernel(notebook.kernel_id())
    # Where its first word is lost, a choice brings the next.
    panel.options.nth(7).click(force=True)
    expect(panel.status).to_contain_text("run the cell again", timeout=30_000)
    expect(panel.dropdown("Organization")).to_be_disabled()
    expect(panel.output).not_to_contain_text("follows as soon")
    expect(panel.heading).to_have_text(name, use_inner_text=True)
    card.get_by_role("button", name="Insert").click()
    expect(card).to_contain_text("Inserted as cell 2.")
    again = open_panel(notebook)
    expect(again.status).to_contain_text("endpoints.", timeout=30_000)
    expect(again.dropdown("Organization")).to_be_enabled()
    again.choose("POST /v1/walks/plan")  # JupyterLab would ask the process before
    expect(again.heading).to_contain_text("/v1/walks/plan")


def test_panel_shown_twice_is_one_panel(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(f"{PANEL_CELL[:-7]}opened = panel()\nopened", "opened")
    first = open_panel(notebook)
    second = PanelPage(notebook, notebook.run(1))
    second.choose("POST /v1/recordings/identify")
    expect(first.card("Python · sync")).to_contain_text("recordings.identify")
    chosen = first.list.get_by_role("option", selected=True)
    expect(chosen).to_have_accessible_name(
        "POST /v1/recordings/identify client.recordings.identify"
    )


def test_row_that_was_chosen_before_the_panel_is_shown_is_in_sight(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook(f"{PANEL_CELL[:-7]}opened = panel()\nopened", "opened")
    first = open_panel(notebook)
    expect(first.status).to_contain_text("23 endpoints.")
    first.options.last.click()
    expect(first.options.last).to_have_attribute("aria-selected", "true")
    name = first.options.last.get_attribute("title") or ""
    expect(first.heading).to_contain_text(name)
    second = PanelPage(notebook, notebook.run(1))
    chosen = second.list.get_by_role("option", selected=True)
    expect(chosen).to_have_attribute("title", name)
    second.list.scroll_into_view_if_needed()  # JupyterLab shows the cell below, in Chromium 156
    expect(chosen).to_be_in_viewport(ratio=0.9)
