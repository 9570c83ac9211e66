"""Work in threads, off the kernel's own, of which only the newest of each kind counts."""

from __future__ import annotations

import logging
import threading
import time
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

T = TypeVar("T")

_LOG = logging.getLogger(__name__)


class Newest:
    """Lanes of background work: starting a job ends the one under way in its lane.

    A job is a generator. Each value that it yields is handed over with the lock held, unless a
    newer job of the lane has started: then the older one is closed where it stands.

    Parameters
    ----------
    lock
        Held while a result is handed over; the owner holds it while it changes what results touch.
    """

    def __init__(self, lock: threading.RLock) -> None:
        self.lock = lock
        self._changed = threading.Condition(lock)
        self._current: dict[str, int] = {}
        self._running: set[str] = set()
        self._closed = False

    def start(
        self,
        lane: str,
        job: Generator[T, None, None],
        *,
        take: Callable[[T], None],
        failed: Callable[[Exception], None],
        delay: float = 0.0,
    ) -> None:
        """Run a job in a thread, `delay` seconds from now; `failed` gets what it raises."""
        with self._changed:
            number = self.cancel(lane)
            if self._closed:
                return
            self._running.add(lane)

        def run() -> None:
            self._sleep(lane, number, delay)
            try:
                with closing(job):
                    self._hand_over(lane, number, job, take)
            except Exception as error:  # noqa: BLE001 - whatever it is, a person must learn of it
                _LOG.debug("%s failed", lane, exc_info=error)
                self._finish(lane, number, partial(failed, error))
            else:
                self._finish(lane, number)

        threading.Thread(target=run, name=f"snippet_widget {lane}", daemon=True).start()

    def cancel(self, lane: str) -> int:
        """End what is under way in a lane; return the number of what comes next."""
        with self._changed:
            self._current[lane] = self._current.get(lane, 0) + 1
            self._running.discard(lane)
            self._changed.notify_all()
            return self._current[lane]

    def close(self) -> None:
        """End what is under way in all lanes; nothing starts any more."""
        with self._changed:
            self._closed = True
            for lane in list(self._current):
                self.cancel(lane)

    def wait(self, timeout: float, *lanes: str) -> bool:
        """Block until nothing runs in the lanes, or any; return whether that came in time."""
        end = time.monotonic() + timeout
        with self._changed:
            while self._running & set(lanes) if lanes else self._running:
                if not self._changed.wait(max(0.0, end - time.monotonic())):
                    return False
            return True

    def wait_until(self, timeout: float, ready: Callable[[], bool]) -> bool:
        """Block until `ready`, asked with the lock held, or until nothing runs any more."""
        end = time.monotonic() + timeout
        with self._changed:
            while self._running and not ready():
                if not self._changed.wait(max(0.0, end - time.monotonic())):
                    break
            return ready()

    def _hand_over(
        self, lane: str, number: int, job: Generator[T, None, None], take: Callable[[T], None]
    ) -> None:
        if not self._is_current(lane, number):
            return
        for value in job:
            with self._changed:
                if not self._is_current(lane, number):
                    return
                take(value)
                self._changed.notify_all()

    def _finish(self, lane: str, number: int, report: Callable[[], None] = lambda: None) -> None:
        with self._changed:
            if self._is_current(lane, number):
                report()  # which may start the next job of this lane
            if self._is_current(lane, number):
                self._running.discard(lane)
            self._changed.notify_all()

    def _is_current(self, lane: str, number: int) -> bool:
        return self._current.get(lane) == number

    def _sleep(self, lane: str, number: int, delay: float) -> None:
        end = time.monotonic() + delay
        with self._changed:
            while self._is_current(lane, number) and (left := end - time.monotonic()) > 0:
                self._changed.wait(left)
