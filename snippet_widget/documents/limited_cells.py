"""What a document says of the snippets that somebody limits to a range of versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.documents.generated_notebook import cell_key
from snippet_widget.provenance import Provenance, Role, read_provenance

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from snippet_widget.documents.generated_notebook import CellKey
    from snippet_widget.documents.notebook_file import Cell

Limits = dict["CellKey", str]
"""Ranges of versions of calls, by the keys that their captions have."""


def limits_of(cells: Iterable[Cell]) -> Limits:
    """Return the ranges to which the calls of a document are limited."""
    return {
        _caption_key(record): record.version_range
        for record in provenances(cells)
        if record.role is Role.CALL and record.version_range
    }


def with_limit_of_call(record: Provenance, limits: Mapping[CellKey, str]) -> Provenance:
    """Return a caption's record with the range of the call below it; any other as it is."""
    if record.role is not Role.CAPTION or record.version_range:
        return record
    return msgspec.structs.replace(record, version_range=limits.get(cell_key(record)))


def provenances(cells: Iterable[Cell]) -> list[Provenance]:
    """Return the records of a document's cells that are of an SDK and can be read."""
    return [record for cell in cells if isinstance(record := _record(cell), Provenance)]


def _record(cell: Cell) -> object:
    try:
        return read_provenance(cell.metadata)
    except ValueError:
        return None


def _caption_key(call: Provenance) -> CellKey:
    return cell_key(msgspec.structs.replace(call, role=Role.CAPTION, version_range=None))
