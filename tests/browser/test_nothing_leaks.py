"""What is opened and closed again and again leaves nothing behind in the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.browser.notebook_page import NOTEBOOK

if TYPE_CHECKING:
    from tests.browser.conftest import OpenNotebook

COUNT_LISTENERS = """() => {
  const counted = window.countedListeners = { count: 0, added: 0 };
  for (const target of [document, window]) {
    const add = target.addEventListener.bind(target);
    const remove = target.removeEventListener.bind(target);
    const known = new Map();
    target.addEventListener = (name, action, options) => {
      if (!String(new Error().stack).match(/snippet|anywidget|blob:/)) {
        return add(name, action, options);
      }
      counted.count += 1;
      counted.added += 1;
      known.set(action, name);
      options?.signal?.addEventListener('abort', () => { counted.count -= 1; });
      return add(name, action, options);
    };
    target.removeEventListener = (name, action, options) => {
      counted.count -= known.delete(action) ? 1 : 0;
      return remove(name, action, options);
    };
  }
}"""

COUNT_NO_MORE = """() => {
  for (const target of [document, window]) {
    delete target.addEventListener; // what lies under it is the browser's
    delete target.removeEventListener;
  }
}"""

OPEN_AND_CLOSE = f"""async times => {{
  const {{ commands, shell }} = window.jupyterapp;
  const find = () => ['main', 'right'].flatMap(area => [...shell.widgets(area)])
    .find(widget => widget.content?.hasClass?.('snippet-widget-KernelView'));
  for (let n = 0; n < times; n++) {{
    const panel = {NOTEBOOK};
    await commands.execute('snippet-widget:open-panel');
    const docked = find();
    const end = performance.now() + 20000;
    while (!docked.node.querySelector('.sw-card') && performance.now() < end) {{
      await new Promise(done => setTimeout(done, 20));
    }}
    if (!docked.node.querySelector('.sw-card')) throw new Error(`no card in round ${{n}}`);
    docked.dispose();
    await new Promise(done => setTimeout(done, 20));
  }}
  const {{ kernel }} = {NOTEBOOK}.sessionContext.session;
  return {{
    listeners: window.countedListeners.count,
    comms: kernel._comms.size,
    panels: document.querySelectorAll('.snippet-widget-panel').length,
  }};
}}"""


def test_panel_that_is_opened_and_closed_fifty_times_leaves_what_one_leaves(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook("first = 1")
    notebook.page.evaluate(COUNT_LISTENERS)
    try:
        once: dict[str, Any] = notebook.page.evaluate(OPEN_AND_CLOSE, 1)
        added = notebook.page.evaluate("window.countedListeners.added")
        assert added > 0  # else nothing of ours is counted
        assert once["comms"] > 10
        assert once["panels"] == 0
        assert notebook.page.evaluate(OPEN_AND_CLOSE, 50) == once
        notebook.page.get_by_role("button", name="Snippets").click()
        card = notebook.page.locator(".snippet-widget-KernelView .sw-card").first
        expect(card).to_be_visible()
    finally:
        notebook.page.evaluate(COUNT_NO_MORE)
