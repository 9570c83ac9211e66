"""One PostgreSQL server for all workers of a run, started when the first of them asks for it.

The process that has started the workers starts it, too, and tells each where it is: no worker's end
is the server's. When that process ends, killed or not, so does the server.
"""

from __future__ import annotations

import json
import socket
import threading
import traceback
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from socketserver import StreamRequestHandler, UnixStreamServer
from tempfile import TemporaryDirectory

from tests.memory_folder import memory_folder
from tests.postgresql_server import ServerAddress, running_server

_CONNECTIONS_OF_A_WORKER = 60


class SharedServer:
    """Answers workers in a thread, whose life is the server's (see `until_we_end`).

    Parameters
    ----------
    workers
        How many there are.
    """

    def __init__(self, workers: int) -> None:
        self._connections = workers * _CONNECTIONS_OF_A_WORKER
        self._stack = ExitStack()
        folder = self._stack.enter_context(TemporaryDirectory(prefix="snippet-widget-ask-"))
        self.path = str(Path(folder, "socket"))
        self._listener = _Listener(self.path, self)
        threading.Thread(target=self._listener.serve_forever, daemon=True).start()

    def close(self) -> None:
        """End the server, if there is one."""
        self._listener.shutdown()
        self._listener.server_close()
        self._stack.close()

    @cached_property
    def answer(self) -> str:
        """Where the server is, once it runs, or why it does not."""
        try:
            folder = self._stack.enter_context(memory_folder())
            settings = {"max_connections": str(self._connections)}
            server = self._stack.enter_context(running_server(folder, settings))
        except Exception:  # noqa: BLE001 - each worker is told
            return json.dumps({"failure": traceback.format_exc()})
        return json.dumps({"port": server.port, "password": server.password})


class _Listener(UnixStreamServer):
    def __init__(self, path: str, shared: SharedServer) -> None:
        self.shared = shared
        super().__init__(path, _Answer)


class _Answer(StreamRequestHandler):
    server: _Listener

    def handle(self) -> None:
        self.wfile.write(self.server.shared.answer.encode())


def shared_server(path: str) -> ServerAddress:
    """Return where the server is that answers at a path; starts it, where nobody has asked yet."""
    with socket.socket(socket.AF_UNIX) as asking:
        asking.connect(path)
        answer = json.loads(asking.makefile(encoding="utf-8").read())
    assert "failure" not in answer, answer["failure"]
    return ServerAddress(answer["port"], answer["password"])
