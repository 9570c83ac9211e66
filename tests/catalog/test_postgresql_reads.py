"""How reads share connections, and each other's results, without a stale answer."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

import asyncpg
import pytest

from snippet_widget.catalog.postgresql.reads import JoinedRead, ReadConnections
from tests.waiting import wait_until_async


def test_who_asks_while_a_read_runs_gets_the_next_one() -> None:
    async def run() -> list[int]:
        begun: asyncio.Queue[asyncio.Future[int]] = asyncio.Queue()

        async def read() -> int:
            outcome: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            await begun.put(outcome)
            return await outcome

        joined = JoinedRead(read)
        early = [asyncio.create_task(joined.result()) for _ in range(3)]
        first = await begun.get()
        late = [asyncio.create_task(joined.result()) for _ in range(3)]
        await asyncio.sleep(0)
        first.set_result(1)
        (await begun.get()).set_result(2)
        return [await task for task in (*early, *late)]

    assert asyncio.run(run()) == [1, 1, 1, 2, 2, 2]


def test_an_error_reaches_all_who_wait_and_nobody_else() -> None:
    async def run() -> tuple[Counter[str], str]:
        outcomes = iter([OSError("away"), None])

        async def read() -> str:
            outcome = next(outcomes)
            await asyncio.sleep(0)
            if outcome is not None:
                raise outcome
            return "back"

        joined = JoinedRead(read)
        failed = await asyncio.gather(*(joined.result() for _ in range(5)), return_exceptions=True)
        return Counter(str(error) for error in failed), await joined.result()

    assert asyncio.run(run()) == (Counter({"away": 5}), "back")


def test_who_gives_up_takes_nothing_from_the_others() -> None:
    async def run() -> str:
        go = asyncio.Event()

        async def read() -> str:
            await go.wait()
            return "read"

        joined = JoinedRead(read)
        hasty, patient = (asyncio.create_task(joined.result()) for _ in range(2))
        await asyncio.sleep(0)
        hasty.cancel()
        go.set()
        return await patient

    assert asyncio.run(run()) == "read"


def test_there_are_ten_connections_at_most(postgresql_url: str) -> None:
    async def run() -> int:
        reads = ReadConnections(lambda: asyncpg.connect(postgresql_url))
        rows = await asyncio.gather(
            *(reads.fetch("SELECT pg_backend_pid() FROM pg_sleep(0.01)") for _ in range(60))
        )
        await reads.close()
        return len({row[0]["pg_backend_pid"] for row in rows})

    assert asyncio.run(run()) == 10


@pytest.mark.parametrize(("old", "connections"), [(300.0, 1), (0.0, 3)])
def test_a_connection_is_used_again_until_it_is_old(
    postgresql_url: str, old: float, connections: int
) -> None:
    async def run() -> int:
        reads = ReadConnections(lambda: asyncpg.connect(postgresql_url), old=old)
        rows = [await reads.fetch("SELECT pg_backend_pid()") for _ in range(3)]
        await reads.close()
        return len({row[0]["pg_backend_pid"] for row in rows})

    assert asyncio.run(run()) == connections


SLEEPING = (
    "SELECT FROM pg_stat_activity WHERE datname = current_database()"
    " AND state = 'active' AND query = 'SELECT pg_sleep(60)'"
)


def test_a_statement_that_is_given_up_leaves_no_connection_in_the_middle_of_it(
    postgresql_url: str,
) -> None:
    async def run() -> None:
        reads = ReadConnections(lambda: asyncpg.connect(postgresql_url))
        slow = asyncio.create_task(reads.fetch("SELECT pg_sleep(60)"))
        await wait_until_async(lambda: reads.fetch(SLEEPING))
        slow.cancel()
        with pytest.raises(asyncio.CancelledError):
            await slow
        assert [tuple(row) for row in await reads.fetch("SELECT 1")] == [(1,)]
        await reads.close()

    asyncio.run(run())


def test_who_reads_in_turn_uses_one_connection(postgresql_url: str) -> None:
    async def run() -> int:
        reads = ReadConnections(lambda: asyncpg.connect(postgresql_url))

        async def ask() -> set[int]:
            rows = [await reads.fetch("SELECT pg_backend_pid()") for _ in range(5)]
            return {row[0]["pg_backend_pid"] for row in rows}

        await ask()
        used = set().union(*await asyncio.gather(ask(), ask(), ask()))
        await reads.close()
        return len(used)

    assert asyncio.run(run()) < 3  # quick reads wait for a connection of their own


def test_what_was_not_used_for_a_while_is_given_back(postgresql_url: str) -> None:
    async def run() -> tuple[int, int]:
        reads = ReadConnections(lambda: asyncpg.connect(postgresql_url), surplus=0.2)
        await asyncio.gather(*(reads.fetch("SELECT pg_sleep(0.2)") for _ in range(5)))
        many = await connections(reads)
        left = await wait_until_async(lambda: connections(reads), lambda number: number == 1)
        await reads.close()
        return many, left

    many, left = asyncio.run(run())
    assert many > 1
    assert left == 1


async def connections(reads: ReadConnections) -> int:
    rows = await reads.fetch(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    )
    count: int = rows[0][0]
    return count


def test_at_the_servers_limit_what_is_open_serves_on(postgresql_url: str) -> None:
    opened = 0

    async def connect() -> asyncpg.Connection[asyncpg.Record]:
        nonlocal opened
        if opened == 2:
            raise asyncpg.TooManyConnectionsError("sorry, too many clients already")
        opened += 1
        return await asyncpg.connect(postgresql_url)

    async def run() -> int:
        reads = ReadConnections(connect)
        rows = await asyncio.gather(*(reads.fetch("SELECT pg_sleep(0.02)") for _ in range(20)))
        await reads.close()
        return len(rows)

    assert asyncio.run(run()) == 20
    assert opened == 2


def test_without_a_connection_of_its_own_the_limit_is_an_error() -> None:
    async def connect() -> asyncpg.Connection[asyncpg.Record]:
        raise asyncpg.TooManyConnectionsError("sorry, too many clients already")

    async def run() -> list[BaseException | list[asyncpg.Record]]:
        reads = ReadConnections(connect)
        return await asyncio.gather(
            *(reads.fetch("SELECT 1") for _ in range(5)), return_exceptions=True
        )

    began = time.monotonic()
    assert {type(error) for error in asyncio.run(run())} == {asyncpg.TooManyConnectionsError}
    assert time.monotonic() - began < 8
