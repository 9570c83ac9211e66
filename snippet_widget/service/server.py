"""``snippet-widget serve``: the service for a team, in one process or several."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import socket
import threading
import time
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import uvicorn

from snippet_widget.catalog import open_catalog, open_replicated_catalog, require_catalog
from snippet_widget.errors import ConfigurationError, ServiceUnavailable
from snippet_widget.service.app import create_app
from snippet_widget.service.bounded_protocol import bounded_config
from snippet_widget.service.limits import Limits
from snippet_widget.service.logs import LOG_CONFIG, process_log
from snippet_widget.service.metrics import Metrics, exported_metrics, forget_process
from snippet_widget.service.request_log import RequestLog
from snippet_widget.service.startup import StartupApp
from snippet_widget.service.supervisor import Supervisor, log_stop

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import FrameType

    from starlette.types import ASGIApp, Receive, Scope, Send

    from snippet_widget.catalog import Catalog

_STOP_SECONDS = 30
_STOP_MARGIN = 5
_MOST_OPEN_FILES = 65_536


@dataclass(frozen=True)
class ServerOptions:
    """How to serve.

    Parameters
    ----------
    catalog_url
        As in `open_catalog`.
    workers
        Number of processes that share the port.
    limits
        Bounds of requests.
    log_requests
        Write one line of JSON to standard error for each request.
    metrics
        Host and port that answer ``GET /metrics`` for all workers; None: nothing counts.
    connections
        The most that all workers together open to a database in order to read; None: 10 each.
    give_up_seconds
        How long several workers may all fail to start or answer before the service ends.
    cors
        Origins whose web pages may ask.
    read_catalog_url
        Replica that is read instead of `catalog_url`; None: there is none.
    read_lag
        Seconds that answers may be behind `catalog_url` then.
    """

    catalog_url: str | None = None
    workers: int = 1
    limits: Limits = field(default_factory=Limits)
    log_requests: bool = True
    metrics: tuple[str, int] | None = None
    connections: int | None = None
    give_up_seconds: float = 120
    cors: tuple[str, ...] = ()
    read_catalog_url: str | None = None
    read_lag: float = 10


class ServedApp:
    """The application over a catalog that is opened from start-up on and closed at the end."""

    def __init__(self, options: ServerOptions) -> None:
        self._options = options
        self._app: ASGIApp | None = None
        self._metrics: Metrics | None = None

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer a request, or the server's messages about its own life (ASGI "lifespan")."""
        if self._app is None or scope["type"] == "lifespan":
            return self._live(receive, send)
        return self._app(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        _stop_without_parent()
        await receive()
        self._metrics = Metrics() if self._options.metrics else None
        opening = StartupApp(self._catalog, self._created)
        self._app = self._logged(opening)
        try:
            await opening.start()
        except Exception as error:  # noqa: BLE001 - the server is to say it and to end
            await opening.close()
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        gc.freeze()  # what lives as long as the process need not be looked through again
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await opening.close()
        if self._options.metrics:
            forget_process(os.getpid())
        process_log().flush()
        await send({"type": "lifespan.shutdown.complete"})

    def _catalog(self) -> AbstractAsyncContextManager[Catalog]:
        options = self._options
        require_catalog(options.catalog_url)  # a file that has gone is not replaced by an empty one
        own = None if options.connections is None else options.connections // options.workers
        if options.read_catalog_url is None:
            return open_catalog(options.catalog_url, connections=own, make=False)
        return open_replicated_catalog(
            options.catalog_url, options.read_catalog_url, options.read_lag, connections=own
        )

    def _created(self, catalog: Catalog) -> ASGIApp:
        options = self._options
        return create_app(catalog, limits=options.limits, cors=options.cors, metrics=self._metrics)

    def _logged(self, app: ASGIApp) -> ASGIApp:
        write = process_log().write if self._options.log_requests else None
        return RequestLog(app, write, self._metrics) if write or self._metrics else app


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


def serve(
    options: ServerOptions, listening: socket.socket, *, announce: Callable[[], None] | None = None
) -> None:
    """Answer on a listening socket until the process is told to stop (SIGINT, SIGTERM).

    What is under way then is answered first. With several workers SIGHUP replaces them one by one.

    Parameters
    ----------
    options, listening
        How to serve, and where.
    announce
        Is called once all addresses are taken.

    Raises
    ------
    ServiceUnavailable
        The service could not start, or no worker answers any more.
    """
    _allow_open_files()
    with exported_metrics(*options.metrics) if options.metrics else nullcontext():
        if announce is not None:
            announce()
        config = bounded_config(
            ServedApp(options),
            options.limits,
            lifespan="on",
            log_config=LOG_CONFIG,
            workers=options.workers,
            timeout_graceful_shutdown=_STOP_SECONDS,
            timeout_worker_healthcheck=_STOP_SECONDS,
        )
        if options.workers == 1:
            _serve_in_this_process(config, listening)
        else:
            _supervise(config, listening, options.give_up_seconds)


def _allow_open_files() -> None:
    """Take what this user may have of open files: each connection is one, and 1,024 are few.

    systemd's 1,024 are for programs that use select(2), which this one does not.
    """
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ModuleNotFoundError:
        return
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_OPEN_FILES if most == resource.RLIM_INFINITY else min(most, _MOST_OPEN_FILES)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


class _Server(uvicorn.Server):
    """The server of a service without a supervisor: it says what it was told."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop."""
        if not self.should_exit:  # uvicorn raises it again at the end
            log_stop(sig)
        super().handle_exit(sig, frame)


def _serve_in_this_process(config: uvicorn.Config, listening: socket.socket) -> None:
    server = _Server(config)
    # uvicorn raises the signal that stopped it again: a stop that was asked for is a success.
    for number in {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}:
        signal.signal(number, server.handle_exit)
    try:
        server.run(sockets=[listening])
    except SystemExit as error:
        raise ServiceUnavailable("The service could not start; its log says why.") from error


def _supervise(config: uvicorn.Config, listening: socket.socket, patience: float) -> None:
    supervisor = Supervisor(config, [listening], patience=patience)
    supervisor.run()
    if supervisor.gave_up:
        raise ServiceUnavailable("No worker of the service answers any more; its log says why.")


def _stop_without_parent() -> None:
    """Let a worker stop when the process that started it has gone, whatever ended it."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_STOP_SECONDS + _STOP_MARGIN)
        os._exit(1)

    threading.Thread(target=watch, name="snippet-widget parent watch", daemon=True).start()
