"""The tables of a PostgreSQL catalog come to be once, and only where there is room for them."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import asyncpg
import pytest
from click.testing import CliRunner

from snippet_widget.catalog.postgresql.schema import MIGRATIONS, migrate
from snippet_widget.cli import main
from snippet_widget.errors import CatalogUnusable
from tests.publication_builder import a_publication
from tests.service_builder import publish, running_service

if TYPE_CHECKING:
    from pathlib import Path


async def migrated(url: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await migrate(connection, "the database")
    finally:
        await connection.close()


async def value_of(url: str, *statements: str) -> Any:
    """Run statements and return the first value of the last."""
    connection = await asyncpg.connect(url)
    try:
        for statement in statements[:-1]:
            await connection.execute(statement)
        return await connection.fetchval(statements[-1])
    finally:
        await connection.close()


def test_processes_that_migrate_at_once_take_turns(postgresql_url: str) -> None:
    async def run() -> None:
        await asyncio.gather(*(migrated(postgresql_url) for _ in range(8)))
        assert await value_of(postgresql_url, "SELECT version FROM snippet_widget.catalog") == len(
            MIGRATIONS
        )

    asyncio.run(run())


def test_other_tables_of_the_database_are_no_hindrance(postgresql_url: str) -> None:
    async def run() -> None:
        await value_of(postgresql_url, "CREATE TABLE catalog (theirs int)", "SELECT 1")
        await migrated(postgresql_url)
        assert await value_of(postgresql_url, "SELECT count(*) FROM catalog") == 0

    asyncio.run(run())


def test_a_schema_of_something_else_is_left_alone(postgresql_url: str) -> None:
    async def run() -> None:
        await value_of(
            postgresql_url,
            "CREATE SCHEMA snippet_widget CREATE TABLE theirs (id int)",
            "SELECT 1",
        )
        with pytest.raises(CatalogUnusable, match="tables of another application"):
            await migrated(postgresql_url)
        assert await value_of(postgresql_url, "SELECT count(*) FROM snippet_widget.theirs") == 0

    asyncio.run(run())


def test_a_newer_catalog_is_left_alone(postgresql_url: str) -> None:
    async def run() -> None:
        await migrated(postgresql_url)
        newer = (
            "UPDATE snippet_widget.catalog SET version = version + 1, compatible = version + 1"
            " RETURNING version"
        )
        await value_of(postgresql_url, newer)
        with pytest.raises(CatalogUnusable, match="newer snippet-widget"):
            await migrated(postgresql_url)

    asyncio.run(run())


def test_an_upgrade_brings_stored_snippets_to_what_is_stored_today(postgresql_url: str) -> None:
    async def run() -> None:
        await value_of(
            postgresql_url,
            "CREATE SCHEMA snippet_widget",
            MIGRATIONS[0],
            "UPDATE snippet_widget.catalog SET version = 1",
            "INSERT INTO snippet_widget.api (org, name) VALUES ('org', 'api')",
            "INSERT INTO snippet_widget.sdk (api_id, type, package, version, snippets,"
            " published_at) VALUES (1, 'java', 'com.acme:acme', '1', 1, 0)",
            "INSERT INTO snippet_widget.snippet VALUES (1, 0, NULL, NULL),"
            """ (1, 1, '{"type": "java", "sdk": {"package": "com.acme:acme", "version": "1"},
            "sync_client": "x"}', NULL), (1, 2, 'no JSON', NULL)""",
            "SELECT 1",
        )
        await migrated(postgresql_url)
        texts = "SELECT array_agg(full_text ORDER BY ordinal) FROM snippet_widget.snippet"
        nothing, text, unreadable = await value_of(postgresql_url, texts)
        assert (nothing, unreadable) == (None, "no JSON")
        assert json.loads(text) == {
            "type": "java",
            "sdk": {
                "package": "com.acme:acme",
                "version": "1",
                "group": "com.acme",
                "artifact": "acme",
            },
            "sync_client": "x",
            "async_client": "",
        }

    asyncio.run(run())


def test_a_newer_schema_that_is_compatible_is_used(postgresql_url: str) -> None:
    publish(postgresql_url, "org", "api", a_publication())
    newer = "UPDATE snippet_widget.catalog SET version = version + 1 RETURNING version"
    version = asyncio.run(value_of(postgresql_url, newer))
    with running_service(postgresql_url) as service:
        answer = service.post("/snippets", {"endpoint": {"method": "GET", "path": "/ping"}})
    assert answer.status_code == 200
    now = asyncio.run(value_of(postgresql_url, "SELECT version FROM snippet_widget.catalog"))
    assert now == version == len(MIGRATIONS) + 1
    migrated = CliRunner().invoke(main, ["migrate", "--catalog", postgresql_url])
    assert (
        f"has schema {version}, which is newer and compatible; nothing was changed."
        in migrated.output
    )


@pytest.mark.parametrize(
    "command",
    [
        "token list",
        "token revoke x",
        "audit",
        "catalog list",
        "get GET /ping",
        "serve --port 0",
        "prune --keep 1",
        "rename organization a b",
    ],
)
def test_only_what_writes_makes_tables(postgresql_url: str, command: str) -> None:
    refused = CliRunner().invoke(main, [*command.split(), "--catalog", postgresql_url])
    assert refused.exit_code == 1
    assert "There is no catalog in postgresql://" in refused.stderr
    assert "snippet-widget migrate" in refused.stderr
    assert not has_tables(postgresql_url)


def has_tables(url: str) -> bool:
    there = "SELECT count(*) FROM pg_namespace WHERE nspname = 'snippet_widget'"
    return bool(asyncio.run(value_of(url, there)))


def test_a_dry_run_makes_no_tables(postgresql_url: str, tmp_path: Path) -> None:
    publish(str(tmp_path / "made.db"), "org", "api", a_publication())
    file = tmp_path / "export.json"
    export = ["export", "--catalog", str(tmp_path / "made.db"), "--output", str(file)]
    assert CliRunner().invoke(main, export).exit_code == 0
    command = ["publish", str(file), "--org", "org", "--api", "api", "--catalog", postgresql_url]
    tried = CliRunner().invoke(main, [*command, "--dry-run"])
    assert tried.exit_code == 0, tried.output
    assert "can be published in org/api. Catalog: postgresql://" in " ".join(tried.stdout.split())
    assert not has_tables(postgresql_url)
    assert CliRunner().invoke(main, command).exit_code == 0
    assert has_tables(postgresql_url)


def test_a_copy_of_nothing_makes_no_tables(postgresql_url: str, tmp_path: Path) -> None:
    for options in ([], ["--all"]):
        copy = ["catalog", "copy", str(tmp_path / "nothing.db"), postgresql_url, *options]
        assert CliRunner().invoke(main, copy).exit_code == 1
    assert not has_tables(postgresql_url)


def test_only_migrate_changes_the_tables(postgresql_url: str) -> None:
    publish(postgresql_url, "org", "api", a_publication())
    older = (
        "ALTER TABLE snippet_widget.token DROP COLUMN may_admin, DROP COLUMN last_used_at",
        "DROP TABLE snippet_widget.audit",
        "UPDATE snippet_widget.catalog SET version = version - 1 RETURNING version",
    )
    before = asyncio.run(value_of(postgresql_url, *older))
    for command in (["get", "GET", "/ping"], ["token", "list"], ["serve", "--port", "0"]):
        refused = CliRunner().invoke(main, [*command, "--catalog", postgresql_url])
        assert refused.exit_code == 1
        assert "snippet-widget migrate" in refused.stderr
    version = "SELECT version FROM snippet_widget.catalog"
    assert asyncio.run(value_of(postgresql_url, version)) == before
    migrated = CliRunner().invoke(main, ["migrate", "--catalog", postgresql_url])
    assert f"was upgraded from schema {before} to {len(MIGRATIONS)}." in migrated.output
    again = CliRunner().invoke(main, ["migrate", "--catalog", postgresql_url])
    assert "is up to date" in again.output
    assert CliRunner().invoke(main, ["token", "list", "--catalog", postgresql_url]).exit_code == 0


def test_who_may_publish_still_may_after_a_migration(postgresql_url: str) -> None:
    publish(postgresql_url, "org", "api", a_publication())
    role = f"publisher_of_{urlsplit(postgresql_url).path.removeprefix('/')}"
    older = (
        "ALTER TABLE snippet_widget.token DROP COLUMN may_admin, DROP COLUMN last_used_at",
        "DROP TABLE snippet_widget.audit",
        f"CREATE ROLE {role}",
        f"GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA snippet_widget TO {role}, PUBLIC",
        "UPDATE snippet_widget.catalog SET version = version - 1 RETURNING version",
    )
    asyncio.run(value_of(postgresql_url, *older))
    assert CliRunner().invoke(main, ["migrate", "--catalog", postgresql_url]).exit_code == 0
    allowed = "SELECT has_table_privilege('{}', 'snippet_widget.audit', '{}')"
    for privilege, expected in (("INSERT", True), ("SELECT", True), ("DELETE", False)):
        asked = allowed.format(role, privilege)
        assert asyncio.run(value_of(postgresql_url, asked)) is expected
    asyncio.run(value_of(postgresql_url, f"DROP OWNED BY {role}", f"DROP ROLE {role}", "SELECT 1"))


def test_migrate_makes_a_catalog(tmp_path: Path) -> None:
    made = CliRunner().invoke(main, ["migrate", "--catalog", str(tmp_path / "catalog.db")])
    assert "was created (schema" in made.output
    again = CliRunner().invoke(main, ["migrate", "--catalog", str(tmp_path / "catalog.db")])
    assert "is up to date (schema" in again.output
