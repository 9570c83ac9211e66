"""Moments as RFC 3339 has them, in UTC."""

from __future__ import annotations

import time


def instant(seconds: int) -> str:
    """Return a moment in UTC, as RFC 3339 has it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
