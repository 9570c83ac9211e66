"""One cell of a generated document, and what tells it from the others, whatever its text."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.provenance import METADATA_KEY, Passage, Provenance, Role, read_provenance

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

CellKey = tuple[Any, ...]
"""What tells a cell of a generated document from its others, whatever its text."""


@dataclass(frozen=True)
class GeneratedCell:
    """One cell of a generated document.

    Parameters
    ----------
    cell_type, source
        As nbformat has them.
    metadata
        Its record, and the tags of code.
    """

    cell_type: str
    source: str
    metadata: dict[str, Any]

    @property
    def record(self) -> dict[str, Any]:
        """What it says about itself."""
        fields: dict[str, Any] = self.metadata[METADATA_KEY]
        return fields

    @property
    def key(self) -> CellKey:
        """What tells it from the document's other cells."""
        record = read_provenance(self.metadata)
        return cell_key(record) if record else ()

    @property
    def fields(self) -> dict[str, Any]:
        """The cell in nbformat 4.5, its keys in the order in which Jupyter writes them."""
        code: dict[str, Any] = (
            {"execution_count": None, "outputs": []} if self.cell_type == "code" else {}
        )
        fields = {
            **code,
            "cell_type": self.cell_type,
            "id": hashlib.sha256(json.dumps(self.key).encode()).hexdigest()[:8],
            "metadata": self.metadata,
            "source": self.source.splitlines(keepends=True),
        }
        return dict(sorted(fields.items()))


def cell_key(record: Provenance | Passage) -> CellKey:
    """Return what tells a record's cell from the other cells of its document."""
    role = record.role.value
    if isinstance(record, Passage):
        return (role, record.method, record.path)
    sdk = (record.sdk.type, record.sdk.package, record.version_range)
    if record.role is Role.INSTALL:
        return (role, *sdk)
    return (role, record.method, record.path, *sdk, record.client)


def keys_standing_for(
    records: Iterable[Provenance | Passage], generated: Iterable[GeneratedCell]
) -> list[CellKey]:
    """Return for each record the key of the generated cell that its cell stands for.

    A cell that somebody limits to a range of versions still stands in its place. One that stands
    for none of the generated has its own key.
    """
    there: dict[CellKey, dict[str | None, CellKey]] = {}
    for cell in generated:
        if isinstance(record := read_provenance(cell.metadata), Provenance):
            there.setdefault(_unlimited(record), {})[record.sdk.version] = cell.key
    keys = {key for alike in there.values() for key in alike.values()}
    return [
        own if (own := cell_key(record)) in keys else _key_among(record, own, there)
        for record in records
    ]


def _key_among(
    record: Provenance | Passage,
    own: CellKey,
    there: Mapping[CellKey, Mapping[str | None, CellKey]],
) -> CellKey:
    if isinstance(record, Passage):
        return own
    alike = there.get(_unlimited(record), {})
    # of several versions of a package each has a cell
    return next(iter(alike.values())) if len(alike) == 1 else alike.get(record.sdk.version, own)


def _unlimited(record: Provenance) -> CellKey:
    return cell_key(msgspec.structs.replace(record, version_range=None))
