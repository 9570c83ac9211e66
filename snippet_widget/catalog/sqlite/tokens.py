"""Tokens in SQLite: how they are read, and what happens inside a transaction."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from snippet_widget.catalog.records import Grant, Token
from snippet_widget.catalog.token_replacement import refuse_replaced

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from snippet_widget.catalog.records import NewToken
    from snippet_widget.catalog.sqlite.file import SqliteFile

_GRANT_COLUMNS = "id, all_orgs, expires_at, may_write, may_admin"


def grant_of(file: SqliteFile, token_hash: bytes) -> Grant | None:
    """Return what the token with that SHA-256 allows; None: unknown, or revoked."""
    rows = file.rows(
        f"SELECT {_GRANT_COLUMNS} FROM token WHERE hash = ? AND revoked_at IS NULL", token_hash
    )
    return _grant(file, *rows[0]) if rows else None


def all_tokens(file: SqliteFile) -> Sequence[Token]:
    """Return all tokens, revoked ones too, the oldest first."""
    rows = file.rows(
        f"SELECT {_GRANT_COLUMNS}, label, created_at, revoked_at, created_by, last_used_at"
        " FROM token ORDER BY created_at, id"
    )
    return [Token(_grant(file, *row[:5]), *row[5:]) for row in rows]


def create_token(connection: sqlite3.Connection, new: NewToken) -> None:
    """Write a token; the caller holds the transaction."""
    grant, orgs = new.grant, new.grant.organizations
    connection.execute(
        "INSERT INTO token (hash, id, label, all_orgs, created_at, expires_at, may_write,"
        " may_admin, created_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(new.hash, grant.id, new.label, orgs is None, int(time.time())),
            *(grant.expires_at, grant.write, grant.admin, new.created_by),
        ),
    )
    connection.executemany(
        "INSERT INTO token_org VALUES (?, ?)", [(grant.id, org) for org in orgs or ()]
    )
    _move_stamp(connection)


def refuse_if_replaced(connection: sqlite3.Connection, token_id: str) -> None:
    """Raise `TokenReplaced` as `refuse_replaced` does; the caller holds the transaction."""
    ends = connection.execute("SELECT subject, detail FROM audit WHERE action = 'token-expire'")
    valid = connection.execute(
        "SELECT id, created_by FROM token WHERE revoked_at IS NULL"
        " AND (expires_at IS NULL OR expires_at > ?)",
        (int(time.time()),),
    )
    refuse_replaced(token_id, ends, dict(valid))


def expire_token(connection: sqlite3.Connection, token_id: str, at: int) -> int | None:
    """Write and return when a token ends; the caller holds the transaction."""
    rows = connection.execute(
        "UPDATE token SET expires_at = min(coalesce(expires_at, ?1), ?1) WHERE id = ?2"
        " RETURNING expires_at",
        (at, token_id),
    ).fetchall()
    _move_stamp(connection)
    return int(rows[0][0]) if rows else None


def revoke_token(connection: sqlite3.Connection, token_id: str) -> bool:
    """Write that a token has ended; the caller holds the transaction."""
    ended = connection.execute(
        "UPDATE token SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?",
        (int(time.time()), token_id),
    )
    _move_stamp(connection)
    return ended.rowcount == 1


def record_uses(connection: sqlite3.Connection, uses: Mapping[str, int]) -> None:
    """Write when tokens were last used, by their ids; the stamp stays: no answer depends on it."""
    connection.executemany(
        "UPDATE token SET last_used_at = max(ifnull(last_used_at, 0), ?) WHERE id = ?",
        [(at, token_id) for token_id, at in uses.items()],
    )


def _grant(
    file: SqliteFile, token_id: str, all_orgs: int, expires_at: int | None, *may: int
) -> Grant:
    rows = file.rows("SELECT org FROM token_org WHERE token_id = ?", token_id)
    orgs = None if all_orgs else frozenset(org for (org,) in rows)
    return Grant(token_id, orgs, expires_at, *map(bool, may))


def _move_stamp(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE catalog SET stamp = stamp + 1")
