"""What the service writes to its log: one JSON object a line, whatever has something to say."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from datetime import datetime, timezone
from functools import cache
from multiprocessing.util import Finalize
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_WHOLE_BYTES = 4096  # what Linux writes into a pipe at once or not at all (PIPE_BUF)
_SHORT = 32  # characters; who knows what a line says by less?
_MOST_LINES = 10_000
_GATHER_SECONDS = 0.05
_FLUSH_SECONDS = 2.0

LOG_CONFIG = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"log": {"class": "snippet_widget.service.logs.LogHandler"}},
    "root": {"handlers": ["log"], "level": "WARNING"},
    "loggers": {"snippet_widget.service.supervisor": {"level": "INFO"}},
}
"""For `logging.config.dictConfig`: warnings and errors of all libraries as lines of JSON.

Of the service's own life also what it is told (SIGHUP, SIGTERM).
"""


class LogWriter:
    """Writes lines in a thread: whoever reads them slowly holds nobody up.

    Parameters
    ----------
    descriptor
        Where the lines go: a file's number, as a stream's lock would hold the process's end up.
    most
        Lines that wait to be written; what comes while so many wait is counted and dropped.
    """

    def __init__(self, descriptor: int, most: int = _MOST_LINES) -> None:
        self._descriptor = descriptor
        self._most = most
        self._lines: SimpleQueue[bytes | threading.Event] = SimpleQueue()
        self._dropped = 0
        self._unfinished = b""
        threading.Thread(target=self._run, name="snippet-widget log", daemon=True).start()

    def write(self, line: bytes) -> None:
        """Write a line, soon."""
        if self._lines.qsize() < self._most:
            self._lines.put(line)
        else:
            self._dropped += 1

    def flush(self) -> None:
        """Wait until all is written, for two seconds at most."""
        written = threading.Event()
        self._lines.put(written)
        written.wait(_FLUSH_SECONDS)

    def _run(self) -> None:
        while True:
            items = [self._lines.get()]
            if isinstance(items[0], bytes):
                time.sleep(_GATHER_SECONDS)  # one write for many lines
            items += [self._lines.get() for _ in range(self._lines.qsize())]
            lines = [item + b"\n" for item in items if isinstance(item, bytes)]
            if self._dropped:
                dropped, self._dropped = self._dropped, 0
                lines.append(_dropped_line(dropped))
            for several in _batches(lines):
                self._write_whole(several)
            for item in items:
                if isinstance(item, threading.Event):
                    item.set()

    def _write_whole(self, lines: bytes) -> None:
        """Write lines, after the rest of one of which a part was taken before."""
        self._unfinished = self._written(self._unfinished)
        rest = lines if self._unfinished else self._written(lines)
        if 0 < len(rest) < len(lines):
            self._unfinished = rest
        else:
            self._dropped += rest.count(b"\n")

    def _written(self, lines: bytes) -> bytes:
        """Write; return what was not taken."""
        try:
            while lines:
                lines = lines[os.write(self._descriptor, lines) :]
        except OSError:  # nobody reads any more; perhaps somebody will again
            pass
        return lines


def _batches(lines: list[bytes]) -> Iterator[bytes]:
    """Join lines into pieces that no other process's lines come between."""
    batch = b""
    for line in lines:
        if batch and len(batch) + len(line) > _WHOLE_BYTES:
            yield batch
            batch = b""
        batch += line
    if batch:
        yield batch


def log_line(fields: Mapping[str, Any]) -> bytes:
    """Return a line that no other process's come between: its longest texts lose their middle."""
    line = msgspec.json.encode(fields)
    while len(line) >= _WHOLE_BYTES:  # with its end
        texts = {name: text for name, text in fields.items() if isinstance(text, str)}
        longest = max(texts, key=lambda name: len(texts[name]))
        if len(texts[longest]) < _SHORT:
            break
        fields = {**fields, longest: _without_middle(texts[longest])}
        line = msgspec.json.encode(fields)
    return line


def _without_middle(text: str) -> str:
    """Return three quarters of a text: of a traceback, where it began and what was raised."""
    kept = len(text) * 3 // 8
    return f"{text[:kept]} … {text[-kept:]}"


class LogHandler(logging.Handler):
    """Passes what Python's `logging` records to this process's log."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record as one line of JSON."""
        line = {
            "time": timestamp(record.created),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = logging.Formatter().formatException(record.exc_info)
        process_log().write(log_line(line))


@cache
def process_log() -> LogWriter:
    """Return the log of this process, on standard error; flushed when the process ends."""
    log = LogWriter(sys.stderr.fileno())
    Finalize(None, log.flush, exitpriority=0)
    return log


def timestamp(seconds: float) -> str:
    """Return a moment as a log has it: UTC, with milliseconds (RFC 3339)."""
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="milliseconds")


def _dropped_line(dropped: int) -> bytes:
    were = "line of the log was" if dropped == 1 else "lines of the log were"
    message = f"{dropped} {were} dropped: whoever reads it is too slow."
    line = {"time": timestamp(time.time()), "level": "WARNING", "message": message}
    return msgspec.json.encode(line) + b"\n"
