"""Serves a `FernService` over HTTP on this machine."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.fern_options import FernOptions
from tests.fern_service import OTHER_TOKEN, TOKEN, FernService, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publication import Publication

_LARGEST_BODY = 10 * 1024 * 1024


@contextmanager
def fern_service(
    *publications: Publication,
    options: FernOptions | None = None,
    org: str = "acme",
    api: str = "things",
) -> Iterator[FernService]:
    """Serve publications of one API, the earliest first; more can be published meanwhile.

    `TOKEN` covers the organization, `OTHER_TOKEN` none; other tokens are unknown.
    """
    service = FernService(
        options or FernOptions(), {TOKEN: frozenset({org}), OTHER_TOKEN: frozenset()}
    )
    service.publish(org, api, *publications)
    server = _Server(service)
    service.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, service: FernService) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.service = service


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    @property
    def service(self) -> FernService:
        return self.server.service

    def do_GET(self) -> None:
        self._not_found()

    def do_OPTIONS(self) -> None:
        self._send(204, None, {"Access-Control-Allow-Methods": "GET,HEAD,PUT,PATCH,POST"})

    def do_POST(self) -> None:
        data = self.rfile.read(min(int(self.headers["Content-Length"] or 0), _LARGEST_BODY))
        if urlsplit(self.path).path not in ("/snippets", "/snippets/load", "/snippets/create"):
            self._not_found()
            return
        body = _decoded(data)
        self.service.requests.append((self.path, body))
        time.sleep(self.service.delay)
        if self.service.resets > 0:
            self.service.resets -= 1
            self._reset()
        elif self.service.failures:
            self._send(self.service.failures.pop(0), None)
        elif self.service.retry_after:
            seconds = self.service.retry_after.pop(0)
            error = Refusal(429, "TooManyRequests", "Too many requests")
            self._send(429, _refusal(error, self.service.options), {"Retry-After": seconds})
        else:
            self._operation(body)

    def _operation(self, body: Any) -> None:
        scheme, _, token = (self.headers["Authorization"] or "").partition(" ")
        try:
            answer = self.service.answer(self.path, token if scheme == "Bearer" else None, body)
        except Refusal as refusal:
            self._send(refusal.status, _refusal(refusal, self.service.options))
        else:
            self._send(200 if answer is not None else 204, answer)

    def _not_found(self) -> None:
        if not self.service.options.html_not_found:
            self._send(404, {})
            return
        page = f"<!DOCTYPE html><title>Error</title><pre>Cannot {self.command}</pre>"
        self._write(404, page.encode(), {"Content-Type": "text/html; charset=utf-8"})

    def _reset(self) -> None:
        """Close so that the client's next read fails: a lingering time of 0 sends RST."""
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.close_connection = True
        self.connection.close()

    def _send(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        data = b"" if body is None else json.dumps(body).encode()
        kind = {"Content-Type": "application/json; charset=utf-8"} if data else {}
        self._write(status, data, {**kind, **(headers or {})})

    def _write(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        length = {} if status == 204 else {"Content-Length": str(len(data))}  # RFC 9110, 8.6
        allowed = {"Access-Control-Allow-Origin": "*"}
        for name, value in {**allowed, **headers, **length}.items():
            self.send_header(name, value)
        self.end_headers()
        with suppress(OSError):  # a client that waits no longer
            self.wfile.write(data)

    def finish(self) -> None:
        with suppress(OSError):  # of a connection that was reset
            super().finish()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base's name
        """Keep the tests' output quiet."""


def _decoded(data: bytes) -> Any:
    try:
        return json.loads(data or b"{}")
    except ValueError:
        return None


def _refusal(refusal: Refusal, options: FernOptions) -> Any:
    if options.errors == "text":
        return refusal.content
    if options.errors == "named":
        return {"error": refusal.error, "content": refusal.content}
    codes = {400: "BAD_REQUEST", 401: "UNAUTHORIZED", 404: "NOT_FOUND", 503: "SERVICE_UNAVAILABLE"}
    code = codes.get(refusal.status, "INTERNAL_SERVER_ERROR")
    return {"defined": False, "code": code, "status": refusal.status, "message": refusal.content}
