"""Say in the log when the catalog cannot be read, and when it can again."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from snippet_widget.errors import CatalogUnavailable

if TYPE_CHECKING:
    from snippet_widget.errors import CatalogNotFound, CatalogUnusable

_LOG = logging.getLogger(__name__)

_REPEAT_SECONDS = 60.0


class OutageLog:
    """Logs an outage once a minute, though it fails every request, and its end."""

    def __init__(self) -> None:
        self._began: float | None = None
        self._logged = ("", 0.0)

    def problem_of(
        self,
        error: CatalogUnavailable | CatalogUnusable | CatalogNotFound,
        *,
        cause: Exception | None = None,
    ) -> CatalogUnavailable:
        """Log why the catalog failed; return what the client is told: only that.

        The reasons name files, hosts and users, which are nobody's business who has no token.

        Parameters
        ----------
        error
            What it says.
        cause
            Logged with its traceback, where nobody expected it.
        """
        self._log(str(error), cause)
        if isinstance(error, CatalogUnavailable):
            return CatalogUnavailable(
                "The service's catalog does not answer now. Try again in a moment.",
                headers=error.headers,
            )
        return CatalogUnavailable(
            "The service's catalog cannot be used now. Try again later; its log says why.",
            headers={"Retry-After": "30"},
        )

    @property
    def seconds(self) -> float:
        """How long the catalog could not be read so far."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    def end(self) -> None:
        """Log that the catalog answers again, if it did not."""
        if self._began is not None:
            seconds, self._began = self.seconds, None
            _LOG.warning("The catalog is available again, after %.0f s.", seconds)

    def _log(self, message: str, cause: Exception | None) -> None:
        now = time.monotonic()
        last, then = self._logged
        if self._began is None:
            self._began = now
        if message == last and now - then < _REPEAT_SECONDS:
            return
        self._logged = (message, now)
        _LOG.error("%s", message, exc_info=cause)
