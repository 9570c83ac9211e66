"""Numbers of things, as messages have them."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a number and its noun.

    Examples
    --------
    >>> counted(1, "endpoint"), counted(2, "endpoint")
    ('1 endpoint', '2 endpoints')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
