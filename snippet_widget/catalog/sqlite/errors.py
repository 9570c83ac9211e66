"""What SQLite's errors mean to whoever owns the file."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from snippet_widget.errors import CatalogReadOnly, CatalogUnavailable, CatalogUnusable

if TYPE_CHECKING:
    from collections.abc import Iterator

_UNUSABLE = {
    "readonly": "is read-only. Make the file and its folder writable, or name another catalog.",
    "full": "cannot grow: the disk is full. Free some space and try again; nothing was lost.",
    "not a database": "is not an SQLite database. Name another file, or move this one away.",
    "malformed": "is damaged. Restore it from a copy, or move it away and publish again.",
    "unable to open": "cannot be opened. Check that its folder exists and can be written.",
    "disk i/o": "cannot be read or written: the disk reports an error. Nothing was changed.",
    "no such table": "is damaged: a table is missing. Restore it from a copy, or publish again.",
    "no such column": "is damaged: a column is missing. Restore it from a copy, or publish again.",
}


@contextmanager
def translate_errors(name: str) -> Iterator[None]:
    """Raise an error of our own tree instead of SQLite's, with the file and what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise catalog_error(error, name) from error


@contextmanager
def translate_refusals(name: str) -> Iterator[None]:
    """Tell a write that is refused from a file that cannot be used."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if "readonly" not in str(error).lower():
            raise
        raise CatalogReadOnly(str(catalog_error(error, name))) from error


def catalog_error(error: sqlite3.DatabaseError, name: str) -> CatalogUnavailable | CatalogUnusable:
    """Return the error of our own tree that SQLite's stands for."""
    text = str(error).lower()
    if "locked" in text or "busy" in text:
        return CatalogUnavailable(
            f"The catalog {name} is locked by another process. Try again in a moment; "
            "nothing was changed.",
            headers={"Retry-After": "1"},
        )
    advice = next((advice for sign, advice in _UNUSABLE.items() if sign in text), None)
    return CatalogUnusable(f"The catalog {name} {advice or f'cannot be used: {error}.'}")
