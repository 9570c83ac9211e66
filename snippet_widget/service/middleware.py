"""Middleware that gives each request an id, writes a line about it, and counts it."""

from __future__ import annotations

import re
import secrets
import time
from itertools import count
from typing import TYPE_CHECKING, Any, TextIO

import msgspec
from starlette.responses import Response

from snippet_widget.service.logs import timestamp
from snippet_widget.service.metrics import MEDIA_TYPE
from snippet_widget.service.operations import TOKEN_ID
from snippet_widget.service.problems import PROBLEM

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from snippet_widget.service.metrics import Metrics

_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}", re.ASCII)


class Observed:
    """Watch an application.

    Parameters
    ----------
    app
        What answers.
    log
        Where the lines go: one JSON object for each request, without query, headers or body, so
        that no token can be in it; None: nowhere.
    metrics
        What counts, and is answered to ``GET /metrics``; None: nothing does.
    """

    def __init__(self, app: ASGIApp, log: TextIO | None, metrics: Metrics | None) -> None:
        self._app = app
        self._log = log
        self._metrics = metrics
        self._prefix = secrets.token_hex(4)
        self._count = count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and remember how that went."""
        if self._metrics is not None and scope["path"] == "/metrics":
            await Response(self._metrics.text(), media_type=MEDIA_TYPE)(scope, receive, send)
            return
        request_id = self._request_id(scope)
        seen: dict[str, Any] = {"status": 500, "bytes": 0}

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start":
                seen["status"] = message["status"]
                headers = [*message["headers"], (b"x-request-id", request_id)]
                message = {**message, "headers": headers}
            else:
                seen["bytes"] += len(message.get("body", b""))
            await send(message)

        began = time.perf_counter()
        try:
            await self._app(scope, receive, watched)
        finally:
            self._remember(scope, request_id, seen, time.perf_counter() - began)

    def _request_id(self, scope: Scope) -> bytes:
        """Return the id that a proxy gave the request, where it is harmless, or one of our own."""
        for name, value in scope["headers"]:
            if name == b"x-request-id" and _REQUEST_ID.fullmatch(value):
                return bytes(value)
        return f"{self._prefix}-{next(self._count)}".encode()

    def _remember(
        self, scope: Scope, request_id: bytes, seen: dict[str, Any], seconds: float
    ) -> None:
        if self._metrics is not None:
            self._metrics.count(scope["path"], seen["status"], seconds)
        if self._log is None:
            return
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
        self._log.write(msgspec.json.encode(line).decode() + "\n")
        self._log.flush()
