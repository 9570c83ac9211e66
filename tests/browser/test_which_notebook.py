"""Several notebooks on one kernel, several views of one notebook: each card knows its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.plain_card import card_cell

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenNotebook
    from tests.browser.notebook_page import NotebookPage

SHARE_KERNEL = """async path => {
  const { commands, shell } = window.jupyterapp;
  const first = [...shell.widgets('main')].find(widget => widget.content?.activeCellChanged);
  const second = await commands.execute(
    'docmanager:open', { path, options: { mode: 'split-bottom' } });
  await second.context.ready;
  await second.sessionContext.ready;
  await second.sessionContext.changeKernel({ id: first.sessionContext.session.kernel.id });
}"""


ACTIVE_SOURCES = """[...window.jupyterapp.shell.widgets('main')]
  .filter(widget => widget.content?.activeCellChanged)
  .map(({ content }) => content.activeCell.model.sharedModel.getSource())"""


def panels(notebook: NotebookPage) -> Locator:
    return notebook.page.locator(".jp-NotebookPanel")


def cell(panel: Locator, index: int) -> Locator:
    return panel.locator(".jp-Cell").nth(index)


def output(panel: Locator) -> Locator:
    return cell(panel, 0).locator(".jp-OutputArea")


def insert(part: Locator) -> None:
    part.get_by_role("button", name="Insert").first.click()


def test_two_notebooks_on_one_kernel_have_a_panel_each(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook("own = 1")
    other = notebook.file.with_name("other.ipynb")
    other.write_text(notebook.file.read_text().replace("own = 1", "other = 1"))
    notebook.page.evaluate(SHARE_KERNEL, other.name)
    expect(panels(notebook)).to_have_count(2)
    for file in (other, notebook.file):
        notebook.execute("snippet-widget:open-panel", path=file.name)
    docked = notebook.page.locator(".snippet-widget-KernelView")
    expect(docked).to_have_count(2)
    tabs = notebook.page.locator(".lm-DockPanel-tabBar", has_text="Snippets").get_by_role("tab")
    names = [f"Snippets · {short(file.stem)}" for file in (other, notebook.file)]
    expect(tabs).to_have_text(names)  # in one area
    expect(docked.locator("visible=true")).to_have_count(1)
    for number in (1, 0):  # the panel of the notebook that one turns to comes to the front
        panels(notebook).nth(number).locator(".jp-InputPrompt").first.click()
        expect(tabs.nth(1 - number)).to_have_attribute("aria-selected", "true")
        assert (
            panels(notebook).nth(number).evaluate("node => node.contains(document.activeElement)")
        )
    tabs.first.click()
    # The other notebook's connection to the kernel hears no widgets: the first one's draws them.
    insert(notebook.page.locator(f"[id$='{panel_id(panels(notebook).nth(1))}'] .sw-card").first)
    expect(panels(notebook).nth(1).locator(".jp-Cell")).to_have_count(2)
    expect(panels(notebook).nth(0).locator(".jp-Cell")).to_have_count(1)
    notebook.save()
    notebook.close()
    expect(docked).to_contain_text("This kernel's widgets belong to another notebook")


def short(name: str) -> str:
    return name if len(name) <= 13 else f"{name[:5]}…{name[-7:]}"


def panel_id(panel: Locator) -> str:
    found = panel.get_attribute("id")
    assert found
    return found


def test_card_in_two_views_of_one_notebook_activates_the_cell_in_the_one_that_was_clicked(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook(card_cell(), "last = 1")
    notebook.run(0)
    notebook.execute("docmanager:clone")
    expect(panels(notebook)).to_have_count(2)
    first, second = panels(notebook).nth(0), panels(notebook).nth(1)
    cell(first, 1).locator(".jp-InputPrompt").click()
    insert(output(second))
    assert notebook.page.evaluate(ACTIVE_SOURCES) == ["last = 1", "snippet = 1"]
    insert(output(first))
    insert(output(second))
    # Each view draws a card of its own, which counts its own clicks; the user was in the last cell
    # of the first view, and in the cell inserted of the second.
    assert notebook.sources()[1:] == ["snippet = 1", "snippet = 2", "last = 1", "snippet = 1"]


def test_docked_panel_follows_the_view_in_which_the_user_was_and_outlives_the_other(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook("a = 1", "b = 1")
    notebook.execute("snippet-widget:open-panel")
    docked = notebook.page.locator(".snippet-widget-KernelView")
    expect(docked.get_by_role("button", name="Insert").first).to_be_visible()
    cell(panels(notebook).first, 0).locator(".jp-InputPrompt").click()
    notebook.execute("docmanager:clone")
    expect(panels(notebook)).to_have_count(2)
    cell(panels(notebook).nth(1), 1).locator(".jp-InputPrompt").click()
    insert(docked)
    expect(panels(notebook).nth(1).locator(".jp-Cell.jp-mod-active")).to_contain_text("import")
    assert notebook.sources()[:2] == ["a = 1", "b = 1"]
    notebook.close()
    expect(panels(notebook)).to_have_count(1)
    insert(docked)
    expect(panels(notebook).locator(".jp-Cell")).to_have_count(4)
