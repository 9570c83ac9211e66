"""Finds endpoints by the very letters typed: pasted, parts of words, letters in their order.

What the rows show is one long text, a line for each: it is searched as fast as memory is read.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from snippet_widget.cards.search_entry import path_parts
from snippet_widget.endpoints import parse_endpoint

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from snippet_widget.cards.search_entry import Entry

_BEGINNING, _INSIDE = 1, 2
"""Points: a lower number is a better match."""
_SHORT = 3


class LetterSearch:
    """Some endpoints, by what their rows show; those of short paths come first.

    Parameters
    ----------
    entries
        By their number.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._keys = sorted(range(len(entries)), key=lambda key: len(entries[key].path))
        self._lines = [entries[key].head for key in self._keys]
        self._text = "\n".join(self._lines)
        self._starts = [0, *itertools.accumulate(len(line) + 1 for line in self._lines)]
        self._counts: dict[str, int] = {}
        self._by_end: dict[str, list[int]] = {}
        for key in self._keys:
            parts = entries[key].parts
            end = "" if not parts or _is_parameter(parts[-1]) else parts[-1]
            self._by_end.setdefault(end, []).append(key)

    def pasted(self, query: str) -> list[int]:
        """Return the endpoints that a pasted endpoint or URL is a case of."""
        method, path = parse_endpoint(query) if "/" in query else (None, "")
        parts = path_parts(path)
        if not parts:
            return []
        return [
            key
            for key in (*self._by_end.get(parts[-1], ()), *self._by_end.get("", ()))
            if method in {None, self._entries[key].method}
            and _is_case_of(self._entries[key].parts, parts)
        ]

    def with_parts(self, words: Sequence[str]) -> list[int]:
        """Return what has every word in it, beginnings of words first."""
        rarest, *others = sorted(words, key=len, reverse=True)
        found: dict[int, int] = {}
        for number, first in self._places(rarest):
            points = _points(self._lines[number], first)
            for word in others:
                place = self._lines[number].find(word)
                if place < 0:
                    break
                points += _points(self._lines[number], place)
            else:
                found[self._keys[number]] = points
        return sorted(found, key=found.__getitem__)

    def with_part(self, word: str) -> set[int]:
        """Return what has a word in it."""
        return {self._keys[number] for number, _ in self._places(word)}

    def with_letters(self, words: Sequence[str]) -> list[int]:
        """Return what has the letters of every word in their order, close to the front first."""
        # No letter is passed over that could match: no backtracking, whatever is typed.
        patterns = [
            re.compile("".join(f"[^{re.escape(letter)}]*{re.escape(letter)}" for letter in word))
            for word in words
        ]
        found: dict[int, int] = {}
        for number, _ in self._places(self._rarest("".join(words))):
            line, points = self._lines[number], 0
            for pattern in patterns:
                match = pattern.match(line)
                if match is None:
                    break
                points += match.end()
            else:
                found[self._keys[number]] = points
        return sorted(found, key=found.__getitem__)

    def _rarest(self, letters: str) -> str:
        for letter in set(letters) - self._counts.keys():
            self._counts[letter] = self._text.count(letter)
        return min(letters, key=self._counts.__getitem__)

    def _places(self, word: str) -> Iterator[tuple[int, int]]:
        """Yield the number of each line that has a word, and the word's place in it."""
        if len(word) < _SHORT:  # most lines have it
            for number, line in enumerate(self._lines):
                place = line.find(word)
                if place >= 0:
                    yield number, place
            return
        place = self._text.find(word)
        while place >= 0:
            number = bisect_right(self._starts, place) - 1
            yield number, place - self._starts[number]
            place = self._text.find(word, self._starts[number + 1])


def _points(line: str, place: int) -> int:
    return _INSIDE if place and line[place - 1].isalnum() else _BEGINNING


def _is_parameter(part: str) -> bool:
    return part[0] == "{" and part[-1] == "}"


def _is_case_of(template: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    """Whether concrete parts end in a case of the template: a server's base path may lead."""
    if not template or len(parts) < len(template):
        return False
    return all(
        mine == theirs or _is_parameter(mine)
        for mine, theirs in zip(reversed(template), reversed(parts), strict=False)
    )
