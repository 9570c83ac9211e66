"""Worker processes that share one socket, watched by uvicorn's supervisor with what it lacks.

uvicorn's own stops every worker when one cannot start, and tries the next at once. A catalog that
cannot be read for a minute must not end the workers that live, and what happens must be logged.
"""

from __future__ import annotations

import logging
import signal
import time
from typing import TYPE_CHECKING

from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from snippet_widget.service.metrics import forget_process

if TYPE_CHECKING:
    import socket

    import uvicorn

_LOG = logging.getLogger(__name__)

_STOPS = (signal.SIGINT, signal.SIGTERM)
_HUNG_SECONDS = 60.0
_STABLE_SECONDS = 1.0
_FAILURES_WITHOUT_DELAY = 3
_FIRST_DELAY = 0.5
_MOST_DOUBLINGS = 10
_LONGEST_DELAY = 10.0
_LONGEST_DELAY_ALONE = 1.0  # while no worker answers, requests wait for the next one
_JOIN_MARGIN = 5.0


class Supervisor(Multiprocess):
    """Keep a number of workers running until told to stop (SIGTERM, SIGINT).

    SIGHUP replaces the workers one after the other, each once its replacement answers.

    Parameters
    ----------
    config
        Of each worker's server; ``workers`` is their number.
    sockets
        Listening already, shared by all workers.
    patience
        Seconds without any worker that answers after which it gives up.

    Attributes
    ----------
    gave_up
        Whether it did, and was not told to stop.
    """

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket.socket], *, patience: float = 120
    ) -> None:
        super().__init__(config, sockets)
        self.gave_up = False
        self._patience = patience
        self._last_answer = time.monotonic()
        self._answered_at: dict[Process, float] = {}
        self._ready_since: dict[Process, float] = {}
        self._failures = 0
        self._start_after = 0.0

    def keep_subprocess_alive(self) -> None:
        """Replace workers that died, with growing delays while replacements fail too."""
        if self.should_exit.is_set():
            return
        now = time.monotonic()
        for process in list(self.processes):
            if process.process.is_alive() and self._answers(process, now):
                continue
            self._remove(process, now)
        if now >= self._start_after:
            for _ in range(self.processes_num - len(self.processes)):
                self._start()
        if now - self._last_answer > self._patience:
            _LOG.critical("No worker answered for %g s. The service stops.", self._patience)
            self.gave_up = True
            self.should_exit.set()

    def handle_signals(self) -> None:
        """Log what the service is told, and do it."""
        for number in self.signal_queue:
            if number in _STOPS:
                log_stop(number)
            elif signal.Signals(number).name == "SIGHUP":
                _LOG.info("SIGHUP: the workers are replaced one by one.")
        super().handle_signals()

    def handle_ttou(self) -> None:
        """Decrease the number of workers, where there is one to take away."""
        if len(self.processes) > 1:
            super().handle_ttou()

    def join_all(self) -> None:
        """Wait for the workers' last answers, no longer than they may take."""
        grace = (self.config.timeout_graceful_shutdown or 0) + _JOIN_MARGIN
        deadline = time.monotonic() + grace
        for process in self.processes:
            process.process.join(max(deadline - time.monotonic(), 0))
            if process.process.is_alive():
                process.process.kill()
                process.join()

    def _start(self) -> None:
        process = Process(self.config, self.sockets)
        process.start()
        self.processes.append(process)

    def _answers(self, process: Process, now: float) -> bool:
        """Read the answer to the last ping, and ping again; False: it hangs."""
        first = process not in self._answered_at
        try:
            answered = process.parent_conn.poll()
            if answered and process.parent_conn.recv():
                self._last_answer = now
                self._ready_since.setdefault(process, now)
            if answered or first:
                self._answered_at[process] = now
                process.parent_conn.send(b"ping")
        except (OSError, EOFError):
            pass  # it is ending
        return now - self._answered_at[process] < _HUNG_SECONDS

    def _remove(self, process: Process, now: float) -> None:
        hung = process.process.is_alive()
        process.kill()
        process.join()
        forget_process(process.pid)
        self.processes.remove(process)
        self._answered_at.pop(process, None)
        ready_since = self._ready_since.pop(process, None)
        if ready_since is not None and now - ready_since > _STABLE_SECONDS:
            self._failures = 0
            delay = 0.0
        else:
            self._failures += 1
            doublings = min(self._failures - _FAILURES_WITHOUT_DELAY, _MOST_DOUBLINGS)
            longest = _LONGEST_DELAY if self._ready_since else _LONGEST_DELAY_ALONE
            delay = min(_FIRST_DELAY * 2**doublings, longest) if doublings > 0 else 0.0
        self._start_after = now + delay
        what = f"did not answer for {_HUNG_SECONDS:g} s" if hung else _ending(process.exitcode)
        _LOG.error("Worker %s %s. Another is started in %g s.", process.pid, what, delay)


def log_stop(number: int) -> None:
    """Log that a signal ends the service."""
    _LOG.info("%s: the service answers what is under way, and stops.", signal.Signals(number).name)


def _ending(exit_code: int | None) -> str:
    if exit_code == STARTUP_FAILURE:
        return "could not start: the line before says why"
    if exit_code is not None and exit_code < 0:
        return f"was ended by {signal.Signals(-exit_code).name}"
    return f"ended with exit status {exit_code}"
