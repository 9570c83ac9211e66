"""Waiting for what happens elsewhere, with a deadline."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

SECONDS = 30.0
_PAUSE = 0.05
"""Seconds between two looks."""

T = TypeVar("T")


def wait_until(
    look: Callable[[], T], holds: Callable[[T], object] = bool, *, seconds: float = SECONDS
) -> T:
    """Look until what is seen is as it should be, and return it; fail when that takes too long."""
    deadline = time.monotonic() + seconds
    while not holds(seen := look()):
        assert time.monotonic() < deadline, f"after {seconds:g} seconds still {_told(seen)}"
        time.sleep(_PAUSE)
    return seen


async def wait_until_async(
    look: Callable[[], Awaitable[T]],
    holds: Callable[[T], object] = bool,
    *,
    seconds: float = SECONDS,
) -> T:
    """Do as `wait_until` does, while other tasks go on."""
    deadline = time.monotonic() + seconds
    while not holds(seen := await look()):
        assert time.monotonic() < deadline, f"after {seconds:g} seconds still {_told(seen)}"
        await asyncio.sleep(_PAUSE)
    return seen


def _told(seen: object) -> str:
    return f"{seen!r} {getattr(seen, 'text', '')}".rstrip()
