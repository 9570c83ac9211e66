"""A network for tests: passes bytes on to a server until it swallows them all in silence."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_PIECE = 65536


class TcpProxy:
    """A listening socket; what connects to it is connected to `server`.

    Attributes
    ----------
    passing
        Bytes are passed on while it is set, and swallowed while it is not.
    """

    def __init__(self, server: tuple[str, int]) -> None:
        self._server = server
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.passing = threading.Event()
        self.passing.set()
        self._open: list[socket.socket] = [self._listening]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """End all connections."""
        for connection in self._open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(self._server)
                self._open += [near, far]
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=pair, daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while piece := source.recv(_PIECE):
                if self.passing.is_set():
                    target.sendall(piece)
            target.close()


@contextmanager
def tcp_proxy(host: str, port: int) -> Iterator[TcpProxy]:
    """Run a proxy before a server."""
    proxy = TcpProxy((host, port))
    try:
        yield proxy
    finally:
        proxy.close()
