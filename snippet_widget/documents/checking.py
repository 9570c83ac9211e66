"""Whether documents are still what is published.

Each cell with a record is compared with the service that its snippet came from, or a copy of its
catalog; in a generated document headings and install lines are, too. Nothing here writes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.documents.checked_cell import CheckedCell, Verdict
from snippet_widget.documents.checked_document import CheckedDocument
from snippet_widget.documents.document_sections import (
    with_direction_of_snippets,
    with_headings_of_kept,
    with_headings_of_limited,
    with_removable,
    with_removable_as_in,
)
from snippet_widget.documents.inferred_document import inferred_document
from snippet_widget.documents.inserted_cells import range_alone, with_records_of_outputs
from snippet_widget.documents.judging import Judge
from snippet_widget.documents.limited_cells import limits_of
from snippet_widget.documents.notebook_file import NotebookFile, read_notebook
from snippet_widget.documents.pasted_blocks import pasted_blocks
from snippet_widget.documents.published_snippets import PublishedSnippets
from snippet_widget.documents.published_versions import PublishedVersions
from snippet_widget.documents.regenerated_document import RegeneratedDocument, regenerate
from snippet_widget.documents.show_names import show_names
from snippet_widget.documents.text_markers import NOTEBOOK, SUFFIXES, is_special, suffix_of
from snippet_widget.documents.uncalled_outputs import uncalled_outputs
from snippet_widget.errors import NotebookError
from snippet_widget.models import SdkSelector
from snippet_widget.provenance import Passage, read_document, read_provenance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from snippet_widget.api_choice import Scope
    from snippet_widget.documents.notebook_file import Cell
    from snippet_widget.documents.policy import Policy
    from snippet_widget.documents.published_snippets import Client
    from snippet_widget.documents.text_document import TextDocument
    from snippet_widget.documents.version_range import VersionRange
    from snippet_widget.provenance import GeneratedDocument

_REFERENCES = ("show(", "%snippet", "{snippet}", ".. snippet::")
"""What a cell that names an endpoint has in it, whatever else it holds."""


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
        names = {package for _, package in published}
        absent = [
            each
            for each in ranges
            if published and not any(each.is_for(SdkSelector(*one)) for one in published)
        ]
        return {
            each.name: sorted(
                f"{type_}:{name}" for type_, name in published if name == each.package
            )
            or get_close_matches(each.package, names)
            for each in absent
        }

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
        regenerated = self._regenerated(document, file.cells)
        judge = Judge(self._published, self._versions, path, regenerated, limits_of(file.cells))
        names = show_names(_code_of(file))
        found = list(self._checked(file.cells, judge, names, generated=document is not None))
        cells = with_headings_of_limited(found)
        is_whole = document is not None and document.endpoints is None
        if notebook is not None:  # a text does not say which of its cells are its author's own
            cells = with_removable_as_in(notebook.cells, cells)
        elif isinstance(file, NotebookFile) and regenerated.cells is not None and is_whole:
            cells = with_removable(cells, file.cells, regenerated.by_key)
        cells = with_direction_of_snippets(with_headings_of_kept(cells, regenerated.by_key))
        # a text alone gets cells of new endpoints only where its title says that it is of them all
        paired = notebook is not None and notebook.generated
        grows = isinstance(file, NotebookFile) or paired or is_whole
        return CheckedDocument(path, file, cells, regenerated.cells if grows else None)

    def _regenerated(
        self, document: GeneratedDocument | None, cells: Sequence[Cell]
    ) -> RegeneratedDocument:
        if document is None:
            return RegeneratedDocument()
        return regenerate(document, cells, self._published, self._versions)

    def _checked(
        self, cells: Iterable[Cell], judge: Judge, names: frozenset[str], *, generated: bool
    ) -> Iterator[CheckedCell]:
        for cell in with_records_of_outputs(cells):
            if cell.problem:
                yield CheckedCell(cell, Verdict.UNKNOWN, detail=cell.problem)
                continue
            if range_alone(cell) and (named := self._with_references(cell, names)):
                yield named
                continue
            try:
                record = read_provenance(cell.metadata)
            except ValueError as error:
                yield CheckedCell(cell, Verdict.UNKNOWN, detail=str(error))
                continue
            # prose that was copied out of a generated document is its new author's own
            if record is not None and (generated or not isinstance(record, Passage)):
                yield judge.judge(cell, record)
            elif record is None and (named := self._with_references(cell, names)):
                yield named

    def _with_references(self, cell: Cell, names: frozenset[str]) -> CheckedCell | None:
        calls = (f"{name}(" for name in names)
        if not any(word in cell.source for word in (*_REFERENCES, *calls)):
            return pasted_blocks(cell) or uncalled_outputs(cell)
        from snippet_widget.documents.judging_references import (  # noqa: PLC0415 - few cells do
            judged_references,
        )

        found = judged_references(cell, self._published, self._versions, names)
        return found or pasted_blocks(cell) or uncalled_outputs(cell)


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


def _code_of(file: NotebookFile | TextDocument) -> str:
    """Return a document's code, where what it imports stands."""
    if not isinstance(file, NotebookFile):
        return file.text
    return "\n".join(cell.source for cell in file.cells if cell.cell_type == "code")


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
