"""An HTTP or HTTPS server that answers everything as it is told, and remembers the tokens."""

from __future__ import annotations

import socket
import ssl
import struct
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CERTIFICATE = Path(__file__).with_name("localhost_for_tests.pem")


@dataclass
class Script:
    """What the server answers.

    Parameters
    ----------
    status, body, headers
        The same to everything.
    bodies
        By path, instead of `body`.
    resets
        So many requests are ended by a reset of the connection first.
    ready
        Answers wait for it.
    url
        The server's address.
    tokens
        The header ``Authorization`` of each request, ``""`` where it has none.
    """

    status: int = 200
    body: bytes = b"[]"
    headers: Mapping[str, str] = field(default_factory=dict)
    bodies: Mapping[str, bytes] = field(default_factory=dict)
    resets: int = 0
    ready: threading.Event = field(default_factory=threading.Event)
    url: str = ""
    tokens: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ready.set()


@contextmanager
def scripted_server(script: Script | None = None, *, tls: bool = False) -> Iterator[Script]:
    """Run a server; with `tls` over HTTPS, with a certificate that nobody trusts."""
    script = script or Script()
    server = _Server(("127.0.0.1", 0), _handler(script))
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    script.url = f"http{'s' * tls}://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield script
    finally:
        script.ready.set()
        server.shutdown()
        server.server_close()
        thread.join(10)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Keep the tests' output quiet: clients that go away are what is tried here."""


def _handler(script: Script) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            script.tokens.append(self.headers.get("Authorization", ""))
            if len(script.tokens) <= script.resets:
                linger = struct.pack("ii", 1, 0)  # close sends a reset then
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                self.connection.close()
                return
            script.ready.wait(60)
            with suppress(OSError):
                self._answer()

        do_GET = do_POST  # noqa: N815
        do_CONNECT = do_POST  # noqa: N815

        def _answer(self) -> None:
            body = script.bodies.get(self.path, script.body)
            self.send_response(script.status)
            for name, value in script.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
            """Keep the tests' output quiet."""

    return Handler
