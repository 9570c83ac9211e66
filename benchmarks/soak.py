"""Run a service for a long time, under everything that happens to one, and check every answer.

``python -m benchmarks.soak sqlite|postgresql [MINUTES]``. Readers ask all operations, a publisher
publishes over the wire, tokens are made and revoked, workers are killed, the database is ended as
by a power cut and started again. A model knows what may be answered:

- a lookup has at least what was acknowledged before it was asked, and no more than was sent;
- a revoked token opens nothing, an unknown one neither;
- 503 while the database is away and at no other time; a connection that breaks, when a worker died;
- at the end all that was acknowledged is there, and a worker has the memory that it had.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncpg
import requests
from click.testing import CliRunner

from snippet_widget.cli import main as command_line
from snippet_widget.client import SnippetClient
from snippet_widget.errors import CatalogUnavailable, ServiceUnavailable
from snippet_widget.publication import PublishMode
from snippet_widget.token_administration import TokenRequest
from snippet_widget.token_client import TokenClient
from tests.postgresql_server import running_server
from tests.publication_builder import a_publication
from tests.service_process import ServiceProcess, serving, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.postgresql_server import PostgresqlServer

MINUTES = 30.0
MOST_MEMORY = 1.05
_WARM = 0.3
"""Share of the time after which memory is compared with that at the end."""

_READERS = 3
_ENDPOINTS = 150
_VERSIONS = 30
_GRACE = 8.0
_LONG = 5.0  # minutes; less tells nothing of memory and of recovery
_PAGE_PAUSE = 0.01


@dataclass
class Model:
    """What was sent and acknowledged, and when answers may fail."""

    sent: int = 0
    acknowledged: int = 0
    versions: set[str] = field(default_factory=set)
    away: list[tuple[float, float]] = field(default_factory=list)
    deaths: list[float] = field(default_factory=list)
    grace: float = _GRACE
    """Seconds that a service has to come back."""

    def may_be_503(self, began: float, ended: float) -> bool:
        """Return whether the database was away during a request, or just before."""
        return any(began <= to + self.grace and ended >= since for since, to in self.away)

    def may_break(self, began: float, ended: float) -> bool:
        """Return whether a worker died during a request, or just before."""
        return any(began - self.grace <= death <= ended for death in self.deaths)


@dataclass
class Run:
    """One soak: the service, the model, and what was seen."""

    service: ServiceProcess
    catalog: str
    reader: str
    admin: str
    model: Model = field(default_factory=Model)
    stop: threading.Event = field(default_factory=threading.Event)
    answers: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    slowest: float = 0.0
    kept: int = 0

    def fail(self, what: str) -> None:
        """Take down an answer that must not be, once for all of its kind."""
        self.answers["wrong"] += 1
        if len(self.wrong) < 20:  # noqa: PLR2004 - enough to see what it is
            self.wrong.append(what)


# ---- Readers -----------------------------------------------------------------------------------


def read(run: Run, seed: int) -> None:
    """Ask for anything, again and again."""
    chance = random.Random(seed)  # noqa: S311 - a mix of requests
    session = requests.Session()
    while not run.stop.is_set():
        ask = chance.choices(
            (_look_up, _page, _list, _catalog, _with_wrong_token), (70, 10, 8, 6, 6)
        )[0]
        began = time.monotonic()
        lowest = run.model.acknowledged
        try:
            response, check = ask(run, session, chance)
        except requests.RequestException as error:
            session.close()
            ended = time.monotonic()
            allowed = run.model.may_break(began, ended)
            run.answers["broken"] += 1
            if not allowed:
                run.fail(f"{ask.__name__}: {type(error).__name__} without a death")
            continue
        ended = time.monotonic()
        run.slowest = max(run.slowest, ended - began)
        run.answers[f"{ask.__name__.strip('_')} {response.status_code}"] += 1
        if response.status_code == requests.codes.service_unavailable:
            if not run.model.may_be_503(began, ended) or "Retry-After" not in response.headers:
                run.fail(f"{ask.__name__}: 503 at {ended:.1f}, away {run.model.away[-1:]}")
        elif not check(response, lowest, run.model.sent):
            run.fail(f"{ask.__name__}: {response.status_code} {response.text[:200]}")
        time.sleep(_PAGE_PAUSE)


def _post(run: Run, session: requests.Session, path: str, body: Any, token: str) -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    return session.post(run.service.url + path, json=body, headers=headers, timeout=60)


def _look_up(run: Run, session: requests.Session, chance: random.Random) -> tuple[Any, Any]:
    number = chance.randrange(_ENDPOINTS)
    body = {"apiId": "soak", "endpoint": {"method": "GET", "path": f"/e{number}"}}

    def check(response: Any, lowest: int, highest: int) -> bool:
        return response.status_code == requests.codes.ok and all(
            _is_between(snippet, lowest, highest) for snippet in response.json() or [{}]
        )

    return _post(run, session, "/snippets", body, run.reader), check


def _is_between(snippet: dict[str, Any], lowest: int, highest: int) -> bool:
    return lowest <= _number(snippet) <= highest


def _number(snippet: dict[str, Any]) -> int:
    """Return which publication a snippet is of; -1: of none."""
    found = re.search(r"number = (\d+)", str(snippet.get("sync_client")))
    return int(found[1]) if found else -1


def _page(run: Run, session: requests.Session, chance: random.Random) -> tuple[Any, Any]:
    page = chance.choice((1, 2))

    def check(response: Any, lowest: int, highest: int) -> bool:
        if response.status_code != requests.codes.ok:
            return False
        body = response.json()
        found = [s for m in body["snippets"].values() for each in m.values() for s in each]
        whole = len(found) == min(100, _ENDPOINTS - 100 * (page - 1))
        one = len(set(map(_number, found))) == 1  # of one publication
        return whole and one and all(_is_between(s, lowest, highest) for s in found)

    body = {"apiId": "soak", "loadLevel": "full"}
    return _post(run, session, f"/snippets/load?page={page}", body, run.reader), check


def _list(run: Run, session: requests.Session, _: random.Random) -> tuple[Any, Any]:
    headers = {"Authorization": f"Bearer {run.reader}"}
    url = f"{run.service.url}/endpoints?orgId=org&apiId=soak"

    def check(response: Any, *__: int) -> bool:
        ok = bool(response.status_code == requests.codes.ok)
        return ok and len(response.json()["endpoints"]) == _ENDPOINTS

    return session.get(url, headers=headers, timeout=60), check


def _catalog(run: Run, session: requests.Session, _: random.Random) -> tuple[Any, Any]:
    there = set(run.model.versions)
    headers = {"Authorization": f"Bearer {run.reader}"}

    def check(response: Any, *__: int) -> bool:
        return response.status_code == requests.codes.ok and there <= _versions(response.json())

    return session.get(f"{run.service.url}/catalog", headers=headers, timeout=60), check


def _versions(overview: dict[str, Any]) -> set[str]:
    apis = [api for org in overview["organizations"] for api in org["apis"]]
    return {sdk["version"] for api in apis for sdk in api["sdks"]}


def _with_wrong_token(run: Run, session: requests.Session, _: random.Random) -> tuple[Any, Any]:
    def check(response: Any, *__: int) -> bool:
        return bool(response.status_code == requests.codes.unauthorized)

    return _post(run, session, "/snippets", {}, "not-a-token"), check


# ---- What happens ------------------------------------------------------------------------------


def publish(run: Run) -> None:
    """Publish over the wire, one after the other; each source says which publication it is of."""
    endpoints = [f"GET /e{number}" for number in range(_ENDPOINTS)]
    with SnippetClient(run.service.url, run.admin, timeout=30) as client:
        while not run.stop.wait(1.0):
            number = run.model.sent + 1
            version = f"1.{min(number, _VERSIONS)}"
            publication = a_publication(
                f"python:acme=={version}", *endpoints, source=f"number = {number} #"
            )
            run.model.sent = number
            if not _repeated(run, lambda p=publication: _published(client, p)):  # type: ignore[misc]
                return
            run.model.acknowledged = number
            run.model.versions.add(version)
            run.answers["published"] += 1


def _published(client: SnippetClient, publication: Any) -> None:
    client.create("org", "soak", [publication], mode=PublishMode.REPLACE)


def _repeated(run: Run, work: Callable[[], Any]) -> bool:
    """Work until it is done; False: the run ended first, so that nobody knows whether it is."""
    began = time.monotonic()
    while not run.stop.is_set():
        try:
            work()
        except (CatalogUnavailable, ServiceUnavailable) as error:  # noqa: PERF203
            now = time.monotonic()
            if not (run.model.may_be_503(began, now) or run.model.may_break(began, now)):
                run.fail(f"writing: {error}")
            run.stop.wait(0.5)
        else:
            return True
    return False


def administer(run: Run) -> None:
    """Make a token, use it, revoke it, and see that it opens nothing any more."""
    session = requests.Session()
    with SnippetClient(run.service.url, run.admin, timeout=30) as client:
        tokens = TokenClient(client)
        while not run.stop.wait(2.0):
            made: list[Any] = []
            request = TokenRequest(("org",), "soak", "1h")
            if not _repeated(run, lambda: made.append(tokens.create(request))):  # noqa: B023
                return
            token = made[-1]
            if not _repeated(run, lambda: tokens.revoke(token.id)):  # noqa: B023
                return
            for _ in range(4):  # whichever worker answers
                try:
                    response = _post(run, session, "/snippets", {"apiId": "soak"}, token.token)
                except requests.RequestException:
                    session.close()
                    continue
                if response.status_code not in {401, 503}:
                    run.fail(f"a revoked token: {response.status_code}")
            run.answers["revoked"] += 1


def kill_workers(run: Run, every: float) -> None:
    """Kill one worker after the other but the first, whose memory is compared."""
    while not run.stop.wait(every):
        for worker in run.service.workers():
            if worker != run.kept:
                run.model.deaths.append(time.monotonic())
                os.kill(worker, signal.SIGKILL)
                run.answers["killed"] += 1


def restart_database(run: Run, server: PostgresqlServer) -> None:
    """End the database as a power cut would, and start it again.

    In the main thread: the server ends with the thread that started it.
    """
    since = time.monotonic()
    run.model.away.append((since, float("inf")))
    server.stop()
    time.sleep(1.0)
    server.start()
    run.model.away[-1] = (since, time.monotonic())
    run.answers["database restarted"] += 1


# ---- One run -----------------------------------------------------------------------------------


def soak(store: str, minutes: float) -> Run:
    """Run it; what is wrong is in `Run.wrong` afterwards."""
    seconds = minutes * 60
    with _database(store) as (catalog, server):
        options = ["--workers", "2", "--rate", "0", "--write-rate", "0", "--quiet"]
        reader, admin = _token(catalog), _token(catalog, "--write", "--admin")
        with serving(catalog, *options) as service:
            run = Run(service, catalog, reader, admin)
            run.model.grace = _GRACE if minutes >= _LONG else 10 * _GRACE  # machines are busy
            _begin(run)
            run.kept = wait_until(run.service.workers)[0]
            work: list[Callable[[], None]] = [
                *(lambda seed=seed: read(run, seed) for seed in range(_READERS)),
                lambda: publish(run),
                lambda: administer(run),
                lambda: kill_workers(run, min(20.0, seconds / 4)),
            ]
            threads = [threading.Thread(target=each) for each in work]
            for thread in threads:
                thread.start()
            memory = _watch(run, seconds, server)
            run.stop.set()
            for thread in threads:
                thread.join(90)
            _end(run, memory if minutes >= _LONG else None)
            return run


def _begin(run: Run) -> None:
    """Publish for the first time: readers then always find something."""
    endpoints = [f"GET /e{number}" for number in range(_ENDPOINTS)]
    with SnippetClient(run.service.url, run.admin, timeout=60) as client:
        publication = a_publication("python:acme==1.1", *endpoints, source="number = 1 #")
        client.create("org", "soak", [publication])
    run.model.sent = run.model.acknowledged = 1
    run.model.versions.add("1.1")


def _watch(run: Run, seconds: float, server: PostgresqlServer | None) -> tuple[float, float]:
    """Return the memory of a worker that is not killed, warm and at the end, in megabytes."""
    began = time.monotonic()
    warm = 0.0
    pause = min(45.0, seconds / 3)
    while (past := time.monotonic() - began) < seconds:
        time.sleep(min(pause, seconds - past))
        if server is not None and past + pause < seconds:
            restart_database(run, server)
        if not warm and time.monotonic() - began > seconds * _WARM:
            warm = _memory(run.kept)
    return warm, _memory(run.kept)


def _memory(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def _unless_away(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except CatalogUnavailable:
        return None


def _end(run: Run, memory: tuple[float, float] | None) -> None:
    with SnippetClient(run.service.url, run.admin, timeout=60) as client:
        overview = wait_until(lambda: _unless_away(client.catalog))
        found = {s.version for o in overview.organizations for a in o.apis for s in a.sdks}
        if not run.model.versions <= found:
            run.fail(f"lost: {run.model.versions - found}")
    if memory is not None:
        warm, end = memory
        print(f"memory of a worker: {warm:.1f} MB warm, {end:.1f} MB at the end")
        if end > warm * MOST_MEMORY:
            run.fail(f"memory grew from {warm:.1f} MB to {end:.1f} MB")


@contextmanager
def _database(store: str) -> Iterator[tuple[str, PostgresqlServer | None]]:
    if store == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/catalog.db", None
        return
    with running_server() as server:
        asyncio.run(_create(server))
        yield server.url("soak"), server


async def _create(server: PostgresqlServer) -> None:
    connection = await asyncpg.connect(server.url("postgres"))
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
        print(f"{store}, {minutes:g} minutes; slowest answer {run.slowest:.2f} s")
        for name, count in sorted(run.answers.items()):
            print(f"  {count:>9,} {name}")
        for what in run.wrong:
            print(f"  WRONG {what}")
        failed = failed or bool(run.wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
