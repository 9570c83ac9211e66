"""What an answer costs two workers, beside what it costs one.

``python -m benchmarks.service_workers [FOLDER]``: over the catalog that `benchmarks.service` filled
in FOLDER, or a small one of its own. Processor time of all processes of the service, in short
rounds that alternate, so that both meet the same machine; each worker has as many connections,
since what it does once in a turn of its event loop is shared by the requests of that turn.
"""

from __future__ import annotations

import json
import statistics
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

from benchmarks.http_load import CONNECTIONS, Server, cost, script
from benchmarks.service_data import catalog_of_command_line, endpoint_path
from tests.ports import free_port

if TYPE_CHECKING:
    from pathlib import Path

_PAIRS = 30
_SECONDS = 1
_WARM_SECONDS = 10


def report(folder: Path, url: str, endpoints: int) -> None:
    """Print the costs, and the median of the ratios with where their middle half lies."""
    paths = {"the same": endpoint_path("7"), "a Zipf mix": endpoint_path("@")}
    with ExitStack() as stack:
        servers = [_started(stack, url, workers) for workers in (1, 2)]
        for name, path in paths.items():
            body = json.dumps({"endpoint": {"method": "GET", "path": path}})
            file = script(folder, "workers", body, endpoints=endpoints, zipf="@" in path)
            one, two = _costs(servers, file)
            ratios = [b / a for a, b in zip(one, two, strict=True)]
            low, middle, high = statistics.quantiles(ratios)
            print(
                f"{name:10} {statistics.median(one):6.1f} µs one worker (least {min(one):.1f}),"
                f" {statistics.median(two):6.1f} µs two (least {min(two):.1f}): {middle:.2f} times"
                f" as much ({low:.2f} to {high:.2f}; wanted at most 1.1)",
                flush=True,
            )


def _costs(servers: list[Server], file: Path) -> tuple[list[float], list[float]]:
    """Return what an answer cost one worker and two, pair by pair."""
    costs: tuple[list[float], list[float]] = ([], [])
    for server in servers:
        cost(server, "/snippets", file, _WARM_SECONDS)
    for pair in range(_PAIRS):
        for place in (0, 1) if pair % 2 else (1, 0):
            connections = CONNECTIONS * (place + 1)
            took = cost(servers[place], "/snippets", file, _SECONDS, connections=connections)
            costs[place].append(took.microseconds)
    return costs


def _started(stack: ExitStack, url: str, workers: int) -> Server:
    port = free_port()
    command = ["-m", "snippet_widget", "serve", "--quiet", "--rate=0", f"--port={port}"]
    options = [f"--workers={workers}", "--catalog", url]
    server = Server.start([sys.executable, *command, *options], port)
    stack.callback(server.stop)
    return server


def main() -> None:
    """Run it."""
    with catalog_of_command_line() as (url, endpoints, folder):
        report(folder, url, endpoints)


if __name__ == "__main__":
    main()
