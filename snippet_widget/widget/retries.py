"""When to ask a service again that was unavailable, or asked for fewer requests."""

from __future__ import annotations

from snippet_widget.client.responses import retry_after
from snippet_widget.client.retries import seconds_to_wait
from snippet_widget.errors import RequestProblem


class Retries:
    """Delays of each channel of requests, which grow until one succeeds.

    Parameters
    ----------
    first
        Seconds to wait at most after the first failure, unless the service asks for more.
    """

    def __init__(self, first: float) -> None:
        self._first = first
        self._failures: dict[str, int] = {}

    def delay(self, channel: str, error: Exception) -> float:
        """Return the seconds until the channel asks again, after one more failure."""
        failures = self._failures.get(channel, 0)
        self._failures[channel] = failures + 1
        asked = retry_after(error.headers) if isinstance(error, RequestProblem) else None
        return seconds_to_wait(failures, asked, self._first)

    def succeeded(self, *channels: str) -> None:
        """Begin anew with the shortest delay."""
        for channel in channels:
            self._failures.pop(channel, None)

    def waiting(self) -> set[str]:
        """Return the channels whose last request has failed, to be repeated."""
        return set(self._failures)
