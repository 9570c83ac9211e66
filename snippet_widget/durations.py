"""Lengths of time as people write them: ``90d``, or to the end of a day."""

from __future__ import annotations

import re
import time
from datetime import date, datetime, timedelta, timezone
from datetime import time as datetime_time

from snippet_widget.errors import ConfigurationError

_SECONDS = {"m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}


def parse_expiry(text: str) -> int:
    """Return when a length of time from now, or a day (UTC), ends: seconds since the epoch.

    Raises
    ------
    ConfigurationError
        It is neither, or that day is over.
    """
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        return int(time.time()) + parse_duration(text)
    end = datetime.combine(day, datetime_time.min, timezone.utc) + timedelta(days=1)
    if end <= datetime.now(timezone.utc):
        raise ConfigurationError(f"{text} is in the past. Name a future day, or a length of time.")
    return int(end.timestamp())


def parse_duration(text: str) -> int:
    """Return the seconds of ``30m``, ``12h``, ``90d`` or ``4w``.

    Raises
    ------
    ConfigurationError
        It is nothing of that form.
    """
    found = re.fullmatch(r"([1-9][0-9]{0,5})([mhdw])", text.strip().lower())
    if not found:
        raise ConfigurationError(
            f"{text!r} is not a length of time. Write 30m, 12h, 90d or 4w, up to 999999 of them."
        )
    return int(found[1]) * _SECONDS[found[2]]
