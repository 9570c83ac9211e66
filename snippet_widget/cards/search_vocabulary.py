"""The words that endpoints are found by: those that a person begins, and those mistyped."""

from __future__ import annotations

import bisect
import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_COMPLETIONS = 50
_SHORTEST_MISTYPED = 4
_TWO_LETTERS_SWAPPED = 2


class Vocabulary:
    """Words; what is mistyped is found by leaving a letter out of either word."""

    def __init__(self) -> None:
        self._words: set[str] = set()
        self._sorted: list[str] = []
        self._deletions: dict[str, str] = {}

    def learn(self, words: Iterable[str]) -> None:
        """Take in words; a key that is typed later is to find all of this done."""
        new = set(words) - self._words
        if new:
            self._words |= new
            self._sorted = []
        for word in new:
            if word.isalpha() and len(word) >= _SHORTEST_MISTYPED - 1:
                for shorter in (word, *_without_one(word)):
                    others = self._deletions.get(shorter, "")
                    self._deletions[shorter] = f"{others} {word}"

    def begun_by(self, beginning: str) -> list[str]:
        """Return some words that begin so, in alphabetical order."""
        if not self._sorted:
            self._sorted = sorted(self._words)
        place = bisect.bisect_left(self._sorted, beginning)
        words = self._sorted[place : place + _COMPLETIONS]
        return list(itertools.takewhile(lambda word: word.startswith(beginning), words))

    def near(self, word: str) -> list[str]:
        """Return the words that are one slip of the keys away, the likest first."""
        if len(word) < _SHORTEST_MISTYPED:
            return []
        found = {
            other
            for shorter in (word, *_without_one(word))
            for other in self._deletions.get(shorter, "").split()
        }
        slips = {other: _changed(word, other) for other in found}
        likely = [other for other in found if slips[other] <= _TWO_LETTERS_SWAPPED]
        return sorted(likely, key=lambda other: (slips[other], abs(len(other) - len(word)), other))


def _changed(word: str, other: str) -> int:
    """Return how many letters lie between what two words begin and end with alike."""
    shorter, longer = sorted((word, other), key=len)
    head = _alike(shorter, longer)
    return len(longer) - head - _alike(shorter[head:][::-1], longer[::-1])


def _alike(word: str, other: str) -> int:
    """Return how many letters two words begin with alike."""
    pairs = enumerate(zip(word, other, strict=False))
    return next((place for place, (one, two) in pairs if one != two), min(len(word), len(other)))


def _without_one(word: str) -> set[str]:
    return {word[:place] + word[place + 1 :] for place in range(len(word))}
