"""Record when tokens were last used: at most once a minute, whatever the number of requests."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from snippet_widget.errors import CatalogReadOnly, CatalogUnavailable, CatalogUnusable

if TYPE_CHECKING:
    from collections.abc import Collection

    from snippet_widget.catalog import Catalog

_LOG = logging.getLogger(__name__)

_EVERY_SECONDS = 60.0
_FIRST_SECONDS = 5.0


class TokenUses:
    """The tokens that were used since the last time that this was recorded.

    Parameters
    ----------
    catalog
        Where it is recorded.
    others
        Ids of tokens that the catalog does not know.
    every
        Seconds between two writes.
    """

    def __init__(
        self, catalog: Catalog, others: Collection[str] = (), *, every: float = _EVERY_SECONDS
    ) -> None:
        self._catalog = catalog
        self._others = frozenset(others)
        self._every = every
        self._used: dict[str, int] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._wait = min(_FIRST_SECONDS, every)
        self._writing: asyncio.Task[None] | None = None

    def note(self, token_id: str) -> None:
        """Take down that a token is used now."""
        if token_id in self._others:
            return
        self._used[token_id] = int(time.time())
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._wait, self._write)

    def _write(self) -> None:
        self._writing = asyncio.create_task(self._record())

    async def _record(self) -> None:
        used, self._used = self._used, {}
        self._timer, self._wait = None, self._every
        try:
            await self._catalog.record_uses(used)
        except CatalogUnavailable:
            self._used = {**used, **self._used}  # with the next ones
        except CatalogReadOnly as error:
            self._others = _Everything()
            _LOG.warning(
                "The last use of tokens is not recorded: %s In PostgreSQL: GRANT UPDATE "
                "(last_used_at) ON snippet_widget.token TO the service's role.",
                error,
            )
        except CatalogUnusable as error:
            self._used = {**used, **self._used}
            _LOG.warning("The last use of tokens is not recorded now: %s", error)


class _Everything(frozenset[str]):
    def __contains__(self, _: object) -> bool:
        return True
