"""Markdown, MyST, reStructuredText and percent scripts that hold snippets, each with a marker.

In Markdown and MyST the marker is a comment above the fence, in reStructuredText one above the
code block: formatters leave both alone. In percent scripts the record stands in the cell's head, as
Jupytext writes it::

    <!-- snippet-widget: {"org": …} -->          .. snippet-widget: {"org": …}
    ```python
    ```                                          # %% snippet_widget={"org": …}

Headings and titles are the page's own: only whole notebooks are generated and followed as such.
"""

from __future__ import annotations

import json
import re
import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from snippet_widget.cards.content import KERNEL_LANGUAGE, fenced
from snippet_widget.documents.notebook_file import Cell, Span
from snippet_widget.errors import NotebookError
from snippet_widget.languages import language
from snippet_widget.provenance import METADATA_KEY

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from snippet_widget.cards.content import CardContent

SUFFIXES = (".md", ".markdown", ".myst", ".rst", ".py")
"""Of the files that may hold markers."""

_MARKS = (
    b"snippet-widget: {",
    b"snippet_widget={",
    # written by hand, and broken
    b"snippet-widget:{",
    b"<!-- snippet-widget {",
    b".. snippet-widget {",
)
_DECODER = json.JSONDecoder()

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
_HEAD = re.compile(r"^# %%(?P<head>[^\n]*)\n?", re.MULTILINE)
_IN_HEAD = "snippet_widget="
_MAGIC = re.compile(r"^# (?=[%!])", re.MULTILINE)


@dataclass(frozen=True)
class _Place:
    """Where a cell's record and code are in the text, and how the code is written there."""

    record: Span
    code: Span
    indent: str = ""
    percent: bool = False
    problem: str = ""


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
    places: tuple[_Place, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def edited(
        self,
        edits: Sequence[tuple[Cell, Mapping[tuple[str | int, ...], Any]]],
        *,
        removed: Collection[int] = (),  # noqa: ARG002 - only notebooks are written whole
        added: Mapping[int, Sequence[Mapping[str, Any]]] | None = None,  # noqa: ARG002
    ) -> str:
        """Return the text with cells changed, everything else as it is: see `NotebookFile`."""
        splices = [splice for cell, values in edits for splice in self._splices(cell, values)]
        text = self.text
        for span, new in sorted(splices, key=lambda splice: splice[0].start, reverse=True):
            text = text[: span.start] + new + text[span.end :]
        return text

    def _splices(
        self, cell: Cell, values: Mapping[tuple[str | int, ...], Any]
    ) -> Iterator[tuple[Span, str]]:
        place = self.places[cell.index]
        record = json.loads(json.dumps(cell.metadata[METADATA_KEY]))
        for keys, value in values.items():
            if keys[:2] == ("metadata", METADATA_KEY):
                _put(record, keys[2:], value)
        if record != cell.metadata[METADATA_KEY]:
            yield place.record, marker_json(record)
        source = values.get(("source",), cell.source)
        if source != cell.source:
            yield place.code, _written(source, cell, place, self.text)


def marker_json(record: Mapping[str, Any]) -> str:
    """Return a record for a marker: one line, and nothing in it that ends a comment."""
    return json.dumps(record, sort_keys=True).replace(">", "\\u003e")


def marked_block(card: CardContent, *, rst: bool = False) -> str:
    """Return a card's code for a page of Markdown or reStructuredText, below its marker."""
    marker = f"snippet-widget: {marker_json(card.metadata[METADATA_KEY])}"
    code, lexer = card.code.strip("\n"), language(card.type).lexer
    if rst:
        return f".. {marker}\n\n.. code-block:: {lexer}\n\n{textwrap.indent(code, '   ')}"
    return f"<!-- {marker} -->\n{fenced(code, lexer)}"


def has_marker(path: Path) -> bool:
    """Tell whether a file of text holds a snippet."""
    try:
        data = path.read_bytes()
    except OSError:
        return False
    return any(mark in data for mark in _MARKS)


def read_text_document(path: Path) -> TextDocument:
    """Read a file of text.

    Raises
    ------
    NotebookError
        It cannot be read, or a marker in it is none; the message says which.
    """
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise NotebookError(
            f"{path} cannot be read: {error.strerror}. See that it is a file that you may read."
        ) from None
    except UnicodeDecodeError:
        raise NotebookError(f"{path} is not UTF-8. Save it as UTF-8.") from None
    found = list(_percent_cells(path, text) if path.suffix == ".py" else _marked(path, text))
    cells = tuple(
        _cell(number, text, place, record) for number, (place, record) in enumerate(found)
    )
    return TextDocument(path, text, cells, tuple(place for place, _ in found))


def _marked(path: Path, text: str) -> Iterator[tuple[_Place, dict[str, Any]]]:
    pattern, marker = (_BLOCK, _DIRECTIVE) if path.suffix == ".rst" else (_FENCE, _COMMENT)
    end = 0
    for found in pattern.finditer(text):
        yield from _without_code(path, text, marker.finditer(text, end, found.start()))
        record, start = Span(*found.span("record")), found.start("code")
        code = found["code"] if pattern is _FENCE else found["code"].rstrip()
        place = _Place(record, Span(start, start + len(code)), found["indent"])
        yield place, _record(path, text, record)
        end = found.end()
    yield from _without_code(path, text, marker.finditer(text, end))


def _without_code(
    path: Path, text: str, markers: Iterable[re.Match[str]]
) -> Iterator[tuple[_Place, dict[str, Any]]]:
    """Yield the markers that no code follows."""
    rst = path.suffix == ".rst"
    problem = _NO_CODE.format(
        block="code block" if rst else "fence", format="rst" if rst else "markdown"
    )
    for marker in markers:
        record = Span(*marker.span("record"))
        fields = _record(path, text, record)
        if not marker["colon"]:
            line = text.count("\n", 0, record.start) + 1
            raise NotebookError(
                f"{path}, line {line}: the marker of a snippet has no colon. Write "
                "`snippet-widget: {…}`, or remove the marker.",
                line=line,
            )
        yield _Place(record, Span(record.end, record.end), problem=problem), fields


def _percent_cells(path: Path, text: str) -> Iterator[tuple[_Place, dict[str, Any]]]:
    heads = list(_HEAD.finditer(text))
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        at = text.find(_IN_HEAD, *head.span("head"))
        if at < 0:
            continue
        start = at + len(_IN_HEAD)
        try:
            end = _DECODER.raw_decode(text, start)[1]
        except json.JSONDecodeError:
            end = head.end("head")
        body = text[head.end() : following.start() if following else len(text)]
        code = Span(head.end(), head.end() + len(body.rstrip()))
        record = Span(start, end)
        yield _Place(record, code, percent=True), _record(path, text, record)


def _record(path: Path, text: str, span: Span) -> dict[str, Any]:
    line = text.count("\n", 0, span.start) + 1
    try:
        record = json.loads(text[span.start : span.end])
    except json.JSONDecodeError as error:
        raise NotebookError(
            f"{path}, line {line}: the marker of a snippet is not JSON ({error.msg}). Insert the "
            "snippet again (`snippet-widget get --format markdown`), or remove the marker.",
            line=line,
        ) from None
    return dict(record)


def _cell(number: int, text: str, place: _Place, record: dict[str, Any]) -> Cell:
    raw = text[place.code.start : place.code.end].replace("\r\n", "\n")
    sdk = record.get("sdk")
    type_ = str(sdk.get("type")) if isinstance(sdk, dict) else KERNEL_LANGUAGE
    kind = "code" if type_ == KERNEL_LANGUAGE else "markdown"
    if place.percent:
        source = re.sub(r"^# ?", "", raw, flags=re.MULTILINE) if kind == "markdown" else raw
        source = _MAGIC.sub("", source)
    else:
        source = textwrap.dedent(raw).strip("\n")
        source = source if kind == "code" else fenced(source, language(type_).lexer)
    line = text.count("\n", 0, place.record.start) + 1
    metadata = {METADATA_KEY: record}
    return Cell(number, line, place.code, kind, source, metadata, problem=place.problem)


def _written(source: str, cell: Cell, place: _Place, text: str) -> str:
    """Return a cell's source as the file has code: without a fence, indented, commented."""
    if place.percent:
        commented = source if cell.cell_type == "code" else re.sub(r"(?m)^", "# ", source)
        code = re.sub(r"(?m)^(?=[%!])", "# ", commented)
    else:
        lines = source.split("\n")
        code = "\n".join(lines if cell.cell_type == "code" else lines[1:-1])
        code = textwrap.indent(code, place.indent)
        code += "\n" * text[place.code.start : place.code.end].endswith("\n")
    return code.replace("\n", "\r\n") if "\r\n" in text else code


def _put(record: dict[str, Any], keys: tuple[str | int, ...], value: Any) -> None:
    *outer, last = map(str, keys)
    for key in outer:
        record = record.setdefault(key, {})
    record[last] = value
