"""What tests of several modules stand on: a real PostgreSQL server, started when first needed."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING

import asyncpg
import pytest

from tests.postgresql_server import PostgresqlServer, running_server

if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[PostgresqlServer]:
    with running_server() as server:
        yield server


@pytest.fixture
def postgresql_url(postgresql_server: PostgresqlServer) -> str:
    """Return the URL of an empty database."""
    database = f"test_{next(_NUMBERS)}"

    async def create() -> None:
        connection = await asyncpg.connect(postgresql_server.url("postgres"))
        try:
            await connection.execute(f"CREATE DATABASE {database}")
        finally:
            await connection.close()

    asyncio.run(create())
    return postgresql_server.url(database)
