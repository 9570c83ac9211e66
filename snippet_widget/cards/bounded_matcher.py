"""`difflib` with a bound: its worst case grows with the cube of what is compared."""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

STEPS = 4_000_000
"""Steps that comparisons may take in all, each about 50 nanoseconds: a fifth of a second."""

Opcode = tuple[str, int, int, int, int]


class StepBudget:
    """The steps that several comparisons share.

    Parameters
    ----------
    steps
        Left to them in all.
    """

    def __init__(self, steps: int = STEPS) -> None:
        self._left = steps

    def affords(self, steps: int) -> bool:
        """Take so many steps, if there are so many left."""
        if steps > self._left:
            return False
        self._left -= steps
        return True


class BoundedMatcher(SequenceMatcher[str]):
    """A `difflib.SequenceMatcher` whose time is bounded.

    What both sequences begin and end with is equal. What is between is compared by `difflib` where
    the budget affords its worst case, and is one change where not.

    Parameters
    ----------
    a, b
        Lines, or words.
    budget
        Shared with other comparisons; one of `STEPS` when None.
    """

    def __init__(
        self, a: Sequence[str], b: Sequence[str], budget: StepBudget | None = None
    ) -> None:
        self._head = _common(a, b)
        self._tail = _common(a[self._head :][::-1], b[self._head :][::-1])
        self._ends = len(a) - self._tail, len(b) - self._tail
        middles = a[self._head : self._ends[0]], b[self._head : self._ends[1]]
        self._affordable = (budget or StepBudget()).affords(_worst_case(*middles))
        super().__init__(None, *(middles if self._affordable else ((), ())), autojunk=False)
        self._middles = middles

    def get_opcodes(self) -> list[Opcode]:  # type: ignore[override] # plain tuples
        """Return how the first sequence becomes the second, as `difflib` does."""
        head, (end, other_end), tail = self._head, self._ends, self._tail
        codes: list[Opcode] = [("equal", 0, head, 0, head)] if head else []
        codes += [
            (kind, start + head, stop + head, other_start + head, other_stop + head)
            for kind, start, stop, other_start, other_stop in self._middle_opcodes()
        ]
        if tail:
            codes.append(("equal", end, end + tail, other_end, other_end + tail))
        return codes

    def _middle_opcodes(self) -> Sequence[Opcode]:
        if self._affordable:
            return [(*code,) for code in super().get_opcodes()]
        removed, added = map(len, self._middles)
        return [("replace", 0, removed, 0, added)]


def _common(a: Sequence[str], b: Sequence[str]) -> int:
    """Return how many items two sequences begin with alike."""
    length = min(len(a), len(b))
    return next((n for n in range(length) if a[n] != b[n]), length)


def _worst_case(a: Sequence[str], b: Sequence[str]) -> int:
    """Return the steps that `difflib` takes at most: all equal pairs, for each block it finds."""
    others = Counter(b)
    pairs = sum(count * others[item] for item, count in Counter(a).items())
    return pairs * min(len(a), len(b)) + len(a) + len(b)
