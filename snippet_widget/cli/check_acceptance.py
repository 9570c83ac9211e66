"""What ``check --update --accept`` names: cells whose text is right as it stands."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from snippet_widget.documents.checked_cell import Verdict
from snippet_widget.documents.discovery import paired_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.documents.checked_document import CheckedDocument


@dataclass(frozen=True)
class Acceptance:
    """A document, or one of its cells.

    Parameters
    ----------
    text
        As given.
    path, cell
        The file, and the number of its cell from 1, as a check reports it; None for all.
    """

    text: str
    path: Path
    cell: int | None = None

    @classmethod
    def parse(cls, text: str) -> Acceptance:
        """Read ``guide.ipynb`` or ``guide.ipynb:4``."""
        path, colon, number = text.rpartition(":")
        if colon and number.isdecimal() and not Path(text).exists():
            return cls(text, Path(path), int(number))
        return cls(text, Path(text))

    def applied(self, document: CheckedDocument) -> CheckedDocument:
        """Return the document with what is accepted of it."""
        if self.cell is None:
            return document.accepted(None)
        edited = [c.cell.index + 1 for c in document.cells if c.verdict is Verdict.EDITED]
        if self.cell not in edited:
            there = f"cells {', '.join(map(str, edited))} are" if edited else "none is"
            raise click.UsageError(
                f"--accept {self.text}: cell {self.cell} was not edited by hand; {there}."
            )
        (named,) = (cell for cell in document.cells if cell.cell.index == self.cell - 1)
        if named.conflict_mark:
            raise click.UsageError(
                f"--accept {self.text}: cell {self.cell} has a line `{named.conflict_mark}`, left "
                "over from a conflict. Remove such lines, then accept it."
            )
        return document.accepted({self.cell - 1})


def with_accepted(
    documents: Sequence[CheckedDocument], acceptances: Sequence[Acceptance]
) -> list[CheckedDocument]:
    """Return documents with what is accepted of them; naming any other is wrong use."""
    found = {document.path.resolve(): document for document in documents}
    for each in acceptances:
        place = each.path.resolve()
        if place not in found:
            raise click.UsageError(f"--accept {each.text}: {_absence(each.path, documents)}")
        found[place] = each.applied(found[place])
    return list(found.values())


def _absence(path: Path, documents: Sequence[CheckedDocument]) -> str:
    for each in documents:
        metadata = each.file.metadata if each.file else {}
        if path.resolve() in {text.resolve() for text in paired_texts(each.path, metadata)}:
            return (
                f"{path} is paired with {each.path}, which is checked in its place. Name that, "
                "with the number that the cell has there."
            )
    return f"{path} is not among the documents that are checked."


def as_accepted_in(notebook: CheckedDocument, text: CheckedDocument) -> CheckedDocument:
    """Return a text that is paired with a notebook with the same cells accepted."""
    sources = {cell.cell.source for cell in notebook.cells if cell.is_recorded_alone}
    return text.accepted({cell.cell.index for cell in text.cells if cell.cell.source in sources})
