"""Static cards that are stored with a cell whose text calls nothing of ours: nobody follows them.

They are what a call in another cell returned, as in ``card = show(…)`` there and ``card`` here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.documents.checked_cell import CheckedCell, Verdict

if TYPE_CHECKING:
    from snippet_widget.documents.notebook_file import Cell

_PANEL = "SnippetPanel()"
_NOT_CHECKED = (
    "Not checked: it displays what a call in another cell returned. Put the call of show() into "
    "this cell, or run it again after each release."
)


def uncalled_outputs(cell: Cell) -> CheckedCell | None:
    """Return a cell that calls nothing of ours as one that is not checked, where it shows cards."""
    if not cell.outputs:
        return None
    from snippet_widget.documents.output_indices import (  # noqa: PLC0415 - html, few cells
        endpoints_shown,
    )

    shown = [name for index, name in endpoints_shown(cell).items() if not _is_panel(cell, index)]
    if not shown:
        return None
    what = " and ".join(f"stored output of {name}" for name in dict.fromkeys(shown))
    return CheckedCell(cell, Verdict.UNCHECKED, detail=_NOT_CHECKED, reference=what)


def _is_panel(cell: Cell, index: int) -> bool:
    """Tell whether an output is what a panel keeps for readers: it is renewed as one looks on."""
    return "".join(cell.outputs[index]["data"].get("text/plain", "")).strip() == _PANEL
