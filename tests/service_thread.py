"""A service in a thread of this process, on this machine's loopback address only."""

from __future__ import annotations

import asyncio
import socket
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING

import uvicorn

from snippet_widget.catalog import open_catalog
from snippet_widget.service.app import create_app
from snippet_widget.service.bounded_protocol import bounded_config
from snippet_widget.service.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from snippet_widget.catalog import Catalog, Grant

_STOP_SECONDS = 5


class ServiceThread:
    """Serve a catalog until `stop`, or until the process ends.

    Parameters
    ----------
    catalog_url
        As in `open_catalog`.
    grants
        Tokens besides the catalog's own, by SHA-256.
    limits
        Bounds of requests.
    prepare
        Called with the open catalog before the first request is answered.

    Raises
    ------
    SnippetWidgetError
        Whatever opening or preparing the catalog raises.
    """

    def __init__(
        self,
        catalog_url: str | None,
        *,
        grants: Mapping[bytes, Grant] | None = None,
        limits: Limits | None = None,
        prepare: Callable[[Catalog], Awaitable[None]] | None = None,
    ) -> None:
        self._catalog_url = catalog_url
        self._grants = grants
        self._limits = limits
        self._prepare = prepare
        self._ready: Future[uvicorn.Server] = Future()
        self._socket = socket.create_server(("127.0.0.1", 0))
        # Head and body of an answer are written apart: Nagle's algorithm would wait 40 ms between.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._thread = threading.Thread(
            target=self._run, name="snippet-widget service", daemon=True
        )
        self._thread.start()
        self._server = self._ready.result()

    @property
    def url(self) -> str:
        """Where it answers: ``http://127.0.0.1:PORT``."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def alive(self) -> bool:
        """Whether it still answers; not so in a process that was forked off."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Answer what is under way, and end."""
        self._server.should_exit = True
        self._thread.join(2 * _STOP_SECONDS)

    def _run(self) -> None:
        self._port = self._socket.getsockname()[1]
        try:
            asyncio.run(self._serve())
        except BaseException as error:  # noqa: BLE001 - goes to the thread that waits for it
            if not self._ready.done():
                self._ready.set_exception(error)
        finally:
            self._socket.close()

    async def _serve(self) -> None:
        async with open_catalog(self._catalog_url) as catalog:
            if self._prepare is not None:
                await self._prepare(catalog)
            limits = self._limits or Limits()
            config = bounded_config(
                create_app(catalog, grants=self._grants, limits=limits),
                limits,
                lifespan="off",
                log_config=None,
                timeout_graceful_shutdown=_STOP_SECONDS,
            )
            server = uvicorn.Server(config)
            # The socket listens already: what arrives before the server's first turn waits in it.
            self._ready.set_result(server)
            await server.serve(sockets=[self._socket])
            for connection in list(server.server_state.connections):  # whose request never ended
                connection.transport.abort()
            await asyncio.sleep(0)  # they are closed in the loop's next turn
