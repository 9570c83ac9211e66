"""Counts for Prometheus: of all workers together, on an address of their own.

prometheus-client writes each process's counts into a file of a folder that all of them share; who
is asked adds the files up, those of workers that have ended included.
"""

from __future__ import annotations

import os
import re
import tempfile
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from snippet_widget._version import __version__
from snippet_widget.errors import ConfigurationError
from snippet_widget.token_administration import TOKEN_PATH, TOKENS_PATH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from prometheus_client import Counter, Histogram

    from snippet_widget.service.operations import ServiceContext

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # prometheus-client reads it when it is imported
_STATE_SECONDS = 1.0
_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 10.0)
_PATHS = frozenset(
    {
        *("/snippets", "/snippets/load", "/snippets/create", "/catalog", "/endpoints"),
        *("/openapi.json", "/healthz", "/livez", "/readyz", TOKENS_PATH),
    }
)


class Metrics:
    """What one process counts; made where `exported_metrics` surrounds all of them."""

    def __init__(self) -> None:
        from prometheus_client import Counter, Gauge, Histogram  # noqa: PLC0415 - an extra

        self._requests = Counter(
            "snippet_widget_requests", "Requests answered.", ["path", "status"]
        )
        self._seconds = Histogram(
            "snippet_widget_request_seconds",
            "From the request's headers to its answer's end.",
            ["path"],
            buckets=_BUCKETS,
        )
        in_flight = Gauge(
            "snippet_widget_requests_in_flight",
            "Requests that are being answered.",
            multiprocess_mode="livesum",
        )
        self.begin: Callable[[], None] = in_flight.inc
        self._end: Callable[[], None] = in_flight.dec
        self._by_path: dict[str, Histogram] = {}
        self._by_status: dict[tuple[str, int], Counter] = {}
        build = Gauge(
            "snippet_widget_build",
            "1 for each version that is running.",
            ["version"],
            multiprocess_mode="livemax",
        )
        build.labels(__version__).set(1)
        self._state = _StateMetrics()

    def watch(self, context: ServiceContext) -> None:
        """Report from now on what an application and its catalog are like."""
        self._state.watch(context)

    def end(self, path: str, status: int, seconds: float) -> None:
        """Count one answered request; paths that are no operation count together."""
        path = counted_path(path)
        key = (path, status)
        if key not in self._by_status:
            self._by_status[key] = self._requests.labels(path, status)
            self._by_path[path] = self._seconds.labels(path)
        self._by_status[key].inc()
        self._by_path[path].observe(seconds)
        self._end()
        self._state.report()


def counted_path(path: str) -> str:
    """Return what requests of a path are counted under: an operation's, or ``other``."""
    if path in _PATHS:
        return path
    found = re.fullmatch(rf"{TOKENS_PATH}/[^/]+/(revoke|rotate)", path)
    return f"{TOKEN_PATH}/{found[1]}" if found else "other"


class _StateMetrics:
    """What the cache, the connections and the catalog are like, once a second at most."""

    def __init__(self) -> None:
        from prometheus_client import Counter, Gauge  # noqa: PLC0415 - an extra

        def gauge(name: str, text: str, mode: Literal["livesum", "livemax", "livemin"]) -> Gauge:
            return Gauge(f"snippet_widget_{name}", text, multiprocess_mode=mode)

        self._available = gauge(
            "catalog_available", "1 while every worker can read the catalog, else 0.", "livemin"
        )
        self._revision = gauge("catalog_revision", "Grows with each publication.", "livemax")
        self._open = gauge("connections_open", "Connections to read the database.", "livesum")
        self._idle = gauge("connections_idle", "Of those, not in use.", "livesum")
        self._waiting = gauge("connections_waiting", "Reads that wait for one.", "livesum")
        self._cached = gauge("cache_bytes", "Memory of cached answers.", "livesum")
        self._lookups = Counter(
            "snippet_widget_cache_lookups", "Answers looked up in the cache.", ["result"]
        )
        for result in ("hit", "miss"):
            self._lookups.labels(result)  # from 0 on, not from the first one
        self._available.set(0)
        self._context: ServiceContext | None = None
        self._next = 0.0
        self._counted = (0, 0)

    def watch(self, context: ServiceContext) -> None:
        """Report of that application from now on."""
        self._context = context
        self._available.set(1)

    def report(self) -> None:
        """Report, unless that was done a moment ago."""
        now = time.monotonic()
        context = self._context
        if context is None or now < self._next:
            return
        self._next = now + _STATE_SECONDS
        self._available.set(0 if context.outages.seconds else 1)
        self._revision.set(context.snapshots.revision)
        pool = context.catalog.pool()
        self._open.set(pool.open)
        self._idle.set(pool.idle)
        self._waiting.set(pool.waiting)
        cache = context.cache
        self._cached.set(cache.size)
        hits, misses = self._counted
        self._counted = (cache.hits, cache.misses)
        self._lookups.labels("hit").inc(cache.hits - hits)
        self._lookups.labels("miss").inc(cache.misses - misses)


@contextmanager
def exported_metrics(host: str, port: int) -> Iterator[None]:
    """Answer ``GET /metrics`` at an address for this process and those that it starts.

    Raises
    ------
    ConfigurationError
        prometheus-client is not installed, or something else listens there.
    """
    with tempfile.TemporaryDirectory(prefix="snippet-widget-metrics-") as folder:
        os.environ[_FOLDER] = folder
        try:
            from prometheus_client import CollectorRegistry, start_http_server  # noqa: PLC0415
            from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415
        except ModuleNotFoundError as error:
            raise ConfigurationError(
                "Metrics need prometheus-client. Run: pip install 'snippet-widget[metrics]'"
            ) from error
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        try:
            server, thread = start_http_server(port, host, registry)
        except OSError as error:
            raise ConfigurationError(
                f"Cannot listen on {host}, port {port}, for metrics: {error.strerror}. Choose "
                "another address with --metrics."
            ) from error
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


def forget_process(pid: int | None) -> None:
    """Take a process that ended out of what is counted of the living, if anything is counted."""
    if os.environ.get(_FOLDER):
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

        mark_process_dead(pid)  # type: ignore[no-untyped-call]
