"""Two versions of one snippet side by side, changed words marked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from snippet_widget.cards.highlight import visible

CONTEXT_LINES = 3
"""Unchanged lines that are shown before and after a change."""

COMPARED_LINES = 2_000
"""More are not compared: the matcher's time grows with the square of them."""

Span = tuple[int, int]


@dataclass(frozen=True)
class Side:
    """A line of one version: its number from 1, its text, and the spans in it that changed."""

    number: int
    text: str
    changed: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Row:
    """Two lines beside each other; None where the other version has nothing. Both None: a gap."""

    left: Side | None
    right: Side | None


@dataclass(frozen=True)
class Difference:
    """The rows to show of two versions.

    Parameters
    ----------
    title
        The card's name.
    left, right
        ``acme 1.0.0`` and ``acme 2.0.0``.
    rows
        Changes with a few lines around them; empty where nothing differs.
    """

    title: str
    left: str
    right: str
    rows: tuple[Row, ...]


def difference(title: str, left: tuple[str, str], right: tuple[str, str]) -> Difference:
    """Compare two versions, each its name and its source."""
    before, after = _lines(left[1]), _lines(right[1])
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    rows: list[Row] = []
    for group in matcher.get_grouped_opcodes(CONTEXT_LINES):
        if rows or group[0][1] > 0:
            rows.append(Row(None, None))
        for _, start, end, other_start, other_end in group:
            old = [Side(n + 1, before[n]) for n in range(start, end)]
            new = [Side(n + 1, after[n]) for n in range(other_start, other_end)]
            rows += _beside(old, new)
    return Difference(title, visible(left[0]), visible(right[0]), tuple(rows))


def _lines(source: str) -> list[str]:
    return visible(source).split("\n")[:COMPARED_LINES]


def _beside(old: list[Side], new: list[Side]) -> list[Row]:
    rows = []
    for n in range(max(len(old), len(new))):
        left = old[n] if n < len(old) else None
        right = new[n] if n < len(new) else None
        if left and right and left.text != right.text:
            left, right = _with_changes(left, right)
        rows.append(Row(left, right))
    return rows


def _with_changes(left: Side, right: Side) -> tuple[Side, Side]:
    """Mark the words that differ."""
    ours, theirs = _words(left.text), _words(right.text)
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    removed, added = [], []
    for kind, start, end, other_start, other_end in matcher.get_opcodes():
        if kind != "equal":
            removed.append(_span(ours, start, end))
            added.append(_span(theirs, other_start, other_end))
    return (
        Side(left.number, left.text, _filled(removed)),
        Side(right.number, right.text, _filled(added)),
    )


def _words(text: str) -> list[str]:
    return re.findall(r"\w+|\s+|.", text)


def _span(words: list[str], start: int, end: int) -> Span:
    offset = sum(map(len, words[:start]))
    return offset, offset + sum(map(len, words[start:end]))


def _filled(spans: list[Span]) -> tuple[Span, ...]:
    return tuple((start, end) for start, end in spans if start < end)
