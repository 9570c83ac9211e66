"""What an answer of the service costs, beside the least that one can cost and beside its peers.

``python -m benchmarks.service [FOLDER]`` publishes a million snippets into FOLDER (a temporary
one when left out; the second run on a FOLDER finds them there), starts all servers, and measures
them in turn, round after round, so that what else the machine does hits all alike. A ratio above 1
is in favor of the service. Peers are installed for the run by uv; wrk must be on PATH. What is not
cached is read out of the system's memory: each round begins by reading the catalogs' files, as
fetching pages from the disk costs a lookup half as much processor time again.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import requests

from benchmarks import service_latency, service_steps, service_workers
from benchmarks.http_load import Server, cost, script
from benchmarks.service_data import SDKS, TOKEN, endpoint_path, fill_in_another_process
from tests.postgresql_server import running_server

if TYPE_CHECKING:
    from collections.abc import Callable

ENDPOINTS = 100_000
SMALL = 5_000
ROUNDS = 8
LOOKUP = json.dumps({"endpoint": {"method": "GET", "path": endpoint_path("@")}})
FRESH_LOOKUP = json.dumps({"endpoint": {"method": "GET", "path": endpoint_path("@")}, "x": "#"})
HOT = json.dumps({"endpoint": {"method": "GET", "path": endpoint_path("7")}})
PAGE = "{}"
_WARM_SECONDS = 20
_PIECE = 1024 * 1024
FRESH_PAGE = '{"x": "#"}'
DATASETTE_SQL = (
    "SELECT full_text FROM endpoint JOIN snippet"
    " ON key IN (4 << 32 | ordinal, 7 << 32 | ordinal, 10 << 32 | ordinal)"
    " WHERE api_id = 1 AND method = 'GET' AND path_key = :key"
)


class Bench:
    """The servers of one run, and what was measured of each case."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self.costs: dict[str, list[float]] = {}
        self.cases: dict[str, Callable[[], float]] = {}

    def serve(self, catalog: str, *options: str) -> Server:
        """Start the service over a catalog."""
        port = _free_port()
        command = ["-m", "snippet_widget", "serve", "--quiet", "--rate=0", f"--port={port}"]
        return self.start([sys.executable, *command, "--catalog", catalog, *options], port)

    def start(self, command: list[str], port: int) -> Server:
        """Start any server, to be ended with the run."""
        server = Server.start(command, port)
        self._stack.callback(server.stop)
        return server

    def peer(self, name: str, content: bytes) -> Server:
        """Start one of `benchmarks.service_peers`, which answers those bytes."""
        file = self._folder / f"{name}-{len(content)}.json"
        file.write_bytes(content)
        port = _free_port()
        command = ["-m", "benchmarks.service_peers", name, str(port), str(file)]
        runner = ["uv", "run", "--quiet", "--with", "fastapi", "python"]
        return self.start([*(runner if name == "fastapi" else [sys.executable]), *command], port)

    def case(
        self, name: str, server: Server, path: str, body: str, *, of: int = 1, **options: bool
    ) -> None:
        """Measure what `body`, posted to `path`, costs the server; `options` as of `script`."""
        file = script(self._folder, name.replace(" ", "-"), body, endpoints=of, **options)
        self.cases[name] = lambda: cost(server, path, file).microseconds

    def run(self) -> None:
        """Measure all cases in turn, there and back again, the first round for nothing."""
        cases = list(self.cases.items())
        for number in range(ROUNDS + 1):
            for file in self._folder.glob("*.db"):
                _read(file)
            for name, measure in cases if number % 2 else reversed(cases):
                value = measure()
                if number:
                    self.costs.setdefault(name, []).append(value)

    def report(self, name: str, base: str, wanted: str) -> None:
        """Print how many times cheaper `name` is than `base`: the ratio of their medians.

        In brackets, where the middle half of the rounds' own ratios lies.
        """
        ratios = [b / a for a, b in zip(self.costs[name], self.costs[base], strict=True)]
        low, _, high = statistics.quantiles(ratios)
        own, other = statistics.median(self.costs[name]), statistics.median(self.costs[base])
        print(
            f"{name:34} {own:9.1f} µs  {other / own:7.2f} x {base:28} "
            f"({low:.2f} to {high:.2f}; wanted {wanted})",
            flush=True,
        )


def main() -> None:
    """Run it all."""
    with ExitStack() as stack:
        given = sys.argv[1:]
        temporary = tempfile.TemporaryDirectory
        folder = Path(given[0] if given else stack.enter_context(temporary()))
        large, small = folder / "large.db", folder / "small.db"
        for file, endpoints in ((large, ENDPOINTS), (small, SMALL)):
            if not file.exists():
                fill_in_another_process(f"sqlite:///{file.absolute()}", endpoints)
        bench = Bench(folder, stack)
        service = bench.serve(f"sqlite:///{large.absolute()}")
        at_start = service.memory_mb()
        _lookups(bench, service, large)
        _mix(bench, folder)
        _pages(bench, service)
        _postgresql(bench, stack, small)
        bench.run()
        _print(bench)
        _print_mix(bench, len(_answer(service, "/snippets", HOT.encode())))
        _print_offset(large)
        print(f"memory: {at_start:.0f} MB at the start, {service.memory_mb():.0f} MB at the end")
        url = f"sqlite:///{large.absolute()}"
        service_workers.report(folder, url, ENDPOINTS)
        service_latency.report(service.port, url, ENDPOINTS)
        asyncio.run(service_steps.measure(large))


def _lookups(bench: Bench, service: Server, catalog: Path) -> None:
    body = HOT.encode()
    floor = bench.peer("floor", _answer(service, "/snippets", body))
    bench.case("floor", floor, "/snippets", HOT)
    uncached = bench.serve(f"sqlite:///{catalog.absolute()}", "--cache=0")
    bench.case("lookup, cold", uncached, "/snippets", LOOKUP, of=ENDPOINTS)
    if shutil.which("uvx"):
        port = _free_port()
        datasette = bench.start(["uvx", "datasette", str(catalog), f"--port={port}"], port)
        query = quote(DATASETTE_SQL)
        key = quote(endpoint_path("7").replace("{id}", "{}"))
        path = f"/{catalog.stem}.json?sql={query}&key={key}&_shape=array"
        file = script(catalog.parent, "datasette", "")
        file.write_text("wrk.method = 'GET'\n", encoding="utf-8")
        bench.cases["datasette"] = lambda: cost(datasette, path, file).microseconds


def _mix(bench: Bench, folder: Path) -> None:
    """Measure a mix as people ask; what is asked often is cached then."""
    server = bench.serve(f"sqlite:///{(folder / 'large.db').absolute()}")
    file = script(folder, "warm", LOOKUP, endpoints=ENDPOINTS, zipf=True)
    cost(server, "/snippets", file, _WARM_SECONDS)
    bench.case("lookup, hot", server, "/snippets", HOT)
    bench.case("lookup, Zipf mix", server, "/snippets", LOOKUP, of=ENDPOINTS, zipf=True)


def _pages(bench: Bench, service: Server) -> None:
    content = _answer(service, "/snippets/load", PAGE.encode())
    fastapi = bench.peer("fastapi", content)
    last = ENDPOINTS // 100
    bench.case("page, gzip", service, "/snippets/load", PAGE, gzip=True)
    bench.case("FastAPI's GZipMiddleware", fastapi, "/snippets/load", PAGE, gzip=True)
    bench.case("first page, not kept", service, "/snippets/load", FRESH_PAGE)
    bench.case("last page, not kept", service, f"/snippets/load?page={last}", FRESH_PAGE)


def _postgresql(bench: Bench, stack: ExitStack, small: Path) -> None:
    url = stack.enter_context(running_server()).url("postgres")
    fill_in_another_process(url, SMALL)
    bench.case(
        "lookup, cold, small, PostgreSQL", bench.serve(url), "/snippets", FRESH_LOOKUP, of=SMALL
    )
    sqlite = bench.serve(f"sqlite:///{small.absolute()}")
    bench.case("lookup, cold, small, SQLite", sqlite, "/snippets", FRESH_LOOKUP, of=SMALL)


def _print(bench: Bench) -> None:
    snippets = ENDPOINTS * len(SDKS)
    print(f"CPU time of the server for an answer; {snippets} snippets, {ROUNDS} rounds\n")
    bench.report("lookup, cold", "floor", "at least 0.35")
    bench.report("lookup, hot", "floor", "at least 0.70")
    bench.report("lookup, Zipf mix", "floor", "at least 0.55")
    if "datasette" in bench.costs:
        bench.report("lookup, cold", "datasette", "at least 8")
    bench.report("page, gzip", "FastAPI's GZipMiddleware", "at least 4")
    bench.report("last page, not kept", "first page, not kept", "0.90 to 1.10")
    bench.report("lookup, cold, small, PostgreSQL", "lookup, cold, small, SQLite", "at least 0.35")


def _print_mix(bench: Bench, answer_bytes: int) -> None:
    """Print where the processor time of the mix goes."""
    floor, hot, cold, mix = (
        statistics.median(bench.costs[name])
        for name in ("floor", "lookup, hot", "lookup, cold", "lookup, Zipf mix")
    )
    found = service_steps.print_hit_rates(answer_bytes, ENDPOINTS)
    rest = (mix - hot) - (1 - found) * (cold - hot)
    print(
        f"the mix: {floor:.1f} µs the server's own; {hot - floor:.1f} µs to read and check the"
        f" request and to find its answer; {(1 - found) * (cold - hot):.1f} µs to look up the"
        f" {1 - found:.0%} that are not cached ({cold - hot:.1f} µs each, where nothing is);"
        f" {rest:.1f} µs the rest, what one way costs the processor's caches for the other"
    )


def _print_offset(catalog: Path) -> None:
    """Print what OFFSET would cost in the place of ordinals, in the database alone."""
    page = "SELECT path FROM endpoint WHERE api_id = 1 ORDER BY ordinal LIMIT 100 OFFSET ?"
    ours = "SELECT path FROM endpoint WHERE api_id = 1 AND ordinal >= ? ORDER BY ordinal LIMIT 100"
    with closing(sqlite3.connect(catalog)) as connection:
        last = ENDPOINTS - 100
        offset, ordinal = (
            min(_seconds(connection, query, last) for _ in range(20)) for query in (page, ours)
        )
    print(f"last page by OFFSET: {offset / ordinal:.0f} times the cost of a range of ordinals")


def _seconds(connection: sqlite3.Connection, query: str, value: int) -> float:
    began = time.perf_counter()
    connection.execute(query, (value,)).fetchall()
    return time.perf_counter() - began


def _answer(service: Server, path: str, body: bytes) -> bytes:
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    address = f"http://127.0.0.1:{service.port}{path}"
    answer = requests.post(address, data=body, headers=headers, timeout=60)
    answer.raise_for_status()
    return answer.content


def _read(file: Path) -> None:
    with file.open("rb") as opened:
        while opened.read(_PIECE):
            pass


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


if __name__ == "__main__":
    main()
