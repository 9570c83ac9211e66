"""How a PostgreSQL catalog is read: many at once, each in one statement.

asyncpg's own pool makes a task and a time-out of each use of a connection, which costs the service
as much processor time as the query does. What it does beyond keeping connections (resetting them,
checking them out) single statements have no use for.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING, Generic, TypeVar

import asyncpg

from snippet_widget.catalog.postgresql.errors import CONNECTION_LOST
from snippet_widget.catalog.records import PoolState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from snippet_widget.catalog.postgresql.schema import Connection

_Result = TypeVar("_Result")

CONNECTIONS = 10
"""That a process opens at most, unless told otherwise."""

_WAIT_FOR_ONE = 0.05
_WAIT_AT_LIMIT = 1.5
_WAIT_AT_SERVERS_LIMIT = 1.0
_WAIT_TO_CLOSE = 5.0
_SURPLUS = 30.0
_OLD = 300.0


class ReadConnections:
    """A bounded number of connections, used as long as they are used and then given back.

    Who needs one waits for one of those that are open before another is opened: at the limit of
    the server's connections, what is open serves on.

    Parameters
    ----------
    connect
        Makes one; its statements have a time-out of their own.
    most
        How many there are at most.
    surplus
        Seconds after which one that was not used is closed, unless it is the last.
    old
        Seconds after which the last one is not trusted: networks forget it silently.
    """

    def __init__(
        self,
        connect: Callable[[], Awaitable[Connection]],
        *,
        most: int = CONNECTIONS,
        surplus: float = _SURPLUS,
        old: float = _OLD,
    ) -> None:
        self._connect = connect
        self._most = most
        self._surplus = surplus
        self._old = old
        self._open = 0
        self._full_until = 0.0  # the server has no connection left
        self._idle: list[tuple[Connection, float]] = []  # the latest used last, which is used next
        self._waiting: deque[asyncio.Future[Connection | None]] = deque()
        self._closing: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def state(self) -> PoolState:
        """How many connections there are."""
        waiting = sum(not turn.done() for turn in self._waiting)
        return PoolState(self._open, len(self._idle), waiting)

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
        if self._closing is not None:
            self._closing.cancel()
        idle, self._idle = self._idle, []
        closing = (connection.close(timeout=_WAIT_TO_CLOSE) for connection, _ in idle)
        await asyncio.gather(*closing, return_exceptions=True)

    async def _fetch(self, query: str, values: tuple[object, ...]) -> list[asyncpg.Record]:
        connection = self._taken() or await self._acquired()
        try:
            rows = await connection.fetch(query, *values)
        except BaseException as error:
            self._end(connection)  # nobody is to wait for what it is in the middle of
            if isinstance(error, asyncio.TimeoutError):
                self._drop_idle()
            raise
        self._release(connection)
        return rows

    async def _acquired(self) -> Connection:
        """Wait for a connection that is open, shortly; then open one, or wait on at the limit."""
        deadline = time.monotonic() + _WAIT_AT_LIMIT
        while True:
            left = deadline - time.monotonic()
            if self._open:
                own = await self._waited_for(_WAIT_FOR_ONE if self._has_room() else left)
                if own is not None:
                    return own
            if self._has_room():
                try:
                    return await self._opened()
                except asyncpg.TooManyConnectionsError:
                    if not self._open:
                        raise
                    self._full_until = time.monotonic() + _WAIT_AT_SERVERS_LIMIT
            elif left <= 0:
                raise asyncio.TimeoutError

    def _has_room(self) -> bool:
        """Return whether another connection may be opened."""
        refused = self._open and time.monotonic() < self._full_until
        return self._open < self._most and not refused

    async def _opened(self) -> Connection:
        self._open += 1
        try:
            return await self._connect()
        except BaseException:
            self._forget_one()
            raise

    async def _waited_for(self, seconds: float) -> Connection | None:
        """Return the next connection that nobody uses any more; None: there is none in time."""
        turn: asyncio.Future[Connection | None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await asyncio.wait([turn], timeout=seconds)
        except asyncio.CancelledError:
            if turn.done() and (connection := turn.result()) is not None:
                self._release(connection)
            raise
        finally:
            turn.cancel()
        return turn.result() if not turn.cancelled() else None

    def _release(self, connection: Connection) -> None:
        if self._closed:
            self._end(connection)
        elif (turn := self._next_turn()) is not None:
            turn.set_result(connection)
        else:
            self._idle.append((connection, time.monotonic()))
            if self._closing is None and len(self._idle) > 1:
                self._close_surplus_later()

    def _next_turn(self) -> asyncio.Future[Connection | None] | None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                return turn
        return None

    def _end(self, connection: Connection) -> None:
        connection.terminate()
        self._forget_one()

    def _forget_one(self) -> None:
        """Count one connection less; who waits may open another."""
        self._open -= 1
        turn = self._next_turn()
        if turn is not None:
            turn.set_result(None)

    def _taken(self) -> Connection | None:
        if self._idle and time.monotonic() - self._idle[-1][1] > self._old:
            self._drop_idle()
        while self._idle:
            connection, _ = self._idle.pop()
            if not connection.is_closed():
                return connection
            self._forget_one()
        return None

    def _close_surplus_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._closing = loop.call_later(self._surplus / 2, self._close_surplus)

    def _close_surplus(self) -> None:
        """Give back to the server what was not needed for a while; the longest idle come first."""
        self._closing = None
        while len(self._idle) > 1 and time.monotonic() - self._idle[0][1] > self._surplus:
            self._end(self._idle.pop(0)[0])
        if len(self._idle) > 1:
            self._close_surplus_later()

    def _drop_idle(self) -> None:
        while self._idle:
            self._end(self._idle.pop()[0])


class JoinedRead(Generic[_Result]):
    """One run of a read for all who ask before it begins; who asks later waits for the next.

    So everyone gets what was true after they asked, and a thousand requests at once, or while the
    server is unavailable, cost it a handful of reads. With 64 clients at once, a request
    costs this process 10 µs so and 75 µs with a read of its own.

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
