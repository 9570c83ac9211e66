"""A real group of two PostgreSQL servers: a primary, and a replica that streams and takes over.

Replication is synchronous: what the primary has acknowledged, the replica has. An asynchronous one
may lose the last writes with its primary.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncpg

from tests.postgresql_server import PostgresqlServer, binaries
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

_SETTINGS = {"wal_level": "replica", "max_wal_senders": "10", "wal_retrieve_retry_interval": "200"}
_IN_STEP = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
_STREAMS = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"


class PostgresqlGroup:
    """Two servers, of which one is the primary at a time."""

    def __init__(self, first: PostgresqlServer, second: PostgresqlServer) -> None:
        self._servers = (first, second)
        self.primary, self._replica = first, second
        first.initialize()
        first.start()
        self._add_replica()

    def url(self, database: str) -> str:
        """Return a URL that names both, of which the primary is taken."""
        head, _, _ = self.primary.url(database).partition("@")
        hosts = ",".join(f"127.0.0.1:{server.port}" for server in self._servers)
        return f"{head}@{hosts}/{database}?target_session_attrs=read-write"

    def restart(self, pause: float = 0.0) -> None:
        """End the primary as a power cut would, and start it again after so many seconds."""
        self.primary.stop()
        _sleep(pause)
        self.primary.start()

    def fail_over(self) -> None:
        """End the primary for good, and let the replica take over."""
        self.primary.stop()
        self.primary, self._replica = self._replica, self.primary
        _ask(self.primary, "SELECT pg_promote()")

    def repair(self) -> None:
        """Let the server that failed follow the one that took over, and wait until it does."""
        self._add_replica()

    def stop(self) -> None:
        """End both."""
        for server in self._servers:
            server.stop()

    def _add_replica(self) -> None:
        self._replica.follow(self.primary)
        self._replica.start()
        wait_until(lambda: _ask(self.primary, _STREAMS))
        _ask(self.primary, "ALTER SYSTEM SET synchronous_standby_names = '*'")
        _ask(self.primary, "SELECT pg_reload_conf()")
        wait_until(lambda: _ask(self.primary, _IN_STEP))


@contextmanager
def running_group() -> Iterator[PostgresqlGroup]:
    """Start a group, and stop it at the end."""
    with tempfile.TemporaryDirectory(prefix="snippet-widget-group-") as folder:
        Path(folder).chmod(0o755)
        places = [Path(folder, name) for name in ("programs", "first", "second")]
        for place in places:
            place.mkdir()
        programs = binaries(places[0])
        first, second = (PostgresqlServer(programs, place, _SETTINGS) for place in places[1:])
        group = PostgresqlGroup(first, second)
        try:
            yield group
        finally:
            group.stop()


def _sleep(seconds: float) -> None:
    asyncio.run(asyncio.sleep(seconds))


def _ask(server: PostgresqlServer, query: str) -> Any:
    async def ask() -> Any:
        connection = await asyncpg.connect(server.url("postgres"))
        try:
            return await connection.fetchval(query)
        finally:
            await connection.close()

    return asyncio.run(ask())
