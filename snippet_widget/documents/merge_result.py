"""What a merge gives."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Merge:
    """What became of three texts.

    Parameters
    ----------
    text
        The merged text; with conflicts, both sides and the old text between marks, as
        ``git merge-file --diff3`` writes them.
    conflicts
        Number of places that both sides changed, each in its own way.
    """

    text: str
    conflicts: int
