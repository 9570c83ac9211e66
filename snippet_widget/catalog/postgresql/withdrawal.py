"""Taking SDK versions back in PostgreSQL: what happens inside of the one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.catalog.postgresql.publish import finish, sdk_key

if TYPE_CHECKING:
    from snippet_widget.catalog.postgresql.schema import Connection
    from snippet_widget.catalog.records import SdkStatus
    from snippet_widget.models import SdkSelector


async def set_status(
    connection: Connection,
    name: tuple[str, str],
    sdk: SdkSelector,
    status: SdkStatus,
    reason: str,
) -> bool:
    """Write the status of one SDK version; the caller holds the transaction."""
    api, key = await _keys(connection, name, sdk)
    if key is None:
        return False
    await connection.execute(
        "UPDATE snippet_widget.sdk SET status = $1, reason = $2 WHERE id = $3",
        status.value,
        reason,
        key,
    )
    await finish(connection, api)
    return True


async def unpublish(connection: Connection, name: tuple[str, str], sdk: SdkSelector) -> int | None:
    """Remove one SDK version; the caller holds the transaction."""
    api, key = await _keys(connection, name, sdk)
    if key is None:
        return None
    deleted = await connection.execute("DELETE FROM snippet_widget.snippet WHERE sdk_id = $1", key)
    await connection.execute("DELETE FROM snippet_widget.sdk WHERE id = $1", key)
    await finish(connection, api)
    if not await connection.fetchval("SELECT 1 FROM snippet_widget.sdk WHERE api_id = $1", api):
        await connection.execute("DELETE FROM snippet_widget.endpoint WHERE api_id = $1", api)
        await connection.execute("DELETE FROM snippet_widget.api WHERE id = $1", api)
    return int(deleted.rpartition(" ")[2])


async def _keys(
    connection: Connection, name: tuple[str, str], sdk: SdkSelector
) -> tuple[int, int | None]:
    """Return the keys of API and SDK; who publishes into the API at the same time waits."""
    api = await connection.fetchval(
        "SELECT id FROM snippet_widget.api WHERE org = $1 AND name = $2 FOR UPDATE", *name
    )
    return (0, None) if api is None else (api, await sdk_key(connection, api, sdk))
