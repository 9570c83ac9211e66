"""Answer from the start, also while the catalog cannot be opened: with 503, until it can."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import SystemRandom
from typing import TYPE_CHECKING

from starlette.requests import Request

from snippet_widget.errors import CatalogNotFound, CatalogUnavailable, CatalogUnusable
from snippet_widget.service.liveness import LIVENESS_PATH, answer_liveness
from snippet_widget.service.outages import OutageLog
from snippet_widget.service.problems import problem_response

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from contextlib import AbstractAsyncContextManager

    from starlette.types import ASGIApp, Receive, Scope, Send

    from snippet_widget.catalog import Catalog

_WAIT_AT_START = 2.0
_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 5.0
_RANDOM = SystemRandom()


class StartupApp:
    """An application over a catalog that is opened in the background, as often as that takes.

    Without it, connections to a worker that waits for its database would hang.

    Parameters
    ----------
    open_catalog
        Opens the catalog.
    create_app
        Makes what answers once the catalog is open.
    """

    def __init__(
        self,
        open_catalog: Callable[[], AbstractAsyncContextManager[Catalog]],
        create_app: Callable[[Catalog], ASGIApp],
    ) -> None:
        self._open_catalog = open_catalog
        self._create_app = create_app
        self._app: ASGIApp | None = None
        self._outages = OutageLog()
        self._error: CatalogUnavailable | CatalogUnusable | CatalogNotFound = CatalogUnavailable(
            "The catalog is being opened.", headers={"Retry-After": "1"}
        )
        self._stopped = asyncio.Event()
        self._wanted = asyncio.Event()
        self._tried: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run())

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer a request."""
        return (self._app or self._answer_meanwhile)(scope, receive, send)

    async def _answer_meanwhile(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == LIVENESS_PATH:
            alive = await answer_liveness(Request(scope))
            await alive(scope, receive, send)
        else:
            self._wanted.set()
            problem = self._outages.problem_of(self._error)
            await problem_response(problem, scope)(scope, receive, send)

    async def start(self) -> None:
        """Wait until the catalog is open, or a moment where that takes longer.

        Raises
        ------
        CatalogNotFound, CatalogUnusable, ConfigurationError
            It is no catalog of ours, and no waiting makes it one.
        """
        await asyncio.wait([self._tried], timeout=_WAIT_AT_START)
        if not self._tried.cancel():  # cancelled: what goes wrong from now on is for the log
            self._tried.result()

    async def close(self) -> None:
        """Close the catalog."""
        self._stopped.set()
        if self._app is None:
            self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        pause = _FIRST_PAUSE
        while True:
            try:
                async with self._open_catalog() as catalog:
                    self._app = self._create_app(catalog)
                    self._end_try()
                    self._outages.end()
                    await self._stopped.wait()
                    return
            except CatalogUnavailable as error:
                self._error = error
                self._end_try()
            except (CatalogUnusable, CatalogNotFound) as error:
                self._error = error
                self._end_try(error)
            except Exception as error:  # noqa: BLE001 - goes to `start`, or into the log
                if not self._tried.done():
                    self._end_try(error)
                    return
                self._error = CatalogUnusable(
                    f"The catalog could not be opened: {error!r}. It is tried again."
                )
                self._outages.problem_of(self._error, cause=error)
            self._outages.problem_of(self._error)
            if self._stopped.is_set():
                return
            await asyncio.sleep(_RANDOM.uniform(_FIRST_PAUSE / 2, _FIRST_PAUSE))
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), pause)  # who asks need not wait long
            self._wanted.clear()
            pause = min(pause * 2, _LONGEST_PAUSE)

    def _end_try(self, error: Exception | None = None) -> None:
        """Tell `start` how the first try ended."""
        if self._tried.done():
            return
        if error is None:
            self._tried.set_result(None)
        else:
            self._tried.set_exception(error)
            self._tried.exception()  # retrieved, should `start` not wait any more
