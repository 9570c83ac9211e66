"""What a document says of the snippets that somebody limits to a range of versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.documents.generated_cell import cell_key
from snippet_widget.documents.pinned_sdks import stays
from snippet_widget.errors import NoVersionInRange, RequestProblem
from snippet_widget.provenance import Provenance, Role, read_provenance

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from snippet_widget.documents.generated_cell import CellKey
    from snippet_widget.documents.generated_notebook import (
        LimitedCallKey,
        LimitedCalls,
        LimitedSdks,
    )
    from snippet_widget.documents.notebook_file import Cell
    from snippet_widget.documents.published_versions import PublishedVersions
    from snippet_widget.models import SdkSelector
    from snippet_widget.provenance import GeneratedDocument

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


def limited_sdks(
    document: GeneratedDocument, cells: Iterable[Cell], versions: PublishedVersions
) -> LimitedSdks:
    """Return the SDKs that a document has in limited versions alone: as installed, else as called.

    A document of Python has an install cell, or gets one.
    """
    found: dict[tuple[str, str | None], list[Provenance]] = {}
    for record in provenances(cells):
        naming = Role.INSTALL if record.sdk.type == "python" else Role.CALL
        if record.role is naming and not stays(record.sdk, document):
            found.setdefault((record.sdk.type, record.sdk.package), []).append(record)
    limited = {package: _limited_versions(alike, versions) for package, alike in found.items()}
    return {package: sdks for package, sdks in limited.items() if sdks}


def limited_calls(cells: Iterable[Cell], versions: PublishedVersions) -> LimitedCalls:
    """Return the calls of snippets that are limited, which the headings above them name."""
    found: dict[LimitedCallKey, list[Provenance]] = {}
    for record in provenances(cells):
        if record.role is Role.CALL:
            key = (record.method, record.path, record.sdk.type, record.sdk.package)
            found.setdefault(key, []).append(record)
    return {
        key: tuple(
            dict.fromkeys(_call(each, versions) if each.version_range else None for each in alike)
        )
        for key, alike in found.items()
        if any(each.version_range for each in alike)
    }


def _call(record: Provenance, versions: PublishedVersions) -> str | None:
    """Return the call of a limited snippet; None where that is not known."""
    try:
        snippet = versions.newest_snippet(record)
    except RequestProblem:
        return None
    return snippet.call if snippet else None


def _limited_versions(
    records: Sequence[Provenance], versions: PublishedVersions
) -> tuple[SdkSelector, ...]:
    """Return the versions of records that are all limited; none where one is not."""
    if not all(record.version_range for record in records):
        return ()
    return tuple(dict.fromkeys(_version(record, versions) for record in records))


def _version(record: Provenance, versions: PublishedVersions) -> SdkSelector:
    try:
        return versions.newest_sdk(record)
    except NoVersionInRange:
        return record.sdk


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
