"""What to do about a pair of Jupytext whose files differ: what a synchronization would drop.

Jupytext takes all of the file that was saved last, the text where both were at once.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from snippet_widget.provenance import unpacked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from snippet_widget.documents.checked_document import CheckedDocument

_LONGEST = 60


def advice(newer: Path, older: Path, dropped: Sequence[str]) -> str:
    """Return the sentences that say how two files come in step.

    Parameters
    ----------
    newer, older
        The file that was saved last, and the other.
    dropped
        What somebody wrote into the older one alone.
    """
    if not dropped:
        return "Bring them in step (`jupytext --sync`), then update again."
    return (
        f"`jupytext --sync` would take {newer}, which was saved last, and drop what {older} alone "
        f"has: {shown_lines(dropped)}. Put what is to stay into {newer}, synchronize, then update "
        "again."
    )


def shown_lines(lines: Sequence[str]) -> str:
    """Return the first of some lines, and how many more there are."""
    first, rest = lines[0].strip(), len(lines) - 1
    shown = first if len(first) <= _LONGEST else f"{first[:_LONGEST]}…"
    return f"`{shown}`" + (f" and {rest} more line{'s' if rest > 1 else ''}" if rest else "")


def alone_in(lines: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the lines with text that others do not have, or not as often."""
    left = Counter(each.strip() for each in others)
    found = []
    for line in lines:
        left[line.strip()] -= 1
        if line.strip() and left[line.strip()] < 0:
            found.append(line)
    return found


def own_lines(document: CheckedDocument) -> list[str]:
    """Return the lines that somebody wrote into cells with a record."""
    return [
        line
        for cell in document.cells
        if cell.record and cell.is_edited
        for line in alone_in(
            cell.cell.source.splitlines(), (unpacked(cell.record.original) or "").splitlines()
        )
    ]


def saved_at(path: Path) -> int:
    """Return when a file was saved, as Jupytext compares it; 0 of one that is gone."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
