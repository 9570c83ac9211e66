"""Blocks of ``get --format markdown`` in a notebook: a check follows them on pages alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from snippet_widget.documents.checked_cell import CheckedCell, Verdict
from snippet_widget.errors import NotebookError
from snippet_widget.plurals import counted

if TYPE_CHECKING:
    from snippet_widget.documents.notebook_file import Cell


def pasted_blocks(cell: Cell) -> CheckedCell | None:
    """Return a cell of Markdown with such blocks as one that is not checked; None of any other."""
    if cell.cell_type != "markdown" or "snippet-widget" not in cell.source:
        return None
    from snippet_widget.documents.text_page import TextPage  # noqa: PLC0415 - PyYAML, few cells

    try:
        count = sum(1 for _ in TextPage(Path("cell.md"), cell.source).recorded())
    except NotebookError:
        count = 1
    if not count:
        return None
    detail = (
        "Not checked: blocks of `get --format markdown` are followed in files of Markdown, not in "
        "notebooks. Insert the snippet as a cell (panel, `%snippet`), or move it to such a file."
    )
    what = f"{counted(count, 'marked block')} in a Markdown cell"
    return CheckedCell(cell, Verdict.UNCHECKED, detail=detail, reference=what)
