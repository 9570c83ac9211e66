"""What happens during a soak: publications, tokens, deaths of workers, and databases that go."""

from __future__ import annotations

import os
import signal
import time
from contextlib import contextmanager
from itertools import count, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import requests

from benchmarks.soak_model import unavailable
from benchmarks.soak_readers import ENDPOINTS, post
from snippet_widget.client import SnippetClient, TokenClient
from snippet_widget.errors import CatalogUnavailable, ServiceUnavailable
from snippet_widget.publication import PublishMode
from snippet_widget.token_administration import TokenRequest
from tests.pgbouncer import PROGRAM, PgBouncer
from tests.postgresql_group import running_group
from tests.publication_builder import a_publication

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.soak_model import Run, Target
    from tests.postgresql_group import PostgresqlGroup

_VERSIONS = 30
_KEEP_EVERY = 10
_AWAY = 1.0  # seconds


def publish(run: Run) -> None:
    """Publish over the wire, one after the other; each source says which publication it is of."""
    for target in cycle(run.targets):
        if run.stop.wait(1.0) or not _publish_next(run, target):
            return


def begin(run: Run) -> None:
    """Publish for the first time: readers then always find something."""
    if not _publish_next(run, run.targets[0]):
        raise RuntimeError("nothing could be published")


def _publish_next(run: Run, target: Target) -> bool:
    """Publish, again until it is acknowledged; False: the run ended first, nobody knows."""
    number = run.sent + 1
    version = f"1.{min(number, _VERSIONS)}"
    publication = a_publication(
        f"python:acme=={version}",
        *(f"GET /e{endpoint}" for endpoint in range(ENDPOINTS)),
        source=f"number = {number} #",
    )
    run.sent = number
    with SnippetClient(target.url, run.admin, timeout=30) as client:
        work = lambda: client.create("org", "soak", [publication], mode=PublishMode.REPLACE)  # noqa: E731
        if not _repeated(run, target, work):
            return False
    run.acknowledged = number
    run.versions.add(version)
    run.answers["published"] += 1
    return True


def _repeated(run: Run, target: Target, work: Callable[[], Any]) -> bool:
    """Work until it is done; False: the run ended first, so that nobody knows whether it is."""
    while not run.stop.is_set():
        began = time.monotonic()
        try:
            work()
        except (CatalogUnavailable, ServiceUnavailable) as error:
            now = time.monotonic()
            if not (target.may_be_503(began, now) or target.may_break(began, now)):
                run.fail(f"{target.name}, writing: {error}")
            run.answers["writing again"] += 1
            run.stop.wait(0.5)
        else:
            return True
    return False


def administer(run: Run) -> None:
    """Make a token and revoke it, and see that it opens nothing any more; leave one in ten."""
    session = requests.Session()
    for number, target in zip(count(), cycle(run.targets), strict=False):
        if run.stop.wait(2.0):
            return
        with SnippetClient(target.url, run.admin, timeout=30) as client:
            tokens = TokenClient(client)
            made: list[Any] = []
            request = TokenRequest(("org",), "soak", "3h")
            if not _repeated(run, target, lambda: made.append(tokens.create(request))):  # noqa: B023
                return
            if number % _KEEP_EVERY == 0:
                run.valid.append(made[-1].token)
                continue
            if not _repeated(run, target, lambda: tokens.revoke(made[-1].id)):  # noqa: B023
                return
        run.revoked.append(made[-1].token)
        run.answers["revoked"] += 1
        _ask_with_revoked(run, session, made[-1].token)


def _ask_with_revoked(run: Run, session: requests.Session, token: str) -> None:
    for target in run.targets * 2:  # whichever worker answers
        try:
            response = post(target.url, session, "/snippets", {"apiId": "soak"}, token)
        except requests.RequestException:
            session.close()
            continue
        if response.status_code not in {401, 503}:
            run.fail(f"{target.name}, a revoked token: {response.status_code}")


def kill_workers(run: Run, every: float) -> None:
    """Kill one worker after the other but the first, whose memory is compared."""
    while not run.stop.wait(every):
        for target in run.targets:
            for worker in target.process.workers():
                if worker != target.kept:
                    target.deaths.append(time.monotonic())
                    os.kill(worker, signal.SIGKILL)
                    run.answers["killed"] += 1


class Databases:
    """A group of PostgreSQL servers, and a pooler before its primary where there is one.

    All of it happens in the main thread: the servers end with the thread that started them.
    """

    def __init__(self, group: PostgresqlGroup, pooler: PgBouncer | None) -> None:
        self.group = group
        self.pooler = pooler
        self._kinds = (self.fail_over, self.restart_pooler, self.restart_primary)
        self._happened = 0

    def urls(self, database: str) -> dict[str, str]:
        """Return the ways to a database, by name."""
        ways = {"group": self.group.url(database)}
        if self.pooler is not None:
            ways["pooler"] = self.pooler.url(self.group.primary, database)
        return ways

    def disturb(self, run: Run) -> None:
        """Do the next of what happens to databases."""
        self._kinds[self._happened % len(self._kinds)](run)
        self._happened += 1

    def disturb_the_rest(self, run: Run) -> None:
        """Do what did not happen once: a short run on a busy machine."""
        while self._happened < len(self._kinds):
            self.disturb(run)

    def fail_over(self, run: Run) -> None:
        """End the primary for good; its replica takes over, and the pooler is told."""
        direct = [target for target in run.targets if target.name == "group"]
        pooled = [target for target in run.targets if target.name == "pooler"]
        with unavailable(pooled):
            with unavailable(direct):
                self.group.fail_over()
            if self.pooler is not None:
                self.pooler.restart(self.group.primary)
        run.answers["primary failed over"] += 1
        self.group.repair()

    def restart_pooler(self, run: Run) -> None:
        """End the pooler and start it again: who does not ask it is not to notice."""
        if self.pooler is None:
            return
        with unavailable([target for target in run.targets if target.name == "pooler"]):
            self.pooler.stop()
            time.sleep(_AWAY)
            self.pooler.start()
        run.answers["pooler restarted"] += 1

    def restart_primary(self, run: Run) -> None:
        """End the primary as a power cut would, and start it again."""
        with unavailable(run.targets):
            self.group.restart(_AWAY)
        run.answers["primary restarted"] += 1


@contextmanager
def running_databases() -> Iterator[Databases]:
    """Start a group of servers, and a pooler where PgBouncer is installed."""
    with (
        running_group() as group,
        TemporaryDirectory(prefix="snippet-widget-pooler-") as folder,
    ):
        pooler = PgBouncer(Path(folder), group.primary) if PROGRAM is not None else None
        try:
            yield Databases(group, pooler)
        finally:
            if pooler is not None:
                pooler.stop()
