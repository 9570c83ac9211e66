"""What the service writes to its log: one JSON object a line, whatever has something to say."""

from __future__ import annotations

import logging
import time
from datetime import datetime, timezone
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from typing import TextIO

_REPEAT_SECONDS = 60.0


class _Line(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": timestamp(record.created),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class Seldom(logging.Filter):
    """Let the same message pass once a minute: a store that is away fails every request."""

    def __init__(self) -> None:
        super().__init__()
        self._last = ("", 0.0)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is to be written."""
        message, now = record.getMessage(), time.monotonic()
        text, then = self._last
        if message == text and now - then < _REPEAT_SECONDS:
            return False
        self._last = (message, now)
        return True


def log_as_json(stream: TextIO) -> None:
    """Write what anything in this process logs, from warnings on, as lines of JSON."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Line())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def timestamp(seconds: float) -> str:
    """Return a moment as a log has it: UTC, with milliseconds (RFC 3339)."""
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="milliseconds")
