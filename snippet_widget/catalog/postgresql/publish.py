"""Publishing into PostgreSQL: what happens inside of the one transaction."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, TypeVar

from snippet_widget.catalog.republishing import PublishedRows, rows_to_store
from snippet_widget.catalog.rows import EndpointKey, EndpointRow, Texts, numbered

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from snippet_widget.catalog.postgresql.schema import Connection
    from snippet_widget.catalog.records import PublishReport
    from snippet_widget.models import SdkSelector
    from snippet_widget.publication import PublishMode

_Result = TypeVar("_Result")


async def while_connected(connection: Connection, work: Coroutine[Any, Any, _Result]) -> _Result:
    """Return what work with a connection returns, or end it when the connection ends.

    asyncpg's COPY waits for ever where the server stopped reading before it went away.

    Raises
    ------
    ConnectionResetError
        The server, or the way to it, is gone.
    """
    lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def notice(_: object) -> None:
        if not lost.done():
            lost.set_result(None)

    connection.add_termination_listener(notice)
    task = asyncio.ensure_future(work)
    either: set[asyncio.Future[Any]] = {task, lost}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise ConnectionResetError("the server closed the connection")
    finally:
        connection.remove_termination_listener(notice)
        task.cancel()
        await asyncio.wait({task})


async def publish(
    connection: Connection,
    name: tuple[str, str],
    publications: Sequence[tuple[SdkSelector, Sequence[EndpointRow]]],
    mode: PublishMode,
) -> list[PublishReport]:
    """Write SDK versions of one API; the caller holds the transaction.

    Raises
    ------
    AlreadyPublished
        A version is there, and the mode is NEW.
    """
    api = await _locked_api(connection, name)
    published = [await _publish(connection, api, sdk, rows, mode) for sdk, rows in publications]
    if any(one.written for one in published):
        await finish(connection, api)
    revision = await connection.fetchval("SELECT revision FROM snippet_widget.catalog")
    return [one.report(name, revision) for one in published]


async def _publish(
    connection: Connection,
    api: int,
    sdk: SdkSelector,
    rows: Sequence[EndpointRow],
    mode: PublishMode,
) -> PublishedRows:
    earlier = await sdk_key(connection, api, sdk)
    stored = None if earlier is None else await stored_texts(connection, api, earlier)
    published = await asyncio.to_thread(rows_to_store, sdk, stored, rows, mode)
    if published.written:
        key = await _write_sdk(connection, api, sdk, published.snippets, earlier)
        ordinals = await _ordinals(connection, api, published.rows)
        await connection.copy_records_to_table(
            "snippet",
            schema_name="snippet_widget",
            records=[(key, ordinals[row.key], *row.texts) for row in published.rows],
        )
    return published


async def _locked_api(connection: Connection, name: tuple[str, str]) -> int:
    """Return the API's key, made if needed; who publishes into it at the same time waits here."""
    key: int = await connection.fetchval(
        "INSERT INTO snippet_widget.api (org, name) VALUES ($1, $2)"
        " ON CONFLICT (org, name) DO UPDATE SET name = excluded.name RETURNING id",
        *name,
    )
    return key


async def sdk_key(connection: Connection, api: int, sdk: SdkSelector) -> int | None:
    """Return the key of an SDK version; None where it is not published."""
    key: int | None = await connection.fetchval(
        "SELECT id FROM snippet_widget.sdk"
        " WHERE api_id = $1 AND type = $2 AND package = $3 AND version = $4",
        api,
        sdk.type,
        sdk.package,
        sdk.version,
    )
    return key


async def stored_texts(
    connection: Connection, api: int, sdk: int
) -> dict[EndpointKey, tuple[str, Texts]]:
    """Return path and texts of an SDK version's endpoints, by method and path key."""
    rows = await connection.fetch(
        "SELECT method, path_key, path, full_text, endpoint_text FROM snippet_widget.snippet s"
        " JOIN snippet_widget.endpoint e ON e.api_id = $1 AND e.ordinal = s.ordinal"
        " WHERE sdk_id = $2 ORDER BY s.ordinal",
        api,
        sdk,
    )
    return {(method, key): (path, (full, short)) for method, key, path, full, short in rows}


async def _write_sdk(
    connection: Connection, api: int, sdk: SdkSelector, snippets: int, earlier: int | None
) -> int:
    now = int(time.time())
    if earlier is not None:
        await connection.execute("DELETE FROM snippet_widget.snippet WHERE sdk_id = $1", earlier)
        await connection.execute(
            "UPDATE snippet_widget.sdk SET snippets = $2, published_at = $3 WHERE id = $1",
            earlier,
            snippets,
            now,
        )
        return earlier
    key: int = await connection.fetchval(
        "INSERT INTO snippet_widget.sdk (api_id, type, package, version, snippets, published_at)"
        " VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
        api,
        sdk.type,
        sdk.package,
        sdk.version,
        snippets,
        now,
    )
    return key


async def _ordinals(
    connection: Connection, api: int, rows: Sequence[EndpointRow]
) -> dict[EndpointKey, int]:
    """Return the ordinal of each endpoint; new ones are appended in the publication's order."""
    stored = await connection.fetch(
        "SELECT method, path_key, path, ordinal FROM snippet_widget.endpoint WHERE api_id = $1",
        api,
    )
    ordinals, new = numbered(stored, rows)
    await connection.copy_records_to_table(
        "endpoint", schema_name="snippet_widget", records=[(api, *row) for row in new]
    )
    return ordinals


async def finish(connection: Connection, api: int) -> None:
    """Count the API's endpoints, and move stamp and revision: last, as all writers wait for it."""
    await connection.execute(
        "UPDATE snippet_widget.api SET endpoints = (SELECT count(DISTINCT ordinal)"
        " FROM snippet_widget.sdk JOIN snippet_widget.snippet ON sdk_id = sdk.id"
        " WHERE api_id = api.id) WHERE id = $1",
        api,
    )
    await connection.execute(
        "UPDATE snippet_widget.catalog SET stamp = stamp + 1, revision = revision + 1"
    )
