"""JSON as text: where its values are, and how it would write others in their place."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from snippet_widget.documents.text_spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_DECODER = json.JSONDecoder()
_BLANKS = re.compile(r"[ \t]*")
_SPACE = re.compile(r"[ \t\r\n]*")


class JsonText:
    """A text that is valid JSON.

    Parameters
    ----------
    text
        The file's, its white space and escapes included.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def whole(self) -> Span:
        """Where its value is, the space before it left out."""
        return Span(self._skip(0), len(self.text))

    @cached_property
    def newline(self) -> str:
        """How it ends its lines."""
        return "\r\n" if "\r\n" in self.text else "\n"

    @cached_property
    def _ascii_only(self) -> bool:
        """Whether the file writes other characters as escapes."""
        return self.text.isascii() and "\\u" in self.text

    def value(self, span: Span) -> Any:
        """Return a value, decoded."""
        return json.loads(self.text[span.start : span.end])

    def find(
        self,
        span: Span,
        keys: Sequence[str | int],
        found: dict[Span, dict[str | int, Span]] | None = None,
    ) -> Span | None:
        """Return where the value at a path of keys, or numbers in lists, is in another value.

        What was read on the way is kept in `found`, and not read again.
        """
        found = {} if found is None else found
        for key in keys:
            if span not in found:
                found[span] = self._parts(span)
            if key not in found[span]:
                return None
            span = found[span][key]
        return span

    def items(self, span: Span) -> Iterator[Span]:
        """Yield where the items of a list are."""
        position = self._skip(span.start + 1)
        while self.text[position] != "]":
            end = _DECODER.raw_decode(self.text, position)[1]
            yield Span(position, end)
            position = self._after_comma(end)

    def written(self, span: Span, value: Any) -> str:
        """Return a value as the file writes one in the place of another: each item on a line."""
        if isinstance(value, dict):
            return self.indented(span, value)
        if not isinstance(value, list) or not value:
            return json.dumps(value, ensure_ascii=self._ascii_only)
        items = [json.dumps(item, ensure_ascii=self._ascii_only) for item in value]
        outer, inner = self.indentation(span)
        if inner is None:
            return f"[{', '.join(items)}]"
        body = f",{self.newline}{inner}".join(items)
        return f"[{self.newline}{inner}{body}{self.newline}{outer}]"

    def indented(self, span: Span, value: Any) -> str:
        """Return a value as `written`, and all that it holds on lines of their own, too."""
        outer, inner = self.indentation(span)
        step = None if inner is None else inner[len(outer) :]
        text = json.dumps(value, indent=step, ensure_ascii=self._ascii_only, sort_keys=True)
        return text.replace("\n", f"{self.newline}{outer}")

    def indentation(self, span: Span) -> tuple[str, str | None]:
        """Return the indentation of a value's line and of its items; None: all on one line."""
        line_start = self.text.rfind("\n", 0, span.start) + 1
        if not line_start:
            return "", None
        outer = self._blanks(line_start)
        old = self.text[span.start : span.end]
        if "\n" in old:
            return outer, self._blanks(span.start + old.index("\n") + 1)
        shorter = self._shorter_above(line_start, outer)
        return outer, outer + (outer or " " if shorter is None else outer[len(shorter) :])

    def _shorter_above(self, line_start: int, outer: str) -> str | None:
        """Return the indentation of the nearest line above that has less; None where none has.

        The first line of the file does not count.
        """
        end = self.text.rfind("\n", 0, line_start)
        while outer and end > 0:
            line_start = self.text.rfind("\n", 0, end) + 1
            if not line_start:
                return None
            blanks = self._blanks(line_start)
            if len(blanks) < len(outer):
                return blanks
            end = line_start - 1
        return None

    def _parts(self, span: Span) -> dict[str | int, Span]:
        """Return where the values of an object, or a list, are."""
        parts: dict[str | int, Span] = {}
        if self.text[span.start] == "{":
            parts.update(self._members(span))
        elif self.text[span.start] == "[":
            parts.update(enumerate(self.items(span)))
        return parts

    def _members(self, span: Span) -> Iterator[tuple[str, Span]]:
        position = self._skip(span.start + 1)
        while self.text[position] == '"':
            key, position = _DECODER.raw_decode(self.text, position)
            start = self._skip(self._skip(position) + 1)
            end = _DECODER.raw_decode(self.text, start)[1]
            yield key, Span(start, end)
            position = self._after_comma(end)

    def _after_comma(self, end: int) -> int:
        """Return where the next value begins, or the bracket that closes."""
        position = self._skip(end)
        return self._skip(position + 1) if self.text[position] == "," else position

    def _skip(self, position: int) -> int:
        found = _SPACE.match(self.text, position)
        return found.end() if found else position

    def _blanks(self, start: int) -> str:
        found = _BLANKS.match(self.text, start)
        return found.group() if found else ""
