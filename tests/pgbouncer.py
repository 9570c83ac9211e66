"""A real PgBouncer before a PostgreSQL server, where it is installed; set as the docs have it."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.ports import free_port
from tests.postgresql_server import as_nobody, until_we_end
from tests.waiting import wait_until

if TYPE_CHECKING:
    from tests.postgresql_server import PostgresqlServer

PROGRAM = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
_PAGE = Path(__file__).parent.parent / "notebooks" / "deployment.md"


def documented_settings() -> str:
    """Return the settings that the deployment page asks for."""
    page = _PAGE.read_text(encoding="utf-8")
    return str(re.findall(r"```ini\n(.*?)```", page, re.DOTALL)[0])


class PgBouncer:
    """A pooler on a port of its own, in a folder that it may read."""

    def __init__(self, folder: Path, server: PostgresqlServer) -> None:
        self._folder = folder
        self._port = free_port()
        folder.chmod(0o755)
        self._point_at(server)
        self.start()

    def url(self, server: PostgresqlServer, database: str) -> str:
        """Return the URL of a server's database through the pooler."""
        there = server.url(database)
        return there.replace(f":{urlsplit(there).port}/", f":{self._port}/")

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [*as_nobody(), *until_we_end(), str(PROGRAM), "-q"]
        self._process = subprocess.Popen(
            [*command, str(self._folder / "pgbouncer.ini")], stdin=subprocess.DEVNULL, cwd="/"
        )
        wait_until(self._listens)

    def stop(self) -> None:
        """End it at once, with all connections through it."""
        self._process.terminate()
        self._process.wait(30)

    def restart(self, server: PostgresqlServer) -> None:
        """End it and start it again before another server."""
        self.stop()
        self._point_at(server)
        self.start()

    def _listens(self) -> bool:
        assert self._process.poll() is None, "PgBouncer does not start"
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self._port)) == 0

    def _point_at(self, server: PostgresqlServer) -> None:
        users = self._folder / "users.txt"
        users.write_text(f'"tester" "{server.password}"\n', encoding="utf-8")
        (self._folder / "pgbouncer.ini").write_text(
            f"[databases]\n* = host=127.0.0.1 port={server.port}\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {self._port}\nunix_socket_dir =\n"
            f"auth_type = scram-sha-256\nauth_file = {users}\n{documented_settings()}",
            encoding="utf-8",
        )
