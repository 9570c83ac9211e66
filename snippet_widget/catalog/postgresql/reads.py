"""How a PostgreSQL catalog is read: many at once, each in one statement.

asyncpg's own pool makes a task and a time-out of each use of a connection, which costs the service
as much processor time as the query does. What it does beyond keeping connections (resetting them,
checking them out, ageing them) single statements have no use for.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Generic, TypeVar

from snippet_widget.catalog.postgresql.errors import CONNECTION_LOST

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import asyncpg

    from snippet_widget.catalog.postgresql.schema import Connection

_Result = TypeVar("_Result")

_CONNECTIONS = 10
_WAIT_TO_CLOSE = 5.0
_OLD = 300.0


class ReadConnections:
    """Up to ten connections, made when they are needed and used as long as they are used.

    Parameters
    ----------
    connect
        Makes one; its statements have a time-out of their own.
    old
        Seconds after which one that was not used is not trusted: networks forget it silently.
    """

    def __init__(self, connect: Callable[[], Awaitable[Connection]], *, old: float = _OLD) -> None:
        self._connect = connect
        self._old = old
        self._places = asyncio.Semaphore(_CONNECTIONS)
        self._idle: list[tuple[Connection, float]] = []  # the latest used last, which is used next
        self._closed = False

    async def fetch(self, query: str, *values: object) -> list[asyncpg.Record]:
        """Return the rows of one statement, asked again once when the server has gone meanwhile."""
        try:
            return await self._fetch(query, values)
        except CONNECTION_LOST:
            self._drop_idle()  # they have most likely gone with this one
            return await self._fetch(query, values)

    async def close(self) -> None:
        """Say goodbye to the server."""
        self._closed = True
        idle, self._idle = self._idle, []
        closing = (connection.close(timeout=_WAIT_TO_CLOSE) for connection, _ in idle)
        await asyncio.gather(*closing, return_exceptions=True)

    async def _fetch(self, query: str, values: tuple[object, ...]) -> list[asyncpg.Record]:
        async with self._places:
            connection = self._taken() or await self._connect()
            try:
                rows = await connection.fetch(query, *values)
            except BaseException as error:
                connection.terminate()  # nobody is to wait for what it is in the middle of
                if isinstance(error, asyncio.TimeoutError):
                    self._drop_idle()
                raise
            if self._closed:
                connection.terminate()
            else:
                self._idle.append((connection, time.monotonic()))
            return rows

    def _taken(self) -> Connection | None:
        if self._idle and time.monotonic() - self._idle[-1][1] > self._old:
            self._drop_idle()
        while self._idle:
            connection, _ = self._idle.pop()
            if not connection.is_closed():
                return connection
        return None

    def _drop_idle(self) -> None:
        while self._idle:
            self._idle.pop()[0].terminate()


class JoinedRead(Generic[_Result]):
    """One run of a read for all who ask before it begins; who asks later waits for the next.

    So everyone gets what was true after they asked, and a thousand requests at once, or while the
    server is away, cost it a handful of reads.

    Parameters
    ----------
    read
        What to run.
    """

    def __init__(self, read: Callable[[], Awaitable[_Result]]) -> None:
        self._read = read
        self._running: asyncio.Task[_Result] | None = None
        self._next: asyncio.Task[_Result] | None = None

    async def result(self) -> _Result:
        """Return, or raise, what the read does."""
        if self._next is None:
            self._next = asyncio.create_task(self._run(self._running))
            self._next.add_done_callback(_retrieve)
        return await asyncio.shield(self._next)

    async def _run(self, before: asyncio.Task[_Result] | None) -> _Result:
        if before is not None and not before.done():
            await asyncio.wait([before])
        self._running, self._next = self._next, None
        return await self._read()


def _retrieve(task: asyncio.Task[_Result]) -> None:
    """Take note of an error that nobody waits for any more."""
    if not task.cancelled():
        task.exception()
