"""``snippet-widget serve`` as a process of its own, for tests, and its workers."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import requests
from click.testing import CliRunner

from snippet_widget.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

_SECONDS = 30
_START_SECONDS = 60


def a_token(catalog: str) -> str:
    """Return a new token that covers all organizations."""
    made = CliRunner().invoke(main, ["token", "create", "--all-orgs", "--catalog", catalog])
    return made.stdout.strip()


def workers_of(supervisor: int) -> list[int]:
    """Return the worker processes of a service, the oldest first; multiprocessing names them so."""
    return [child for child in _children(supervisor) if b"spawn_main" in _arguments(child)]


def _children(process: int) -> list[int]:
    """Read what `ps` would, which takes a process for each of the many times that tests ask."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return sorted(int(child) for thread in threads for child in _read(thread).split())


def _arguments(process: int) -> bytes:
    return _read(Path(f"/proc/{process}/cmdline"))


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except (FileNotFoundError, ProcessLookupError):  # has ended meanwhile
        return b""


def wait_for_worker(address: tuple[str, int], seconds: float = _START_SECONDS) -> None:
    """Wait until a connection is taken: it listens before that, and who asks would wait too long.

    A connection that we end at once is ended in return, and nothing is logged or counted of it.

    Raises
    ------
    OSError
        Nobody took it in time, or the service has gone.
    """
    with socket.create_connection(address, timeout=seconds) as connection:
        connection.shutdown(socket.SHUT_WR)
        connection.recv(1)


@dataclass
class ServiceProcess:
    """A service that was started by the command.

    Attributes
    ----------
    log
        The lines it wrote to standard error so far; all of them after `stop`.
    """

    process: subprocess.Popen[str]
    url: str
    log: list[str] = field(default_factory=list)
    _reader: threading.Thread | None = None

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens."""
        host, _, port = self.url.removeprefix("http://").partition(":")
        return host, int(port)

    def workers(self) -> list[int]:
        """Return the worker processes, the oldest first."""
        return workers_of(self.process.pid)

    def health(self) -> int:
        """Return the status of ``GET /healthz``, on a connection of its own."""
        return requests.get(f"{self.url}/healthz", timeout=_SECONDS).status_code

    def listens(self) -> bool:
        """Return whether a connection is taken."""
        try:
            socket.create_connection(self.address, timeout=_SECONDS).close()
        except ConnectionRefusedError:
            return False
        return True

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End it by a signal; return its exit status."""
        self.process.send_signal(number)
        status = self.process.wait(_SECONDS)
        assert self._reader is not None
        self._reader.join(_SECONDS)
        return status

    def read_log(self) -> None:
        """Collect what it writes, in a thread."""
        assert self.process.stderr is not None
        stream = self.process.stderr

        def read_lines() -> None:
            for line in stream:
                self.log.append(line.rstrip("\n"))

        self._reader = threading.Thread(target=read_lines, daemon=True)
        self._reader.start()


@contextmanager
def serving(catalog: str, *options: str) -> Iterator[ServiceProcess]:
    """Run ``serve`` on a free port, from its first worker's start until the end of the block."""
    arguments = ["serve", "--port", "0", "--catalog", catalog, *options]
    with subprocess.Popen(
        [sys.executable, "-m", "snippet_widget", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        service = ServiceProcess(process, found[0])
        service.read_log()
        try:
            wait_for_worker(service.address)
            yield service
        finally:
            if process.poll() is None:
                process.terminate()
            try:
                process.wait(_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
