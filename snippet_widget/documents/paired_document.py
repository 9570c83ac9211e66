"""A notebook and the text that Jupytext pairs with it: whether they still say the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.documents.checked_document import CheckedDocument
from snippet_widget.documents.generated_cell import cell_key

if TYPE_CHECKING:
    from snippet_widget.documents.checked_cell import CheckedCell
    from snippet_widget.documents.generated_cell import CellKey


@dataclass(frozen=True)
class PairedDocument:
    """A notebook and one text that it is paired with, both checked.

    Parameters
    ----------
    notebook, text
        What was found in them.
    """

    notebook: CheckedDocument
    text: CheckedDocument

    @property
    def is_in_step(self) -> bool:
        """Whether an update changes nothing, or nothing that somebody wrote into one alone."""
        changes = self.notebook.updated() is not None or self.text.updated() is not None
        return bool(self.text.problem) or not changes or not self.differing

    @property
    def differing(self) -> list[int]:
        """The numbers of the notebook's cells, from 1, that somebody edited in one of them."""
        texts = _by_key(self.text)
        return [
            cell.cell.index + 1
            for key, cells in _by_key(self.notebook).items()
            for cell, other in zip(cells, texts.get(key, ()), strict=False)
            if (cell.is_edited or other.is_edited) and _source(cell) != _source(other)
        ]

    @property
    def out_of_step(self) -> CheckedDocument:
        """The text, with what keeps the pair from being updated.

        Jupytext takes all of the file that was written last: an update would lose an edit.
        """
        name, numbers = self.notebook.path, ", ".join(map(str, self.differing))
        cells = f"cell{'s' if len(self.differing) > 1 else ''} {numbers}"
        return CheckedDocument(
            self.text.path,
            problem=f"{self.text.path} and {name}, which Jupytext pairs, differ in {cells} by what "
            "somebody edited. Both are as they were. Bring them in step (`jupytext --sync`), then "
            "update again.",
        )


def _by_key(document: CheckedDocument) -> dict[CellKey, list[CheckedCell]]:
    found: dict[CellKey, list[CheckedCell]] = {}
    for cell in document.cells:
        if cell.record:
            found.setdefault(cell_key(cell.record), []).append(cell)
    return found


def _source(cell: CheckedCell) -> str:
    return cell.cell.source.replace("\r\n", "\n").strip()
