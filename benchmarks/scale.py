"""How a catalog grows from 10,000 to ten million snippets: publish, open and answer.

``python -m benchmarks.scale [MOST] [FOLDER|postgresql]``: processor time, which other work on the
machine does not slow, of a catalog of APIs with 10,000 endpoints each, in SQLite or in a PostgreSQL
server of its own, whose time counts as well. Prints a table, and writes the figures to
``benchmarks/scale.json``, which `benchmarks.scale_plot` draws, or ``scale_postgresql.json``. A run
over the FOLDER of one that was interrupted goes on with it; ten million snippets need 14 GB.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import asyncpg

from benchmarks.http_load import tree_cpu_seconds
from snippet_widget.catalog import Grant, open_catalog
from snippet_widget.service import Limits, create_app
from snippet_widget.service.tokens import token_hash
from tests.asgi import asked
from tests.postgresql_server import running_server
from tests.publication_builder import a_publication

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from starlette.types import ASGIApp

FIGURES = Path(__file__).with_suffix(".json")
FIGURES_OF_POSTGRESQL = FIGURES.with_stem("scale_postgresql")

_SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
_OF_ONE_API = 10_000
_LOOKUPS = 2_000
_PAGES = 40
_SOURCE = "x" * 200


class Figures(NamedTuple):
    """What was measured of one size."""

    snippets: int
    publish_ms: float
    """Of 1,000 snippets; the last API."""
    megabytes: float
    open_ms: float
    lookup_us: float
    page_ms: float

    def row(self) -> str:
        """Return it as a row of a table in Markdown."""
        return (
            f"| {self.snippets:,} | {self.publish_ms:.0f} ms | {self.megabytes:,.0f} MB |"
            f" {self.open_ms:.0f} ms | {self.lookup_us:.0f} µs | {self.page_ms:.1f} ms |"
        )


@dataclass(frozen=True)
class _Sqlite:
    """A catalog in a file."""

    path: Path
    figures = FIGURES

    @property
    def url(self) -> str:
        return str(self.path)

    def cpu_seconds(self) -> float:
        return time.process_time()

    async def size(self) -> int:
        return self.path.stat().st_size

    async def cost(self, ask: Callable[[], Awaitable[None]], count: int) -> float:
        """Return the median of the processor time."""
        seconds = []
        for _ in range(count):
            began = time.process_time()
            await ask()
            seconds.append(time.process_time() - began)
        return statistics.median(seconds)


@dataclass(frozen=True)
class _Postgresql:
    """A catalog in a server, whose processor time is read with the system's coarse clock."""

    url: str
    pid: int
    figures = FIGURES_OF_POSTGRESQL

    def cpu_seconds(self) -> float:
        return time.process_time() + tree_cpu_seconds(self.pid)

    async def size(self) -> int:
        connection = await asyncpg.connect(self.url)
        try:
            await connection.execute("VACUUM ANALYZE")
            return int(await connection.fetchval("SELECT pg_database_size(current_database())"))
        finally:
            await connection.close()

    async def cost(self, ask: Callable[[], Awaitable[None]], count: int) -> float:
        """Return the mean of the processor time."""
        began = self.cpu_seconds()
        for _ in range(count):
            await ask()
        return (self.cpu_seconds() - began) / count


_Store = _Sqlite | _Postgresql


def main() -> int:
    """Print the table."""
    most = int(sys.argv[1]) if sys.argv[1:] else 1_000_000
    print("| snippets | publish 1,000 | file | open | lookup, not cached | page of 100 |")
    print("|---|---|---|---|---|---|")
    with _store(*sys.argv[2:3]) as store:
        asyncio.run(_grow(store, most))
    return 0


@contextmanager
def _store(place: str | None = None) -> Iterator[_Store]:
    if place == "postgresql":
        with running_server() as server:
            yield _Postgresql(server.url("postgres"), server.pid)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            yield _Sqlite(Path(place or temporary, "catalog.db"))


async def _grow(store: _Store, most: int) -> None:
    """Publish API after API, and measure when there are as many snippets as a size says."""
    async with open_catalog(store.url) as catalog:
        there = len(await catalog.apis())
    for number in range(there, most // _OF_ONE_API):
        publishing = await _publish(store, number)
        size = (number + 1) * _OF_ONE_API
        if size in _SIZES:
            figures = await _measured(store, size, publishing / _OF_ONE_API * 1000)
            print(figures.row(), flush=True)
            _keep(figures, store.figures)


async def _publish(store: _Store, number: int) -> float:
    """Publish one API; return the processor time."""
    endpoints = [f"GET /v1/things/{n}/parts" for n in range(_OF_ONE_API)]
    publication = a_publication("python:acme==1.0", *endpoints, source=_SOURCE)
    async with open_catalog(store.url) as catalog:
        began = store.cpu_seconds()
        await catalog.publish("org", f"api{number}", publication)
        return store.cpu_seconds() - began


async def _measured(store: _Store, size: int, publishing: float) -> Figures:
    chance = random.Random(size)  # noqa: S311 - which endpoints are asked for
    apis = size // _OF_ONE_API
    megabytes = await store.size() / 2**20
    began = store.cpu_seconds()
    async with open_catalog(store.url) as catalog:
        grants = {token_hash(b"t"): Grant("t")}
        app = create_app(catalog, grants=grants, limits=Limits(cached_bytes=0))
        await _look_up(app, chance, apis)
        opening = store.cpu_seconds() - began
        lookup = await store.cost(lambda: _look_up(app, chance, apis), _LOOKUPS)
        page = await store.cost(lambda: _page(app, chance, apis), _PAGES)
    return Figures(*(size, publishing * 1000, megabytes, opening * 1000, lookup * 1e6, page * 1000))


def _keep(figures: Figures, file: Path) -> None:
    """Write the figures of a size into the file, in the place of those that it had."""
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    others = [each for each in kept if each["snippets"] != figures.snippets]
    rounded = {name: round(value, 2) for name, value in figures._asdict().items()}
    found = sorted([*others, rounded], key=lambda each: each["snippets"])
    file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


async def _look_up(app: ASGIApp, chance: random.Random, apis: int) -> None:
    path = f"/v1/things/{chance.randrange(_OF_ONE_API)}/parts"
    body = {"apiId": f"api{chance.randrange(apis)}", "endpoint": {"method": "GET", "path": path}}
    answer = json.loads(await asked(app, "POST", "/snippets", body))
    if len(answer) != 1:
        raise RuntimeError(f"{path}: {answer}")


async def _page(app: ASGIApp, chance: random.Random, apis: int) -> None:
    answer = await asked(app, "POST", "/snippets/load", {"apiId": f"api{chance.randrange(apis)}"})
    if answer.count(b'"GET"') != 100:  # noqa: PLR2004 - a page
        raise RuntimeError("a page is not whole")


if __name__ == "__main__":
    sys.exit(main())
