"""A generated document as it would be written now."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from snippet_widget.documents.generated_notebook import Limited, cells_of, sections_of
from snippet_widget.documents.limited_cells import limited_calls, limited_sdks, provenances
from snippet_widget.documents.published_snippets import NOT_FOUND, UNDECIDED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.documents.generated_cell import CellKey, GeneratedCell
    from snippet_widget.documents.notebook_file import Cell
    from snippet_widget.documents.published_snippets import Problem, PublishedSnippets
    from snippet_widget.documents.published_versions import PublishedVersions
    from snippet_widget.models import SdkSelector
    from snippet_widget.provenance import GeneratedDocument


@dataclass(frozen=True)
class RegeneratedDocument:
    """What a document would hold.

    Parameters
    ----------
    cells
        None where it was not generated, or cannot be now.
    problem
        Why it cannot be; None where it can.
    sdks
        Those that it would be written of, in their versions; none where these are not limited.
    """

    cells: tuple[GeneratedCell, ...] | None = None
    problem: Problem | None = None
    sdks: tuple[SdkSelector, ...] = ()

    @cached_property
    def by_key(self) -> dict[CellKey, GeneratedCell]:
        """Its cells, by what tells one from the others."""
        return {cell.key: cell for cell in self.cells or ()}


def regenerate(
    document: GeneratedDocument,
    cells: Sequence[Cell],
    published: PublishedSnippets,
    versions: PublishedVersions,
) -> RegeneratedDocument:
    """Return a document as it would be written now.

    Parameters
    ----------
    document, cells
        What it says about itself, and its cells: some may stay in the versions that they have.
    published, versions
        What is published now.
    """
    sdks: tuple[SdkSelector, ...] = ()
    try:
        sdks = versions.of_document(
            document.scope,
            document.sdks,
            provenances(cells),
            pinned=document.pinned,
            pre_releases=True,
        )
        sections = sections_of(document, published, sdks, without_gone=True)
        limited = Limited(limited_sdks(document, cells, versions), limited_calls(cells, versions))
        return RegeneratedDocument(tuple(cells_of(document, sections, limited)), None, sdks)
    except (*NOT_FOUND, *UNDECIDED) as problem:
        return RegeneratedDocument(None, problem, sdks)
