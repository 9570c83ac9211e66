"""JupyterLab or Notebook 7 in the browser, with one page and one kernel for all tests.

A new page, and in it a new kernel that imports the package, cost five seconds of processor time;
JupyterLab loaded anew in a page that had it, three: the browser has compiled it already. A notebook
that is opened in a page that is there, on a kernel that is there, costs one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import Error

from tests.browser.notebook_page import NOTEBOOK, NotebookPage

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

    from tests.browser.jupyter_server import JupyterServer

VIEWPORT: ViewportSize = {"width": 1400, "height": 900}

CLOSE_DOCUMENTS = """() => {
  const { shell } = window.jupyterapp;
  for (const widget of [...shell.widgets('main')]) {
    if (widget.context) widget.context.model.dirty = false;
    widget.close();
  }
  if (shell.leftCollapsed) shell.expandLeft();
}"""
"""Without the question whether to save; and show the file browser again."""

OPEN = "path => void window.jupyterapp.commands.execute('docmanager:open', { path })"
"""Not waited for: its promise waits for nobody who holds it, and may be collected as garbage."""

RUN_IN_KERNEL = f"""code => {{
  const {{ kernel }} = {NOTEBOOK}.sessionContext.session;
  return kernel.requestExecute({{ code, silent: true, store_history: false }}).done
    .then(reply => reply.content.status);
}}"""

RESET_KERNEL = """
import os, sys
from ipywidgets import Widget
Widget.close_all()
os.environ.clear()
os.environ.update(sys._environment_of_a_new_kernel)
get_ipython().run_line_magic("reset", "-f")
"""

REMEMBER_ENVIRONMENT = """
import os, sys
sys._environment_of_a_new_kernel = getattr(sys, "_environment_of_a_new_kernel", {**os.environ})
"""


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
        self._kernel: str | None = None
        self._spare: Page | None = None

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
        self._spare = page
        if self._page is not None:
            self._page.bring_to_front()

    def open(self, file: Path) -> NotebookPage:
        """Open a notebook in the page and on the kernel that the tests share."""
        if self._kernel is not None:
            self.server.start_session(file.name, self._kernel)
        try:
            notebook = self._opened(file)
        except Exception:
            self.close()  # or the next test would find what this one left
            raise
        self._page = notebook.page
        self._kernel = notebook.kernel_id()
        notebook.page.evaluate(RUN_IN_KERNEL, REMEMBER_ENVIRONMENT)
        return notebook

    def _opened(self, file: Path) -> NotebookPage:
        if self._page is None or self.server.app == "notebook":  # each page of it is one notebook
            page = self._page or self.take_page()
            return NotebookPage(page, self.server.url(file.name), file)
        self._page.evaluate(OPEN, file.name)
        return NotebookPage(self._page, None, file)

    def release(self, notebook: NotebookPage, *, failed: bool) -> None:
        """Close what a test opened, and leave page and kernel as if they were new.

        After a failure, and where that cannot be done, the next test gets new ones.
        """
        try:
            self._release(notebook.page, failed=failed)
        except Error:  # closed or crashed
            self.close()

    def _release(self, page: Page, *, failed: bool) -> None:
        page.mouse.move(0, 0)
        kernel_is_new = not failed and _is_reset(page)
        page.evaluate(CLOSE_DOCUMENTS)
        page.set_viewport_size(VIEWPORT)
        if failed:
            self.close()
            return
        if not kernel_is_new:
            self._end_kernel()

    def close(self) -> None:
        """End the page and the kernel."""
        if self._context is not None:
            self._context.close()
        self._context = self._page = self._spare = None
        self._end_kernel()

    def _end_kernel(self) -> None:
        if self._kernel is not None:
            self.server.end_kernel(self._kernel)
        self._kernel = None


def _is_reset(page: Page) -> bool:
    if page.evaluate(f"{NOTEBOOK}?.sessionContext.session?.kernel?.status") != "idle":
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
