"""Files of text with snippets (`text_page`), read as notebooks are and edited in place."""

from __future__ import annotations

import json
import re
import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from snippet_widget.cards.cell import KERNEL_LANGUAGE, fence
from snippet_widget.documents.jupytext_writing import (
    as_comments,
    cells_text,
    place_of,
    prose_mark,
    with_commented_magics,
)
from snippet_widget.documents.notebook_file import Cell
from snippet_widget.documents.text_markers import suffix_of
from snippet_widget.documents.text_page import TextPage
from snippet_widget.documents.text_spans import Span, spliced
from snippet_widget.errors import NotebookError
from snippet_widget.languages import language
from snippet_widget.provenance import METADATA_KEY

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from snippet_widget.documents.cell_location import CellLocation

BYTE_ORDER_MARK = "\ufeff"
"""What editors on Windows put before the first line of a file in UTF-8."""

_MAGIC = re.compile(r"^# (?=[%!])", re.MULTILINE)


@dataclass(frozen=True)
class TextDocument:
    """A file of text with snippets, and the text that it was read from.

    Parameters
    ----------
    path
        As given.
    text
        The file's, byte for byte when encoded as UTF-8.
    cells
        Those with a record, as they would be in a notebook: other languages than the kernel's are
        Markdown with a fence.
    metadata
        Of the whole document: there is none.
    """

    path: Path
    text: str = field(repr=False)
    cells: tuple[Cell, ...] = ()
    places: tuple[CellLocation, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def edited(
        self,
        edits: Sequence[tuple[Cell, Mapping[tuple[str | int, ...], Any]]],
        *,
        removed: Collection[int] = (),
        added: Mapping[int, Sequence[Mapping[str, Any]]] | None = None,
    ) -> str:
        """Return the text with cells changed, everything else as it is: see `NotebookFile`.

        Cells are taken out of notebooks that Jupytext wrote, and put into them, not of pages.
        """
        splices = [
            splice
            for cell, values in edits
            if cell.index not in removed
            for splice in self._splices(cell, values)
        ]
        going = [self.places[index] for index in removed]
        moved = [
            (each.extent, prose_mark(self.page, each.extent.end) if each.is_yaml else "")
            for each in going
            if each.extent
        ]
        moved += self._additions(added or {})
        page = spliced(self.page, [*splices, *moved])
        if moved:
            page = page.rstrip() + ("\r\n" if "\r\n" in self.text else "\n")
        return (BYTE_ORDER_MARK if self.text.startswith(BYTE_ORDER_MARK) else "") + page

    @property
    def page(self) -> str:
        """The text without a byte order mark: what the places of cells are in."""
        return self.text.removeprefix(BYTE_ORDER_MARK)

    def _additions(
        self, added: Mapping[int, Sequence[Mapping[str, Any]]]
    ) -> Iterator[tuple[Span, str]]:
        percent = suffix_of(self.path) == ".py"
        for number, cells in added.items():
            near = self.places[max(number - 1, 0)].extent if self.places else None
            if near is not None:
                at = near.end if number else near.start
                place = place_of(cells, self.page, at, percent=percent)
                yield place, cells_text(cells, self.page, at, percent=percent)

    def _splices(
        self, cell: Cell, values: Mapping[tuple[str | int, ...], Any]
    ) -> Iterator[tuple[Span, str]]:
        place = self.places[cell.index]
        record = json.loads(json.dumps(cell.metadata.get(METADATA_KEY)))
        for keys, value in values.items():
            if keys[:2] == ("metadata", METADATA_KEY):
                _put(record, keys[2:], value)
        if record != cell.metadata.get(METADATA_KEY):
            text = place.record_text(record)
            yield place.record, text.replace("\n", "\r\n") if "\r\n" in self.text else text
        source = values.get(("source",), cell.source)
        if source != cell.source:
            yield place.body, _written(source, cell, place, self.page)


def read_text_document(path: Path) -> TextDocument:
    """Read a file of text.

    Raises
    ------
    NotebookError
        It cannot be read, or a marker in it is invalid; the message says which.
    """
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise NotebookError(
            f"{path} cannot be read: {error.strerror}. See that it is a file that you may read."
        ) from None
    except UnicodeDecodeError:
        raise NotebookError(f"{path} is not UTF-8. Save it as UTF-8.") from None
    page = TextPage(path, text.removeprefix(BYTE_ORDER_MARK))
    recorded = list(page.recorded())
    taken = {place.body for place, _ in recorded}
    unrecorded = (*page.asking(), *page.pinned())
    asking = [(place, None) for place in unrecorded if place.body not in taken]
    found = sorted([*recorded, *asking], key=lambda cell: cell[0].record.start)
    cells = tuple(
        _cell(number, page, place, record) for number, (place, record) in enumerate(found)
    )
    return TextDocument(path, text, cells, tuple(place for place, _ in found))


def _cell(number: int, page: TextPage, place: CellLocation, record: dict[str, Any] | None) -> Cell:
    raw = page.text[place.body.start : place.body.end].replace("\r\n", "\n")
    kind = place.cell_type or ("code" if _type_of(record or {}) == KERNEL_LANGUAGE else "markdown")
    if place.is_commented:
        source = re.sub(r"^# ?", "", raw, flags=re.MULTILINE) if kind == "markdown" else raw
        source = _MAGIC.sub("", source)
    elif place.cell_type:
        source = raw
    else:
        source = textwrap.dedent(raw).strip("\n")
        source = source if kind == "code" else fence(source, language(_type_of(record or {})).lexer)
    line = page.line(place.record.start)
    metadata = {} if record is None else {METADATA_KEY: record}
    return Cell(number, line, place.body, kind, source, metadata, problem=place.problem)


def _type_of(record: Mapping[str, Any]) -> str:
    sdk = record.get("sdk")
    return str(sdk.get("type")) if isinstance(sdk, dict) else KERNEL_LANGUAGE


def _written(source: str, cell: Cell, place: CellLocation, text: str) -> str:
    """Return a cell's source as the file has it: without a fence, indented, commented."""
    if place.is_commented and cell.cell_type == "markdown":
        code = as_comments(source)
    elif place.is_commented:
        code = with_commented_magics(source, text, text[place.body.start : place.body.end])
    elif place.cell_type:
        code = source
    else:
        lines = source.split("\n")
        code = "\n".join(lines if cell.cell_type == "code" else lines[1:-1])
        code = textwrap.indent(code, place.indent)
        code += "\n" * text[place.body.start : place.body.end].endswith("\n")
    return code.replace("\n", "\r\n") if "\r\n" in text else code


def _put(record: dict[str, Any], keys: tuple[str | int, ...], value: Any) -> None:
    *outer, last = map(str, keys)
    for key in outer:
        record = record.setdefault(key, {})
    record[last] = value
