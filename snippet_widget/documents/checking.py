"""Whether documents are still what is published, and what would bring them up to date.

Each cell with a record is compared with the service that its snippet came from, or a copy of its
catalog; in a generated document headings and install lines are, too. Nothing here writes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from snippet_widget.documents.checked_cell import CheckedCell, Verdict
from snippet_widget.documents.document_sections import (
    sections_named,
    unknown_sections,
    with_headings_of_kept,
    with_headings_of_limited,
    with_removable,
    with_removable_as_in,
)
from snippet_widget.documents.generated_notebook import cells_of, keys_standing_for, sections_of
from snippet_widget.documents.inferred_document import inferred_document
from snippet_widget.documents.inserted_cells import with_records_of_outputs
from snippet_widget.documents.judging import Judge
from snippet_widget.documents.limited_cells import limited_sdks, limits_of, provenances
from snippet_widget.documents.notebook_file import NotebookFile, read_notebook
from snippet_widget.documents.published_snippets import NOT_FOUND, UNDECIDED, PublishedSnippets
from snippet_widget.documents.published_versions import PublishedVersions
from snippet_widget.documents.text_markers import NOTEBOOK, SUFFIXES, is_special, suffix_of
from snippet_widget.errors import NotebookError
from snippet_widget.provenance import Passage, Role, read_document, read_provenance

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from snippet_widget.api_choice import Scope
    from snippet_widget.documents.generated_notebook import GeneratedCell
    from snippet_widget.documents.notebook_file import Cell
    from snippet_widget.documents.policy import Policy, VersionRange
    from snippet_widget.documents.published_snippets import Client, Problem
    from snippet_widget.documents.text_document import TextDocument
    from snippet_widget.models import SdkSelector
    from snippet_widget.provenance import GeneratedDocument

_REFERENCES = ("show(", "%snippet")
"""What a cell that names an endpoint has in it, whatever else it holds."""

__all__ = ["CheckedCell", "CheckedDocument", "Checker", "Verdict", "accepted", "updated"]


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


class Checker:
    """Compares documents with what a service publishes today.

    Parameters
    ----------
    client
        Asked once for each snippet, however many cells hold it.
    policy
        Which versions documents may hold.
    preferred
        Organization and API of the settings, meant where a document leaves open which of several.

    Every check raises `ServiceError` when no answer can be had, `Unauthorized` without a valid
    token, and `CatalogEmpty` where nothing is published: then nothing can be said about any cell.
    """

    def __init__(
        self, client: Client, policy: Policy | None = None, preferred: Scope = (None, None)
    ) -> None:
        self._published = PublishedSnippets(client, preferred)
        self._versions = PublishedVersions(self._published, policy.versions if policy else ())

    def unpublished(self, ranges: Iterable[VersionRange]) -> dict[str, list[str]]:
        """Return the packages that ranges limit and nobody publishes, with the names most alike.

        None where the service has no list of what it publishes.
        """
        from difflib import get_close_matches  # noqa: PLC0415 - few policies have ranges

        published = self._published.packages()
        absent = [each.package for each in ranges if each.package not in published]
        return {name: get_close_matches(name, published) for name in absent if published}

    def check(self, path: Path, *, notebook: CheckedDocument | None = None) -> CheckedDocument:
        """Read a document and judge its cells; a file that cannot be read becomes a `problem`.

        Parameters
        ----------
        path
            The file.
        notebook
            The one that Jupytext pairs the file with: it gains and loses the same sections.
        """
        try:
            return self._checked_document(path, notebook)
        except NotebookError as error:
            return CheckedDocument(path, problem=str(error), line=error.line)
        except RecursionError:  # anybody may have written a record
            return CheckedDocument(
                path,
                problem=f"{path} has a record that is nested too deeply. Remove the record, or "
                "insert the snippet again.",
            )

    def _checked_document(self, path: Path, notebook: CheckedDocument | None) -> CheckedDocument:
        file = _read(path)
        try:
            own = notebook.file if notebook else None
            document = _generation_of(file, read_document(own.metadata) if own else None)
        except ValueError as error:
            return CheckedDocument(path, problem=f"{path}: {error}", line=1)
        generated, problem, sdks = self._generated(document, file.cells)
        by_key = {cell.key: cell for cell in generated or ()}
        limits = limits_of(file.cells)
        judge = Judge(self._published, self._versions, path, by_key, problem, sdks, limits)
        found = list(self._checked(file.cells, judge, generated=document is not None))
        cells = with_headings_of_limited(found)
        if notebook is not None:  # a text does not say which of its cells are its author's own
            cells = with_removable_as_in(notebook.cells, cells)
        elif generated is not None and document is not None and document.endpoints is None:
            cells = with_removable(cells, file.cells, by_key)
        cells = with_headings_of_kept(cells, by_key)
        # a text alone gets no cells of new endpoints: nobody knows whether it is of all of an API
        whole = isinstance(file, NotebookFile) or (notebook is not None and notebook.generated)
        return CheckedDocument(path, file, cells, generated if whole else None)

    def _generated(
        self, document: GeneratedDocument | None, cells: Sequence[Cell]
    ) -> tuple[tuple[GeneratedCell, ...] | None, Problem | None, tuple[SdkSelector, ...]]:
        """Return a document as it would be written now, or why it cannot be, and its SDKs."""
        sdks: tuple[SdkSelector, ...] = ()
        if document is None:
            return None, None, sdks
        try:
            sdks = self._versions.of_document(document.scope, document.sdks, provenances(cells))
            sections = sections_of(document, self._published, sdks, without_gone=True)
            limited = limited_sdks(document, cells, self._versions)
            return tuple(cells_of(document, sections, limited)), None, sdks
        except (*NOT_FOUND, *UNDECIDED) as problem:
            return None, problem, sdks

    def _checked(
        self, cells: Iterable[Cell], judge: Judge, *, generated: bool
    ) -> Iterator[CheckedCell]:
        for cell in with_records_of_outputs(cells):
            if cell.problem:
                yield CheckedCell(cell, Verdict.UNKNOWN, detail=cell.problem)
                continue
            try:
                record = read_provenance(cell.metadata)
            except ValueError as error:
                yield CheckedCell(cell, Verdict.UNKNOWN, detail=str(error))
                continue
            # prose that was copied out of a generated document is its new author's own
            if record is not None and (generated or not isinstance(record, Passage)):
                yield judge.judge(cell, record)
            elif record is None and (named := self._with_references(cell)):
                yield named

    def _with_references(self, cell: Cell) -> CheckedCell | None:
        if not any(word in cell.source for word in _REFERENCES):
            return None
        from snippet_widget.documents.judging_references import (  # noqa: PLC0415 - few cells do
            judged_references,
        )

        return judged_references(cell, self._published, self._versions)


def accepted(document: CheckedDocument, cells: Collection[int] | None) -> CheckedDocument:
    """Return a document whose edited cells are right as they stand, but for marked conflicts.

    Parameters
    ----------
    document
        As it was checked.
    cells
        Numbers of those cells; all that an update would leave alone when None.
    """
    return replace(
        document,
        cells=tuple(
            cell.accepted()
            if cell.outcome == "edited-outdated"
            and not cell.conflict_mark
            and (cell.cell.index in cells if cells is not None else not cell.update)
            else cell
            for cell in document.cells
        ),
    )


def updated(document: CheckedDocument) -> str | None:
    """Return the file's text brought up to date; None where there is nothing to do.

    Cells that nobody edited are written anew, edited ones are merged, and where both sides changed
    the same lines the cell stays as it is. A cell whose text changes loses its outputs: they are
    of another program. A document that was generated for all of an API gets the sections of new
    endpoints, and loses those that nobody edited of endpoints that are gone.
    """
    if document.file is None:
        return None
    edits = [(each.cell, each.update) for each in document.cells if each.update]
    removed = {each.cell.index for each in document.cells if each.removable}
    added = _added(document)
    if not edits and not removed and not added:
        return None
    text = document.file.edited(edits, removed=removed, added=added)
    return None if text == document.file.text else text


def _read(path: Path) -> NotebookFile | TextDocument:
    suffix = suffix_of(path)
    if suffix and is_special(path):  # one without a suffix may be a shell's, as in <(git show …)
        raise NotebookError(f"{path} is a pipe, a socket or a device. Name a file.")
    if suffix not in SUFFIXES:
        try:
            return read_notebook(path)
        except NotebookError:
            if suffix in ("", NOTEBOOK):
                raise
            raise NotebookError(
                f"{path} is not a kind of document that is checked: these end in "
                f"{', '.join((NOTEBOOK, *SUFFIXES))}. Save it as one of them, or leave it out."
            ) from None
    from snippet_widget.documents.text_document import (  # noqa: PLC0415 - 20 ms, most of it PyYAML
        read_text_document,
    )

    return read_text_document(path)


def _generation_of(
    file: NotebookFile | TextDocument, paired: GeneratedDocument | None
) -> GeneratedDocument | None:
    """Return what a document, or the one paired with it, was generated of; None of any other.

    A text alone is read for it.
    """
    document = read_document(file.metadata) or paired
    if document is None and not isinstance(file, NotebookFile):
        return inferred_document(file.cells)
    return document


def _added(document: CheckedDocument) -> dict[int, list[Mapping[str, object]]]:
    """Return the missing cells, each by the number of the cell that it goes before."""
    recorded = [(each.record, each.cell.index) for each in document.cells if each.record]
    keys = keys_standing_for((record for record, _ in recorded), document.generated or ())
    places = {key: index for key, (_, index) in zip(keys, recorded, strict=True)}
    added: dict[int, list[Mapping[str, object]]] = {}
    place = 0
    missing = {cell.key for cell in document.missing}
    if not missing:
        return added
    unknown = unknown_sections(document.cells)
    for cell in document.generated or ():
        if cell.key in missing:
            added.setdefault(place, []).append(cell.fields)
        elif cell.key in places:
            place = places[cell.key] + 1
        else:  # neither there nor missing: by `missing`, a section of it has an unknown cell
            place = max(unknown[each] for each in unknown.keys() & sections_named(cell.record)) + 1
    return added
