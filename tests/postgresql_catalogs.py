"""PostgreSQL catalogs without publications, used again once they are emptied.

Making one takes the processor 10 milliseconds (on some disks 200) and 8 MB, emptying one by a
connection that is kept takes one.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import asyncpg

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import TypeVar

    from snippet_widget.catalog.postgresql.schema import Connection

    _Result = TypeVar("_Result")

_SCHEMA = "snippet_widget"
_TABLES = f"SELECT tablename FROM pg_tables WHERE schemaname = '{_SCHEMA}' ORDER BY 1"  # noqa: S608
_RESTART_SEQUENCES = f"""
SELECT format('SELECT setval(''%I.%I'', %s, false)', schemaname, sequencename, start_value)
FROM pg_sequences WHERE schemaname = '{_SCHEMA}'
"""  # noqa: S608
_INSERT_ROWS = f"""
SELECT format('INSERT INTO {_SCHEMA}.%1$I SELECT * FROM'
 ' json_populate_record(NULL::{_SCHEMA}.%1$I, %2$L)', '{{0}}', to_json(there))
FROM {_SCHEMA}.{{0}} AS there
"""  # noqa: S608


class EmptyCatalogs:
    """Catalogs that one test has at a time.

    Parameters
    ----------
    make
        Makes a database with the tables of a catalog, and returns its URL.
    """

    def __init__(self, make: Callable[[], str]) -> None:
        self._make = make
        self._loop = asyncio.new_event_loop()  # of the connections, which outlive a test
        self._connections: dict[str, Connection] = {}
        self._free: list[str] = []
        self._tables: list[str] = []
        self._emptying = ""

    def take(self) -> str:
        """Return the URL of a catalog that nobody uses."""
        if self._free:
            return self._free.pop()
        url = self._make()
        self._connections[url] = self._run(_connected(url))
        if not self._tables:
            self._run(self._learn(self._connections[url]))
        return url

    def give_back(self, url: str) -> None:
        """Empty a catalog, and keep it; one whose tables are others now is left alone."""
        try:
            emptied = self._run(self._empty(self._connections[url]))
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            emptied = False  # the test has ended the connection, or something of it holds a lock
        if emptied:
            self._free.append(url)
        else:
            self._run(_terminated(self._connections.pop(url)))

    def close(self) -> None:
        """End the connections."""
        for connection in self._connections.values():
            self._run(connection.close())
        self._loop.close()

    def _run(self, coroutine: Coroutine[object, object, _Result]) -> _Result:
        return self._loop.run_until_complete(coroutine)

    async def _learn(self, connection: Connection) -> None:
        self._tables = await _column(connection, _TABLES)
        statements = _delete_all(self._tables)
        for table in self._tables:
            statements += await _column(connection, _INSERT_ROWS.format(table))
        statements += await _column(connection, _RESTART_SEQUENCES)
        self._emptying = ";".join(statements)

    async def _empty(self, connection: Connection) -> bool:
        if await _column(connection, _TABLES) != self._tables:
            return False
        await connection.execute(self._emptying)
        return True


async def _connected(url: str) -> Connection:
    return await asyncpg.connect(url, server_settings={"lock_timeout": "2000"})


async def _terminated(connection: Connection) -> None:
    connection.terminate()
    await asyncio.sleep(0)  # its socket is closed by then


async def _column(connection: Connection, query: str) -> list[str]:
    return [str(value) for (value,) in await connection.fetch(query)]


def _delete_all(tables: list[str]) -> list[str]:
    """Do what TRUNCATE does, which makes new files of tables and indexes: twice the time."""
    names = [f"{_SCHEMA}.{table}" for table in tables]
    return [
        f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE",
        "SET LOCAL session_replication_role = replica",  # in any order
        *(f"DELETE FROM {name}" for name in names),  # noqa: S608
    ]
