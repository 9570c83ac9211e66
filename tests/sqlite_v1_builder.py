"""Makes a catalog's file as the first version of its tables was, with what was published then."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

TOKEN = "of-version-1"  # noqa: S105
_CONTENT = Path(__file__).with_name("catalog_v1.sql")


def write_v1_catalog(path: Path) -> None:
    """Write the file; `TOKEN` opens the organization ``org`` of it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(_CONTENT.read_text(encoding="utf-8"))
        connection.execute("PRAGMA application_id = 1936615792")
        connection.execute("PRAGMA user_version = 1")
