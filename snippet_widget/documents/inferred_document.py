"""What a generated document is about where its cells alone say it: Jupytext drops its record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.provenance import (
    GeneratedDocument,
    Passage,
    Provenance,
    Role,
    read_provenance,
    unpacked,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snippet_widget.documents.notebook_file import Cell
    from snippet_widget.models import SdkSelector


def inferred_document(cells: Iterable[Cell]) -> GeneratedDocument | None:
    """Return what the cells of a text file were generated from; None where they do not agree.

    The title of a document of all of an API says so; of any other the headings are its endpoints.
    """
    records = [record for cell in cells if (record := _record(cell))]
    passages = [record for record in records if isinstance(record, Passage)]
    for passage in passages:
        if passage.document:
            return passage.document
    calls = [r for r in records if isinstance(r, Provenance) and r.role is Role.CALL]
    headings = [f"{each.method} {each.path}" for each in passages if each.role is Role.HEADING]
    shapes = {
        (each.org, each.api, each.load_level, each.credentials, each.required_only)
        for each in calls
    }
    pins = {each.version_range == f"=={each.sdk.version}" for each in calls}
    sdks = _sdks(calls, pinned=pins == {True})
    if not headings or len(shapes) != 1 or len(pins) != 1 or sdks is None:
        return None
    ((org, api, level, credentials, required_only),) = shapes
    return GeneratedDocument(
        title=_title(passages),
        org=org,
        api=api,
        endpoints=tuple(dict.fromkeys(headings)),
        sdks=sdks,
        clients=tuple(dict.fromkeys(each.client for each in calls)),
        load_level=level,
        credentials=credentials,
        required_only=required_only,
        pinned=pins == {True},
    )


def _sdks(calls: Iterable[Provenance], *, pinned: bool) -> tuple[SdkSelector, ...] | None:
    """Return the SDKs that were asked for, where all are pinned in their versions.

    None where a package is in several versions: which of them were asked for is not known.
    """
    found = dict.fromkeys(each.sdk for each in calls)
    packages = dict.fromkeys(msgspec.structs.replace(sdk, version=None) for sdk in found)
    if not pinned:
        return tuple(packages)
    return tuple(found) if len(found) == len(packages) else None


def _record(cell: Cell) -> Provenance | Passage | None:
    try:
        return read_provenance(cell.metadata)
    except ValueError:
        return None


def _title(passages: Iterable[Passage]) -> str:
    """Return the first heading as it was written."""
    titles = (unpacked(each.original) or "" for each in passages if each.role is Role.TITLE)
    return next(titles, "").split("\n")[0].removeprefix("# ")
