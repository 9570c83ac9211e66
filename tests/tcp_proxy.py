"""A network for tests: passes bytes on to a server until it swallows them all in silence."""

from __future__ import annotations

import socket
import sys
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_PIECE = 65536
_SECONDS_TO_FILL = 1.0


class TcpProxy:
    """A listening socket; what connects to it is connected to `server`.

    Attributes
    ----------
    passing
        Bytes are passed on while it is set, and swallowed while it is not.
    most
        After so many bytes of one direction nothing is taken any more, until whoever sends has
        filled all buffers between; then the connection ends.
    """

    def __init__(self, server: tuple[str, int], port: int = 0) -> None:
        self._server = server
        self.most = sys.maxsize
        self._listening = socket.create_server(("127.0.0.1", port))
        self.port: int = self._listening.getsockname()[1]
        self.passing = threading.Event()
        self.passing.set()
        self._open: list[socket.socket] = [self._listening]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def connections(self) -> int:
        """How many connections are open."""
        return sum(each.fileno() >= 0 for each in self._open[1::2])

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
        passed = 0
        with suppress(OSError):
            while passed < self.most and (piece := source.recv(_PIECE)):
                passed += len(piece)
                if self.passing.is_set():
                    target.sendall(piece)
        if passed >= self.most:
            time.sleep(_SECONDS_TO_FILL)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def tcp_proxy(host: str, server_port: int, *, port: int = 0) -> Iterator[TcpProxy]:
    """Run a proxy before a server, on a port of one's choice."""
    proxy = TcpProxy((host, server_port), port)
    try:
        yield proxy
    finally:
        proxy.close()
