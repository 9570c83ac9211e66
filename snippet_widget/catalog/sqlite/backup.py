"""Every row of a SQLite catalog, read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snippet_widget.catalog.backup import TABLES, Row
from snippet_widget.decoding import decode_json

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

_SNIPPET = "SELECT key >> 32, key & 0xffffffff, full_text, endpoint_text FROM snippet ORDER BY key"
_BEARER = (
    "SELECT hex(hash), id, label, CASE all_orgs WHEN 0 THEN (SELECT json_group_array(org) FROM"
    " (SELECT org FROM token_org WHERE token_id = token.id ORDER BY org)) END, created_at,"
    " expires_at, revoked_at, may_write, created_by, may_admin, last_used_at FROM token ORDER BY id"
)
_ORDER = {"endpoint": "api_id, ordinal"}


def dump(connection: sqlite3.Connection) -> Iterator[Row]:
    """Yield every row; the caller holds the transaction."""
    for table, columns in TABLES.items():
        query = {"snippet": _SNIPPET, "token": _BEARER}.get(
            table, f"SELECT {', '.join(columns)} FROM {table} ORDER BY {_ORDER.get(table, 'id')}"
        )
        for row in connection.execute(query):
            yield table, _from_token(row) if table == "token" else list(row)


def is_empty(connection: sqlite3.Connection) -> bool:
    """Return whether nothing was ever stored."""
    tables = "SELECT (SELECT count(*) FROM api) + (SELECT count(*) FROM token)"
    return bool(connection.execute(tables).fetchone() == (0,))


def restore(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Write some rows; the caller holds the transaction."""
    for table, values in rows:
        if table == "token":
            _restore_token(connection, values)
            continue
        columns: Sequence[str] = TABLES[table]
        if table == "snippet":
            sdk, ordinal, *texts = values
            columns, values = ("key", *columns[2:]), [sdk << 32 | ordinal, *texts]  # noqa: PLW2901
        marks = ", ".join("?" * len(columns))
        connection.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", values)


def finish(connection: sqlite3.Connection) -> None:
    """Let those who read the catalog know."""
    connection.execute("UPDATE catalog SET stamp = stamp + 1, revision = revision + 1")


def _from_token(row: Sequence[Any]) -> list[Any]:
    values = dict(zip(TABLES["token"], row, strict=True))
    values["hash"] = values["hash"].lower()
    values["orgs"] = None if values["orgs"] is None else decode_json(values["orgs"])
    values["may_write"], values["may_admin"] = bool(values["may_write"]), bool(values["may_admin"])
    return list(values.values())


def _restore_token(connection: sqlite3.Connection, row: Sequence[Any]) -> None:
    values = dict(zip(TABLES["token"], row, strict=True))
    orgs = values.pop("orgs")
    values["hash"] = bytes.fromhex(values["hash"])
    values["all_orgs"] = orgs is None
    marks = ", ".join("?" * len(values))
    connection.execute(
        f"INSERT INTO token ({', '.join(values)}) VALUES ({marks})", list(values.values())
    )
    connection.executemany(
        "INSERT INTO token_org VALUES (?, ?)", [(values["id"], org) for org in orgs or ()]
    )
