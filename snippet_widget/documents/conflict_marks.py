"""The lines that mark a conflict, as ``git merge-file --diff3`` and a check write them."""

from __future__ import annotations

import re

_MARK = re.compile(r"[ \t]*(?:<{7}|\|{7}|>{7})(?: .*)?")
_DIVIDER = re.compile(r"[ \t]*={7}[ \t]*")


def left_over_mark(text: str, published: str, *, divided: bool) -> str:
    """Return the first line of a text that marks a conflict; empty where none does.

    Parameters
    ----------
    text, published
        What somebody resolves, and what is published: a line of that marks nothing.
    divided
        Seven equals signs are a mark as well. In prose they underline a heading.
    """
    own = [line for line in text.split("\n") if line not in published.split("\n")]
    marks = (_MARK, _DIVIDER) if divided else (_MARK,)
    return next((line.strip() for line in own if any(m.fullmatch(line) for m in marks)), "")
