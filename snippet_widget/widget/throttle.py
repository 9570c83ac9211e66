"""Something that is not to happen too often."""

from __future__ import annotations

import time


class Throttle:
    """Tells whether enough time has passed since the last step.

    Parameters
    ----------
    seconds
        Between two steps at least.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._last = -seconds

    def is_due(self) -> bool:
        """Whether the next step may be made."""
        return time.monotonic() - self._last >= self._seconds

    def step(self) -> None:
        """Note that it is made now."""
        self._last = time.monotonic()
