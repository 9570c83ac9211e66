"""Stands in for the HTTP layers of an SDK: a request is recorded, and never sent.

Each layer is replaced at the last place that still knows method and URL, below everything that an
SDK builds on it: sessions, authentication, redirects, retries.
"""

from __future__ import annotations

import contextlib
import http.client
import importlib
import ssl
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable

Record = Any
"""``record(method, url)``: takes a request and does not return."""


class RequestRecorded(BaseException):
    """A request was recorded; no `Exception`, so that no SDK tries it again."""


def install(record: Callable[[str, str], NoReturn]) -> None:
    """Replace the layers that are installed; to be called before any SDK is imported."""
    _spare_certificates()
    _http_client(http.client, record)
    for name, replace in _LAYERS.items():
        with contextlib.suppress(Exception):  # not installed, or of a version without that name
            replace(importlib.import_module(name), record)


def _spare_certificates() -> None:
    """Load no certificates, which takes longer than a snippet: there is nobody to be trusted."""

    def nothing(*_: Any, **__: Any) -> None:
        """Stand in for the loading."""

    for method in ("load_verify_locations", "load_default_certs", "set_default_verify_paths"):
        setattr(ssl.SSLContext, method, nothing)


def _http_client(module: Any, record: Record) -> None:
    def putrequest(self: Any, method: str, url: str, *_: Any, **__: Any) -> NoReturn:
        whole = url if "://" in url else f"http://{self.host}{url}"
        record(method, whole)
        raise RequestRecorded

    module.HTTPConnection.putrequest = putrequest


def _urllib3(module: Any, record: Record) -> None:
    def urlopen(self: Any, method: str, url: str, *_: Any, **__: Any) -> NoReturn:
        record(method, url if "://" in url else f"{self.scheme}://{self.host}{url}")
        raise RequestRecorded

    module.HTTPConnectionPool.urlopen = urlopen


def _httpx(module: Any, record: Record) -> None:
    def handle_request(_: Any, request: Any) -> NoReturn:
        request.read()  # a body that cannot be read is not sent
        record(request.method, str(request.url))
        raise RequestRecorded

    async def handle_async_request(_: Any, request: Any) -> NoReturn:
        await request.aread()
        record(request.method, str(request.url))
        raise RequestRecorded

    module.HTTPTransport.handle_request = handle_request
    module.AsyncHTTPTransport.handle_async_request = handle_async_request


def _httpcore(module: Any, record: Record) -> None:
    def recorded(request: Any) -> NoReturn:
        url = request.url
        target = url.target.decode("ascii", "replace")
        record(request.method.decode("ascii", "replace"), f"https://{url.host.decode()}{target}")
        raise RequestRecorded

    def handle_request(_: Any, request: Any) -> NoReturn:
        recorded(request)

    async def handle_async_request(_: Any, request: Any) -> NoReturn:
        recorded(request)

    module.ConnectionPool.handle_request = handle_request
    module.AsyncConnectionPool.handle_async_request = handle_async_request


def _aiohttp(module: Any, record: Record) -> None:
    async def connect(_: Any, request: Any, *__: Any, **___: Any) -> NoReturn:
        record(request.method, str(request.url))
        raise RequestRecorded

    module.BaseConnector.connect = connect


def _websockets_asyncio(module: Any, record: Record) -> None:
    async def create_connection(self: Any) -> NoReturn:
        record("GET", str(self.uri))
        raise RequestRecorded

    module.connect.create_connection = create_connection


def _websockets_legacy(module: Any, record: Record) -> None:
    original = module.Connect.__init__

    def initialize(self: Any, uri: str, *rest: Any, **options: Any) -> None:
        original(self, uri, *rest, **options)
        self._recorded_uri = uri

    async def connected(self: Any) -> NoReturn:
        record("GET", str(self._recorded_uri))
        raise RequestRecorded

    module.Connect.__init__ = initialize
    module.Connect.__await_impl__ = connected


def _websockets_sync(module: Any, record: Record) -> None:
    def connect(uri: str, *_: Any, **__: Any) -> NoReturn:
        record("GET", str(uri))
        raise RequestRecorded

    module.connect = connect


def _websocket_client(module: Any, record: Record) -> None:
    def connect(_: Any, url: str, *__: Any, **___: Any) -> NoReturn:
        record("GET", str(url))
        raise RequestRecorded

    module.WebSocket.connect = connect


_LAYERS: dict[str, Callable[[Any, Record], None]] = {
    "httpcore": _httpcore,
    "httpcore2": _httpcore,
    "httpx": _httpx,
    "httpx2": _httpx,  # its successor
    "urllib3": _urllib3,
    "aiohttp": _aiohttp,
    "websockets.asyncio.client": _websockets_asyncio,
    "websockets.legacy.client": _websockets_legacy,
    "websockets.sync.client": _websockets_sync,
    "websocket": _websocket_client,
}
