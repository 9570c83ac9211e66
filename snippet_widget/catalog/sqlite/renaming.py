"""Giving organizations, APIs and packages other names in SQLite: inside of the one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.catalog.names import name_taken
from snippet_widget.catalog.rows import with_package
from snippet_widget.catalog.sqlite.publish import finish

if TYPE_CHECKING:
    import sqlite3

    from snippet_widget.models import SdkSelector


def rename_organization(connection: sqlite3.Connection, org: str, new: str) -> int:
    """Rename an organization, in the tokens that cover it too; return its number of APIs."""
    if connection.execute("SELECT 1 FROM api WHERE org = ?", (new,)).fetchone():
        raise name_taken(new)  # its tokens would cover the other's APIs, too
    apis = connection.execute("SELECT id FROM api WHERE org = ?", (org,)).fetchall()
    for (key,) in apis:
        connection.execute("UPDATE api SET org = ? WHERE id = ?", (new, key))
        finish(connection, key)
    if apis:
        connection.execute("UPDATE OR IGNORE token_org SET org = ? WHERE org = ?", (new, org))
        connection.execute("DELETE FROM token_org WHERE org = ?", (org,))
    return len(apis)


def rename_api(connection: sqlite3.Connection, org: str, api: str, new: str) -> bool:
    """Rename an API; return whether it is there."""
    row = connection.execute("SELECT id FROM api WHERE org = ? AND name = ?", (org, api)).fetchone()
    if row is None:
        return False
    _check_api(connection, org, new)
    connection.execute("UPDATE api SET name = ? WHERE id = ?", (new, row[0]))
    finish(connection, row[0])
    return True


def rename_package(
    connection: sqlite3.Connection, name: tuple[str, str], sdk: SdkSelector, new: str
) -> int:
    """Rename a package of an API, in its snippets too; return its number of versions."""
    row = connection.execute("SELECT id FROM api WHERE org = ? AND name = ?", name).fetchone()
    if row is None:
        return 0
    versions = connection.execute(
        "SELECT id, version FROM sdk WHERE api_id = ? AND type = ? AND package = ?",
        (row[0], sdk.type, sdk.package),
    ).fetchall()
    for key, version in versions:
        taken = connection.execute(
            "SELECT 1 FROM sdk WHERE api_id = ? AND type = ? AND package = ? AND version = ?",
            (row[0], sdk.type, new, version),
        ).fetchone()
        if taken:
            raise name_taken(f"{sdk.type}:{new}=={version}")
        connection.execute("UPDATE sdk SET package = ? WHERE id = ?", (new, key))
        _rewrite(connection, key, new)
    if versions:
        finish(connection, row[0])
    return len(versions)


def _check_api(connection: sqlite3.Connection, org: str, name: str) -> None:
    if connection.execute("SELECT 1 FROM api WHERE org = ? AND name = ?", (org, name)).fetchone():
        raise name_taken(f"{org}/{name}")


def _rewrite(connection: sqlite3.Connection, sdk: int, package: str) -> None:
    rows = connection.execute(
        "SELECT key, full_text, endpoint_text FROM snippet"
        " WHERE key >= ? << 32 AND key < (? + 1) << 32",
        (sdk, sdk),
    ).fetchall()
    connection.executemany(
        "UPDATE snippet SET full_text = ?, endpoint_text = ? WHERE key = ?",
        [
            (with_package(full, package), with_package(short, package), key)
            for key, full, short in rows
        ],
    )
