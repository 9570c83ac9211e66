"""How catalogs of 10,000 to a million snippets publish, open and answer, in SQLite.

``python -m benchmarks.scale [MOST]``: processor time, which other work on the machine does not
slow, of a catalog of APIs with 10,000 endpoints each. Prints a table.
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
from typing import TYPE_CHECKING

from snippet_widget.catalog import Grant, open_catalog
from snippet_widget.service import Limits, create_app
from snippet_widget.service.tokens import token_hash
from tests.asgi import asked
from tests.publication_builder import a_publication

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import ASGIApp

_SIZES = (10_000, 100_000, 1_000_000)
_OF_ONE_API = 10_000
_LOOKUPS = 2_000
_PAGES = 40


def main() -> int:
    """Print the table."""
    most = int(sys.argv[1]) if sys.argv[1:] else _SIZES[-1]
    print("| snippets | publish 1,000 | file | open | lookup, not cached | page of 100 |")
    print("|---|---|---|---|---|---|")
    for size in _SIZES:
        if size <= most:
            with tempfile.TemporaryDirectory() as folder:
                print(asyncio.run(_measured(size, Path(folder) / "catalog.db")), flush=True)
    return 0


async def _measured(size: int, path: Path) -> str:
    chance = random.Random(size)  # noqa: S311 - which endpoints are asked for
    apis = size // _OF_ONE_API
    began = time.process_time()
    async with open_catalog(str(path)) as catalog:
        endpoints = [f"GET /v1/things/{n}/parts" for n in range(_OF_ONE_API)]
        publication = a_publication("python:acme==1.0", *endpoints, source="x" * 600)
        for number in range(apis):
            await catalog.publish("org", f"api{number}", publication)
    publishing = (time.process_time() - began) / size * 1000
    began = time.process_time()
    async with open_catalog(str(path)) as catalog:
        grants = {token_hash(b"t"): Grant("t")}
        app = create_app(catalog, grants=grants, limits=Limits(cached_bytes=0))
        await _look_up(app, chance, apis)
        opening = time.process_time() - began
        lookup = await _median(lambda: _look_up(app, chance, apis), _LOOKUPS)
        page = await _median(lambda: _page(app, chance, apis), _PAGES)
    megabytes = path.stat().st_size / 2**20  # noqa: ASYNC240 - nobody else waits
    return (
        f"| {size:,} | {publishing:.2f} s | {megabytes:,.0f} MB | {opening * 1000:.0f} ms |"
        f" {lookup * 1e6:.0f} µs | {page * 1000:.1f} ms |"
    )


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
