"""Which panels the cells of a notebook show: one that is run again closes those that it had."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from IPython import get_ipython

if TYPE_CHECKING:
    from ipywidgets import Widget


@dataclass(frozen=True)
class CellExecution:
    """One execution of one cell.

    Parameters
    ----------
    cell
        The cell's id.
    request
        Id of the ``execute_request`` that runs it.
    """

    cell: str
    request: str


def current_execution(shell: Any = None) -> CellExecution | None:
    """Return what is executed; None where the front end does not say which cell it is.

    Parameters
    ----------
    shell
        The kernel's shell; this process' own when None.
    """
    shell = shell or get_ipython()
    request = (shell.get_parent() or {}) if hasattr(shell, "get_parent") else {}
    cell = request.get("metadata", {}).get("cellId")
    return CellExecution(str(cell), str(request["header"]["msg_id"])) if cell else None


class CellPanels:
    """Which panels each cell has opened or shows, so that a cell that is run again closes them."""

    def __init__(self) -> None:
        self._executions: weakref.WeakKeyDictionary[Widget, dict[str, str]] = (
            weakref.WeakKeyDictionary()
        )

    def record(self, panel: Widget, execution: CellExecution | None) -> None:
        """Note that an execution opened or shows a panel; close those of earlier ones.

        A panel that another cell shows as well stays open.
        """
        if execution is None:
            return
        for other, executions in list(self._executions.items()):
            if other is not panel and executions.get(execution.cell) != execution.request:
                self._leave(other, executions, execution.cell)
        self._executions.setdefault(panel, {})[execution.cell] = execution.request

    def _leave(self, panel: Widget, executions: dict[str, str], cell: str) -> None:
        if executions.pop(cell, None) is not None and not executions:
            del self._executions[panel]
            panel.close()


cell_panels = CellPanels()
"""Those of this kernel."""
