"""Processes that publish, for tests: killed at any moment, or several at once.

Run as ``python -m tests.publishing_processes killed|at_once URL …``. It imports everything and then
forks, so that a process more costs milliseconds and not the half second of the imports.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
import traceback
from typing import TYPE_CHECKING

from snippet_widget.catalog import open_catalog
from snippet_widget.catalog.postgresql import store as _postgresql  # noqa: F401 - imported before forking
from snippet_widget.catalog.sqlite import store as _sqlite  # noqa: F401
from snippet_widget.errors import AlreadyPublished
from tests.publication_builder import a_publication

if TYPE_CHECKING:
    from collections.abc import Callable

ENDPOINTS = 600
"""Of each publication of `killed`."""


def killed(url: str, rounds: str) -> None:
    """Publish again and again, killing the publisher at a random moment; print what became of it.

    Publication N carries ``rN`` in each of its sources, and its revision is to be N.
    """
    chance = random.Random()  # noqa: S311 - moments, not secrets
    duration = _publish_once(url, None)
    for _ in range(int(rounds)):
        took = _publish_once(url, chance.uniform(0, duration))
        duration = took * 1.2 or duration * 1.1  # the machine may have become slower meanwhile
        sys.stdout.write(f"{json.dumps(took == 0)}\n")


def _publish_once(url: str, kill_after: float | None) -> float:
    """Publish in a process of its own; return the seconds it took, 0 when it was killed first."""
    begun, begins = os.pipe()
    child = _forked(lambda: asyncio.run(_publish_next(url, begins)))
    os.close(begins)
    os.read(begun, 1)  # or until it has ended before it began
    start = time.monotonic()
    if kill_after is not None:
        time.sleep(kill_after)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(begun)
    assert status in (0, signal.SIGKILL), "the publisher failed"
    return 0.0 if os.WIFSIGNALED(status) else time.monotonic() - start


async def _publish_next(url: str, begins: int) -> None:
    async with open_catalog(url) as catalog:
        number = (await catalog.state()).revision + 1
        endpoints = [f"GET /e{n}" for n in range(number % 2, ENDPOINTS)]
        publication = a_publication("python:acme==1", *endpoints, source=f"r{number}")
        os.write(begins, b"!")
        await catalog.publish("org", "api", publication, replace=True)


def at_once(url: str, processes: str) -> None:
    """Open a catalog that is not there yet in several processes, and publish from all of them.

    Each publishes an SDK of its own and one that all publish; print the outcomes of the latter.
    """
    gate, opens = os.pipe()
    children = []
    for number in range(int(processes)):
        report, reports = os.pipe()
        work = _at_the_gate(gate, opens, reports, url, number)
        children.append((_forked(work), report))
        os.close(reports)
    os.close(gate)
    os.close(opens)
    for child, report in children:
        sys.stdout.write(f"{os.read(report, 100).decode()}\n")
        os.waitpid(child, 0)


def _at_the_gate(gate: int, opens: int, reports: int, url: str, number: int) -> Callable[[], None]:
    def work() -> None:
        os.close(opens)
        os.read(gate, 1)  # until the last one that could open it has closed it
        os.write(reports, asyncio.run(_publish_two(url, number)).encode())

    return work


async def _publish_two(url: str, number: int) -> str:
    own = [f"GET /own{number}/{n}" for n in range(50)]
    shared = [f"GET /shared/{n}" for n in range(50)]
    async with open_catalog(url) as catalog:
        await catalog.publish("org", "api", a_publication(f"python:p{number}==1", *own, *shared))
        try:
            await catalog.publish("org", "api", a_publication("python:all==1", *shared))
        except AlreadyPublished:
            return "refused"
        return "published"


def _forked(work: Callable[[], None]) -> int:
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            failed = sys.exc_info()[0] is not None
            if failed:
                traceback.print_exc()
            os._exit(failed)
    return child


if __name__ == "__main__":
    {"killed": killed, "at_once": at_once}[sys.argv[1]](*sys.argv[2:])
