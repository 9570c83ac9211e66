"""Run a service for a long time, under everything that happens to one, and check every answer.

``python -m benchmarks.soak sqlite|postgresql [MINUTES]``. Readers ask all operations, a publisher
publishes over the wire, tokens are made and revoked, workers are killed. On PostgreSQL two services
run over one catalog, the one with the URL of a group of servers, the other through PgBouncer where
that is installed: the primary is failed over to its synchronous streaming replica, restarted as
after a power cut, and the pooler is restarted. A model knows what may be answered:

- a lookup has at least what was acknowledged before it was asked, and no more than was sent;
- a revoked token opens nothing, an unknown one neither;
- 503 while the database is unavailable, at no other time; a broken connection, when a worker died;
- at the end all that was acknowledged is there, and a worker has the memory that it had.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncpg
import requests
from click.testing import CliRunner

from benchmarks.soak_events import administer, begin, kill_workers, publish, running_databases
from benchmarks.soak_model import Run, Target
from benchmarks.soak_readers import post, read
from snippet_widget.catalog import open_catalog
from snippet_widget.catalog.audit import Action
from snippet_widget.cli import main as command_line
from snippet_widget.client import SnippetClient
from snippet_widget.errors import CatalogUnavailable
from tests.service_process import serving
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.soak_events import Databases

MINUTES = 30.0
MOST_MEMORY = 1.05
_WARM = 0.3
"""Share of the time after which memory is compared with that at the end."""

_READERS = 3
_WAIT = 30
_GRACE = 8.0
_LONG = 5.0  # minutes; less tells nothing of memory and of recovery
_OPTIONS = ("--workers", "2", "--rate", "0", "--write-rate", "0", "--quiet")
_MOST_ENTRIES = 1_000_000
_PUBLICATIONS = (Action.PUBLISH, Action.CHANGE)


def soak(store: str, minutes: float) -> Run:
    """Run it; what is wrong is in `Run.wrong` afterwards."""
    seconds = minutes * 60
    grace = _GRACE if minutes >= _LONG else 10 * _GRACE  # machines are busy
    with _catalogs(store) as (catalogs, databases), ExitStack() as stack:
        catalog = next(iter(catalogs.values()))
        reader, admin = _token(catalog), _token(catalog, "--write", "--admin")
        targets = [
            Target(name, stack.enter_context(serving(url, *_OPTIONS)), grace)
            for name, url in catalogs.items()
        ]
        run = Run(targets, catalog, reader, admin)
        begin(run)
        for target in targets:
            target.kept = wait_until(target.process.workers)[0]
        threads = _started(run, seconds)
        memory = _watch(run, seconds, databases)
        run.stop.set()
        for thread in threads:
            thread.join(90)
        _check_what_was_acknowledged(run)
        if minutes >= _LONG:
            _check_memory(run, memory)
        return run


def _started(run: Run, seconds: float) -> list[threading.Thread]:
    work: list[Callable[[], None]] = [
        *(lambda seed=seed: read(run, seed) for seed in range(_READERS)),
        lambda: publish(run),
        lambda: administer(run),
        lambda: kill_workers(run, min(20.0, seconds / 2)),
    ]
    threads = [threading.Thread(target=each) for each in work]
    for thread in threads:
        thread.start()
    return threads


def _watch(run: Run, seconds: float, databases: Databases | None) -> list[float]:
    """Let things happen to the databases; return the memory of the workers once they are warm."""
    began = time.monotonic()
    warm: list[float] = []
    pause = min(45.0, seconds / 4)
    while (past := time.monotonic() - began) < seconds:
        time.sleep(min(pause, seconds - past))
        if databases is not None:
            databases.disturb(run)
        if not warm and time.monotonic() - began > seconds * _WARM:
            warm = [_memory(target.kept) for target in run.targets]
    if databases is not None:
        databases.disturb_the_rest(run)
    return warm


def _memory(process: int) -> float:
    """Return the resident memory of a process in megabytes."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def _check_memory(run: Run, warm: list[float]) -> None:
    for target, before in zip(run.targets, warm, strict=True):
        end = _memory(target.kept)
        run.notes.append(f"memory of a worker ({target.name}): {before:.1f} MB, {end:.1f} MB")
        if end > before * MOST_MEMORY:
            run.fail(f"{target.name}: memory grew from {before:.1f} MB to {end:.1f} MB")


def _check_what_was_acknowledged(run: Run) -> None:
    """Look for all of it through each service, and in the record of changes."""
    session = requests.Session()
    for target in run.targets:
        with SnippetClient(target.url, run.admin, timeout=60) as client:
            overview = wait_until(lambda: _unless_away(client.catalog))
        found = {s.version for o in overview.organizations for a in o.apis for s in a.sdks}
        if not run.versions <= found:
            run.fail(f"{target.name}, lost: {run.versions - found}")
        wait_until(lambda: _is_ready(run, target, session))  # noqa: B023
        for tokens, expected in ((run.revoked, 401), (run.valid, 200)):
            for token in tokens:
                body = {"apiId": "soak", "endpoint": {"method": "GET", "path": "/e1"}}
                status = post(target.url, session, "/snippets", body, token).status_code
                if status != expected:
                    run.fail(f"{target.name}, a token at the end: {status}, not {expected}")
    recorded = asyncio.run(_recorded_publications(run.catalog))
    run.notes.append(f"publications acknowledged {run.acknowledged}, recorded {recorded}")
    if recorded < run.acknowledged:
        run.fail(f"recorded {recorded} of {run.acknowledged} publications")


def _is_ready(run: Run, target: Target, session: requests.Session) -> bool:
    """Return whether the worker at the other end of the session's connection can read the catalog.

    That another worker can says nothing of this one: it may be opening the catalog still.
    """
    began = time.monotonic()
    response = session.get(f"{target.url}/readyz", timeout=_WAIT)
    ended = time.monotonic()
    run.answers[f"ready at the end {response.status_code}"] += 1
    if response.status_code == requests.codes.service_unavailable:
        target.note_503(began, ended)
        if target.may_be_503(began, ended) and "Retry-After" in response.headers:
            return False
    if response.status_code != requests.codes.ok:
        run.fail(f"{target.name}, ready at the end: {response.status_code} {response.text}")
    return True


async def _recorded_publications(catalog: str) -> int:
    async with open_catalog(catalog) as opened:
        entries = await opened.audit(most=_MOST_ENTRIES)
    return sum(entry.change.action in _PUBLICATIONS for entry in entries)


def _unless_away(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except CatalogUnavailable:
        return None


@contextmanager
def _catalogs(store: str) -> Iterator[tuple[dict[str, str], Databases | None]]:
    """Give the ways to one catalog, by name, and what it is stored in."""
    if store == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield {"file": f"sqlite:///{folder}/catalog.db"}, None
        return
    with running_databases() as databases:
        asyncio.run(_create(databases.group.primary.url("postgres")))
        yield databases.urls("soak"), databases


async def _create(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute("CREATE DATABASE soak ENCODING 'UTF8'")
    await connection.close()


def _token(catalog: str, *options: str) -> str:
    arguments = ["token", "create", "--all-orgs", *options, "--catalog", catalog]
    return CliRunner().invoke(command_line, arguments).stdout.strip()


def main() -> int:
    """Print what was seen; return 1 when an answer was wrong."""
    stores = sys.argv[1:2] or ["sqlite", "postgresql"]
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else MINUTES  # noqa: PLR2004
    failed = False
    for store in stores:
        run = soak(store, minutes)
        _print(run, f"{store}, {minutes:g} minutes")
        failed = failed or bool(run.wrong)
    return int(failed)


def _print(run: Run, title: str) -> None:
    print(f"{title}; slowest answer {run.slowest:.2f} s")
    if [target.name for target in run.targets] == ["group"]:
        print("  PgBouncer is not installed: no pooler was restarted (apt-get install pgbouncer)")
    for name, number in sorted(run.answers.items()):
        print(f"  {number:>9,} {name}")
    for target in run.targets:
        print(f"  {target.name}: 503 at most {target.slowest_return:.2f} s after it was back")
    for note in run.notes:
        print(f"  {note}")
    for what in run.wrong:
        print(f"  WRONG {what}")


if __name__ == "__main__":
    sys.exit(main())
