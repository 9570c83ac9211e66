"""Recording in SQLite what running snippets has shown: inside of the one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.catalog.runs import recorded
from snippet_widget.catalog.sqlite.publish import finish, sdk_key, stored_texts

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from snippet_widget.catalog.records import EndpointRuns
    from snippet_widget.models import SdkSelector


def record_runs(
    connection: sqlite3.Connection,
    name: tuple[str, str],
    sdk: SdkSelector,
    runs: Sequence[EndpointRuns],
) -> int:
    """Write the runs of one SDK version; the caller holds the transaction."""
    api = connection.execute("SELECT id FROM api WHERE org = ? AND name = ?", name).fetchone()
    key = sdk_key(connection, api[0], sdk) if api else None
    if key is None:
        return 0
    changed = recorded(stored_texts(connection, api[0], key), runs)
    connection.executemany(
        "UPDATE snippet SET full_text = ?, endpoint_text = ? WHERE key = ? << 32 |"
        " (SELECT ordinal FROM endpoint WHERE api_id = ? AND method = ? AND path_key = ?)",
        [(*texts, key, api[0], *endpoint) for endpoint, texts in changed.items()],
    )
    if changed:
        finish(connection, api[0])
    return len(changed)
