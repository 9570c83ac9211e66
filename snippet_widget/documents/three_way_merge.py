"""Merging three texts: what was inserted, what somebody made of it, and what is published now.

This is diff3 (S. Khanna, K. Kunal, B. Pierce, "A Formal Investigation of Diff3", 2007) on lines.
The package `merge3` does the same under the GPL, which a package under the BSD license cannot take.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.cards.bounded_matcher import BoundedMatcher
from snippet_widget.documents.merge_result import Merge

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Piece:
    """Lines, or tokens, of the three texts that belong together."""

    old: list[str]
    yours: list[str]
    new: list[str]

    def merged(self) -> list[str] | None:
        """Return the lines that both sides agree on, or that only one of them changed."""
        if self.new in (self.yours, self.old):
            return self.yours
        return self.new if self.yours == self.old else None


def merge(old: str, yours: str, new: str, names: tuple[str, str, str]) -> Merge:
    """Merge the changes from one text to two others.

    Parameters
    ----------
    old, yours, new
        The text that both come from, and the two.
    names
        Theirs, for the marks of a conflict.
    """
    lines: list[str] = []
    conflicts = 0
    for piece in pieces(old.split("\n"), yours.split("\n"), new.split("\n")):
        merged = piece.merged()
        if merged is None:
            conflicts += 1
            merged = _marked(piece, names)
        lines += merged
    return Merge("\n".join(lines), conflicts)


def _marked(piece: Piece, names: tuple[str, str, str]) -> list[str]:
    old, yours, new = names
    return [
        f"<<<<<<< {yours}",
        *piece.yours,
        f"||||||| {old}",
        *piece.old,
        "=======",
        *piece.new,
        f">>>>>>> {new}",
    ]


def pieces(old: list[str], yours: list[str], new: list[str]) -> Iterator[Piece]:
    """Yield three texts in pieces: lines that are the same in all of them, and what is between."""
    to_yours, to_new = _matches(old, yours), _matches(old, new)
    at = (0, 0, 0)
    for line in range(len(old)):
        if line in to_yours and line in to_new:
            here = (line, to_yours[line], to_new[line])
            yield _between(old, yours, new, at, here)
            yield Piece(old[line : line + 1], old[line : line + 1], old[line : line + 1])
            at = (here[0] + 1, here[1] + 1, here[2] + 1)
    yield _between(old, yours, new, at, (len(old), len(yours), len(new)))


def _between(
    old: list[str],
    yours: list[str],
    new: list[str],
    start: tuple[int, int, int],
    end: tuple[int, int, int],
) -> Piece:
    return Piece(old[start[0] : end[0]], yours[start[1] : end[1]], new[start[2] : end[2]])


def _matches(old: list[str], other: list[str]) -> dict[int, int]:
    """Return which line of another text each line of the old one became, if it is still there."""
    return {
        line: other_start + line - start
        for kind, start, end, other_start, _ in BoundedMatcher(old, other).get_opcodes()
        if kind == "equal"
        for line in range(start, end)
    }
