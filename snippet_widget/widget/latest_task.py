"""Work in threads, off the kernel's own, of which only the newest of each kind counts."""

from __future__ import annotations

import logging
import threading
import time
from contextlib import closing
from contextvars import Context, copy_context
from functools import partial
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

T = TypeVar("T")

_LOG = logging.getLogger(__name__)


class LatestTasks:
    """Channels of background work: starting a job ends the one under way in its channel.

    A job is a generator. Each value that it yields is handed over with the lock held, unless a
    newer job of the channel has started: then the older one is closed where it stands.

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
        self._context = Context()

    def adopt_context(self) -> None:
        """Hand results over as what is handled now would: ipykernel replies by its context.

        Without it results go out as if the kernel's last cell had sent them; the browser's next
        message would then wait for that cell (ipykernel, ``Comm._reply_subshell_for``).
        """
        with self._changed:
            self._context = copy_context()

    def start(
        self,
        channel: str,
        job: Generator[T, None, None],
        *,
        take: Callable[[T], None],
        failed: Callable[[Exception], None],
        delay: float = 0.0,
    ) -> None:
        """Run a job in a thread, `delay` seconds from now; `failed` gets what it raises."""
        with self._changed:
            number = self.cancel(channel)
            if self._closed:
                return
            self._running.add(channel)

        def run() -> None:
            self._sleep(channel, number, delay)
            try:
                with closing(job):
                    self._hand_over(channel, number, job, take)
            except Exception as error:  # noqa: BLE001 - whatever it is, a person must learn of it
                _LOG.debug("%s failed", channel, exc_info=error)
                self._finish(channel, number, partial(failed, error))
            else:
                self._finish(channel, number)

        threading.Thread(target=run, name=f"snippet_widget {channel}", daemon=True).start()

    def cancel(self, channel: str) -> int:
        """End what is under way in a channel; return the number of what comes next."""
        with self._changed:
            self._current[channel] = self._current.get(channel, 0) + 1
            self._running.discard(channel)
            self._changed.notify_all()
            return self._current[channel]

    def close(self) -> None:
        """End what is under way in all channels; nothing starts any more."""
        with self._changed:
            self._closed = True
            for channel in list(self._current):
                self.cancel(channel)

    def wait(self, timeout: float, *channels: str) -> bool:
        """Block until nothing runs in the channels, or any; return whether that came in time."""
        end = time.monotonic() + timeout
        with self._changed:
            while self._running & set(channels) if channels else self._running:
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
        self, channel: str, number: int, job: Generator[T, None, None], take: Callable[[T], None]
    ) -> None:
        if not self._is_current(channel, number):
            return
        for value in job:
            with self._changed:
                if not self._is_current(channel, number):
                    return
                self._context.copy().run(take, value)
                self._changed.notify_all()

    def _finish(self, channel: str, number: int, report: Callable[[], None] = lambda: None) -> None:
        with self._changed:
            if self._is_current(channel, number):
                self._context.copy().run(report)  # which may start the next job of this channel
            if self._is_current(channel, number):
                self._running.discard(channel)
            self._changed.notify_all()

    def _is_current(self, channel: str, number: int) -> bool:
        return self._current.get(channel) == number

    def _sleep(self, channel: str, number: int, delay: float) -> None:
        end = time.monotonic() + delay
        with self._changed:
            while self._is_current(channel, number) and (left := end - time.monotonic()) > 0:
                self._changed.wait(left)
