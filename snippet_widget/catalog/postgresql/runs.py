"""Recording in PostgreSQL what running snippets has shown: inside of the one transaction."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from snippet_widget.catalog.postgresql.publish import finish, sdk_key, stored_texts
from snippet_widget.catalog.runs import recorded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.catalog.postgresql.schema import Connection
    from snippet_widget.catalog.records import EndpointRuns
    from snippet_widget.models import SdkSelector


async def record_runs(
    connection: Connection,
    name: tuple[str, str],
    sdk: SdkSelector,
    runs: Sequence[EndpointRuns],
) -> int:
    """Write the runs of one SDK version; the caller holds the transaction."""
    api = await connection.fetchval(
        "SELECT id FROM snippet_widget.api WHERE org = $1 AND name = $2 FOR UPDATE", *name
    )
    key = None if api is None else await sdk_key(connection, api, sdk)
    if key is None:
        return 0
    stored = await stored_texts(connection, api, key)
    changed = await asyncio.to_thread(recorded, stored, runs)
    await connection.executemany(
        "UPDATE snippet_widget.snippet SET full_text = $1, endpoint_text = $2 WHERE sdk_id = $3"
        " AND ordinal = (SELECT ordinal FROM snippet_widget.endpoint"
        " WHERE api_id = $4 AND method = $5 AND path_key = $6)",
        [(*texts, key, api, *endpoint) for endpoint, texts in changed.items()],
    )
    if changed:
        await finish(connection, api)
    return len(changed)
