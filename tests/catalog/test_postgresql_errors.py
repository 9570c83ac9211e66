"""What goes wrong with a catalog's database is said, without a password, and nothing is lost."""

from __future__ import annotations

import asyncio
import errno
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import asyncpg
import pytest
import requests

from snippet_widget.catalog import Catalog, Grant, open_catalog
from snippet_widget.catalog.postgresql.errors import catalog_error, translate_errors
from snippet_widget.errors import (
    CatalogReadOnly,
    CatalogUnavailable,
    CatalogUnusable,
    ConfigurationError,
)
from tests.publication_builder import a_publication
from tests.service_builder import publish, run_service, with_catalog
from tests.tcp_proxy import tcp_proxy
from tests.waiting import wait_until_async

if TYPE_CHECKING:
    from tests.postgresql_server import PostgresqlServer, ServerAddress

PING = {"endpoint": {"method": "GET", "path": "/ping"}}


def on_server(url: str, *statements: str) -> None:
    async def run() -> None:
        connection = await asyncpg.connect(url)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(run())


async def _state(catalog: Catalog) -> Any:
    return await catalog.state()


def refusal(url: str) -> str:
    """Return what is said when the catalog is opened."""
    with pytest.raises((CatalogUnusable, CatalogUnavailable, ConfigurationError)) as caught:
        with_catalog(url, _state)
    return str(caught.value)


def test_a_wrong_password_is_refused_and_not_repeated(postgresql_server: ServerAddress) -> None:
    said = refusal(postgresql_server.url("postgres", password="opensesame"))  # noqa: S106
    assert "refuses this user or password" in said
    assert "opensesame" not in said
    assert "tester@127.0.0.1" in said


def test_a_database_that_is_not_there_is_named(postgresql_server: ServerAddress) -> None:
    said = refusal(postgresql_server.url("nowhere"))
    assert "/nowhere does not exist on that server" in said


def test_a_file_of_another_user_is_named() -> None:
    denied = PermissionError(13, "Permission denied", "/root/.postgresql/postgresql.key")
    said = str(catalog_error(denied, "postgresql://db/snippets"))
    assert "/root/.postgresql/postgresql.key cannot be read by this user. Is HOME" in said


def test_a_process_of_too_many_open_files_is_told_so() -> None:
    said = str(catalog_error(OSError(errno.EMFILE, "Too many open files"), "postgresql://db/x"))
    assert "cannot be asked: Too many open files. Let this process have more (LimitNOF" in said


def test_a_server_that_is_not_there_is_unavailable() -> None:
    with pytest.raises(CatalogUnavailable, match="cannot be reached") as caught:
        with_catalog("postgresql://ann:secret@127.0.0.1:1/snippets", _state)
    assert "secret" not in str(caught.value)
    assert caught.value.headers == {"Retry-After": "1"}


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:secret@127.0.0.1:port/snippets",
        "postgresql://ann:secret@127.0.0.1:99999/snippets",
        "postgresql://ann:se@secret@127.0.0.1/snippets",
        "postgresql://ann:1/secret@127.0.0.1/snippets",
        "postgresql://ann:secret@127.0.0.1/snippets?sslmode=perhaps",
        "postgresql://ann:sec#secret@[::1/snippets",
    ],
)
def test_a_url_that_cannot_be_read_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ConfigurationError, match="URL") as caught:
        with_catalog(url, _state)
    assert "secret" not in str(caught.value)


def test_a_database_that_is_not_in_utf8_is_refused(
    postgresql_server: ServerAddress,
) -> None:
    on_server(
        postgresql_server.url("postgres"),
        "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0",
    )
    assert "is not in UTF-8" in refusal(postgresql_server.url("latin"))


def test_a_user_without_rights_is_told_what_is_missing(
    postgresql_server: ServerAddress, postgresql_url: str
) -> None:
    on_server(postgresql_url, "CREATE ROLE reader LOGIN PASSWORD 'reading'")
    database = postgresql_url.rsplit("/", 1)[1]
    url = postgresql_server.url(database, user="reader", password="reading")  # noqa: S106
    assert "does not allow that to this user" in refusal(url)
    publish(postgresql_url, "org", "api", a_publication("python:acme==1"))
    on_server(
        postgresql_url,
        "GRANT USAGE ON SCHEMA snippet_widget TO reader",
        "GRANT SELECT ON ALL TABLES IN SCHEMA snippet_widget TO reader",
    )

    async def read_and_write(catalog: Catalog) -> None:
        assert [api.org for api in await catalog.apis()] == ["org"]
        with pytest.raises(CatalogUnusable, match="does not allow that to this user"):
            await catalog.publish("org", "api", a_publication("python:acme==2"))

    with_catalog(url, read_and_write)


def test_a_read_only_database_is_read_and_not_written(postgresql_url: str) -> None:
    publish(postgresql_url, "org", "api", a_publication("python:acme==1"))
    database = postgresql_url.rsplit("/", 1)[1]
    on_server(postgresql_url, f"ALTER DATABASE {database} SET default_transaction_read_only = on")

    async def use(catalog: Catalog) -> None:
        assert [api.org for api in await catalog.apis()] == ["org"]
        with pytest.raises(CatalogReadOnly, match="is read-only"):
            await catalog.publish("org", "api", a_publication("python:acme==2"))

    with_catalog(postgresql_url, use)


def test_a_missing_table_is_said_to_be_missing(postgresql_url: str) -> None:
    publish(postgresql_url, "org", "api", a_publication())
    on_server(postgresql_url, "DROP TABLE snippet_widget.snippet")
    with pytest.raises(CatalogUnusable, match="a table is missing"):
        publish(postgresql_url, "org", "api", a_publication("go:acme==2"))


def test_a_publisher_waits_for_another_of_the_same_api(postgresql_url: str) -> None:
    publish(postgresql_url, "org", "api", a_publication("python:acme==1"))

    async def run() -> None:
        blocker = await asyncpg.connect(postgresql_url)
        try:
            await blocker.execute("BEGIN; UPDATE snippet_widget.api SET name = name")
            async with open_catalog(postgresql_url) as catalog:
                waiting = asyncio.create_task(
                    catalog.publish("org", "api", a_publication("python:acme==2"))
                )
                await _until_somebody_waits(blocker)
                assert (await catalog.apis())[0].endpoints == 1  # readers wait for nobody
                await blocker.execute("COMMIT")
                assert (await waiting).revision == 2
        finally:
            await blocker.close()

    asyncio.run(run())


async def _until_somebody_waits(connection: Any) -> None:
    waiting = (
        "SELECT count(*) FROM pg_locks"
        " WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    )
    await wait_until_async(lambda: connection.fetchval(waiting))


def test_a_lookup_is_answered_again_when_the_server_is_back(
    own_postgresql_server: PostgresqlServer,
) -> None:
    url = own_postgresql_server.url("postgres")
    publish(url, "org", "api", a_publication())
    service = run_service(url)
    try:
        before = service.post("/snippets", PING)
        own_postgresql_server.stop()
        try:
            unavailable = service.post("/snippets", PING)
            health = requests.get(f"{service.url}/healthz", timeout=30)
        finally:
            own_postgresql_server.start()
        after = service.post("/snippets", PING)
    finally:
        service.thread.stop()
    assert (before.status_code, unavailable.status_code, health.status_code) == (200, 503, 503)
    assert unavailable.json()["type"] == "catalog-unavailable"
    assert "tester" not in unavailable.text
    assert "127.0.0.1" not in health.text
    assert int(unavailable.headers["Retry-After"]) >= 1
    assert (after.status_code, after.content) == (200, before.content)


def test_a_network_that_swallows_all_is_given_up_in_time(postgresql_url: str) -> None:
    publish(postgresql_url, "org", "api", a_publication())
    server = urlsplit(postgresql_url)
    assert server.hostname is not None
    assert server.port is not None
    with tcp_proxy(server.hostname, server.port) as proxy:
        service = run_service(postgresql_url.replace(f":{server.port}/", f":{proxy.port}/"))
        try:
            before = service.post("/snippets", PING)
            proxy.passing.clear()
            began = time.monotonic()
            unavailable = service.post("/snippets", PING)
            took = time.monotonic() - began
            proxy.passing.set()
            after = service.post("/snippets", PING)
        finally:
            service.thread.stop()
    assert (before.status_code, unavailable.status_code, after.status_code) == (200, 503, 200)
    assert 2 < took < 8  # less than clients wait


def test_a_publisher_whose_server_goes_away_says_so(postgresql_url: str) -> None:
    publish(postgresql_url, "org", "api", a_publication("python:acme==1"))
    many = [f"GET /e{n}" for n in range(2000)]
    server = urlsplit(postgresql_url)
    assert server.hostname is not None
    assert server.port is not None
    with tcp_proxy(server.hostname, server.port) as proxy:
        proxy.most = 300_000
        url = postgresql_url.replace(f":{server.port}/", f":{proxy.port}/")
        with pytest.raises(CatalogUnavailable, match="cannot be reached"):
            publish(url, "org", "api", a_publication("python:acme==2", *many, source="x" * 999))

    async def versions(catalog: Catalog) -> list[str]:
        (api,) = await catalog.apis()
        return [sdk.version for sdk in (await catalog.sdks([api.key]))[api.key]]

    assert with_catalog(postgresql_url, versions) == ["1"]


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (asyncpg.InvalidSQLStatementNameError("no such statement"), "pool_mode = session"),
        (asyncpg.ProtocolViolationError("unsupported"), "ignore_startup_parameters"),
    ],
)
def test_what_a_pooler_does_not_pass_on_is_explained(error: Exception, advice: str) -> None:
    with pytest.raises(CatalogUnusable, match=advice), translate_errors("the database"):
        raise error


def test_connections_that_were_ended_are_replaced_unnoticed(postgresql_url: str) -> None:
    publish(postgresql_url, "org", "api", a_publication())

    async def run() -> None:
        async with open_catalog(postgresql_url) as catalog:
            await asyncio.gather(*(catalog.state() for _ in range(50)))
            administrator = await asyncpg.connect(postgresql_url)
            try:
                await administrator.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
                states = await asyncio.gather(*(catalog.state() for _ in range(50)))
            finally:
                await administrator.close()
            assert {state.revision for state in states} == {1}

    asyncio.run(run())


def test_a_read_that_takes_too_long_is_ended(postgresql_url: str) -> None:
    publish(postgresql_url, "org", "api", a_publication())

    async def run() -> None:
        blocker = await asyncpg.connect(postgresql_url)
        try:
            async with open_catalog(postgresql_url) as catalog:
                await catalog.apis()
                await blocker.execute("BEGIN; LOCK TABLE snippet_widget.api")
                start = time.monotonic()
                with pytest.raises(CatalogUnavailable, match="took too long"):
                    await catalog.apis()
                assert time.monotonic() - start < 9
                await blocker.execute("ROLLBACK")
                assert len(await catalog.apis()) == 1
        finally:
            await blocker.close()

    asyncio.run(run())


def test_a_token_ends_for_all_processes_at_once(postgresql_url: str) -> None:
    async def run() -> None:
        async with open_catalog(postgresql_url) as one, open_catalog(postgresql_url) as other:
            await one.create_token(b"h" * 32, Grant("t1"), "ci")
            assert await other.grant(b"h" * 32) == Grant("t1")
            await other.revoke_token("t1")
            assert await one.grant(b"h" * 32) is None
            assert await one.state() == await other.state()

    asyncio.run(run())


@pytest.mark.parametrize(
    "parameters",
    [
        "target_session_attrs=read-write",
        "target_session_attrs=primary",
        "target_session_attrs=any&connect_timeout=10",
        "application_name=team&sslmode=prefer",
        "fallback_application_name=team",
        "options=-c%20search_path%3Dpublic",
        "statement_timeout=2000",
    ],
)
def test_what_a_url_may_say_works(postgresql_url: str, parameters: str) -> None:
    url = f"{postgresql_url}?{parameters}"
    publish(url, "org", "api", a_publication())
    service = run_service(url)
    answer = service.post("/snippets", PING)
    service.thread.stop()
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ("keepalives_idle=10", "'keepalives_idle' of the catalog's URL is not supported"),
        ("hostaddr=10.0.0.1", "'hostaddr' of the catalog's URL is not supported"),
        ("target_session_attrs=leader", "target_session_attrs='leader'"),
        ("connect_timeout=soon", "connect_timeout='soon'"),
        ("sslmode=bogus", "sslmode='bogus' of the catalog's URL is unknown. Use one of disable"),
        ("sslmode=verify-full&sslrootcert=/none/ca", "There is no file /none/ca, which sslrootc"),
        ("conect_timeout=3", "conect_timeout"),
    ],
)
def test_what_a_url_cannot_say_is_refused_with_a_line(
    postgresql_url: str, parameters: str, said: str
) -> None:
    assert said in refusal(f"{postgresql_url}?{parameters}")


def test_a_group_without_the_server_asked_for_is_unavailable(postgresql_url: str) -> None:
    with pytest.raises(CatalogUnavailable, match="has no server of the kind"):
        with_catalog(f"{postgresql_url}?target_session_attrs=standby", _state)
