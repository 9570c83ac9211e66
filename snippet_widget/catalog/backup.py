"""Every row of a catalog, the same for all stores: what a backup holds and a copy compares."""

from __future__ import annotations

from typing import Any

from snippet_widget.errors import CatalogNotEmpty

Row = tuple[str, list[Any]]
"""A table of `TABLES`, and its columns' values as JSON has them; a token's hash in hexadecimal."""

TABLES: dict[str, tuple[str, ...]] = {
    "api": ("id", "org", "name", "endpoints", "revision"),
    "sdk": (
        *("id", "api_id", "type", "package", "version", "snippets", "published_at"),
        *("status", "reason"),
    ),
    "endpoint": ("api_id", "ordinal", "method", "path", "path_key", "segments"),
    "snippet": ("sdk_id", "ordinal", "full_text", "endpoint_text"),
    "token": (
        *("hash", "id", "label", "orgs", "created_at", "expires_at", "revoked_at", "may_write"),
        *("created_by", "may_admin", "last_used_at"),
    ),
    "audit": (
        *("id", "at", "action", "org", "api", "subject", "detail", "actor", "address", "request"),
    ),
}
"""Columns by table, in an order in which nothing refers to what comes later.

``token.orgs`` is None for all organizations, whatever the store has there.
"""

ROWS_AT_ONCE = 500


def not_empty_error(name: str) -> CatalogNotEmpty:
    """Return the error of a catalog that is to be restored into, and holds something."""
    return CatalogNotEmpty(
        f"The catalog {name} is not empty. Restore into a new one: another file, or a database "
        "whose schema snippet_widget is empty (as after `snippet-widget migrate`) or was dropped."
    )
