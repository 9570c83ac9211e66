"""The cells that ``%snippet`` wrote, known by the record in its output.

A kernel gives a front end the text of the next cell and nothing else (Jupyter messaging,
``set_next_input``). Our JupyterLab extension moves the record into the new cell; elsewhere it stays
with the output, and the cell below is recognized by its text.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from snippet_widget.provenance import METADATA_KEY, Provenance, digest, read_provenance, unpacked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from snippet_widget.documents.notebook_file import Cell

_ALIKE = 0.5
"""Share of lines by which a cell that was edited is still the one that was written."""


def with_records_of_outputs(cells: Iterable[Cell]) -> Iterator[Cell]:
    """Yield the cells of a notebook, each with the record that the cell above keeps for it."""
    above: Cell | None = None
    for cell in cells:
        fields = output_metadata(above).get(METADATA_KEY) if above else None
        above = cell
        if cell.cell_type == "code" and METADATA_KEY not in cell.metadata and _is_of(cell, fields):
            yield replace(cell, metadata={**cell.metadata, METADATA_KEY: fields}, recorded=False)
        else:
            yield cell


def output_metadata(cell: Cell) -> Mapping[str, Any]:
    """Return what the one output of a cell says of itself; nothing where there are others."""
    if len(cell.outputs) != 1 or not isinstance(cell.outputs[0], dict):
        return {}
    metadata = cell.outputs[0].get("metadata")
    return metadata if isinstance(metadata, dict) else {}


def output_record(cell: Cell) -> Provenance | None:
    """Return the record in the output of a ``%snippet`` cell; None where it holds none."""
    try:
        record = read_provenance(output_metadata(cell))
    except ValueError:
        return None
    return record if isinstance(record, Provenance) else None


def range_alone(cell: Cell) -> str:
    """Return the range of versions that stands in a cell's metadata without any record."""
    fields = cell.metadata.get(METADATA_KEY)
    if not isinstance(fields, dict) or fields.keys() != {"version_range"}:
        return ""
    allowed = fields["version_range"]
    return allowed if isinstance(allowed, str) else ""


def _is_of(cell: Cell, fields: object) -> bool:
    """Tell whether a record's text is the cell's, or was before somebody edited it."""
    try:
        record = read_provenance({METADATA_KEY: fields})
    except ValueError:
        return False
    if not isinstance(record, Provenance):
        return False
    source = cell.source.replace("\r\n", "\n")
    if digest(source) == record.digest:
        return True
    original = (unpacked(record.original) or "").splitlines()
    from difflib import SequenceMatcher  # noqa: PLC0415 - few cells need it

    return SequenceMatcher(None, original, source.splitlines(), autojunk=False).ratio() >= _ALIKE
