"""Where the time of a lookup goes: its steps one by one, in one process and without a network.

``python -m benchmarks.service_steps [CATALOG]``: a file that `benchmarks.service` filled, or a
small one of its own. `benchmarks.service` says what a whole answer costs; what is not in these
steps is uvicorn's, the kernel's, and the processor's caches', which a server that also sends and
receives finds cold.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from bisect import bisect
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from benchmarks.service_data import TOKEN, endpoint_path, fill_in_another_process
from snippet_widget.catalog import open_catalog
from snippet_widget.endpoints import path_key
from snippet_widget.models import LoadLevel, SnippetRequest
from snippet_widget.service import Limits
from snippet_widget.service.lookup import LookupSource, look_up_endpoint
from snippet_widget.service.request_parsing import RequestData, bearer_digest
from snippet_widget.service.response_cache import JsonResponse, ResponseCache
from snippet_widget.service.snapshot import Snapshots
from snippet_widget.service.tokens import token_hash

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

ENDPOINTS = 5_000
ROUNDS = 9
_EACH = 2_000
_DRAWS = 400_000

_DIGEST = token_hash(TOKEN.encode())
_HEADERS = {b"authorization": f"Bearer {TOKEN}".encode()}


class Steps:
    """The steps of a lookup, and what each took in each round, in microseconds."""

    def __init__(self) -> None:
        self._steps: dict[str, Callable[[Sequence[Any]], Awaitable[None]]] = {}
        self._inputs: dict[str, Sequence[Any]] = {}
        self.took: dict[str, list[float]] = {}

    def add(self, name: str, work: Callable[[Any], Any], inputs: Sequence[Any]) -> None:
        """Measure a function."""

        async def run(items: Sequence[Any]) -> None:
            for item in items:
                work(item)

        self._steps[name], self._inputs[name] = run, inputs

    def add_async(
        self, name: str, work: Callable[[Any], Awaitable[Any]], inputs: Sequence[Any]
    ) -> None:
        """Measure a coroutine function."""

        async def run(items: Sequence[Any]) -> None:
            for item in items:
                await work(item)

        self._steps[name], self._inputs[name] = run, inputs

    async def run(self) -> None:
        """Measure all in turn, with other inputs in each round, the first for nothing."""
        for number in range(ROUNDS + 1):
            part = slice(number * _EACH, (number + 1) * _EACH)
            for name, step in self._steps.items():
                began = time.process_time()
                await step(self._inputs[name][part])
                took = (time.process_time() - began) / _EACH * 1e6
                if number:
                    self.took.setdefault(name, []).append(took)


async def measure(catalog_file: Path) -> None:
    """Print what the steps take."""
    limits, read = Limits(), msgspec.json.Decoder(SnippetRequest)
    async with open_catalog(str(catalog_file)) as catalog:
        snapshot = await Snapshots(catalog, {}).validated_snapshot()
        source = LookupSource(catalog, snapshot, await snapshot.authenticate(_DIGEST))
        (api,) = await catalog.apis()
        sdks = [sdk.key for sdk in (await catalog.sdks([api.key]))[api.key]][3::3]
        received = [_received(n, api.endpoints) for n in range(_EACH * (ROUNDS + 1))]
        keys = [path_key(r.decoded(read).endpoint.path) for r in received]
        whole = [(await look_up_endpoint(source, r))[0] for r in received]
        kept, covered = ResponseCache(limits.cached_bytes), snapshot.covered_by(None)
        steps = Steps()
        steps.add("token of the header, hashed", lambda _: bearer_digest(_HEADERS), received)
        steps.add("body to request", lambda r: r.decoded(read), received)
        steps.add_async("whether what is known is true", lambda _: catalog.state(), received)
        steps.add_async(
            "endpoint and snippets in SQLite",
            lambda key: catalog.find(api.key, "GET", key, sdks, LoadLevel.FULL),
            keys,
        )
        steps.add_async(
            "all of an answer (with the above)",
            lambda r: look_up_endpoint(source, r),
            received,
        )
        answer = JsonResponse(whole[0])
        steps.add(
            "keep it, forget another", lambda r: kept.put(r, answer, api.key, covered), received
        )
        steps.add("find it kept", lambda r: kept.get(r, covered), received)
        steps.add("messages to be sent", lambda _: answer.plain, received)
        await steps.run()
    for name, took in steps.took.items():
        print(f"{name:36} {statistics.median(took):6.1f} µs  ({min(took):.1f} to {max(took):.1f})")
    print_hit_rates(len(whole[0]), api.endpoints)


def print_hit_rates(answer_bytes: int, endpoints: int) -> float:
    """Print how much of a Zipf mix is found cached, by the cache's size; return the default's."""
    default = Limits().cached_bytes
    rates = {
        budget: _hit_rate(budget, answer_bytes, endpoints)
        for budget in (default // 2, default, 2 * default, 4 * default)
    }
    shown = ", ".join(f"{rate:.1%} in {budget >> 20} MB" for budget, rate in rates.items())
    print(f"of the mix is found cached: {shown} ({answer_bytes} bytes an answer)")
    return rates[default]


def _hit_rate(budget: int, answer_bytes: int, endpoints: int) -> float:
    """Ask a cache for a Zipf mix (exponent 1); the first half of the draws are to settle it."""
    chance = random.Random(0)  # noqa: S311 - which endpoints are asked for
    sums = list(accumulate(1 / rank for rank in range(1, endpoints + 1)))
    cache, answer, now = ResponseCache(budget), JsonResponse(b"x" * answer_bytes), _OneVersion()
    for rank in reversed(range(endpoints)):
        cache.put(rank, answer, None, now, key_size=len(_body(rank)))
    for number in range(_DRAWS):
        if number == _DRAWS // 2:
            cache.hits = cache.misses = 0
        drawn = bisect(sums, chance.random() * sums[-1])
        if cache.get(drawn, now) is None:
            cache.put(drawn, answer, None, now, key_size=len(_body(drawn)))
    return cache.hits / (cache.hits + cache.misses)


class _OneVersion:
    """A catalog that does not change."""

    def version(self, _: int | None) -> int:
        return 0


def _received(number: int, endpoints: int) -> RequestData:
    body = _body(number * 7919 % endpoints).encode()
    return RequestData("/snippets", b"", b"application/json", body, Limits().selectors)


def _body(number: int) -> str:
    return json.dumps({"endpoint": {"method": "GET", "path": endpoint_path(number)}})


def main() -> None:
    """Run it over the catalog given, or one made for it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(sys.argv[1]) if sys.argv[1:] else Path(folder, "small.db")
        if not file.exists():
            fill_in_another_process(f"sqlite:///{file.absolute()}", ENDPOINTS)
        asyncio.run(measure(file))


if __name__ == "__main__":
    main()
