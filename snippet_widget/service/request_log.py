"""ASGI middleware that gives each request an id, writes a line about it, and counts it."""

from __future__ import annotations

import re
import secrets
import time
from itertools import count
from typing import TYPE_CHECKING, Any

from snippet_widget.service.logs import log_line, timestamp
from snippet_widget.service.operations import CLIENT_GONE, TOKEN_ID
from snippet_widget.service.problems import PROBLEM

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from snippet_widget.service.metrics import Metrics

_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}", re.ASCII)


_CLIENT_CLOSED_REQUEST = 499  # as nginx has it


class RequestLog:
    """Log and count the requests that an application answers.

    Parameters
    ----------
    app
        What answers.
    write
        Takes each line: one JSON object for each request, without query, headers or body, so that
        no token can be in it; None: nothing does.
    metrics
        What counts; None: nothing does.
    """

    def __init__(
        self, app: ASGIApp, write: Callable[[bytes], None] | None, metrics: Metrics | None
    ) -> None:
        self._app = app
        self._write = write
        self._metrics = metrics
        self._prefix = secrets.token_hex(4)
        self._count = count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and record how that went."""
        request_id = self._request_id(scope)
        seen: dict[str, Any] = {"status": 500, "bytes": 0}

        async def recording_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                seen["status"] = message["status"]
                headers = [*message["headers"], (b"x-request-id", request_id)]
                message = {**message, "headers": headers}
            else:
                seen["bytes"] += len(message.get("body", b""))
            await send(message)

        if self._metrics is not None:
            self._metrics.begin()
        began = time.perf_counter()
        try:
            await self._app(scope, receive, recording_send)
        finally:
            seconds = time.perf_counter() - began
            if CLIENT_GONE in scope:
                seen["status"] = _CLIENT_CLOSED_REQUEST
            if self._metrics is not None:
                self._metrics.end(scope["path"], seen["status"], seconds)
            if self._write is not None:
                self._write(_line(scope, request_id, seen, seconds))

    def _request_id(self, scope: Scope) -> bytes:
        """Return the id that a proxy gave the request, where it is harmless, or one of our own."""
        for name, value in scope["headers"]:
            if name == b"x-request-id" and _REQUEST_ID.fullmatch(value):
                return bytes(value)
        return f"{self._prefix}-{next(self._count)}".encode()


def _line(scope: Scope, request_id: bytes, seen: dict[str, Any], seconds: float) -> bytes:
    line = {
        "time": timestamp(time.time()),
        "request_id": request_id.decode(),
        "method": scope["method"],
        "path": scope["path"],
        **seen,
        "ms": round(seconds * 1000, 3),
        "token_id": scope.get(TOKEN_ID),
        "problem": scope.get(PROBLEM),
    }
    return log_line(line)
