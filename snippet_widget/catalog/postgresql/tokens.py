"""Tokens in PostgreSQL: the statements that read them, and what happens inside a transaction."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from snippet_widget.catalog.records import Grant, Token
from snippet_widget.catalog.token_replacement import refuse_replaced

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from snippet_widget.catalog.postgresql.schema import Connection
    from snippet_widget.catalog.records import NewToken

_GRANT_COLUMNS = "id, all_orgs, orgs, expires_at, may_write, may_admin"
GRANT = f"SELECT {_GRANT_COLUMNS} FROM snippet_widget.token WHERE hash = $1 AND revoked_at IS NULL"
TOKENS = (
    f"SELECT {_GRANT_COLUMNS}, label, created_at, revoked_at, created_by, last_used_at"
    " FROM snippet_widget.token ORDER BY created_at, id"
)


def grant_of(row: Sequence[Any]) -> Grant:
    """Read a row of `GRANT`."""
    token_id, all_orgs, orgs, *others = row
    return Grant(token_id, None if all_orgs else frozenset(orgs), *others)


def token_of(row: Sequence[Any]) -> Token:
    """Read a row of `TOKENS`."""
    return Token(grant_of(row[:6]), *row[6:])


async def create_token(connection: Connection, new: NewToken) -> None:
    """Write a token; the caller holds the transaction."""
    grant, orgs = new.grant, new.grant.organizations
    await connection.execute(
        "INSERT INTO snippet_widget.token"
        " (hash, id, label, all_orgs, orgs, created_at, expires_at, may_write, may_admin,"
        " created_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        new.hash,
        grant.id,
        new.label,
        orgs is None,
        sorted(orgs or ()),
        int(time.time()),
        grant.expires_at,
        grant.write,
        grant.admin,
        new.created_by,
    )
    await _move_stamp(connection)


async def refuse_if_replaced(connection: Connection, token_id: str) -> None:
    """Raise `TokenReplaced` as `refuse_replaced` does; the caller holds the transaction."""
    ends = await connection.fetch(
        "SELECT subject, detail FROM snippet_widget.audit WHERE action = 'token-expire'"
    )
    valid = await connection.fetch(
        "SELECT id, created_by FROM snippet_widget.token WHERE revoked_at IS NULL"
        " AND (expires_at IS NULL OR expires_at > $1)",
        int(time.time()),
    )
    refuse_replaced(token_id, [(old, detail) for old, detail in ends], dict(map(tuple, valid)))


async def expire_token(connection: Connection, token_id: str, at: int) -> int | None:
    """Write and return when a token ends; the caller holds the transaction."""
    end = await connection.fetchval(
        "UPDATE snippet_widget.token SET expires_at = least(expires_at, $1::bigint) WHERE id = $2"
        " RETURNING expires_at",
        at,
        token_id,
    )
    await _move_stamp(connection)
    return None if end is None else int(end)


async def revoke_token(connection: Connection, token_id: str) -> bool:
    """Write that a token has ended; the caller holds the transaction."""
    ended = await connection.execute(
        "UPDATE snippet_widget.token SET revoked_at = coalesce(revoked_at, $1) WHERE id = $2",
        int(time.time()),
        token_id,
    )
    await _move_stamp(connection)
    return bool(ended == "UPDATE 1")


async def record_uses(connection: Connection, uses: Mapping[str, int]) -> None:
    """Write when tokens were last used, by their ids; the stamp stays: no answer depends on it."""
    await connection.execute(
        "UPDATE snippet_widget.token t SET last_used_at = greatest(t.last_used_at, u.at)"
        " FROM unnest($1::text[], $2::bigint[]) AS u (id, at) WHERE t.id = u.id",
        list(uses),
        list(uses.values()),
    )


async def _move_stamp(connection: Connection) -> None:
    await connection.execute("UPDATE snippet_widget.catalog SET stamp = stamp + 1")
