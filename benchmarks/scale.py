"""How a catalog grows from 10,000 to ten million snippets in SQLite: publish, open and answer.

``python -m benchmarks.scale [MOST] [FOLDER]``: processor time, which other work on the machine does
not slow, of a catalog of APIs with 10,000 endpoints each. Prints a table, and writes the figures to
``benchmarks/scale.json``, which `benchmarks.scale_plot` draws. A run over the FOLDER of one that
was interrupted goes on with it; ten million snippets need 14 GB.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from snippet_widget.catalog import Grant, open_catalog
from snippet_widget.service import Limits, create_app
from snippet_widget.service.tokens import token_hash
from tests.asgi import asked
from tests.publication_builder import a_publication

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import ASGIApp

    from snippet_widget.catalog import Catalog

FIGURES = Path(__file__).with_suffix(".json")

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


def main() -> int:
    """Print the table."""
    most = int(sys.argv[1]) if sys.argv[1:] else 1_000_000
    print("| snippets | publish 1,000 | file | open | lookup, not cached | page of 100 |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as temporary:
        folder = sys.argv[2] if sys.argv[2:] else temporary
        asyncio.run(_grow(Path(folder, "catalog.db"), most))
    return 0


async def _grow(path: Path, most: int) -> None:
    """Publish API after API, and measure when there are as many snippets as a size says."""
    async with open_catalog(str(path)) as catalog:
        there = len(await catalog.apis())
    for number in range(there, most // _OF_ONE_API):
        async with open_catalog(str(path)) as catalog:
            publishing = await _publish(catalog, number)
        size = (number + 1) * _OF_ONE_API
        if size in _SIZES:
            figures = await _measured(path, size, publishing / _OF_ONE_API * 1000)
            print(figures.row(), flush=True)
            _keep(figures)


async def _publish(catalog: Catalog, number: int) -> float:
    """Publish one API; return the processor time."""
    endpoints = [f"GET /v1/things/{n}/parts" for n in range(_OF_ONE_API)]
    publication = a_publication("python:acme==1.0", *endpoints, source=_SOURCE)
    began = time.process_time()
    await catalog.publish("org", f"api{number}", publication)
    return time.process_time() - began


async def _measured(path: Path, size: int, publishing: float) -> Figures:
    chance = random.Random(size)  # noqa: S311 - which endpoints are asked for
    apis = size // _OF_ONE_API
    began = time.process_time()
    async with open_catalog(str(path)) as catalog:
        grants = {token_hash(b"t"): Grant("t")}
        app = create_app(catalog, grants=grants, limits=Limits(cached_bytes=0))
        await _look_up(app, chance, apis)
        opening = time.process_time() - began
        lookup = await _median(lambda: _look_up(app, chance, apis), _LOOKUPS)
        page = await _median(lambda: _page(app, chance, apis), _PAGES)
    megabytes = path.stat().st_size / 2**20  # noqa: ASYNC240 - nobody else waits
    return Figures(*(size, publishing * 1000, megabytes, opening * 1000, lookup * 1e6, page * 1000))


def _keep(figures: Figures) -> None:
    """Write the figures of a size into the file, in the place of those that it had."""
    kept = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else []
    others = [each for each in kept if each["snippets"] != figures.snippets]
    rounded = {name: round(value, 2) for name, value in figures._asdict().items()}
    found = sorted([*others, rounded], key=lambda each: each["snippets"])
    FIGURES.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


async def _median(ask: Callable[[], Awaitable[None]], count: int) -> float:
    seconds = []
    for _ in range(count):
        began = time.process_time()
        await ask()
        seconds.append(time.process_time() - began)
    return statistics.median(seconds)


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
