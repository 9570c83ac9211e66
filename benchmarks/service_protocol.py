"""What an answer costs without the kernel: requests are handed to the server's protocol itself.

``python -m benchmarks.service_protocol [FOLDER]``: over the catalog that `benchmarks.service`
filled in FOLDER, or a small one of its own. What it prints is uvicorn's part and the service's, in
one process, which other work on the machine disturbs less than a server that sends and receives.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from bisect import bisect
from itertools import accumulate, count
from typing import TYPE_CHECKING, Any

import uvicorn
import uvloop
from uvicorn.server import ServerState

from benchmarks.service_data import TOKEN, catalog_of_command_line, endpoint_path
from benchmarks.service_peers import floor
from snippet_widget.catalog import open_catalog
from snippet_widget.service import Limits, create_app
from snippet_widget.service.bounded_protocol import bounded_config

if TYPE_CHECKING:
    from collections.abc import Callable

    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_CONNECTIONS = 16
_TURNS = 30
_ROUNDS = 40
_WARM_REQUESTS = 300_000
_ANSWER_BYTES = 1510


class _Transport(asyncio.Transport):
    """Takes what is written to it."""

    def get_extra_info(self, _name: str, default: Any = None) -> Any:
        return default

    def write(self, data: object) -> None:
        del data

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class _Server:
    """A few connections to an application."""

    def __init__(self, config: uvicorn.Config) -> None:
        config.load()
        protocol: Any = config.http_protocol_class
        state = ServerState()
        state.default_headers = [(b"date", b"Sun, 22 Nov 2026 02:00:00 GMT")]
        self._connections: list[HttpToolsProtocol] = [
            protocol(config, state, {}) for _ in range(_CONNECTIONS)
        ]
        for connection in self._connections:
            connection.connection_made(_Transport())

    async def answer(self, next_number: Callable[[], int], turns: int) -> float:
        """Answer a request on each connection, so many times; return the seconds of one answer."""
        spent = 0.0
        for _ in range(turns):
            requests = [_request(next_number()) for _ in self._connections]
            began = time.process_time()
            for connection, request in zip(self._connections, requests, strict=True):
                connection.data_received(request)
            while not all(  # noqa: ASYNC110 - a turn of the loop is what they take
                each.cycle.response_complete for each in self._connections
            ):
                await asyncio.sleep(0)
            spent += time.process_time() - began
        return spent / turns / len(self._connections)


def _request(number: int) -> bytes:
    body = b'{"endpoint": {"method": "GET", "path": "%s"}}' % endpoint_path(number).encode()
    return (
        b"POST /snippets HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Authorization: Bearer %s\r\nContent-Length: %d\r\n\r\n" % (TOKEN.encode(), len(body))
    ) + body


async def measure(url: str, endpoints: int) -> None:
    """Print what answers cost: the median of the rounds, and the least."""
    sums = list(accumulate(1 / rank for rank in range(1, endpoints + 1)))
    chance = random.Random(0)  # noqa: S311 - which endpoints are asked for
    numbers = count()

    def drawn() -> int:
        return bisect(sums, chance.random() * sums[-1]) * 7919 % endpoints

    async with open_catalog(url) as catalog:
        limits, uncached = Limits(), Limits(cached_bytes=0)
        bare = uvicorn.Config(floor(b"x" * _ANSWER_BYTES), access_log=False, ws="none")
        service = _Server(bounded_config(create_app(catalog, limits=limits), limits))
        cold = _Server(bounded_config(create_app(catalog, limits=uncached), uncached))
        await service.answer(drawn, _WARM_REQUESTS // _CONNECTIONS)
        cases: dict[str, tuple[_Server, Callable[[], int]]] = {
            "floor": (_Server(bare), lambda: 7),
            "lookup, cached": (service, lambda: 7),
            "lookup, Zipf mix": (service, drawn),
            "lookup, none cached": (cold, lambda: next(numbers) * 7919 % endpoints),
        }
        took: dict[str, list[float]] = {name: [] for name in cases}
        for _ in range(_ROUNDS):
            for name, (server, number) in cases.items():
                took[name].append(await server.answer(number, _TURNS) * 1e6)
    for name, values in took.items():
        print(f"{name:20} {statistics.median(values):6.1f} µs (least {min(values):.1f})")


def main() -> None:
    """Run it."""
    with catalog_of_command_line() as (url, endpoints, _):
        uvloop.install()
        asyncio.run(measure(url, endpoints))


if __name__ == "__main__":
    main()
