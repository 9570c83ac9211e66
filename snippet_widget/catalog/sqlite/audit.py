"""The record of changes in SQLite."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from snippet_widget.catalog.audit import entry_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from snippet_widget.catalog.audit import Actor, AuditEntry, Change
    from snippet_widget.catalog.sqlite.file import SqliteFile

_COLUMNS = "at, action, org, api, subject, detail, actor, address"


def record(connection: sqlite3.Connection, actor: Actor, changes: Iterable[Change]) -> None:
    """Write changes; the caller holds the transaction that makes them."""
    now = int(time.time())
    connection.executemany(
        f"INSERT INTO audit ({_COLUMNS}, request) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(now, change.action.value, change.org, change.api, change.subject),
                *(change.detail, actor.name, actor.address, actor.request),
            )
            for change in changes
        ],
    )


def entries(file: SqliteFile, org: str | None, api: str | None, most: int) -> Sequence[AuditEntry]:
    """Return the newest changes, of an organization or API where it is named.

    A change of a token has no organization of its own: those that the token covers are its.
    """
    rows = file.rows(
        "SELECT t.label, (SELECT CASE count(*) WHEN 1 THEN min(o.org) END FROM token_org o"
        f"  WHERE o.token_id = t.id), {_COLUMNS} FROM audit a LEFT JOIN token t"
        " ON t.id = subject AND action LIKE 'token-%'"
        " WHERE (ifnull(?1, org) = org OR t.all_orgs OR EXISTS"
        "  (SELECT 1 FROM token_org o WHERE o.token_id = t.id AND o.org = ?1))"
        " AND ifnull(?2, api) = api ORDER BY a.id DESC LIMIT ?3",
        org,
        api,
        most,
    )
    return [entry_of(row, label, only_org) for label, only_org, *row in rows]


def entries_of_request(file: SqliteFile, request: str) -> Sequence[AuditEntry]:
    """Return what a request has changed."""
    rows = file.rows(f"SELECT {_COLUMNS} FROM audit WHERE request = ? ORDER BY id", request)
    return [entry_of(row) for row in rows]
