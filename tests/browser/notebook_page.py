"""A notebook in the browser, driven as a user drives it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import nbformat
from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

NOTEBOOK = "[...window.jupyterapp.shell.widgets('main')].find(w => w.content?.activeCellChanged)"
READY = "window.jupyterapp && window.jupyterapp.restored.then(() => true)"
IDLE = f"{NOTEBOOK}?.sessionContext.session?.kernel?.status === 'idle'"


class NotebookPage:
    """One notebook open in JupyterLab or Notebook 7.

    Parameters
    ----------
    page
        Playwright's page.
    url
        Where the notebook is served; ``None`` where the page shows it already.
    file
        Where the notebook is saved.
    """

    def __init__(self, page: Page, url: str | None, file: Path) -> None:
        self.page = page
        self.file = file
        self.is_changed = False
        """Whether something was set that stays while the notebook is open."""
        self.has_own_kernel = False
        """Whether the kernel is to be restarted for the next test."""
        if url is not None:
            page.goto(url)
        self.wait_until_ready()

    @property
    def root(self) -> Locator:
        """The notebook that is shown."""
        return self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook").first

    @property
    def is_alone(self) -> bool:
        """Whether no other notebook is open in the page."""
        return self.page.locator(".jp-NotebookPanel").count() == 1

    @property
    def cells(self) -> Locator:
        """Its cells that are in the page."""
        return self.root.locator(".jp-Cell")

    def wait_until_ready(self) -> None:
        """Wait for the application, the notebook and an idle kernel."""
        self.page.wait_for_function(READY, timeout=60_000)
        self.cells.first.wait_for(timeout=30_000)
        self.page.wait_for_function(IDLE, timeout=60_000)

    def run(self, index: int) -> Locator:
        """Run a cell by Shift+Enter; return its output area."""
        cell = self.cells.nth(index)
        cell.locator(".jp-InputArea-editor").click()
        self.page.keyboard.press("Shift+Enter")
        return cell.locator(".jp-OutputArea")

    def kernel_id(self) -> str:
        """Return the id of its kernel."""
        kernel: str = self.page.evaluate(f"{NOTEBOOK}.sessionContext.session.kernel.id")
        return kernel

    def undo(self) -> None:
        """Undo the last change of cells: ``z`` in command mode."""
        self.root.locator(".jp-Cell.jp-mod-active .jp-InputPrompt").first.click()
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("z")

    def save(self) -> Any:
        """Save, and return the notebook as it is on the disk."""
        self.page.evaluate(f"{NOTEBOOK}.context.save()")
        return nbformat.read(self.file, as_version=4)

    def wait_until_saved(self) -> None:
        """Wait until all changes are on the disk."""
        self.page.wait_for_function(f"!{NOTEBOOK}.context.model.dirty")

    def restart_kernel(self) -> None:
        """Restart the kernel, without the question."""
        self.page.evaluate(f"{NOTEBOOK}.sessionContext.session.kernel.restart()")

    def take_new_kernel(self) -> None:
        """Change to another kernel: nothing is imported in it, and no other test has it.

        Not by a restart: after a second one, JupyterLab sometimes waits without end for what the
        idle kernel has answered (seen with jupyter_server 2.21).
        """
        self.has_own_kernel = True
        self.page.evaluate(f"{NOTEBOOK}.sessionContext.changeKernel({{ name: 'python3' }})")
        self.wait_until_ready()

    def interrupt_kernel(self) -> None:
        """End the running cell, and wait until the kernel can be used again."""
        self.page.evaluate(f"{NOTEBOOK}.sessionContext.session.kernel.interrupt()")
        expect(self.page.locator(".jp-StatusBar-TextItem", has_text="| Idle")).to_be_visible()

    def close(self) -> None:
        """Close the notebook's tab."""
        self.page.evaluate(f"{NOTEBOOK}.close()")

    def make_read_only(self) -> None:
        """Let the notebook be as one without permission to write."""
        self.is_changed = True
        self.page.evaluate(f"{NOTEBOOK}.content.model.readOnly = true")

    def set_windowing(self, mode: str) -> None:
        """Choose how JupyterLab keeps a long notebook's cells out of the page."""
        self.is_changed = True
        self.page.evaluate(
            f"mode => {{ const {{ content }} = {NOTEBOOK};"
            "content.notebookConfig = { ...content.notebookConfig, windowingMode: mode }; }",
            mode,
        )

    def activate(self, index: int) -> None:
        """Make a cell active, wherever the notebook is scrolled to."""
        self.page.evaluate(f"index => {{ {NOTEBOOK}.content.activeCellIndex = index; }}", index)

    def sources(self) -> list[str]:
        """Return the sources of the saved cells."""
        return [cell.source for cell in self.save().cells]

    def execute(self, command: str, **arguments: Any) -> Any:
        """Run one of the application's commands, as its palette does."""
        return self.page.evaluate(
            "([id, args]) => window.jupyterapp.commands.execute(id, args).then(() => null)",
            [command, arguments],
        )
