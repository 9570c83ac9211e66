"""The service inside this process: requests of one client reach the application without a socket.

No port, no token, no server's libraries: an adapter of `requests` hands each request to the ASGI
application, which runs in an event loop of its own, so that it works from any thread, also where
the caller's has a loop that is running, as in a kernel.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import threading
from concurrent.futures import CancelledError, Future, wait
from concurrent.futures import TimeoutError as FutureTimeoutError  # the built-in only since 3.11
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urlsplit

import requests
from requests.adapters import BaseAdapter, HTTPAdapter
from urllib3 import HTTPHeaderDict, HTTPResponse

from snippet_widget.catalog import Catalog, Grant, default_catalog_path, open_catalog, sqlite_path
from snippet_widget.errors import AlreadyPublished, ServiceUnavailable
from snippet_widget.models import SdkSelector
from snippet_widget.publication import PublishMode
from snippet_widget.samples import missing_publications
from snippet_widget.service.app import create_app
from snippet_widget.service.tokens import token_hash

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Scope

EMBEDDED_URL = "http://embedded.invalid"
"""Where its requests go: a name that no network has (RFC 6761, section 6.4)."""

_STOP_SECONDS = 5

# Nobody else can reach the application, so what it takes for a token need not be secret.
_CALLER = b"embedded"
_AUTHORIZATION = (b"authorization", b"Bearer " + _CALLER)


@dataclass
class _Answer:
    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""


class EmbeddedAdapter(BaseAdapter):
    """Carries the requests of a session to the service of a catalog in this process.

    The catalog is opened by the first request, which raises what is wrong with it. The adapters
    of one catalog share one service; it ends with the last of them that is closed.

    Parameters
    ----------
    catalog_url
        As in `open_catalog`; the default catalog when None.
    """

    def __init__(self, catalog_url: str | None = None) -> None:
        super().__init__()
        self._catalog_url = catalog_url

    def send(  # noqa: PLR0913, PLR0917 - the base's parameters
        self,
        request: requests.PreparedRequest,
        stream: bool = False,  # noqa: ARG002, FBT001, FBT002
        timeout: float | tuple[float, float] | tuple[float, None] | None = None,
        verify: bool | str = True,  # noqa: ARG002, FBT001, FBT002
        cert: Any = None,  # noqa: ARG002
        proxies: Mapping[str, str] | None = None,  # noqa: ARG002
    ) -> requests.Response:
        """Answer a request.

        Raises
        ------
        ReadTimeout
            There was no answer in time: the catalog's database is slow.
        CatalogError, CatalogUnavailable
            The catalog cannot be opened.
        """
        seconds = timeout[1] if isinstance(timeout, tuple) else timeout
        service = _service(self._catalog_url, self)
        body = request.body or b""
        data = body.encode() if isinstance(body, str) else bytes(body)
        try:
            return _response_of(request, service.answer(_scope_of(request), data, seconds))
        except FutureTimeoutError:
            raise requests.ReadTimeout(request=request) from None

    def close(self) -> None:
        """End the service, if no other adapter uses it; the next request opens it again."""
        _release(self._catalog_url, self)


class _Opened(NamedTuple):
    app: ASGIApp
    loop: asyncio.AbstractEventLoop
    stopped: asyncio.Event


class _Service:
    """An open catalog and its application, in an event loop in a thread."""

    def __init__(self, catalog_url: str | None) -> None:
        self.users: set[EmbeddedAdapter] = set()
        self._catalog_url = catalog_url
        self._opened: Future[_Opened] = Future()
        self._thread = threading.Thread(
            target=self._main, name="snippet_widget embedded service", daemon=True
        )
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether it answers; not so in a process that was forked off."""
        return self._thread.is_alive()

    def answer(self, scope: Scope, body: bytes, seconds: float | None) -> _Answer:
        """Return what the application answers; from any thread but the loop's own.

        Raises
        ------
        TimeoutError
            It took longer than those seconds.
        ServiceUnavailable
            It was closed meanwhile.
        """
        opened = self._opened.result(seconds)
        work = _answer(opened, scope, body)
        try:
            future = asyncio.run_coroutine_threadsafe(work, opened.loop)
        except RuntimeError:  # the loop is closed
            work.close()
            raise _closed() from None
        try:
            return future.result(seconds)
        except CancelledError:
            raise _closed() from None
        finally:
            future.cancel()  # where the caller was interrupted, or waited long enough

    def stop(self) -> None:
        """Close the catalog and end the thread."""
        if wait([self._opened], _STOP_SECONDS).done and self._opened.exception() is None:
            opened = self._opened.result()
            with suppress(RuntimeError):  # the loop is closed already
                opened.loop.call_soon_threadsafe(opened.stopped.set)
            self._thread.join(_STOP_SECONDS)

    def _main(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:  # noqa: BLE001 - goes to the thread that waits for it
            if not self._opened.done():
                self._opened.set_exception(error.with_traceback(None))

    async def _serve(self) -> None:
        path = sqlite_path(self._catalog_url)
        async with open_catalog(self._catalog_url, make=False) as catalog:
            if path is not None and (path == default_catalog_path() or not await catalog.apis()):
                await _publish_samples(catalog)
            app = create_app(catalog, grants={token_hash(_CALLER): Grant("embedded")})
            opened = _Opened(app, asyncio.get_running_loop(), asyncio.Event())
            self._opened.set_result(opened)
            await opened.stopped.wait()
            under_way = asyncio.all_tasks() - {asyncio.current_task()}
            if under_way:
                await asyncio.wait(under_way, timeout=_STOP_SECONDS)


def _closed() -> ServiceUnavailable:
    return ServiceUnavailable("The embedded service was closed during a request. Ask again.")


_services: dict[tuple[int, str], _Service] = {}
_lock = threading.Lock()


def _service(catalog_url: str | None, user: EmbeddedAdapter) -> _Service:
    """Return this process's service of a catalog, started when it does not run yet."""
    key = (os.getpid(), catalog_url or "")
    with _lock:
        service = _services.get(key)
        if service is None or not service.alive:
            service = _services[key] = _Service(catalog_url)
        service.users.add(user)
        return service


def _release(catalog_url: str | None, user: EmbeddedAdapter) -> None:
    key = (os.getpid(), catalog_url or "")
    with _lock:
        service = _services.get(key)
        if service is None:
            return
        service.users.discard(user)
        if service.users:
            return
        del _services[key]
    service.stop()


def _stop_all() -> None:
    for (process, _), service in list(_services.items()):
        if process == os.getpid():
            service.stop()


def _unlock() -> None:
    """Forget, in a process that was forked off, who held the lock in the one before."""
    global _lock  # noqa: PLW0603 - there is one for the module
    _lock = threading.Lock()


atexit.register(_stop_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)


# ---- One request -------------------------------------------------------------------------------


async def _answer(opened: _Opened, scope: Scope, body: bytes) -> _Answer:
    """Return status, headers and body of an application's response (ASGI 3, HTTP)."""
    if opened.stopped.is_set():
        raise _closed()
    answer = _Answer()

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.headers = message["headers"]
        else:
            answer.body += message.get("body", b"")

    await opened.app(scope, receive, send)
    return answer


def _scope_of(request: requests.PreparedRequest) -> Scope:
    parts = urlsplit(request.url or "")
    headers = [
        (name.lower().encode(), value.encode("latin-1") if isinstance(value, str) else value)
        for name, value in request.headers.items()
        if name.lower() not in {"authorization", "accept-encoding"}  # nothing is worth packing
    ]
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": parts.scheme,
        "path": unquote(parts.path),
        "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(),
        "root_path": "",
        "headers": [*headers, _AUTHORIZATION],
        "client": None,
        "server": None,
    }


def _response_of(request: requests.PreparedRequest, answer: _Answer) -> requests.Response:
    headers = HTTPHeaderDict((name.decode(), value.decode()) for name, value in answer.headers)
    raw = HTTPResponse(
        BytesIO(answer.body), headers=headers, status=answer.status, preload_content=False
    )
    return HTTPAdapter().build_response(request, raw)


async def _publish_samples(catalog: Catalog) -> None:
    published = {
        (api.org, api.api, SdkSelector(sdk.type, sdk.package, sdk.version))
        for api in await catalog.apis()
        for sdk in (await catalog.sdks([api.key]))[api.key]
    }
    for org, api, missing in missing_publications(published):
        with suppress(AlreadyPublished):  # by another kernel, a moment ago
            await catalog.publish_all(org, api, missing, mode=PublishMode.NEW)
