"""Parts of a text, and a text with others in their place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Span:
    """Where a part of a text is."""

    start: int
    end: int


def spliced(text: str, splices: Iterable[tuple[Span, str]]) -> str:
    """Return a text with others in the place of parts of it, which do not overlap."""
    pieces, position = [], 0
    for span, new in sorted(splices, key=lambda splice: (splice[0].start, splice[0].end)):
        pieces += [text[position : span.start], new]
        position = span.end
    return "".join([*pieces, text[position:]])
