"""What Ctrl+C does to a command: it ends as shells expect, without a traceback."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

INTERRUPTED = 130
"""Exit status, as shells report a program that SIGINT ended (128 + 2)."""

MESSAGE = "Interrupted."


def is_interruption(end: BaseException) -> bool:
    """Tell whether somebody pressed Ctrl+C, at a question, too; Click ends it as a "no" does."""
    return isinstance(end, KeyboardInterrupt) or (
        isinstance(end, click.Abort) and isinstance(end.__context__, KeyboardInterrupt)
    )


@contextmanager
def ending_at_once() -> Iterator[None]:
    """End the process by itself while modules are read: Python may swallow the exception there.

    It does in the callback of a weak reference, which each module's lock has (Python's
    documentation, `weakref.ref`).
    """
    in_charge = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not in_charge or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(*_: object) -> NoReturn:
    os.write(2, f"{MESSAGE}\n".encode())
    os._exit(INTERRUPTED)  # nothing was begun
