"""Taking SDK versions back in SQLite: what happens inside of the one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.catalog.sqlite.publish import finish, sdk_key

if TYPE_CHECKING:
    import sqlite3

    from snippet_widget.catalog.records import SdkStatus
    from snippet_widget.models import SdkSelector


def set_status(
    connection: sqlite3.Connection,
    name: tuple[str, str],
    sdk: SdkSelector,
    status: SdkStatus,
    reason: str,
) -> bool:
    """Write the status of one SDK version; the caller holds the transaction."""
    api, key = _keys(connection, name, sdk)
    if key is None:
        return False
    values = (status.value, reason, key)
    connection.execute("UPDATE sdk SET status = ?, reason = ? WHERE id = ?", values)
    finish(connection, api)
    return True


def unpublish(
    connection: sqlite3.Connection, name: tuple[str, str], sdk: SdkSelector
) -> int | None:
    """Remove one SDK version; the caller holds the transaction."""
    api, key = _keys(connection, name, sdk)
    if key is None:
        return None
    removed = connection.execute(
        "DELETE FROM snippet WHERE key >= ? << 32 AND key < (? + 1) << 32", (key, key)
    ).rowcount
    connection.execute("DELETE FROM sdk WHERE id = ?", (key,))
    finish(connection, api)
    if not connection.execute("SELECT 1 FROM sdk WHERE api_id = ?", (api,)).fetchone():
        connection.execute("DELETE FROM endpoint WHERE api_id = ?", (api,))
        connection.execute("DELETE FROM api WHERE id = ?", (api,))
    return removed


def _keys(
    connection: sqlite3.Connection, name: tuple[str, str], sdk: SdkSelector
) -> tuple[int, int | None]:
    row = connection.execute("SELECT id FROM api WHERE org = ? AND name = ?", name).fetchone()
    return (row[0], sdk_key(connection, row[0], sdk)) if row else (0, None)
