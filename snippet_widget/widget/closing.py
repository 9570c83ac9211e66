"""Closing widgets: what ipywidgets leaves open in kernel and browser until the kernel ends.

``Widget.close`` ends its own comm alone. A panel consists of many widgets, each with a layout and
often a style, and a cell that is run again makes all of them anew.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import ipywidgets
from IPython import get_ipython

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.widget.panel import SnippetPanel


def widgets_of(widget: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """Yield a widget and all that its traits hold: children, layouts and styles."""
    yield widget
    for name in widget.keys:
        value = getattr(widget, name)
        for each in value if isinstance(value, tuple | list) else (value,):
            if isinstance(each, ipywidgets.Widget):
                yield from widgets_of(each)


def close_with_parts(*widgets: ipywidgets.Widget) -> None:
    """Close widgets and all that they consist of; a widget closes before its parts."""
    for each in [part for widget in widgets for part in widgets_of(widget)]:
        ipywidgets.Widget.close(each)


# ---- Cells that are run again --------------------------------------------------------------


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
        self._executions: weakref.WeakKeyDictionary[SnippetPanel, dict[str, str]] = (
            weakref.WeakKeyDictionary()
        )

    def record(self, panel: SnippetPanel, execution: CellExecution | None) -> None:
        """Note that an execution opened or shows a panel; close those of earlier ones.

        A panel that another cell shows as well stays open.
        """
        if execution is None:
            return
        for other, executions in list(self._executions.items()):
            if other is not panel and executions.get(execution.cell) != execution.request:
                self._leave(other, executions, execution.cell)
        self._executions.setdefault(panel, {})[execution.cell] = execution.request

    def _leave(self, panel: SnippetPanel, executions: dict[str, str], cell: str) -> None:
        if executions.pop(cell, None) is not None and not executions:
            del self._executions[panel]
            panel.close()


cell_panels = CellPanels()
"""Those of this kernel."""
