"""Whether somebody has resolved a conflict by hand: the text holds what the new version changed.

Only where that is certain: else a text that nobody has looked at since would count as resolved.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from snippet_widget.documents.three_way_merge import Piece, pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|\w+|[^\w\s]")
_WORD = re.compile(r"\w")
_VALUE = re.compile(r"[\"'\d].*|True|False|None", re.DOTALL)


def is_resolved(old: str, yours: str, new: str) -> bool:
    """Tell whether a text holds all that a new version changed, but for values of its author's.

    Some of what the new version added has to be there, all of its names, and nothing that it
    removed; in the place of each value that is not there has to be one of the author's own.

    Parameters
    ----------
    old, yours, new
        The text that was inserted, what somebody made of it, and what is published now.
    """
    parts = list(_parts(old, yours, new))
    taken = any(_words(part.new) & _words(part.yours) - _words(part.old) for part in parts)
    return taken and all(map(_holds_the_change, parts))


def _parts(old: str, yours: str, new: str) -> Iterator[Piece]:
    """Yield what the new version changed: lines, and tokens where both sides changed the lines."""
    for piece in pieces(old.split("\n"), yours.split("\n"), new.split("\n")):
        if piece.new == piece.old:
            continue
        if piece.merged() is not None:
            yield Piece(*map(_tokens, (piece.old, piece.yours, piece.new)))
            continue
        tokens = map(_tokens, (piece.old, piece.yours, piece.new))
        yield from (part for part in pieces(*tokens) if part.new != part.old)


def _holds_the_change(part: Piece) -> bool:
    if part.yours in (part.new, part.old):
        return part.yours == part.new
    old, yours, new = map(_words, (part.old, part.yours, part.new))
    missing, own = new - yours, yours - new - old
    return (
        not yours & (old - new) and len(missing) <= len(own) and all(map(_VALUE.fullmatch, missing))
    )


def _tokens(lines: list[str]) -> list[str]:
    return _TOKEN.findall("\n".join(lines))


def _words(tokens: list[str]) -> set[str]:
    return {token for token in tokens if _WORD.search(token)}
