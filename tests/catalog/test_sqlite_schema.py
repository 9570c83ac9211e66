"""A catalog's file of an earlier version is brought up to date, whole or not at all."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.catalog import Catalog, Grant
from snippet_widget.catalog.sqlite.schema import MIGRATIONS
from snippet_widget.models import LoadLevel
from snippet_widget.service.tokens import token_hash
from tests.publication_builder import a_publication
from tests.service_builder import with_catalog
from tests.sqlite_v1_builder import TOKEN, write_v1_catalog

if TYPE_CHECKING:
    from pathlib import Path

_MIGRATE_UNTIL = """
import os, signal, sqlite3, sys
from snippet_widget.catalog.sqlite.schema import migrate
def die(statement):
    if statement.startswith(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.set_trace_callback(die)
migrate(connection, "it")
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "catalog.db"
    write_v1_catalog(file)
    return file


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        found: int = connection.execute("PRAGMA user_version").fetchone()[0]
        return found


async def content(catalog: Catalog) -> Any:
    """Return the sources by API, endpoint and SDK, of both levels, and the tokens."""
    found = {}
    for api in await catalog.apis():
        sdks = {sdk.key: sdk for sdk in (await catalog.sdks([api.key]))[api.key]}
        for level in LoadLevel:
            page = await catalog.page(api.key, 1, list(sdks), level)
            found[api.org, level.value] = {
                f"{e.method} {e.path}": [_first_source(text) for _, text in sorted(e.texts.items())]
                for e in page.endpoints
            }
    return found, [(t.grant, t.label, t.revoked_at) for t in await catalog.tokens()]


def _first_source(text: str) -> str:
    snippet = json.loads(text)
    return str(snippet.get("client") or snippet["sync_client"])


CONTENT = (
    {
        ("org", "full"): {
            "GET /users/{id}": [
                "import acme; fixed GET /users/{id}  # sync_client",
                "import acme; call GET /users/:user_id  # client",
            ],
            "POST /users": ["import acme; fixed POST /users  # sync_client"],
            "GET /quiet": [],
            "DELETE /users/{id}": ["import acme; call DELETE /users/{id}  # client"],
        },
        ("org", "endpoint"): {
            "GET /users/{id}": [
                "fixed GET /users/{id}  # sync_client",
                "call GET /users/:user_id  # client",
            ],
            "POST /users": ["fixed POST /users  # sync_client"],
            "GET /quiet": [],
            "DELETE /users/{id}": ["call DELETE /users/{id}  # client"],
        },
        ("other", "full"): {"GET /ping": ["import acme; call GET /ping  # client"]},
        ("other", "endpoint"): {"GET /ping": ["call GET /ping  # client"]},
    },
    [
        (Grant("t1", frozenset({"org"})), "ci", None),
        (Grant("t2", None, 4102444800), "old", 1700000000),
    ],
)


def test_what_an_earlier_version_published_is_all_there(path: Path) -> None:
    async def use(catalog: Catalog) -> None:
        assert await content(catalog) == CONTENT
        assert await catalog.state() == (8, 5)
        assert await catalog.grant(token_hash(TOKEN.encode())) == Grant("t1", frozenset({"org"}))

    with_catalog(str(path), use)
    assert version(path) == len(MIGRATIONS)


def test_an_upgrade_brings_stored_snippets_to_what_is_stored_today(path: Path) -> None:
    async def use(catalog: Catalog) -> None:
        api = (await catalog.apis())[0]
        found = await catalog.find(api.key, "GET", "/users/{}", [2], LoadLevel.ENDPOINT)
        assert found is not None
        assert json.loads(found.texts[2])["sdk"] == {
            "package": "acme",
            "version": "v2.0.0",
            "githubRepo": "acme",
            "github_repo": "acme",
        }
        again = a_publication("go:acme==v2.0.0", "GET /users/:user_id", "DELETE /users/{id}")
        assert (await catalog.publish("org", "api", again, replace=True)).changed == ()

    with_catalog(str(path), use)


def test_an_upgraded_catalog_is_published_into_as_any_other(path: Path) -> None:
    async def use(catalog: Catalog) -> None:
        replacement = a_publication("python:acme==1.0", "GET /users/{id}", "GET /new")
        report = await catalog.publish("org", "api", replacement, replace=True)
        assert report.added == ("GET /new",)
        assert report.removed == ("POST /users", "GET /quiet")
        assert report.revision == 6
        api, _ = await catalog.apis()
        assert api.endpoints == 3
        assert await catalog.find(api.key, "GET", "/gone", [1, 2], LoadLevel.FULL) is None

    with_catalog(str(path), use)


@pytest.mark.parametrize("statement", ["CREATE", "INSERT", "DROP", "ALTER", "COMMIT"])
def test_an_upgrade_that_is_killed_leaves_the_file_as_it_was(path: Path, statement: str) -> None:
    command = [sys.executable, "-c", _MIGRATE_UNTIL, str(path), statement]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert version(path) == 1
    assert with_catalog(str(path), content) == CONTENT
