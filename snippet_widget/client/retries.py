"""When a request to a service is sent again, and how long that waits."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from urllib3.exceptions import ReadTimeoutError
from urllib3.util import Retry

from snippet_widget.client.responses import TRANSIENT_STATUSES

if TYPE_CHECKING:
    from typing_extensions import Self

MAX_RETRIES = 2

_BACKOFF_SECONDS = 0.2
_LONGEST_JITTER = 30.0
_RANDOM = random.Random()  # noqa: S311 - moments, no secrets


def seconds_to_wait(attempt: int, asked: float | None, first: float = 1.0) -> float:
    """Return how long to wait before asking again.

    Never less than asked for, and a random share more that doubles up to half a minute: many that
    were refused together do not come back together.

    Parameters
    ----------
    attempt
        How many were refused before, from 0.
    asked
        What the service asks for, in seconds.
    first
        What is waited at most after the first, besides.
    """
    most = min(first * 2.0 ** min(attempt, 10), _LONGEST_JITTER)
    return (asked or 0.0) + _RANDOM.uniform(most / 4, most)


class _Retries(Retry):
    """Retries of what was not answered; a slow answer is not asked for again: that adds load."""

    def increment(
        self,
        method: str | None = None,
        url: str | None = None,
        response: Any = None,
        error: Exception | None = None,
        _pool: Any = None,
        _stacktrace: Any = None,
    ) -> Self:
        if isinstance(error, ReadTimeoutError):
            raise error
        return super().increment(method, url, response, error, _pool, _stacktrace)

    def get_backoff_time(self) -> float:
        """Return the seconds to wait; urllib3's own draws from the user's `random`."""
        seconds = super().get_backoff_time()
        return seconds + _RANDOM.uniform(0, _BACKOFF_SECONDS) if seconds else 0.0


def transient_retries() -> Retry:
    """Return retries of what fails in passing: no connection, a reset, 502, 503, 504."""
    return _Retries(
        total=MAX_RETRIES,
        other=0,  # a wrong certificate stays wrong
        backoff_factor=_BACKOFF_SECONDS,
        status_forcelist=TRANSIENT_STATUSES,
        allowed_methods=None,  # lookups only read, a publication has an Idempotency-Key
        respect_retry_after_header=False,
        raise_on_status=False,
    )


def connection_retries() -> Retry:
    """Return retries of what was certainly not carried out: there was no connection."""
    return _Retries(
        total=MAX_RETRIES,
        read=0,
        status=0,
        other=0,
        backoff_factor=_BACKOFF_SECONDS,
        respect_retry_after_header=False,
        raise_on_status=False,
    )
