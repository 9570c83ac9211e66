"""The sections of a generated document: which cells stand in each, and which of them go."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from snippet_widget.documents.checked_cell import CheckedCell, Verdict
from snippet_widget.documents.generated_cell import cell_key, keys_standing_for
from snippet_widget.provenance import METADATA_KEY, Passage, Provenance, Role

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from snippet_widget.documents.generated_cell import CellKey, GeneratedCell
    from snippet_widget.documents.notebook_file import Cell

Endpoint = tuple["str | None", "str | None"]
"""Method and path: what a section is of."""

_SNIPPET_ROLES = (Role.CALL, Role.CAPTION)

_HEADING = re.compile(r"\s*#{1,2} ")


def unknown_sections(cells: Iterable[CheckedCell]) -> dict[Hashable, int]:
    """Return the sections with an unknown cell, each with the number of its last one.

    None is the section of a cell that does not say where it belongs.
    """
    return {
        section: cell.cell.index
        for cell in cells
        if cell.verdict is Verdict.UNKNOWN and METADATA_KEY in cell.cell.metadata
        for section in sections_named(cell.cell.metadata[METADATA_KEY])
    }


def sections_named(record: object) -> frozenset[Hashable]:
    """Return which parts of its document a record's cell may belong to, however little it says.

    Install cells name an endpoint, too: without a role that is known a cell may be either.
    """
    fields: dict[str, object] = record if isinstance(record, dict) else {}
    role, sdk = fields.get("role"), fields.get("sdk")
    if role == Role.TITLE.value:
        return frozenset({Role.TITLE})
    method, path = fields.get("method"), fields.get("path")
    endpoint = (method, path) if isinstance(method, str) and isinstance(path, str) else None
    package = (Role.INSTALL, str(sdk.get("package"))) if isinstance(sdk, dict) else None
    if role in [each.value for each in Role]:  # a list: what a record has need not be hashable
        return frozenset({package if role == Role.INSTALL.value else endpoint})
    return frozenset(filter(None, (endpoint, package))) or frozenset({None})


def with_headings_of_limited(cells: Sequence[CheckedCell]) -> tuple[CheckedCell, ...]:
    """Return cells without a word on headings of snippets that stay in a range of versions.

    Newer versions may not have such an endpoint any more: nobody asks for them there.
    """
    staying = _limited(cells)
    return tuple(
        replace(cell, verdict=Verdict.EDITED if cell.is_edited else Verdict.CURRENT, detail="")
        if isinstance(cell.record, Passage)
        and cell.verdict is Verdict.GONE
        and _endpoint(cell) in staying
        else cell
        for cell in cells
    )


def _limited(cells: Iterable[CheckedCell]) -> set[Endpoint]:
    return {
        _endpoint(cell)
        for cell in cells
        if isinstance(cell.record, Provenance)
        and cell.record.version_range
        and cell.verdict not in (Verdict.GONE, Verdict.UNKNOWN)
    }


def with_direction_of_snippets(cells: Sequence[CheckedCell]) -> tuple[CheckedCell, ...]:
    """Return cells with titles and headings that follow their snippets to an older version."""
    moved = [cell for cell in cells if isinstance(cell.record, Provenance) and cell.newest]
    return tuple(
        replace(cell, follows_older=_goes_back(cell, moved))
        if isinstance(cell.record, Passage)
        else cell
        for cell in cells
    )


def _goes_back(passage: CheckedCell, moved: Iterable[CheckedCell]) -> bool:
    own = [
        each for each in moved if not _is_heading(passage) or _endpoint(each) == _endpoint(passage)
    ]
    return bool(own) and all(each.is_downgrade for each in own)


def with_headings_of_kept(
    cells: Sequence[CheckedCell], generated: Mapping[CellKey, GeneratedCell]
) -> tuple[CheckedCell, ...]:
    """Return cells with headings left alone above snippets that stay and have no newer ones.

    Written anew, such a heading would say that there are no snippets, above one.
    """
    kept: set[Hashable] = {
        _endpoint(cell)
        for cell in cells
        if isinstance(cell.record, Provenance)
        and cell.record.role in _SNIPPET_ROLES
        and not cell.removable
    }
    kept = {*kept, *unknown_sections(cells)} - _with_snippets(generated.values())
    limited = _limited(cells)
    return tuple(
        _left_alone(cell, limited=_endpoint(cell) in limited)
        if _is_heading(cell) and cell.outdated and _endpoint(cell) in kept
        else cell
        for cell in cells
    )


def _left_alone(heading: CheckedCell, *, limited: bool) -> CheckedCell:
    edited = Verdict.EDITED if heading.is_edited else Verdict.CURRENT
    return replace(
        heading,
        verdict=edited if limited else Verdict.GONE,
        detail="" if limited else "No snippet of it is published.",
        newest=None,
        outdated=False,
        merged=None,
    )


def with_removable(
    cells: Sequence[CheckedCell],
    all_cells: Sequence[Cell],
    generated: Mapping[CellKey, GeneratedCell],
) -> tuple[CheckedCell, ...]:
    """Mark the cells that go with an endpoint or SDK that is gone.

    None of a section that somebody edited or wrote into, or that has a cell which is not
    understood: no heading goes from above it.
    """
    recorded = [cell.record for cell in cells if cell.record is not None]
    keys = dict(
        zip(map(id, recorded), keys_standing_for(recorded, generated.values()), strict=True)
    )
    unknown = unknown_sections(cells)
    edited: dict[Endpoint, list[int]] = {}
    for cell in cells:
        if cell.is_edited:
            edited.setdefault(_endpoint(cell), []).append(cell.cell.index)
    gone = {_endpoint(c) for c in cells if c.verdict is Verdict.GONE and _is_heading(c)}
    own = {name: cells for name, cells in _own_cells(cells, all_cells).items() if name in gone}
    return tuple(
        _staying(cell, edited.get(_endpoint(cell), []), own.get(_endpoint(cell), []))
        if cell.record is None
        or cell.verdict is not Verdict.GONE
        or keys[id(cell.record)] in generated
        or unknown.keys() & {*sections_named(cell.cell.metadata[METADATA_KEY]), None}
        or _endpoint(cell) in {*edited, *own}
        else replace(cell, removable=True)
        for cell in cells
    )


def with_removable_as_in(
    notebook: Iterable[CheckedCell], cells: Sequence[CheckedCell]
) -> tuple[CheckedCell, ...]:
    """Mark the cells of a text that go from the notebook which Jupytext pairs with it.

    None of a section that somebody edited in the text and has not brought into the notebook yet.
    """
    going = {cell_key(each.record) for each in notebook if each.removable and each.record}
    edited = {_endpoint(cell) for cell in cells if cell.is_edited}
    return tuple(
        replace(cell, removable=True)
        if cell.record and cell_key(cell.record) in going and _endpoint(cell) not in edited
        else cell
        for cell in cells
    )


def _staying(cell: CheckedCell, edited: Sequence[int], own: Sequence[int]) -> CheckedCell:
    """Return a heading that is gone with the reasons why its section stays."""
    if not (edited or own) or not _is_heading(cell) or cell.verdict is not Verdict.GONE:
        return cell
    were = f"{_named(edited)} {'was' if len(edited) == 1 else 'were'} edited by hand"
    are = f"{_named(own)} {'is' if len(own) == 1 else 'are'} your own"
    reasons = " and ".join(each for each, there in ((were, edited), (are, own)) if there)
    return replace(
        cell,
        detail=f"{cell.detail} Its section stays: {reasons}. Move what you keep, remove the "
        "rest, and an update removes the section.",
    )


def _named(indexes: Sequence[int]) -> str:
    numbers = ", ".join(str(index + 1) for index in indexes)
    return f"cell {numbers}" if len(indexes) == 1 else f"cells {numbers}"


def _own_cells(
    cells: Iterable[CheckedCell], all_cells: Sequence[Cell]
) -> dict[Endpoint, list[int]]:
    """Return the numbers of the cells that somebody wrote into sections, by section."""
    sections = {cell.cell.index: _section(cell) for cell in cells if cell.record is not None}
    own: dict[Endpoint, list[int]] = {}
    for index, endpoint in _below_headings(sections, all_cells):
        own.setdefault(endpoint, []).append(index)
    return own


def _below_headings(
    sections: Mapping[int, Endpoint | None], all_cells: Sequence[Cell]
) -> Iterator[tuple[int, Endpoint]]:
    endpoint: Endpoint | None = None
    last = max(sections, default=0)
    for cell in all_cells:
        if cell.index in sections:
            endpoint = sections[cell.index]
        elif cell.cell_type == "markdown" and _HEADING.match(cell.source):
            endpoint = None  # a section of its author's begins
        elif endpoint and cell.source.strip() and _is_in_section(cell, last):
            yield cell.index, endpoint


def _is_in_section(cell: Cell, last: int) -> bool:
    """Tell whether a cell below a heading is about it: code at the end may be about anything."""
    return cell.index < last or cell.cell_type == "markdown"


def _section(cell: CheckedCell) -> Endpoint | None:
    has_section = cell.record and cell.record.role not in (Role.TITLE, Role.INSTALL)
    return _endpoint(cell) if has_section else None


def _is_heading(cell: CheckedCell) -> bool:
    return cell.record is not None and cell.record.role is Role.HEADING


def _endpoint(cell: CheckedCell) -> Endpoint:
    record = cell.record
    return (record.method, record.path) if record else (None, None)


def _with_snippets(generated: Iterable[GeneratedCell]) -> set[Endpoint]:
    """Return the endpoints of which a document that is written now has snippets."""
    records = [cell.record for cell in generated]
    return {(r["method"], r["path"]) for r in records if r["role"] in _SNIPPET_ROLES}
