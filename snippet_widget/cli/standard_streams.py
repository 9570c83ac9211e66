"""Standard output and error where they take nothing: closed, or on a full disk."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import TextIO


def open_missing_streams() -> None:
    """Open what was closed before the start, as ``>&- 2>&-`` does, on nothing.

    Else the next files and connections get their numbers: what is said would be written there.
    """
    for number in (0, 1, 2):
        _open_missing(number)
    sys.stdout = sys.stdout or _nothing()
    sys.stderr = sys.stderr or _nothing()


def _open_missing(number: int) -> None:
    try:
        os.fstat(number)
    except OSError:
        os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
        os.set_inheritable(number, True)  # noqa: FBT003 - a builtin function


def leave_output() -> None:
    """Let nothing be written to an output that takes nothing, at the end neither."""
    with contextlib.suppress(OSError, ValueError, io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _nothing() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - for the process's life
