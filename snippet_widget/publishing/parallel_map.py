"""Work on many items by two processes, where there are two processors.

The reader of a source is a process of its own with one thread, so that forking it is safe. What
reading takes doubles at most: limits of memory and time hold for each of the two.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

import msgspec

from snippet_widget.decoding import decode_msgpack

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")
R = TypeVar("R")

WORTH_FORKING = 200
"""Items, from which on a second process saves more than it takes."""


def parallel_map(
    function: Callable[[T], R], items: Sequence[T], kind: type[list[R]], least: int = WORTH_FORKING
) -> list[R]:
    """Return what a function gives for each item; the second half is another process's work.

    Parameters
    ----------
    function
        Changes nothing that its caller needs to see.
    items
        In any number.
    kind
        Type of the results, as `msgspec` takes it.
    least
        Items, from which on there is a second process.
    """
    if len(items) < least or not _has_two_processors():
        return [function(item) for item in items]
    middle = len(items) // 2
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _become_second(function, items[middle:], reading, writing)
    os.close(writing)
    try:
        first = [function(item) for item in items[:middle]]
        with os.fdopen(reading, "rb") as file:
            data = file.read()
    finally:
        os.waitpid(child, 0)
    try:
        second = decode_msgpack(data, kind)
    except msgspec.DecodeError:  # it ran out of memory or time: then this process finds out, too
        second = [function(item) for item in items[middle:]]
    return first + second


def _become_second(
    function: Callable[[T], R], items: Sequence[T], reading: int, writing: int
) -> None:
    """Work on some items, write the results, and end this process."""
    try:
        os.close(reading)
        for stream in (0, 1, 2):  # nobody waits for an end of them that is open here
            with suppress(OSError):
                os.close(stream)
        results = [function(item) for item in items]
        with os.fdopen(writing, "wb") as file:
            file.write(msgspec.msgpack.encode(results))
    finally:
        os._exit(0)


def _has_two_processors() -> bool:
    if sys.platform != "linux" or threading.active_count() > 1:
        return False
    return len(os.sched_getaffinity(0)) > 1
