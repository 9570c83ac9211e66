"""How long lookups take while somebody publishes a hundred thousand snippets, and otherwise.

``python -m benchmarks.service_latency [FOLDER]``: over the catalog that `benchmarks.service` filled
in FOLDER, or one of its own. Requests are sent at a fixed rate, whether the ones before were
answered or not, so that a stall is seen in all that it delays. In each round nothing is published,
as much is published into another catalog, which costs the machine alone, and into this one.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from benchmarks.http_load import Server
from benchmarks.service_data import TOKEN, endpoint_path, fill_in_another_process
from tests.ports import free_port

PUBLISHED = 100_000
_ROUNDS = 7
_RATE = 400
_QUIET_SECONDS = 10.0
_CONNECTIONS = 8


async def latencies(port: int, endpoints: int, until: asyncio.Event) -> list[float]:
    """Ask at a fixed rate until that happens; return how long each answer took, in seconds."""
    took: list[float] = []
    began = time.perf_counter()
    turns = iter(range(sys.maxsize))

    async def ask() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while not until.is_set():
            number = next(turns)
            due = began + number / _RATE
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            writer.write(_request(number * 7919 % endpoints))
            await _read_answer(reader)
            took.append(time.perf_counter() - due)
        writer.close()

    await asyncio.gather(*(ask() for _ in range(_CONNECTIONS)))
    return took


def _request(number: int) -> bytes:
    body = json.dumps({"endpoint": {"method": "GET", "path": endpoint_path(number)}}).encode()
    return (
        f"POST /snippets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body


async def _read_answer(reader: asyncio.StreamReader) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(head.decode())
    length = head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]
    await reader.readexactly(int(length))


async def _quiet(port: int, endpoints: int) -> list[float]:
    until = asyncio.Event()
    asyncio.get_running_loop().call_later(_QUIET_SECONDS, until.set)
    return await latencies(port, endpoints, until)


async def _publishing(port: int, endpoints: int, url: str, number: int) -> list[float]:
    until = asyncio.Event()
    command = ["-m", "benchmarks.service_data", url, str(PUBLISHED), str(number)]
    process = await asyncio.create_subprocess_exec(sys.executable, *command)

    async def wait() -> None:
        status = await process.wait()
        until.set()
        if status:
            raise subprocess.CalledProcessError(status, command)

    took, _ = await asyncio.gather(latencies(port, endpoints, until), wait())
    return took


def _p99(took: list[float]) -> float:
    return statistics.quantiles(took, n=100)[-1] * 1000


def report(port: int, url: str, endpoints: int) -> None:
    """Print the p99 of each round in milliseconds, their median, and the median of the ratios."""
    took = asyncio.run(_rounds(port, url, endpoints))
    print(f"p99 of a lookup at {_RATE} a second, in ms; {PUBLISHED} snippets are published")
    for name, values in took.items():
        ratios = [value / quiet for value, quiet in zip(values, took["nothing"], strict=True)]
        rounds = ", ".join(f"{value:.1f}" for value in values)
        print(
            f"{name:22} {statistics.median(values):6.1f}  ({rounds})"
            f"  {statistics.median(ratios):.2f} times (wanted at most 3)",
            flush=True,
        )


async def _rounds(port: int, url: str, endpoints: int) -> dict[str, list[float]]:
    took: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        other = f"sqlite:///{folder}/other.db"
        for number in range(_ROUNDS):
            cases = {
                "nothing": _quiet(port, endpoints),
                "into another catalog": _publishing(port, endpoints, other, number),
                "into this one": _publishing(port, endpoints, url, number),
            }
            for name, case in cases.items():
                took.setdefault(name, []).append(_p99(await case))
    return took


def main() -> None:
    """Run it over SQLite."""
    with ExitStack() as stack:
        given = sys.argv[1:]
        folder = Path(given[0] if given else stack.enter_context(tempfile.TemporaryDirectory()))
        file = folder / "large.db"
        if not file.exists():
            fill_in_another_process(f"sqlite:///{file.absolute()}", PUBLISHED)
        port, url = free_port(), f"sqlite:///{file.absolute()}"
        serve = ["-m", "snippet_widget", "serve", "--quiet", "--rate=0", f"--port={port}"]
        server = Server.start([sys.executable, *serve, "--catalog", url], port)
        stack.callback(server.stop)
        report(port, url, PUBLISHED)


if __name__ == "__main__":
    main()
