"""A notebook and the text that Jupytext pairs with it: whether they still say the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.documents.checked_document import CheckedDocument
from snippet_widget.documents.generated_cell import cell_key
from snippet_widget.documents.pair_advice import advice, alone_in, own_lines, saved_at
from snippet_widget.documents.paired_content import is_compared, notebook_content, text_content

if TYPE_CHECKING:
    from snippet_widget.documents.checked_cell import CheckedCell
    from snippet_widget.documents.generated_cell import CellKey
    from snippet_widget.documents.paired_content import Content


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
    def follows(self) -> bool:
        """Whether an update of both changes the same cells: the text has the records as well.

        Not where its format drops them, as ``light`` and ``cell_metadata_filter: -all`` do.
        """
        if self.text.problem:
            return True
        if not is_compared(self.text) or (_by_key(self.notebook) and not _by_key(self.text)):
            return False
        return _updates_without_record(self.notebook) == _updates_without_record(self.text)

    @property
    def is_in_step(self) -> bool:
        """Whether an update changes nothing, or nothing that somebody wrote into one alone."""
        changes = self.notebook.updated() is not None or self.text.updated() is not None
        same = not self.differing and self.differing_line is None
        return bool(self.text.problem) or not changes or same

    @property
    def is_text_behind(self) -> bool:
        """Whether the text alone is not what is published now."""
        outdated = any(cell.outdated for cell in self.text.cells) or bool(self.text.missing)
        return self.notebook.updated() is None and self.text.updated() is not None and outdated

    @property
    def differing(self) -> list[int]:
        """The numbers of the notebook's cells, from 1, that somebody edited in one of them."""
        return [cell.cell.index + 1 for cell, _ in self._edited_apart()]

    def _edited_apart(self) -> list[tuple[CheckedCell, CheckedCell]]:
        texts = _by_key(self.text)
        return [
            (cell, other)
            for key, cells in _by_key(self.notebook).items()
            for cell, other in zip(cells, texts.get(key, ()), strict=False)
            if (cell.is_edited or other.is_edited) and _source(cell) != _source(other)
        ]

    @property
    def differing_line(self) -> int | None:
        """The line of the text from which on cells were added, moved or taken out in one of them.

        None where both have the same cells, and the same between those with a record.
        """
        if not is_compared(self.text):
            return None
        texts = text_content(self.text)
        notebook = notebook_content(self.notebook, self.text)
        for here, there in zip(texts, notebook, strict=False):
            if here.value != there.value:
                return here.line
        if len(texts) > len(notebook):
            return texts[len(notebook)].line
        last = texts[-1].line if texts else 1
        return last if len(texts) < len(notebook) else None

    @property
    def out_of_step(self) -> CheckedDocument:
        """The text, with what keeps the pair from being updated.

        Jupytext takes all of the file that was written last: an update would lose an edit.
        """
        return CheckedDocument(
            self.text.path,
            problem=f"{self.text.path} and {self.notebook.path}, which Jupytext pairs, differ "
            f"{self._difference}. Both are as they were. {self._advice}",
            line=self._line,
        )

    @property
    def _advice(self) -> str:
        compared = is_compared(self.text)
        prose = _words(notebook_content(self.notebook, self.text)) if compared else []
        sides = [
            (self.notebook, prose),
            (self.text, _words(text_content(self.text)) if compared else []),
        ]
        (older, lost), (newer, there) = sorted(sides, key=lambda side: saved_at(side[0].path))
        dropped = alone_in([*own_lines(older), *lost], [*_recorded_lines(newer), *there])
        return advice(newer.path, older.path, dropped)

    @property
    def _line(self) -> int | None:
        """The line of the text where the two differ first."""
        lines = [other.cell.line for _, other in self._edited_apart()]
        return min(lines, default=self.differing_line)

    @property
    def _difference(self) -> str:
        if numbers := self.differing:
            cells = f"cell{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
            return f"in {cells} by what somebody edited"
        return (
            f"from line {self.differing_line} of the text on by what somebody added, moved or "
            "took out"
        )


def _by_key(document: CheckedDocument) -> dict[CellKey, list[CheckedCell]]:
    found: dict[CellKey, list[CheckedCell]] = {}
    for cell in document.cells:
        if cell.record:
            found.setdefault(cell_key(cell.record), []).append(cell)
    return found


def _words(content: list[Content]) -> list[str]:
    return [each.value for each in content if isinstance(each.value, str)]


def _recorded_lines(document: CheckedDocument) -> list[str]:
    return [line for cell in document.cells for line in _source(cell).splitlines() if cell.record]


def _updates_without_record(document: CheckedDocument) -> list[str]:
    return sorted(
        str(cell.update.get(("source",), cell.cell.source)).strip()
        for cell in document.cells
        if cell.update and not cell.record
    )


def _source(cell: CheckedCell) -> str:
    return cell.cell.source.replace("\r\n", "\n").strip()
