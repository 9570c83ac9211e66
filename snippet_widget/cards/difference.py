"""Two versions of one snippet side by side, changed words marked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate

from snippet_widget.cards.bounded_matcher import BoundedMatcher, StepBudget
from snippet_widget.cards.visible_text import visible

CONTEXT_LINES = 3
"""Unchanged lines that are shown before and after a change."""

COMPARED_LINES = 2_000
"""More are not compared: nobody reads them side by side."""

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
    matcher, words = BoundedMatcher(before, after), StepBudget()
    rows: list[Row] = []
    for group in matcher.get_grouped_opcodes(CONTEXT_LINES):
        if rows or group[0][1] > 0:
            rows.append(Row(None, None))
        for _, start, end, other_start, other_end in group:
            old = [Side(n + 1, before[n]) for n in range(start, end)]
            new = [Side(n + 1, after[n]) for n in range(other_start, other_end)]
            rows += _beside(old, new, words)
    return Difference(title, visible(left[0]), visible(right[0]), tuple(rows))


def _lines(source: str) -> list[str]:
    return visible(source).split("\n")[:COMPARED_LINES]


def _beside(old: list[Side], new: list[Side], words: StepBudget) -> list[Row]:
    rows = []
    for n in range(max(len(old), len(new))):
        left = old[n] if n < len(old) else None
        right = new[n] if n < len(new) else None
        if left and right and left.text != right.text:
            left, right = _with_changes(left, right, words)
        rows.append(Row(left, right))
    return rows


def _with_changes(left: Side, right: Side, budget: StepBudget) -> tuple[Side, Side]:
    """Mark the words that differ."""
    ours, theirs = _words(left.text), _words(right.text)
    our_offsets, their_offsets = _offsets(ours), _offsets(theirs)
    removed, added = [], []
    for kind, start, end, other_start, other_end in BoundedMatcher(
        ours, theirs, budget
    ).get_opcodes():
        if kind != "equal":
            removed.append((our_offsets[start], our_offsets[end]))
            added.append((their_offsets[other_start], their_offsets[other_end]))
    return (
        Side(left.number, left.text, _filled(removed)),
        Side(right.number, right.text, _filled(added)),
    )


def _words(text: str) -> list[str]:
    return re.findall(r"\w+|\s+|.", text)


def _offsets(words: list[str]) -> list[int]:
    """Return where each word begins, and where the last one ends."""
    return [0, *accumulate(map(len, words))]


def _filled(spans: list[Span]) -> tuple[Span, ...]:
    return tuple((start, end) for start, end in spans if start < end)


def unified_diff(old: tuple[str, str], new: tuple[str, str]) -> str:
    """Return a unified diff of two versions, each its name and its source; empty for the same."""
    before, after = old[1].splitlines(), new[1].splitlines()
    lines: list[str] = []
    for group in BoundedMatcher(before, after).get_grouped_opcodes(CONTEXT_LINES):
        first, last = group[0], group[-1]
        spans = _range(first[1], last[2]), _range(first[3], last[4])
        lines.append(f"@@ -{spans[0]} +{spans[1]} @@")
        for kind, start, end, other_start, other_end in group:
            if kind == "equal":
                lines += [f" {line}" for line in before[start:end]]
                continue
            lines += [f"-{line}" for line in before[start:end]]
            lines += [f"+{line}" for line in after[other_start:other_end]]
    return "\n".join([f"--- {old[0]}", f"+++ {new[0]}", *lines]) if lines else ""


def _range(start: int, end: int) -> str:
    """Return lines as a unified diff counts them (POSIX, "diff -u")."""
    if end - start == 1:
        return f"{start + 1}"
    return f"{start + (end > start)},{end - start}"
