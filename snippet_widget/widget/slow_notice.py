"""What is said while an answer takes its time: that the service is slow, or what is being read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.widget.messages import SLOW, problem
from snippet_widget.widget.state import Status

if TYPE_CHECKING:
    from snippet_widget.widget.latest_task import LatestTasks
    from snippet_widget.widget.status_notes import Report

SLOW_SECONDS = 2.0
"""Until the status line says that the service is responding slowly."""

CHANNEL = "slow"


class SlowNotice:
    """Says that the service is slow, unless an SDK is being read: that is known to take a while.

    Parameters
    ----------
    tasks
        Waits in the channel ``slow``; its lock is held meanwhile.
    report
        Takes what to say as ``slow`` and ``reading``.
    seconds
        Until it is said.
    """

    def __init__(self, tasks: LatestTasks, report: Report, seconds: float = SLOW_SECONDS) -> None:
        self._tasks = tasks
        self._report = report
        self._seconds = seconds
        self._is_reading = False

    def watch(self) -> None:
        """Say it when nothing has come by then."""
        if self._is_reading:
            return
        self._tasks.start(
            CHANNEL,
            (SLOW for _ in range(1)),
            take=lambda note: self._report(slow=note),
            failed=lambda error: self._report(slow=problem(error)),
            delay=self._seconds,
        )

    def end(self) -> None:
        """Take it back: something has come."""
        self._tasks.cancel(CHANNEL)
        self._report(slow=None)

    def read(self, stage: str) -> None:
        """Say what is being read, for people; empty when that is done."""
        with self._tasks.lock:
            self._is_reading = bool(stage)
            self.end()
            self._report(reading=Status(stage) if stage else None)
            if not stage:
                self.watch()
