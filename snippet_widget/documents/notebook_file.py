"""Notebook files read as text, so that a change of one cell changes nothing else in the file.

nbformat would write the whole file anew: other indentation, other escapes, sorted keys, upgraded
metadata. Here only the characters of what changes are replaced (nbformat 4, "Top-level
structure"; cells of earlier formats were never written by this package).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from snippet_widget.documents.json_text import JsonText
from snippet_widget.documents.text_spans import Span, spliced
from snippet_widget.errors import NotebookError
from snippet_widget.provenance import METADATA_KEY

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

_CONFLICT = re.compile(r"^(<{7} |={7}$|>{7} )", re.MULTILINE)
_OLDEST_FORMAT = 4

MARKDOWN_MAGIC = "%%markdown\n"
"""The first line of a code cell that shows Markdown: what `%snippet` writes of other languages."""


@dataclass(frozen=True)
class Cell:
    """One cell as it is in the file.

    Parameters
    ----------
    index
        From 0, as nbformat counts.
    line
        Of the file, from 1.
    span
        The cell's object in the file's text.
    cell_type, source, metadata, outputs
        As nbformat has them, the source in one piece and without its `magic`.
    problem
        Why its code is not known, and what to do; empty where it is.
    magic
        `MARKDOWN_MAGIC` where the source begins with it.
    recorded
        Its record is in its own metadata, not in the output of the cell that wrote it.
    """

    index: int
    line: int
    span: Span
    cell_type: str
    source: str
    metadata: Mapping[str, Any]
    outputs: Sequence[Any] = ()
    problem: str = ""
    magic: str = ""
    recorded: bool = True


@dataclass(frozen=True)
class NotebookFile:
    """A notebook and the text it was read from.

    Parameters
    ----------
    path
        As given.
    text
        The file's, byte for byte when encoded as UTF-8.
    cells
        All cells; none where the format is older than 4.
    """

    path: Path
    text: str = field(repr=False)
    cells: tuple[Cell, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def edited(
        self,
        edits: Sequence[tuple[Cell, Mapping[tuple[str | int, ...], Any]]],
        *,
        removed: Collection[int] = (),
        added: Mapping[int, Sequence[Mapping[str, Any]]] | None = None,
    ) -> str:
        """Return the text with cells changed, taken out and put in, everything else as it is.

        Parameters
        ----------
        edits
            For each cell, new values by their keys in it: ``("metadata", "x")``. A value that is
            not there, or that is equal already, stays as it is.
        removed
            Numbers of the cells that go.
        added
            New cells in nbformat 4, by the number of the cell that they go before.
        """
        if len(self.cells) == len(set(removed)):
            return self._with_cells([each for cells in (added or {}).values() for each in cells])
        splices = [
            splice
            for cell, values in edits
            if cell.index not in removed
            for splice in self._splices(cell, values)
        ]
        splices += self._removals(removed)
        splices += self._additions(added or {}, self._last_remaining(removed))
        return spliced(self.text, splices)

    @cached_property
    def _json(self) -> JsonText:
        return JsonText(self.text)

    def _with_cells(self, cells: Sequence[Mapping[str, Any]]) -> str:
        """Return the text with other cells than it has, none of which stays."""
        span = self._json.find(self._json.whole, ("cells",))
        if span is None:
            return self.text
        return spliced(self.text, [(span, self._json.indented(span, cells))])

    def _splices(
        self, cell: Cell, values: Mapping[tuple[str | int, ...], Any]
    ) -> Iterator[tuple[Span, str]]:
        found: dict[Span, dict[str | int, Span]] = {}  # each part of a cell is read once
        for keys, value in values.items():
            span = self._json.find(cell.span, keys, found)
            if span is None:
                continue
            old = self._json.value(span)
            new = f"{cell.magic}{value}" if keys == ("source",) else value
            new = (
                new.splitlines(keepends=True)
                if isinstance(old, list) and isinstance(new, str)
                else new
            )
            if old != new:
                yield span, self._json.written(span, new)

    def _removals(self, removed: Collection[int]) -> Iterator[tuple[Span, str]]:
        """Take a cell out with the comma after it, the last ones with the comma before."""
        last = self._last_remaining(removed)
        for cell in self.cells:
            if cell.index in removed and cell.index < last:
                yield Span(cell.span.start, self.cells[cell.index + 1].span.start), ""
            elif cell.index in removed:
                yield Span(self.cells[cell.index - 1].span.end, cell.span.end), ""

    def _additions(
        self, added: Mapping[int, Sequence[Mapping[str, Any]]], last: int
    ) -> Iterator[tuple[Span, str]]:
        for place, cells in added.items():
            written = [self._json.indented(self.cells[0].span, cell) for cell in cells]
            if place <= last:
                start = self.cells[place].span.start
                yield Span(start, start), "".join(f"{text}{self._gap}" for text in written)
            else:
                end = self.cells[last].span.end
                yield Span(end, end), "".join(f"{self._gap}{text}" for text in written)

    def _last_remaining(self, removed: Collection[int]) -> int:
        return max((cell.index for cell in self.cells if cell.index not in removed), default=0)

    @property
    def _gap(self) -> str:
        """What stands between two cells."""
        if len(self.cells) > 1:
            return self.text[self.cells[0].span.end : self.cells[1].span.start]
        outer, inner = self._json.indentation(self.cells[0].span)
        return ", " if inner is None else f",{self._json.newline}{outer}"


def read_notebook(path: Path) -> NotebookFile:
    """Read a notebook file.

    Raises
    ------
    NotebookError
        It cannot be read, or is no notebook; the message says which.
    """
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise NotebookError(
            f"{path} cannot be read: {error.strerror}. See that it is a file that you may read."
        ) from None
    except UnicodeDecodeError:
        raise NotebookError(
            f"{path} is not UTF-8, as notebooks are. Open it in Jupyter and save it again."
        ) from None
    whole = _parsed(path, text)
    if not isinstance(whole, dict) or not isinstance(whole.get("nbformat"), int):
        raise NotebookError(
            f"{path} is JSON, but not a notebook: it has no number `nbformat`. Leave it out with "
            "--exclude, or restore it.",
            line=1,
        )
    metadata = whole.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    if whole["nbformat"] < _OLDEST_FORMAT and METADATA_KEY in metadata:
        raise NotebookError(
            f"{path} was generated by snippet_widget, but is in nbformat {whole['nbformat']} now, "
            "whose cells have no records. Convert it (`jupyter nbconvert --to notebook "
            "--nbformat 4 --inplace`), or write it again.",
            line=1,
        )
    return NotebookFile(path, text, tuple(_cells(path, text, whole)), metadata)


def _cells(path: Path, text: str, whole: dict[str, Any]) -> Iterator[Cell]:
    if whole["nbformat"] < _OLDEST_FORMAT:
        return
    json_text = JsonText(text)
    cells = json_text.find(json_text.whole, ("cells",))
    if cells is None or text[cells.start] != "[":
        raise NotebookError(
            f"{path} has no list `cells`, which nbformat 4 requires. Restore it, or write it "
            "again.",
            line=1,
        )
    line, position = 1, 0
    for index, span in enumerate(json_text.items(cells)):
        line += text.count("\n", position, span.start)
        position = span.start
        yield _cell(path, whole["cells"][index], index, line, span)


def _cell(path: Path, raw: Any, index: int, line: int, span: Span) -> Cell:
    if not isinstance(raw, dict):
        raise NotebookError(
            f"{path}, line {line}: cell {index + 1} is not a JSON object.", line=line
        )
    source, metadata = raw.get("source", ""), raw.get("metadata", {})
    if isinstance(source, list) and all(isinstance(part, str) for part in source):
        source = "".join(source)
    if not isinstance(source, str) or not isinstance(metadata, dict):
        raise NotebookError(
            f"{path}, line {line}: cell {index + 1} has a `source` or `metadata` that nbformat "
            "does not know.",
            line=line,
        )
    outputs = raw.get("outputs")
    kind = str(raw.get("cell_type", ""))
    first, end, rest = source.partition("\n")
    magic = f"{first}{end}" if kind == "code" and f"{first.rstrip()}\n" == MARKDOWN_MAGIC else ""
    return Cell(
        index,
        line,
        span,
        kind,
        rest if magic else source,
        metadata,
        outputs if isinstance(outputs, list) else (),
        magic=magic,
    )


def _parsed(path: Path, text: str) -> Any:
    if text.startswith("\ufeff"):
        raise NotebookError(
            f"{path} begins with a byte order mark, which JSON does not allow (RFC 8259, section "
            "8.1). Open it in Jupyter and save it again, or remove the mark in an editor.",
            line=1,
        )
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        if conflict := _CONFLICT.search(text):
            line = text.count("\n", 0, conflict.start()) + 1
            raise NotebookError(
                f"{path}, line {line}: an unresolved merge conflict. Resolve it, then check again.",
                line=line,
            ) from None
        raise NotebookError(
            f"{path}, line {error.lineno}: not JSON ({error.msg}). Correct it, or restore the "
            "file from a backup.",
            line=error.lineno,
        ) from None
    except ValueError as error:  # a number of thousands of digits (Python's documentation, `int`)
        raise NotebookError(f"{path} is no notebook that can be read: {error}.", line=1) from None
    except RecursionError:
        raise NotebookError(f"{path} is nested too deeply to be a notebook.") from None
