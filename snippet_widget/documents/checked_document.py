"""What was found about the cells of one document, and what an update makes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from snippet_widget.documents.document_sections import sections_named, unknown_sections
from snippet_widget.documents.generated_cell import keys_standing_for
from snippet_widget.provenance import Role

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from snippet_widget.documents.checked_cell import CheckedCell
    from snippet_widget.documents.generated_cell import GeneratedCell
    from snippet_widget.documents.notebook_file import NotebookFile
    from snippet_widget.documents.text_document import TextDocument


@dataclass(frozen=True)
class CheckedDocument:
    """One file: its cells with a record, or the problem that it has.

    Parameters
    ----------
    path
        As given.
    file
        As it was read; None where it could not be.
    cells
        What was found, in their order.
    generated
        The cells that the document would have if it were written now; None where it was not
        generated, or cannot be now.
    problem, line
        Why it could not be read, and where; empty and None where it was.
    """

    path: Path
    file: NotebookFile | TextDocument | None = None
    cells: tuple[CheckedCell, ...] = ()
    generated: tuple[GeneratedCell, ...] | None = None
    problem: str = ""
    line: int | None = None

    @property
    def missing(self) -> tuple[GeneratedCell, ...]:
        """The cells that the document would have besides its own: of new endpoints and SDKs.

        None of an endpoint that has an unknown cell: it may be there already.
        """
        records = [cell.record for cell in self.cells if cell.record]
        there = set(keys_standing_for(records, self.generated or ()))
        unknown = unknown_sections(self.cells)
        if None in unknown:
            return ()
        return tuple(
            cell
            for cell in self.generated or ()
            if cell.key not in there and not unknown.keys() & sections_named(cell.record)
        )

    @property
    def missing_endpoints(self) -> tuple[str, ...]:
        """The endpoints of `missing` headings, for people."""
        headings = (c.record for c in self.missing if c.record["role"] == Role.HEADING.value)
        return tuple(f"{record['method']} {record['path']}" for record in headings)

    def written_code(self) -> Iterator[tuple[str, str]]:
        """Yield what an update writes into cells: of which endpoint it is, and the text."""
        for cell in self.cells:
            source = cell.update.get(("source",))
            if cell.record and isinstance(source, str) and not cell.removable:
                yield f"{cell.record.method} {cell.record.path} in {self.path}", source
        for each in self.missing:
            name = f"{each.record.get('method')} {each.record.get('path')}"
            yield f"{name} in {self.path}", each.source

    def accepted(self, cells: Collection[int] | None) -> CheckedDocument:
        """Return it with edited cells that are right as they stand, but for marked conflicts.

        Parameters
        ----------
        cells
            Numbers of those cells; all that an update would leave alone when None.
        """
        return replace(
            self,
            cells=tuple(
                cell.accepted()
                if cell.outcome == "edited-outdated"
                and not cell.conflict_mark
                and (cell.cell.index in cells if cells is not None else not cell.update)
                else cell
                for cell in self.cells
            ),
        )

    def updated(self) -> str | None:
        """Return the file's text brought up to date; None where there is nothing to do.

        Cells that nobody edited are written anew, edited ones are merged, and where both sides
        changed the same lines the cell stays as it is. A cell whose text changes loses its outputs:
        they are of another program. A document that was generated for all of an API gets the
        sections of new endpoints, and loses those that nobody edited of endpoints that are gone.
        """
        if self.file is None:
            return None
        edits = [(each.cell, each.update) for each in self.cells if each.update]
        removed = {each.cell.index for each in self.cells if each.removable}
        added = self._added()
        if not edits and not removed and not added:
            return None
        text = self.file.edited(edits, removed=removed, added=added)
        return None if text == self.file.text else text

    def _added(self) -> dict[int, list[Mapping[str, object]]]:
        """Return the missing cells, each by the number of the cell that it goes before."""
        recorded = [(each.record, each.cell.index) for each in self.cells if each.record]
        keys = keys_standing_for((record for record, _ in recorded), self.generated or ())
        places = {key: index for key, (_, index) in zip(keys, recorded, strict=True)}
        added: dict[int, list[Mapping[str, object]]] = {}
        place = 0
        missing = {cell.key for cell in self.missing}
        if not missing:
            return added
        unknown = unknown_sections(self.cells)
        for cell in self.generated or ():
            if cell.key in missing:
                added.setdefault(place, []).append(cell.fields)
            elif cell.key in places:
                place = places[cell.key] + 1
            else:  # neither there nor missing: by `missing`, a section of it has an unknown cell
                sections = unknown.keys() & sections_named(cell.record)
                place = max(unknown[each] for each in sections) + 1
        return added
