"""The server's HTTP protocol with bounds: on the size of headers, and on how slow a client is.

uvicorn bounds neither with `httptools`. One sweep a second over all connections finds the slow
ones and those that nobody uses any more: a timer after each answer, as uvicorn has it, costs a kept
answer a twentieth. Nor does uvicorn write the head of a response together with its body: a second
call of the system costs a kept answer a fifth.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from snippet_widget.creation import CREATE_PATH
from snippet_widget.service.request_parsing import TOO_SLOW

if TYPE_CHECKING:
    from collections.abc import Callable

    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

    from snippet_widget.service.limits import Limits

_LOG = logging.getLogger(__name__)

_MOST_DISCARDED = 32 * 1024 * 1024
_FIRST_REQUEST_SECONDS = 0.25
_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-type: application/problem+json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n%s"
)
_PROBLEM = (
    b'{"type":"about:blank","title":"Request Header Fields Too Large","status":431,'
    b'"detail":"The headers of a request may have %d bytes together."}'
)


class Connections:
    """The connections of one server that are open."""

    def __init__(self) -> None:
        self.open: set[BoundedProtocol] = set()

    async def close_slow(self) -> None:
        """Close the slow ones; called once a second."""
        now = asyncio.get_running_loop().time()
        for connection in list(self.open):
            connection.close_if_slow(now)


class _ResponseTransport:
    """A transport that writes head and body of a response at once.

    A request that is still arriving keeps it half open: to close it would reset the connection,
    and the client lose the response that says why.
    """

    def __init__(self, transport: Any, protocol: BoundedProtocol) -> None:
        self._transport = transport
        self._protocol = protocol
        self._lingering = False
        self._head = b""
        self._answered: RequestResponseCycle | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write, but keep the first of a response, its head, until the next or `flush`."""
        cycle = self._protocol.cycle
        if self._head:
            data, self._head = self._head + data, b""
        elif cycle is not self._answered and cycle is not None and cycle.response_started:
            self._answered = cycle
            self._head = data
            return
        self._transport.write(data)

    def flush(self) -> None:
        """Write a head that had no body."""
        if self._head:
            data, self._head = self._head, b""
            self._transport.write(data)

    def is_closing(self) -> bool:
        """Return whether no more is to be written."""
        return self._lingering or bool(self._transport.is_closing())

    def close(self) -> None:
        """Close it, or when a request is still arriving the direction that we write to."""
        self.flush()
        linger = self._protocol.linger
        if not self._lingering and not self._transport.is_closing() and linger():
            self._lingering = True
            self._transport.write_eof()
            self._transport.resume_reading()
        else:
            self._transport.close()


class BoundedProtocol(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, until a client asks for too much or too slowly."""

    def __init__(
        self, limits: Limits, connections: Connections, *arguments: Any, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self._limits = limits
        self._connections = connections
        self._header_bytes = 0
        self._body_arrives = False
        self._since = 0.0
        self._rests = False
        self._refused = False
        self._discarded: int | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to count: also before its first byte a connection must not idle for ever."""
        self._responses = _ResponseTransport(transport, self)
        super().connection_made(self._responses)  # type: ignore[arg-type]
        self._connections.open.add(self)
        self._since = self.loop.time()

    def connection_lost(self, exc: Exception | None) -> None:
        """End what waits for it."""
        self._connections.open.discard(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what came, unless the headers are too large or the request was refused."""
        if self._discarded is not None:
            self._discarded += len(data)
            if self._discarded > _MOST_DISCARDED:
                self.transport.abort()
            return
        if self._rests:
            self._rests = False
            self._since = self.loop.time()
        if self._body_arrives:
            super().data_received(data)  # the application counts it, or has answered already
            return
        before = self.cycle
        size = self._header_bytes + len(data)
        if size > self._limits.header_bytes and self._are_too_large(data):
            self._refuse()
            return
        super().data_received(data)
        self._header_bytes = size if self.cycle is before else 0

    def on_headers_complete(self) -> None:
        """Begin with the body, if there is one."""
        self._body_arrives = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Know it also of a request that was answered before: the cycle of that is not told."""
        self._body_arrives = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Rest until the next request, which may have begun to arrive."""
        self._responses.flush()
        if self._discarded is None:
            self._rests = not (self._header_bytes or self.pipeline)
            self._since = self.loop.time()
        if self.pipeline or self.transport.is_closing():
            super().on_response_complete()
        else:  # as there, without the timer
            self.server_state.total_requests += 1
            self.flow.resume_reading()

    def shutdown(self) -> None:
        """End when the server does, a new connection a moment later: its request is on its way."""
        if self.cycle is None:
            self.loop.call_later(_FIRST_REQUEST_SECONDS, super().shutdown)
        else:
            super().shutdown()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP."""
        self._refused = True
        super().send_400_response(msg)

    def close_if_slow(self, now: float) -> None:
        """Close the connection when its request, or the reading of its answer, takes too long.

        One on which no request came for as long as uvicorn keeps them is closed too.
        """
        if self._rests:
            if now - self._since > self.timeout_keep_alive:
                self.transport.close()
            return
        cycle = self.cycle if self.cycle and not self.cycle.response_complete else None
        sending = cycle is not None and cycle.response_started
        ours = cycle is not None and not cycle.more_body and not sending
        allowed = self._limits.send_seconds if sending else self._receive_seconds(cycle)
        if ours or now - self._since <= allowed:
            return
        if cycle is None or sending:
            self.transport.abort()
        else:
            _end_body(cycle)

    def _receive_seconds(self, cycle: RequestResponseCycle | None) -> float:
        if cycle is not None and cycle.scope["path"] == CREATE_PATH:
            return self._limits.create_seconds
        return self._limits.receive_seconds

    def _are_too_large(self, data: bytes) -> bool:
        end = data.find(b"\r\n\r\n")
        here = end if end >= 0 else len(data)
        return self._header_bytes + here > self._limits.header_bytes

    def linger(self) -> bool:
        """Begin to discard what is still arriving; False: nothing is."""
        if not self._refused and not self._body_arrives:
            return False
        self._discarded = 0
        self._since = self.loop.time()
        return True

    def _refuse(self) -> None:
        self._refused = True
        _LOG.warning(
            "A request was refused (431): its headers have more than %d bytes.",
            self._limits.header_bytes,
        )
        problem = _PROBLEM % self._limits.header_bytes
        self.transport.write(_TOO_LARGE % (len(problem), problem))
        self.transport.close()


def _end_body(cycle: RequestResponseCycle) -> None:
    """Let the application answer what has arrived of a body: that it came too slowly."""
    cycle.scope[TOO_SLOW] = True  # type: ignore[literal-required]
    cycle.more_body = False
    cycle.message_event.set()


def bounded_config(app: Callable[..., Any], limits: Limits, **options: Any) -> uvicorn.Config:
    """Return how to serve an ASGI application; `options` are those of `uvicorn.Config`."""
    connections = Connections()
    return uvicorn.Config(
        app,
        http=partial(BoundedProtocol, limits, connections),  # type: ignore[arg-type]
        ws="none",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `callers` reads them, and needs who connected
        callback_notify=connections.close_slow,
        timeout_notify=0,  # each second
        interface="asgi3",
        **options,
    )
