"""JupyterLab or Notebook 7 in the browser, with one page, notebook and kernel for all tests.

A new page, and in it a new kernel that imports the package, cost five seconds of processor time;
JupyterLab loaded anew in a page that had it, three: the browser has compiled it already. A notebook
that is opened in a page that is there, on a kernel that is there, costs one. Other cells in the
notebook that is open, read from its file as *Reload Notebook from Disk* does, cost a fifth of one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import nbformat
from playwright.sync_api import Error

from tests.browser.notebook_page import NOTEBOOK, NotebookPage

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

    from tests.browser.jupyter_server import JupyterServer

VIEWPORT: ViewportSize = {"width": 1400, "height": 900}

CLOSE_DOCUMENTS = """async path => {
  const { shell } = window.jupyterapp;
  const main = [...shell.widgets('main')];
  const kept = main.find(widget => widget.content?.activeCellChanged
    && widget.context.path === path);
  const panels = [...shell.widgets('right')]
    .filter(widget => widget.content?.hasClass?.('snippet-widget-KernelView'));
  const closed = [...main, ...panels].filter(widget => widget !== kept).map(widget => {
    if (widget.context) widget.context.model.dirty = false;
    const disposed = new Promise(resolve => widget.disposed.connect(resolve));
    widget.close();
    return widget.isDisposed || disposed;
  });
  const late = new Promise((_, reject) => setTimeout(reject, 5000, 'a document stays open'));
  await Promise.race([Promise.all(closed), late]);
  if (shell.leftCollapsed) shell.expandLeft();
  return kept !== undefined;
}"""
"""All but one, without the question whether to save; and show the file browser again.

Returns whether the one is there, when all others are gone.
"""

READ_ANEW = f"""async () => {{
  const {{ content, context }} = {NOTEBOOK};
  content.activeCellIndex = 0;
  await context.revert();
  context.model.sharedModel.clearUndoHistory();
  content.activeCellIndex = 0;
  content.mode = 'command';
  content.deselectAll();
  content.node.scrollTop = 0;
}}"""
"""*Reload Notebook from Disk*, without a way back; and the user at its beginning."""

OPEN = "path => void window.jupyterapp.commands.execute('docmanager:open', { path })"
"""Not waited for: its promise waits for nobody who holds it, and may be collected as garbage."""

REOPENED = "() => !document.querySelector('.jp-mod-restoring')"
"""Whether a page that was loaded anew has opened what its address names: it would open it later."""

DESCRIBE = """() => {
  const { shell } = window.jupyterapp;
  const line = widget => `${widget.isVisible ? 'shown' : 'hidden'} ${widget.title.label}: `
    + widget.node.innerText.replaceAll(/\\s+/g, ' ').slice(0, 1000);
  return ['main', 'right'].flatMap(area => [...shell.widgets(area)].map(line)).join('\\n');
}"""
"""What is open, and what it says."""

IDLE_OR_GONE = f"""() => {{
  const kernel = {NOTEBOOK}?.sessionContext.session?.kernel;
  return kernel ? kernel.status === 'idle' && 'idle' : 'gone';
}}"""

RUN_IN_KERNEL = f"""code => {{
  const {{ kernel }} = {NOTEBOOK}.sessionContext.session;
  return kernel.requestExecute({{ code, silent: true, store_history: false }}).done
    .then(reply => reply.content.status);
}}"""

RESET_KERNEL = """
import os, sys, threading
from ipywidgets import Widget
Widget.close_all()
for thread in threading.enumerate():
    if thread.name == "snippet_widget memory":
        thread.join()
os.environ.clear()
os.environ.update(sys._environment_of_a_new_kernel)
get_ipython().extension_manager.loaded.discard("snippet_widget")
get_ipython().run_line_magic("reset", "-f")
__import__("gc").freeze()
"""
"""What outlives a reset is not searched for garbage by the next: that took most of its time.

What the user chose last is written before the choices are forgotten (`forget_choices`).
"""

REMEMBER_ENVIRONMENT = """\
import os, sys
sys._environment_of_a_new_kernel = {**os.environ}
del os, sys
"""
"""Every kernel begins with it, also one that was restarted."""


class Application:
    """One of the two, in a browser.

    Parameters
    ----------
    browser
        The browser.
    server
        The server of JupyterLab or Notebook.
    """

    def __init__(self, browser: Browser, server: JupyterServer) -> None:
        self.browser = browser
        self.server = server
        self._context: BrowserContext | None = None
        self._page: Page | None = None
        self._open_file: Path | None = None
        self._kernel: str | None = None
        self._spare: Page | None = None
        startup = server.folder.parent / ".ipython/profile_default/startup"
        startup.mkdir(parents=True, exist_ok=True)
        (startup / "environment.py").write_text(REMEMBER_ENVIRONMENT)

    def take_page(self) -> Page:
        """Return a page for something to be loaded in, which shares the other pages' cache."""
        if self._context is None:
            self._context = self.browser.new_context(viewport=VIEWPORT)
        page, self._spare = self._spare or self._context.new_page(), None
        return page

    def give_back(self, page: Page, *, failed: bool) -> None:
        """Keep a page for the next that needs one; after a failure it may be in any state."""
        if failed or self._spare is not None:
            page.close()
            return
        page.goto("about:blank")
        page.set_viewport_size(VIEWPORT)
        page.emulate_media(color_scheme="light")
        self._spare = page
        if self._page is not None:
            self._page.bring_to_front()

    def open(self, notebook: Any, file: Path) -> NotebookPage:
        """Open a notebook in the page and on the kernel that the tests share.

        Parameters
        ----------
        notebook
            What it has in it.
        file
            Where it is saved, unless the last test has left one open: there then.
        """
        file = self._open_file or file
        nbformat.write(notebook, file)
        try:
            opened = self._opened(file)
            if not opened.is_alone:  # one that was just being opened when the last test ended
                self.close()
                opened = self._opened(file)
        except Exception:
            self.close()  # or the next test would find what this one left
            raise
        self._page, self._open_file = opened.page, file
        self._kernel = opened.kernel_id()
        return opened

    def _opened(self, file: Path) -> NotebookPage:
        if self._page is not None and file == self._open_file:
            self._page.evaluate(READ_ANEW)
            return NotebookPage(self._page, None, file)
        if self._kernel is not None:
            self.server.start_session(file.name, self._kernel)
        if self._page is None or self.server.app == "notebook":  # each page of it is one notebook
            page = self._page or self.take_page()
            return NotebookPage(page, self.server.url(file.name), file)
        self._page.evaluate(OPEN, file.name)
        return NotebookPage(self._page, None, file)

    def describe(self) -> str:
        """Return what the page that the tests share shows, as far as it can be asked."""
        try:
            return str(self._page.evaluate(DESCRIBE)) if self._page else ""
        except Error as error:
            return str(error)

    def release(self, notebook: NotebookPage, *, failed: bool) -> None:
        """Leave page, notebook and kernel as if they were new.

        After a failure, and where that cannot be done, the next test gets new ones.
        """
        try:
            self._release(notebook, failed=failed)
        except Error:  # closed, crashed, or busy without end
            self.close()
        self.server.forget_choices()

    def _release(self, notebook: NotebookPage, *, failed: bool) -> None:
        page = notebook.page
        page.mouse.move(0, 0)
        if failed:
            self.close()
            return
        if notebook.has_own_kernel:
            notebook.take_new_kernel()
            self._kernel = notebook.kernel_id()
        page.wait_for_function(REOPENED)
        kernel_is_new = _is_reset(page)
        kept = notebook.file.name if kernel_is_new and not notebook.is_changed else ""
        if not page.evaluate(CLOSE_DOCUMENTS, kept):
            self._open_file = None
        page.set_viewport_size(VIEWPORT)
        if not kernel_is_new:
            self._end_kernel()

    def close(self) -> None:
        """End the page and the kernel, and forget what was set in them."""
        if self._context is not None:
            self._context.close()
        self._context = self._page = self._spare = self._open_file = None
        self._end_kernel()
        self.server.forget_settings()

    def _end_kernel(self) -> None:
        if self._kernel is not None:
            self.server.end_kernel(self._kernel)
        self._kernel = None


def _is_reset(page: Page) -> bool:
    if page.wait_for_function(IDLE_OR_GONE, timeout=5_000).json_value() != "idle":
        return False
    status: str = page.evaluate(RUN_IN_KERNEL, RESET_KERNEL)
    return status == "ok"


class OwnPage:
    """A page and a kernel that a test has for itself.

    Parameters
    ----------
    application
        Where it is opened.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._server = application.server
        self._page = application.take_page()

    def open(self, file: Path, host: str) -> NotebookPage:
        """Open a notebook, at an address of this machine."""
        self._path = file.name
        url = self._server.url(file.name).replace("localhost", host, 1)
        return NotebookPage(self._page, url, file)

    def close(self, *, failed: bool) -> None:
        """End the kernel, and leave the page."""
        self._application.give_back(self._page, failed=failed)
        self._server.end_session(self._path)
