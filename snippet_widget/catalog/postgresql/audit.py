"""The record of changes in PostgreSQL."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snippet_widget.catalog.audit import Actor, Change
    from snippet_widget.catalog.postgresql.schema import Connection

COLUMNS = "at, action, org, api, subject, detail, actor, address"

# A change of a token has no organization of its own: those that the token covers are its.
NEWEST = (
    "SELECT t.label, CASE WHEN NOT t.all_orgs AND cardinality(t.orgs) = 1 THEN t.orgs[1] END,"
    f" {COLUMNS} FROM snippet_widget.audit a LEFT JOIN snippet_widget.token t"
    " ON t.id = subject AND action LIKE 'token-%'"
    " WHERE (coalesce($1, org) = org OR t.all_orgs OR $1 = ANY(t.orgs))"
    " AND coalesce($2, api) = api ORDER BY a.id DESC LIMIT $3"
)
OF_REQUEST = f"SELECT {COLUMNS} FROM snippet_widget.audit WHERE request = $1 ORDER BY id"


async def record(connection: Connection, actor: Actor, changes: Iterable[Change]) -> None:
    """Write changes; the caller holds the transaction that makes them."""
    now = int(time.time())
    await connection.executemany(
        f"INSERT INTO snippet_widget.audit ({COLUMNS}, request)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        [
            (
                *(now, change.action.value, change.org, change.api, change.subject),
                *(change.detail, actor.name, actor.address, actor.request),
            )
            for change in changes
        ],
    )
