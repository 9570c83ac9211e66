"""What a card inserts into a notebook: a code cell, a fence of another language, or the call alone.

Into which notebook, and where, is the front end's: ``frontend/src/extension/insert.ts``.
"""

from __future__ import annotations

import re

from snippet_widget.languages import language
from snippet_widget.levels import endpoint_level

KERNEL_LANGUAGE = "python"
"""The language of code cells: this package runs in Python kernels."""


def cell_of(code: str, type_: str) -> tuple[str, str]:
    """Return source and type of the cell with a program: Markdown for another language."""
    if type_ == KERNEL_LANGUAGE:
        return code.rstrip("\n"), "code"
    return fence(code, language(type_).lexer), "markdown"


def call_alone(program: str, type_: str, client: str) -> str:
    """Return the call of a whole program, for a cell below the one with its imports."""
    return (endpoint_level(program, type_, client) or "").rstrip("\n")


def fence(code: str, word: str) -> str:
    """Return Markdown that shows code as it is, whatever backticks there are in it.

    A fence is longer than any run of backticks within it (CommonMark 0.31, section 4.5).
    """
    longest = max((len(run) for run in re.findall(r"`{3,}", code)), default=2)
    backticks = "`" * (longest + 1)
    return f"{backticks}{word}\n{code.strip(chr(10))}\n{backticks}"
