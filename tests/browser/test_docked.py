"""The panel beside the notebook: opened, come back, closed with it; and what it says otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser.docked_panel import (
    docked,
    insert_button,
    mark_as_old,
    open_docked,
    panel_is_remembered,
)
from tests.browser.notebook_page import NOTEBOOK

if TYPE_CHECKING:
    from playwright.sync_api import Error

    from tests.browser.conftest import OpenNotebook
    from tests.browser.jupyter_server import JupyterServer

HIDE = """import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] == 'snippet_widget':
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hidden())"""


BUSY_UNTIL_FILE_EXISTS = """import pathlib, time
go_on = pathlib.Path('go on')
while not go_on.exists():
    time.sleep(0.05)
go_on.unlink()"""

RESTART_AND_CLICK = f"""() => {{
  const button = document.querySelector('.snippet-widget-KernelView [data-snippet-widget=insert]');
  void {NOTEBOOK}.sessionContext.session.kernel.restart();
  button.click();
  button.click();
}}"""
"""One task of the page: the panel is taken away when the kernel's restart is known."""


RESTART_AND_CHOOSE = f"""() => {{
  const panel = document.querySelector('.snippet-widget-KernelView');
  const row = [...panel.querySelectorAll('[aria-selected=false]')].at(-1);
  const level = [...panel.querySelectorAll('.widget-dropdown select')].at(-1);
  const seen = window.seenOfTheRestart = [];
  new MutationObserver(() => seen.push(panel.textContent))
    .observe(panel, {{ subtree: true, childList: true, characterData: true }});
  void {NOTEBOOK}.sessionContext.session.kernel.restart();
  row.click();
  level.value = 'Call only';
  level.dispatchEvent(new Event('change', {{ bubbles: true }}));
  return row.title;
}}"""
"""One task of the page: the choice is sent, and no kernel is there to follow it.

What the panel says meanwhile is recorded: a quick kernel is back before anyone looks.
"""


CLOSE_WHILE_KERNEL_STARTS = f"""async () => {{
  const {{ shell }} = window.jupyterapp;
  const find = () => ['main', 'right'].flatMap(area => [...shell.widgets(area)])
    .find(widget => widget.content?.hasClass('snippet-widget-KernelView'));
  const {{ sessionContext }} = {NOTEBOOK};
  const asked = new Promise(resolve => {{
    const look = (_, status) => {{
      if (status === 'busy' || status === 'idle') {{
        sessionContext.statusChanged.disconnect(look);
        find().dispose();
        sessionContext.session.kernel.info.then(() => setTimeout(resolve, 100));
      }}
    }};
    sessionContext.statusChanged.connect(look);
  }});
  await sessionContext.session.kernel.restart();
  await asked;
}}"""
"""The panel asks a new kernel what it is, and is gone when the answer comes."""


COLLECT_TEXTS = """() => {
  const docked = document.querySelector('.snippet-widget-KernelView');
  window.saidByDocked = [];
  const look = () => window.saidByDocked.push(docked.innerText);
  new MutationObserver(look).observe(docked, { childList: true, subtree: true, attributes: true });
}"""
"""What is seen in the panel, whenever it changes: a restart may be over in a moment."""


CHOOSE_IN_ANOTHER_PANEL = """import time
from snippet_widget.widget import docked, saved_choices
other = docked.panel_of('other.ipynb')
assert other.wait(30)
other.state.organization = 'skylark'
saved = saved_choices.default_choices_path()
while not (saved.is_file() and 'skylark' in saved.read_text()):
    time.sleep(0.05)
print('is remembered')"""
"""What a person does beside another notebook on this kernel."""


@pytest.fixture(params=["open_notebook", "open_notebook7"])
def open_(request: pytest.FixtureRequest) -> OpenNotebook:
    opener: OpenNotebook = request.getfixturevalue(request.param)
    return opener


def test_toolbar_button_opens_one_panel_that_inserts_below_the_active_cell(
    open_: OpenNotebook,
) -> None:
    notebook = open_("first = 1", "second = 2")
    panel = open_docked(notebook)
    expect(panel.get_by_role("textbox", name="Filter endpoints")).to_be_focused(timeout=30_000)
    insert_button(panel).click()
    insert_button(panel).click()
    button = notebook.page.get_by_role("button", name="Snippets", exact=True)
    button.click()
    expect(docked(notebook)).to_have_count(1)
    assert button.get_attribute("aria-pressed") is None  # it opens, and never closes
    saved = notebook.save().cells
    assert [saved[0].source, saved[3].source] == ["first = 1", "second = 2"]
    assert saved[1].source == saved[2].source
    assert saved[1].metadata["snippet_widget"]["client"] == "sync_client"


def test_panel_comes_back_after_reload_and_after_restart(open_: OpenNotebook) -> None:
    notebook = open_(CHOOSE_IN_ANOTHER_PANEL)
    with panel_is_remembered(notebook.page):
        insert_button(open_docked(notebook)).wait_for()
    notebook.save()
    notebook.page.reload()
    notebook.wait_until_ready()
    insert_button(docked(notebook)).wait_for(timeout=20_000)
    notebook.page.evaluate(COLLECT_TEXTS)
    organization = docked(notebook).get_by_role("combobox", name="Organization")
    before = organization.input_value()
    notebook.run(0).get_by_text("is remembered").wait_for()
    mark_as_old(docked(notebook))
    notebook.restart_kernel()
    expect(docked(notebook).locator("[data-old]")).to_have_count(0)
    insert_button(docked(notebook)).wait_for(timeout=20_000)
    assert organization.input_value() == before  # not that of the other panel
    expect(docked(notebook).locator("[disabled], [aria-disabled=true]")).to_have_count(0)
    said = notebook.page.evaluate("window.saidByDocked.join(' ')")
    assert "The kernel is restarting; the panel will return." in said
    assert "is gone" not in said  # one message is enough
    notebook.page.evaluate(f"{NOTEBOOK}.sessionContext.shutdown()")
    docked(notebook).get_by_text(
        "no running kernel. The panel returns when there is one."
    ).wait_for()
    docked(notebook).get_by_role("button", name="Start kernel").click()
    notebook.wait_until_ready()
    insert_button(docked(notebook)).wait_for(timeout=20_000)


def test_panel_comes_back_after_a_restart_from_another_window(
    open_notebook: OpenNotebook, lab: JupyterServer
) -> None:
    notebook = open_notebook("first = 1", own_page=True)
    panel = open_docked(notebook)
    insert_button(panel).wait_for()
    mark_as_old(panel)
    lab.restart_kernel(notebook.kernel_id())
    notebook.run(0)  # where the kernel's first word is lost, this brings the next
    expect(panel.locator("[data-old]")).to_have_count(0, timeout=30_000)
    insert_button(panel).wait_for(timeout=30_000)
    expect(panel).not_to_contain_text("is gone")


def test_shortcut_to_the_filter_opens_a_panel_where_there_is_none(open_: OpenNotebook) -> None:
    notebook = open_("first = 1")
    notebook.cells.first.locator(".jp-InputPrompt").click()
    notebook.page.keyboard.press("Control+Alt+f")
    expect(docked(notebook).get_by_role("textbox", name="Filter endpoints")).to_be_focused()
    notebook.page.keyboard.press("Escape")
    expect(notebook.cells.first).to_be_focused()


def test_escape_in_the_filter_leads_back_to_the_cursor(open_: OpenNotebook) -> None:
    notebook = open_("first = 1")
    panel = open_docked(notebook)
    insert_button(panel).wait_for()
    keyboard = notebook.page.keyboard
    editor = notebook.cells.first.locator(".cm-content")
    editor.click()
    keyboard.press("Home")
    keyboard.press("Control+Alt+f")
    expect(panel.get_by_role("textbox", name="Filter endpoints")).to_be_focused()
    keyboard.press("Escape")
    expect(editor).to_be_focused()
    keyboard.type("x")  # in command mode it would cut the cell
    assert notebook.sources() == ["xfirst = 1"]


def test_who_inserts_at_the_cursor_goes_on_typing_there(open_: OpenNotebook) -> None:
    notebook = open_("first = 1", "second = 2")
    button = insert_button(open_docked(notebook))
    button.wait_for()
    editor = notebook.cells.first.locator(".cm-content")
    where = docked(notebook).get_by_role("combobox", name="Where to put the snippet").first
    where.select_option("cursor")
    try:
        editor.click()
        notebook.page.keyboard.press("End")
        button.click()
        expect(editor).to_be_focused()
        notebook.page.keyboard.type("x")  # in command mode it would cut the cell
        first, second = notebook.sources()
        assert first.startswith("first = 1\n")
        assert first.endswith("x")
        assert second == "second = 2"
    finally:
        where.select_option("below")


def test_what_comes_of_adding_an_sdk_is_seen(open_notebook: OpenNotebook) -> None:
    panel = open_docked(open_notebook("first = 1"))
    insert_button(panel).wait_for()
    panel.get_by_role("button", name="Add an SDK…").click()
    field = panel.get_by_role("textbox", name="SDK to add")
    field.fill("./missing.whl")
    field.press("Enter")
    said = panel.locator("[aria-live]", has_text="There is no file ./missing.whl")
    expect(said).to_be_in_viewport(ratio=1, timeout=30_000)


def test_list_and_code_use_the_room_of_the_panel(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook("first = 1")
    notebook.page.set_viewport_size({"width": 1900, "height": 1000})
    try:
        panel = open_docked(notebook)
        panel.get_by_role("combobox", name="Organization", exact=True).select_option("skylark")
        endpoints = panel.get_by_role("listbox", name="Endpoints")
        expect(endpoints.get_by_role("option")).to_have_count(23)
        height = panel.bounding_box()["height"]  # type: ignore[index]
        assert endpoints.bounding_box()["height"] == pytest.approx(height / 3, abs=23)  # type: ignore[index]
        assert endpoints.evaluate("list => list.clientHeight % 22") == 0
        boxes = "nodes => nodes.slice(0, 3).map(node => node.getBoundingClientRect().toJSON())"
        cards = panel.get_by_role("region")
        cards.nth(2).wait_for()
        # At one time: what is above them may still change.
        sync, asynchronous, typescript = cards.evaluate_all(boxes)
        assert sync["y"] == asynchronous["y"] < typescript["y"]  # three would break each line
        assert sync["width"] < 400 < 2 * sync["width"] < typescript["width"]
    finally:
        notebook.page.set_viewport_size({"width": 1400, "height": 900})


def test_panel_is_closed_with_its_notebook(open_: OpenNotebook) -> None:
    notebook = open_("first = 1")
    insert_button(open_docked(notebook)).wait_for()
    notebook.save()
    notebook.close()
    expect(notebook.page.locator(".jp-NotebookPanel")).to_have_count(0)
    expect(docked(notebook)).to_have_count(0)


def test_save_in_the_panel_saves_its_notebook(open_: OpenNotebook) -> None:
    notebook = open_("first = 1")
    panel = open_docked(notebook)
    insert_button(panel).click()
    notebook.page.keyboard.press("Control+s")
    notebook.wait_until_saved()
    assert len(nbformat.read(notebook.file, as_version=4).cells) == 2


def test_what_is_chosen_in_the_moment_of_a_restart_is_chosen_when_the_kernel_is_back(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook("first = 1")
    panel = open_docked(notebook)
    heading = panel.get_by_role("heading", level=3)
    expect(heading).to_be_visible()
    rows = panel.get_by_role("listbox", name="Endpoints")
    before = rows.get_by_role("option", selected=True).get_attribute("title") or ""
    chosen = notebook.page.evaluate(RESTART_AND_CHOOSE)
    assert chosen != before
    notebook.page.wait_for_function(
        "told => window.seenOfTheRestart.some(text => text.includes(told))",
        arg=f"The kernel is restarting; the panel will return, showing {chosen} · Call only.",
    )
    expect(heading).to_contain_text(chosen, timeout=30_000)
    expect(panel).not_to_contain_text("is restarting")
    level = panel.get_by_role("combobox", name="Load level")
    expect(level).to_have_value("Call only")
    level.select_option("Whole program")
    rows.get_by_title(before, exact=True).click()  # or it would be remembered for the next test
    expect(heading).to_contain_text(before)


def test_insertion_does_not_wait_for_a_kernel_that_restarts(open_: OpenNotebook) -> None:
    notebook = open_("first = 1")
    button = insert_button(open_docked(notebook))
    button.wait_for()
    notebook.page.evaluate(RESTART_AND_CLICK)
    assert len(notebook.sources()) == 3
    expect(notebook.page.locator(".jp-Notebook .jp-Cell").nth(2)).to_be_visible()
    expect(button).to_be_visible()


def test_kernel_without_the_package_gets_an_install_cell(open_: OpenNotebook) -> None:
    notebook = open_(HIDE)
    notebook.take_new_kernel()
    notebook.run(0)
    panel = open_docked(notebook)
    expect(panel).to_contain_text("snippet_widget is not installed in this kernel")
    panel.get_by_role("button", name="Insert install cell").click()
    assert "%pip install snippet-widget" in notebook.sources()


def test_file_that_hides_the_package_is_named(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook("first = 1")
    own = notebook.file.with_name("snippet_widget.py")
    own.write_text("from snippet_widget import panel\n\npanel()\n")
    try:
        notebook.take_new_kernel()
        panel = open_docked(notebook)
        expect(panel).to_have_text(
            "snippet_widget.py in this notebook's folder hides the package snippet_widget: "
            "rename it, and restart the kernel."
        )
    finally:
        own.unlink()
    notebook.restart_kernel()
    insert_button(panel).wait_for(timeout=30_000)


def test_busy_kernel_is_named_and_the_panel_follows(open_: OpenNotebook) -> None:
    notebook = open_(BUSY_UNTIL_FILE_EXISTS)
    notebook.run(0)
    notebook.page.wait_for_function(f"{NOTEBOOK}.sessionContext.session.kernel.status === 'busy'")
    panel = open_docked(notebook)
    expect(panel).to_contain_text("The kernel is busy")
    notebook.file.with_name("go on").touch()
    insert_button(panel).wait_for(timeout=20_000)
    expect(panel).not_to_contain_text("The kernel is busy")


RUN_AND_OPEN = """() => {
  const { commands } = window.jupyterapp;
  void commands.execute('notebook:run-cell');
  void commands.execute('snippet-widget:open-panel');
}"""
"""One task of the page: the kernel has not said anything yet."""


def test_kernel_that_becomes_busy_while_the_panel_opens_is_named(open_: OpenNotebook) -> None:
    notebook = open_(BUSY_UNTIL_FILE_EXISTS)
    notebook.cells.first.locator(".jp-InputArea-editor").click()
    notebook.page.evaluate(RUN_AND_OPEN)
    expect(docked(notebook)).to_contain_text("The kernel is busy")
    notebook.file.with_name("go on").touch()
    insert_button(docked(notebook)).wait_for(timeout=20_000)
    expect(docked(notebook)).not_to_contain_text("The kernel is busy")


def test_panel_that_is_closed_while_the_kernel_starts_builds_nothing(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook("first = 1")
    insert_button(open_docked(notebook)).wait_for()
    errors: list[Error] = []
    notebook.page.on("pageerror", lambda error: errors.append(error))  # noqa: PLW0108 - Playwright marks it
    notebook.page.evaluate(CLOSE_WHILE_KERNEL_STARTS)
    expect(docked(notebook)).to_have_count(0)
    assert errors == []
