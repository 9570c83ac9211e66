"""What a soak knows: what was sent and acknowledged, unavailable when, and what was seen."""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.service_process import ServiceProcess

_MOST_SHOWN = 20


@dataclass
class Target:
    """One service, and when it may fail.

    Attributes
    ----------
    name
        How it reaches its catalog.
    kept
        The worker that is not killed, whose memory is compared.
    unavailable
        From when to when its catalog was unavailable.
    """

    name: str
    process: ServiceProcess
    grace: float
    kept: int = 0
    unavailable: list[tuple[float, float]] = field(default_factory=list)
    deaths: list[float] = field(default_factory=list)
    slowest_return: float = 0.0

    @property
    def url(self) -> str:
        """Where it answers."""
        return self.process.url

    def may_be_503(self, began: float, ended: float) -> bool:
        """Return whether the database was unavailable during a request, or just before."""
        return any(began <= to + self.grace and ended >= since for since, to in self.unavailable)

    def may_break(self, began: float, ended: float) -> bool:
        """Return whether a worker died during a request, or just before."""
        return any(began - self.grace <= death <= ended for death in self.deaths)

    def note_503(self, began: float, ended: float) -> None:
        """Take down how long after the database was back a request still met 503."""
        ends = [to for _, to in self.unavailable if to <= began]
        if ends and not any(since <= ended and began < to for since, to in self.unavailable):
            self.slowest_return = max(self.slowest_return, began - max(ends))


@contextmanager
def unavailable(targets: list[Target]) -> Iterator[None]:
    """Let answers be 503 during the block, and for the grace after it."""
    since = monotonic()
    for target in targets:
        target.unavailable.append((since, float("inf")))
    yield
    for target in targets:
        target.unavailable[-1] = (since, monotonic())


@dataclass
class Run:
    """One soak: the services over one catalog, the model, and what was seen.

    Attributes
    ----------
    sent, acknowledged
        The number of the last publication that was.
    versions, revoked, valid
        What was acknowledged: versions published, tokens revoked, and tokens that are not.
    """

    targets: list[Target]
    catalog: str
    reader: str
    admin: str
    sent: int = 0
    acknowledged: int = 0
    versions: set[str] = field(default_factory=set)
    revoked: list[str] = field(default_factory=list)
    valid: list[str] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)
    answers: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    slowest: float = 0.0

    def fail(self, what: str) -> None:
        """Take down an answer that must not be; the first ones in words."""
        self.answers["wrong"] += 1
        if len(self.wrong) < _MOST_SHOWN:
            self.wrong.append(what)
