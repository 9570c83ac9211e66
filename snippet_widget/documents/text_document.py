"""Markdown, MyST, Quarto, reStructuredText and percent scripts that hold snippets.

On a page a marker is a comment above the fence, in reStructuredText one above the code block:
formatters leave both alone. Notebooks that Jupytext wrote have records of their own (see
`jupytext_cells`)::

    <!-- snippet-widget: {"org": …} -->          .. snippet-widget: {"org": …}
    ```python
    ```
"""

from __future__ import annotations

import json
import re
import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

from snippet_widget.cards.cell import KERNEL_LANGUAGE, fence
from snippet_widget.documents.cell_location import CellLocation, marker_json
from snippet_widget.documents.fenced_text import example_at, examples_in
from snippet_widget.documents.jupytext_cells import code_cells, markdown_places, percent_places
from snippet_widget.documents.jupytext_writing import (
    as_comments,
    cells_text,
    place_of,
    prose_mark,
    with_commented_magics,
)
from snippet_widget.documents.notebook_file import Cell
from snippet_widget.documents.text_markers import CALLS, suffix_of
from snippet_widget.documents.text_spans import Span, spliced
from snippet_widget.errors import NotebookError
from snippet_widget.languages import language
from snippet_widget.provenance import METADATA_KEY

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from snippet_widget.cards.content import CardContent

_FENCE = re.compile(
    r"^(?P<indent>[ \t]*)<!-- snippet-widget: (?P<record>\{[^\n]*\}) -->[ \t\r]*\n(?:[ \t\r]*\n)*"
    r"[ \t]*(?P<fence>`{3,}|~{3,})[^\n]*\n(?P<code>.*?)^[ \t]*(?P=fence)[ \t\r]*$",
    re.MULTILINE | re.DOTALL,
)
_BLOCK = re.compile(
    r"^(?P<outer>[ \t]*)\.\. snippet-widget: (?P<record>\{[^\n]*\})[ \t\r]*\n(?:[ \t\r]*\n)*"
    r"(?P=outer)\.\. code(?:-block)?::[^\n]*\n(?:(?P=outer)[ \t]+:[^\n]*\n)*[ \t\r]*\n"
    r"(?P<code>(?P<indent>(?P=outer)[ \t]+)\S[^\n]*(?:\n(?:(?P=indent)[^\n]*|[ \t\r]*(?=\n)))*)",
    re.MULTILINE,
)
_COMMENT = re.compile(
    r"^[ \t>*+-]*<!--[ \t]*snippet-widget(?P<colon>[ \t]*:)?[ \t]*(?P<record>\{[^\n]*?)"
    r"[ \t]*(?:-->[^\n]*)?$",
    re.MULTILINE,
)
_DIRECTIVE = re.compile(
    r"^[ \t]*\.\.[ \t]+snippet-widget(?P<colon>[ \t]*:)?[ \t]*(?P<record>\{[^\n]*?)[ \t\r]*$",
    re.MULTILINE,
)
_NO_CODE = (
    "Its code is missing: the marker has to stand on a line of its own, directly above the {block} "
    "with the snippet. Put it there, insert the snippet again (`snippet-widget get --format "
    "{format}`), or remove the marker."
)
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


def marked_block(card: CardContent, *, rst: bool = False) -> str:
    """Return a card's code for a page of Markdown or reStructuredText, below its marker."""
    marker = f"snippet-widget: {marker_json(card.metadata[METADATA_KEY])}"
    code, lexer = card.code.strip("\n"), language(card.type).lexer
    if rst:
        return f".. {marker}\n\n.. code-block:: {lexer}\n\n{textwrap.indent(code, '   ')}"
    return f"<!-- {marker} -->\n{fence(code, lexer)}"


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
    page = text.removeprefix(BYTE_ORDER_MARK)
    recorded = list(_found(path, page, examples := examples_in(path, page)))
    taken = {place.body for place, _ in recorded}
    asking = [(place, None) for place in _asking(path, page, examples) if place.body not in taken]
    found = sorted([*recorded, *asking], key=lambda cell: cell[0].record.start)
    cells = tuple(
        _cell(number, page, place, record) for number, (place, record) in enumerate(found)
    )
    return TextDocument(path, text, cells, tuple(place for place, _ in found))


def _found(
    path: Path, text: str, examples: Sequence[Span]
) -> Iterator[tuple[CellLocation, dict[str, Any]]]:
    if suffix_of(path) == ".py":
        places = percent_places(text)
    else:
        yield from _marked(path, text, examples)
        places = markdown_places(text) if suffix_of(path) != ".rst" else iter(())
    for place in places:
        if place.extent is None or not example_at(examples, place.extent.start):
            yield place, _record(path, text, place.record, is_yaml=place.is_yaml)


def _asking(path: Path, text: str, examples: Sequence[Span]) -> Iterator[CellLocation]:
    """Yield the code cells that may call ``show()`` or ``%snippet``."""
    percent = suffix_of(path) == ".py"
    for body in code_cells(text, percent=percent) if suffix_of(path) != ".rst" else ():
        asks = any(call in text[body.start : body.end] for call in CALLS)
        if asks and not example_at(examples, body.start):
            start = Span(body.start, body.start)
            yield CellLocation(start, body, cell_type="code", is_commented=percent)


def _marked(
    path: Path, text: str, examples: Sequence[Span]
) -> Iterator[tuple[CellLocation, dict[str, Any]]]:
    pattern, marker = (_BLOCK, _DIRECTIVE) if suffix_of(path) == ".rst" else (_FENCE, _COMMENT)
    end = position = 0
    while found := pattern.search(text, position):
        if example := example_at(examples, found.start()):
            position = example.end
            continue
        alone = marker.finditer(text, end, found.start())
        yield from _without_code(path, text, alone, examples)
        end = position = found.end()
        record, start = Span(*found.span("record")), found.start("code")
        code = found["code"] if pattern is _FENCE else found["code"].rstrip()
        place = CellLocation(record, Span(start, start + len(code)), found["indent"])
        yield place, _record(path, text, record)
    yield from _without_code(path, text, marker.finditer(text, end), examples)


def _without_code(
    path: Path, text: str, markers: Iterable[re.Match[str]], examples: Sequence[Span]
) -> Iterator[tuple[CellLocation, dict[str, Any]]]:
    """Yield the markers that no code follows."""
    rst = suffix_of(path) == ".rst"
    problem = _NO_CODE.format(
        block="code block" if rst else "fence", format="rst" if rst else "markdown"
    )
    for marker in markers:
        if example_at(examples, marker.start()):
            continue
        record = Span(*marker.span("record"))
        fields = _record(path, text, record)
        if not marker["colon"]:
            line = text.count("\n", 0, record.start) + 1
            raise NotebookError(
                f"{path}, line {line}: the marker of a snippet has no colon. Write "
                "`snippet-widget: {…}`, or remove the marker.",
                line=line,
            )
        yield CellLocation(record, Span(record.end, record.end), problem=problem), fields


def _record(path: Path, text: str, span: Span, *, is_yaml: bool = False) -> dict[str, Any]:
    line = text.count("\n", 0, span.start) + 1
    written = text[span.start : span.end]
    try:
        record = yaml.safe_load(written)[METADATA_KEY] if is_yaml else json.loads(written)
        return dict(record)
    except (yaml.YAMLError, TypeError, ValueError) as error:
        if isinstance(error, json.JSONDecodeError):
            raise _no_json(path, line, error) from None
        raise NotebookError(
            f"{path}, line {line}: `{METADATA_KEY}` of the cell is not YAML. Insert the snippet "
            "again, or remove it.",
            line=line,
        ) from None


def _no_json(path: Path, line: int, error: json.JSONDecodeError) -> NotebookError:
    return NotebookError(
        f"{path}, line {line}: the marker of a snippet is not JSON ({error.msg}). Insert the "
        "snippet again (`snippet-widget get --format markdown`), or remove the marker.",
        line=line,
    )


def _cell(number: int, text: str, place: CellLocation, record: dict[str, Any] | None) -> Cell:
    raw = text[place.body.start : place.body.end].replace("\r\n", "\n")
    kind = place.cell_type or ("code" if _type_of(record or {}) == KERNEL_LANGUAGE else "markdown")
    if place.is_commented:
        source = re.sub(r"^# ?", "", raw, flags=re.MULTILINE) if kind == "markdown" else raw
        source = _MAGIC.sub("", source)
    elif place.cell_type:
        source = raw
    else:
        source = textwrap.dedent(raw).strip("\n")
        source = source if kind == "code" else fence(source, language(_type_of(record or {})).lexer)
    line = text.count("\n", 0, place.record.start) + 1
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
        code = with_commented_magics(source)
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
