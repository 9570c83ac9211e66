"""Giving organizations, APIs and packages other names in PostgreSQL: inside of one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.catalog.names import name_taken
from snippet_widget.catalog.postgresql.publish import finish
from snippet_widget.catalog.rows import with_package

if TYPE_CHECKING:
    from snippet_widget.catalog.postgresql.schema import Connection
    from snippet_widget.models import SdkSelector

_API = "SELECT id FROM snippet_widget.api WHERE org = $1 AND name = $2 FOR UPDATE"


async def rename_organization(connection: Connection, org: str, new: str) -> int:
    """Rename an organization, in the tokens that cover it too; return its number of APIs."""
    if await connection.fetchval("SELECT 1 FROM snippet_widget.api WHERE org = $1", new):
        raise name_taken(new)  # its tokens would cover the other's APIs, too
    apis = await connection.fetch(
        "SELECT id FROM snippet_widget.api WHERE org = $1 ORDER BY id FOR UPDATE", org
    )
    for (key,) in apis:
        await connection.execute("UPDATE snippet_widget.api SET org = $1 WHERE id = $2", new, key)
    if apis:
        await connection.execute(
            "UPDATE snippet_widget.token SET orgs = array_append(array_remove(array_remove("
            "orgs, $1), $2), $2) WHERE $1 = ANY(orgs)",
            org,
            new,
        )
    for (key,) in apis:
        await finish(connection, key)
    return len(apis)


async def rename_api(connection: Connection, org: str, api: str, new: str) -> bool:
    """Rename an API; return whether it is there."""
    key = await connection.fetchval(_API, org, api)
    if key is None:
        return False
    await _check_api(connection, org, new)
    await connection.execute("UPDATE snippet_widget.api SET name = $1 WHERE id = $2", new, key)
    await finish(connection, key)
    return True


async def rename_package(
    connection: Connection, name: tuple[str, str], sdk: SdkSelector, new: str
) -> int:
    """Rename a package of an API, in its snippets too; return its number of versions."""
    api = await connection.fetchval(_API, *name)
    versions = await connection.fetch(
        "SELECT id, version FROM snippet_widget.sdk"
        " WHERE api_id = $1 AND type = $2 AND package = $3 ORDER BY id",
        api,
        sdk.type,
        sdk.package,
    )
    for key, version in versions:
        taken = await connection.fetchval(
            "SELECT 1 FROM snippet_widget.sdk"
            " WHERE api_id = $1 AND type = $2 AND package = $3 AND version = $4",
            api,
            sdk.type,
            new,
            version,
        )
        if taken:
            raise name_taken(f"{sdk.type}:{new}=={version}")
        await connection.execute(
            "UPDATE snippet_widget.sdk SET package = $1 WHERE id = $2", new, key
        )
        await _rewrite(connection, key, new)
    if versions:
        await finish(connection, api)
    return len(versions)


async def _check_api(connection: Connection, org: str, name: str) -> None:
    if await connection.fetchval(_API, org, name):
        raise name_taken(f"{org}/{name}")


async def _rewrite(connection: Connection, sdk: int, package: str) -> None:
    rows = await connection.fetch(
        "SELECT ordinal, full_text, endpoint_text FROM snippet_widget.snippet WHERE sdk_id = $1",
        sdk,
    )
    await connection.executemany(
        "UPDATE snippet_widget.snippet SET full_text = $1, endpoint_text = $2"
        " WHERE sdk_id = $3 AND ordinal = $4",
        [
            (with_package(full, package), with_package(short, package), sdk, ordinal)
            for ordinal, full, short in rows
        ],
    )
