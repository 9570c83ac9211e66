"""Publishing into SQLite: what happens inside of the one transaction."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from snippet_widget.catalog.republishing import PublishedRows, rows_to_store
from snippet_widget.catalog.rows import EndpointKey, EndpointRow, Texts, numbered

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from snippet_widget.catalog.records import PublishReport
    from snippet_widget.models import SdkSelector
    from snippet_widget.publication import PublishMode


def publish(
    connection: sqlite3.Connection,
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
    api = _api(connection, name)
    published = [_publish(connection, api, sdk, rows, mode) for sdk, rows in publications]
    if any(one.written for one in published):
        finish(connection, api)
    revision = connection.execute("SELECT revision FROM catalog").fetchone()[0]
    return [one.report(name, revision) for one in published]


def _publish(
    connection: sqlite3.Connection,
    api: int,
    sdk: SdkSelector,
    rows: Sequence[EndpointRow],
    mode: PublishMode,
) -> PublishedRows:
    earlier = sdk_key(connection, api, sdk)
    stored = None if earlier is None else stored_texts(connection, api, earlier)
    published = rows_to_store(sdk, stored, rows, mode)
    if published.written:
        key = _write_sdk(connection, api, sdk, published.snippets, earlier)
        ordinals = _ordinals(connection, api, published.rows)
        connection.executemany(
            "INSERT INTO snippet VALUES (?, ?, ?)",
            [(key << 32 | ordinals[row.key], *row.texts) for row in published.rows],
        )
    return published


def finish(connection: sqlite3.Connection, api: int) -> None:
    """Count the API's endpoints, and move stamp and revision."""
    connection.execute(
        "UPDATE api SET endpoints = (SELECT count(DISTINCT key & 0xffffffff) FROM sdk"
        " JOIN snippet ON key >= sdk.id << 32 AND key < (sdk.id + 1) << 32"
        " WHERE api_id = api.id) WHERE id = ?",
        (api,),
    )
    connection.execute("UPDATE catalog SET stamp = stamp + 1, revision = revision + 1")


def _api(connection: sqlite3.Connection, name: tuple[str, str]) -> int:
    connection.execute("INSERT OR IGNORE INTO api (org, name) VALUES (?, ?)", name)
    row = connection.execute("SELECT id FROM api WHERE org = ? AND name = ?", name).fetchone()
    key: int = row[0]
    return key


def sdk_key(connection: sqlite3.Connection, api: int, sdk: SdkSelector) -> int | None:
    """Return the key of an SDK version; None where it is not published."""
    row = connection.execute(
        "SELECT id FROM sdk WHERE api_id = ? AND type = ? AND package = ? AND version = ?",
        (api, sdk.type, sdk.package, sdk.version),
    ).fetchone()
    return row[0] if row else None


def stored_texts(
    connection: sqlite3.Connection, api: int, sdk: int
) -> dict[EndpointKey, tuple[str, Texts]]:
    """Return path and texts of an SDK version's endpoints, by method and path key."""
    rows = connection.execute(
        "SELECT method, path_key, path, full_text, endpoint_text FROM snippet s"
        " CROSS JOIN endpoint e ON e.api_id = ? AND e.ordinal = key & 0xffffffff"
        " WHERE key >= ? << 32 AND key < (? + 1) << 32 ORDER BY key",
        (api, sdk, sdk),
    )
    return {(method, key): (path, (full, short)) for method, key, path, full, short in rows}


def _write_sdk(
    connection: sqlite3.Connection, api: int, sdk: SdkSelector, snippets: int, earlier: int | None
) -> int:
    now = int(time.time())
    if earlier is not None:
        connection.execute(
            "DELETE FROM snippet WHERE key >= ? << 32 AND key < (? + 1) << 32", (earlier, earlier)
        )
        values = (snippets, now, earlier)
        connection.execute("UPDATE sdk SET snippets = ?, published_at = ? WHERE id = ?", values)
        return earlier
    row = connection.execute(
        "INSERT INTO sdk (api_id, type, package, version, snippets, published_at)"
        " VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
        (api, sdk.type, sdk.package, sdk.version, snippets, now),
    ).fetchone()
    key: int = row[0]
    return key


def _ordinals(
    connection: sqlite3.Connection, api: int, rows: Sequence[EndpointRow]
) -> dict[EndpointKey, int]:
    """Return the ordinal of each endpoint; new ones are appended in the publication's order."""
    stored = connection.execute(
        "SELECT method, path_key, path, ordinal FROM endpoint WHERE api_id = ?", (api,)
    )
    ordinals, new = numbered(stored, rows)
    connection.executemany(
        "INSERT INTO endpoint VALUES (?, ?, ?, ?, ?, ?)", [(api, *row) for row in new]
    )
    return ordinals
