"""How much the service takes from one request, how often, and how slowly."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from snippet_widget.errors import TooManyRequests


@dataclass(frozen=True)
class Limits:
    """Bounds of the service.

    Parameters
    ----------
    body_bytes
        The largest body that is read.
    header_bytes
        The most that the headers of a request may have together.
    selectors
        The most SDK selectors in one body.
    rate
        Requests that read, per second of one token, and twice as many at once; 0: as many as it
        likes. Each worker process counts for itself.
    create_bytes
        The largest body that publishes.
    write_rate
        As `rate`, of requests that write: that publish, or make, rotate or revoke tokens.
    receive_seconds
        How long a request may take to arrive.
    create_seconds
        How long one that publishes may take to arrive.
    send_seconds
        How long an answer may take to be read.
    cached_bytes
        Memory for responses that are cached.
    stale_seconds
        How long cached responses are sent while the catalog cannot be read; 0: never.
    """

    body_bytes: int = 64 * 1024
    header_bytes: int = 16 * 1024
    selectors: int = 100
    rate: float = 0
    create_bytes: int = 16 * 1024 * 1024
    write_rate: float = 0
    receive_seconds: float = 10
    create_seconds: float = 60
    send_seconds: float = 60
    cached_bytes: int = 64 * 1024 * 1024
    stale_seconds: float = 0


class Rates:
    """A bucket of requests for each token, which fills again with time."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._full = max(2 * rate, 1)
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, token_id: str) -> None:
        """Count one request.

        Raises
        ------
        TooManyRequests
            The bucket is empty; ``Retry-After`` says when to come again.
        """
        if not self._rate:
            return
        now = time.monotonic()
        left, then = self._buckets.get(token_id, (self._full, now))
        left = min(left + (now - then) * self._rate, self._full)
        if left < 1:
            seconds = math.ceil((1 - left) / self._rate)
            allowed = "1 request" if self._rate == 1 else f"{self._rate:g} requests"
            raise TooManyRequests(
                f"This token may send {allowed} a second. Try again in {seconds} s.",
                headers={"Retry-After": str(seconds)},
            )
        self._buckets[token_id] = (left - 1, now)
