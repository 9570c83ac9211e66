"""``snippet-widget serve``: the service for a team, in one process or several."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import socket
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from snippet_widget.catalog import open_catalog
from snippet_widget.errors import ConfigurationError
from snippet_widget.service.app import create_app
from snippet_widget.service.bounded_protocol import bounded_server
from snippet_widget.service.limits import Limits
from snippet_widget.service.logs import log_as_json
from snippet_widget.service.metrics import Metrics
from snippet_widget.service.middleware import Observed

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.context import SpawnProcess

    from starlette.types import ASGIApp, Receive, Scope, Send

_STOP_SECONDS = 30
_CRASHES_IN_A_ROW = 5


@dataclass(frozen=True)
class ServerOptions:
    """How to serve.

    Parameters
    ----------
    catalog_url
        As in `open_catalog`.
    host, port
        Where to listen; port 0 takes a free one.
    workers
        Number of processes that share the port.
    limits
        Bounds of requests.
    log_requests
        Write one line of JSON to standard error for each request.
    metrics
        Answer ``GET /metrics`` in the format of Prometheus; each of several workers counts for
        itself, under its label ``worker``.
    cors
        Origins whose web pages may ask.
    """

    catalog_url: str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    limits: Limits = field(default_factory=Limits)
    log_requests: bool = True
    metrics: bool = False
    cors: tuple[str, ...] = ()


class ServedApp:
    """The application over a catalog that is opened at start-up and closed at the end."""

    def __init__(self, options: ServerOptions) -> None:
        self._options = options
        self._app: ASGIApp | None = None
        self._open = AsyncExitStack()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or the server's messages about its own life (ASGI "lifespan")."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif self._app is not None:
            await self._app(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            catalog = await self._open.enter_async_context(open_catalog(self._options.catalog_url))
            self._app = self._observed(
                create_app(catalog, limits=self._options.limits, cors=self._options.cors)
            )
        except Exception as error:  # noqa: BLE001 - the server is to say it and to end
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        gc.freeze()  # what lives as long as the process need not be looked through again
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._open.aclose()
        await send({"type": "lifespan.shutdown.complete"})

    def _observed(self, app: ASGIApp) -> ASGIApp:
        log = sys.stderr if self._options.log_requests else None
        worker = os.getpid() if self._options.workers > 1 else None
        metrics = Metrics(worker) if self._options.metrics else None
        return Observed(app, log, metrics) if log or metrics else app


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens there.

    Raises
    ------
    ConfigurationError
        The address is not of this machine, or something else listens there.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=2048)
        # Head and body of an answer are written apart: Nagle's algorithm would wait 40 ms between.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except (OSError, OverflowError) as error:
        raise ConfigurationError(
            f"Cannot listen on {host}, port {port}: {getattr(error, 'strerror', error)}. Choose "
            "another with --host and --port; --port 0 takes a free one."
        ) from error
    return listening


def serve(options: ServerOptions, listening: socket.socket) -> None:
    """Answer on a listening socket until the process is told to stop (SIGINT, SIGTERM).

    What is under way then is answered first.
    """
    if options.workers == 1:
        serve_in_this_process(options, listening)
    else:
        _Workers(options, listening).run()


def serve_in_this_process(options: ServerOptions, listening: socket.socket) -> None:
    """Be one of the processes that answer."""
    log_as_json(sys.stderr)
    server = bounded_server(
        ServedApp(options),
        options.limits,
        lifespan="on",
        timeout_graceful_shutdown=_STOP_SECONDS,
    )
    server.run(sockets=[listening])


class _Workers:
    """Processes that share a socket; one that dies is replaced."""

    def __init__(self, options: ServerOptions, listening: socket.socket) -> None:
        self._start: Callable[[], SpawnProcess] = lambda: _started(options, listening)
        self._processes = [self._start() for _ in range(options.workers)]
        self._stopping = False

    def run(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        deaths = 0
        while not self._stopping and deaths < _CRASHES_IN_A_ROW:
            wait([process.sentinel for process in self._processes])
            alive = [process for process in self._processes if process.is_alive()]
            deaths += len(self._processes) - len(alive)
            if not self._stopping:
                missing = len(self._processes) - len(alive)
                self._processes = alive + [self._start() for _ in range(missing)]
        self._stop()
        for process in self._processes:
            process.join(_STOP_SECONDS)
            process.kill()

    def _stop(self, *_: Any) -> None:
        self._stopping = True
        for process in self._processes:
            process.terminate()


def _started(options: ServerOptions, listening: socket.socket) -> SpawnProcess:
    process = multiprocessing.get_context("spawn").Process(
        target=serve_in_this_process, args=(options, listening)
    )
    process.start()
    return process
