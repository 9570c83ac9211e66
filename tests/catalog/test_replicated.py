"""A catalog is read from its replica, until that may lag more than it is allowed to."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import asyncpg
import pytest
from click.testing import CliRunner

from snippet_widget.catalog import open_catalog, open_replicated_catalog
from snippet_widget.cli import main
from snippet_widget.errors import CatalogUnavailable, ConfigurationError
from snippet_widget.service.tokens import create_token, token_hash
from tests.publication_builder import a_publication
from tests.service_builder import publish
from tests.tcp_proxy import tcp_proxy
from tests.waiting import wait_until_async

if TYPE_CHECKING:
    from collections.abc import Callable

    from snippet_widget.catalog import Catalog

MOST_LAG = 1.0


@pytest.fixture
def urls(new_catalog_url: Callable[[str], str]) -> tuple[str, str]:
    """Return a catalog's URL, and that of a copy which nobody keeps up to date."""
    url = new_catalog_url("postgresql")
    publish(url, "org", "api", a_publication())
    name = urlsplit(url).path.removeprefix("/")

    async def copy() -> None:
        connection = await asyncpg.connect(url.replace(name, "postgres"))
        await connection.execute(f"CREATE DATABASE {name}_replica TEMPLATE {name}")
        await connection.close()

    asyncio.run(copy())
    return url, f"{url}_replica"


async def marked(url: str) -> None:
    """Let answers show that they are from there."""
    connection = await asyncpg.connect(url)
    await connection.execute("UPDATE snippet_widget.api SET name = 'replica'")
    await connection.close()


async def names(catalog: Catalog) -> list[str]:
    return [api.api for api in await catalog.apis()]


def test_the_replica_is_read_as_long_as_it_does_not_lag(urls: tuple[str, str]) -> None:
    async def run() -> None:
        await marked(urls[1])
        async with (
            open_replicated_catalog(*urls, MOST_LAG) as catalog,
            open_catalog(urls[0]) as own,
        ):
            assert await names(catalog) == ["replica"]
            assert catalog.pool().open >= 2
            token, grant = await create_token(own, None)  # from now on the replica lags
            assert await catalog.grant(token_hash(token.encode())) == grant

            async def reads_primary() -> bool:
                return await names(catalog) == ["api"]

            await wait_until_async(reads_primary)
            await catalog.revoke_token(grant.id)
            assert await catalog.grant(token_hash(token.encode())) is None
            assert await names(catalog.acting_as(object())) == ["api"]  # type: ignore[arg-type]

    asyncio.run(run())


def test_without_its_replica_the_primary_is_read_and_without_both_nothing(
    urls: tuple[str, str],
) -> None:
    there = urlsplit(urls[0])
    server = str(there.hostname), there.port or 0

    async def run() -> None:
        with tcp_proxy(*server) as primary, tcp_proxy(*server) as replica:
            via = [
                url.replace(f":{there.port}", f":{proxy.port}")
                for url, proxy in zip(urls, (primary, replica), strict=True)
            ]
            await marked(urls[1])
            async with open_replicated_catalog(via[0], via[1], MOST_LAG) as catalog:
                assert await names(catalog) == ["replica"]
                replica.close()
                assert await names(catalog) == ["api"]
                primary.close()
                with pytest.raises(CatalogUnavailable):
                    await catalog.apis()

    asyncio.run(run())


def test_a_primary_that_is_away_ends_reading_after_the_lag(urls: tuple[str, str]) -> None:
    there = urlsplit(urls[0])

    async def run() -> None:
        with tcp_proxy(str(there.hostname), there.port or 0) as primary:
            via = urls[0].replace(f":{there.port}", f":{primary.port}")
            async with open_replicated_catalog(via, urls[1], MOST_LAG) as catalog:
                assert await names(catalog) == ["api"]
                primary.close()

                async def ended() -> bool:
                    try:
                        await catalog.apis()
                    except CatalogUnavailable:
                        return True
                    return False

                await wait_until_async(ended)

    asyncio.run(run())


def test_files_have_no_replica() -> None:
    async def run() -> None:
        async with open_replicated_catalog("a.db", "postgresql://db/x", 1):
            pass

    with pytest.raises(ConfigurationError, match="Only PostgreSQL has replicas"):
        asyncio.run(run())
    serve = ["serve", "--catalog", "a.db", "--read-catalog", "postgresql://db/x"]
    refused = CliRunner().invoke(main, serve)
    assert (refused.exit_code, "is for PostgreSQL" in refused.stderr) == (1, True)
