"""Every row of a PostgreSQL catalog, read and written."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from snippet_widget.catalog.backup import ROWS_AT_ONCE, TABLES, Row

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from snippet_widget.catalog.postgresql.schema import Connection

_ORDER = {"endpoint": "api_id, ordinal", "snippet": "sdk_id, ordinal", "token": "id"}
_READ = {"hash": "encode(hash, 'hex')", "orgs": "CASE WHEN all_orgs THEN NULL ELSE orgs END"}
_NUMBERED = ("api", "sdk", "audit")


async def dump(connection: Connection) -> AsyncIterator[Row]:
    """Yield every row; the caller holds the transaction."""
    for table, columns in TABLES.items():
        names = ", ".join(_READ.get(column, column) for column in columns)
        order = _ORDER.get(table, "id")
        query = f"SELECT {names} FROM snippet_widget.{table} ORDER BY {order}"
        async for row in connection.cursor(query, prefetch=ROWS_AT_ONCE):
            yield table, list(row)


async def is_empty(connection: Connection) -> bool:
    """Return whether nothing was ever stored."""
    rows = await connection.fetchval(
        "SELECT (SELECT count(*) FROM snippet_widget.api)"
        " + (SELECT count(*) FROM snippet_widget.token)"
    )
    return bool(rows == 0)


async def restore(connection: Connection, rows: Sequence[Row]) -> None:
    """Write some rows; the caller holds the transaction."""
    for table, group in groupby(rows, key=lambda row: row[0]):
        values = [row for _, row in group]
        columns: Sequence[str] = TABLES[table]
        if table == "token":
            columns, values = (*columns, "all_orgs"), [_token(row) for row in values]
        await connection.copy_records_to_table(
            table, schema_name="snippet_widget", columns=columns, records=values
        )


async def finish(connection: Connection) -> None:
    """Move the numbers of what comes next, and let those who read the catalog know."""
    for table in _NUMBERED:
        await connection.execute(
            f"SELECT setval(pg_get_serial_sequence('snippet_widget.{table}', 'id'),"
            f" max(id)) FROM snippet_widget.{table} HAVING max(id) IS NOT NULL"
        )
    await connection.execute(
        "UPDATE snippet_widget.catalog SET stamp = stamp + 1, revision = revision + 1"
    )


def _token(row: Sequence[Any]) -> list[Any]:
    values = dict(zip(TABLES["token"], row, strict=True))
    values["hash"] = bytes.fromhex(values["hash"])
    all_orgs = values["orgs"] is None
    values["orgs"] = sorted(values["orgs"] or ())
    return [*values.values(), all_orgs]
