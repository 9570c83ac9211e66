"""Two neighboring versions of the program on one schema, as during a rolling upgrade.

``python -m benchmarks.rolling_upgrade [COMMIT|PYTHON]``: the program of an earlier commit (by
default the newest whose PostgreSQL migrations are fewer) is taken out of the repository into a
folder of its own and run with this environment's libraries; or it is one that was installed, by the
path of its environment's Python. It makes the catalog and publishes; this version migrates; then
both serve and publish at once, and each has to see what the other does.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncpg
import msgspec
import requests

from snippet_widget.catalog.postgresql.schema import MIGRATIONS
from tests.postgresql_server import running_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.postgresql_server import PostgresqlServer

ROOT = Path(__file__).parent.parent
_SCHEMA = "snippet_widget/catalog/postgresql/schema.py"
_SECONDS = 60
_COUNT = "from snippet_widget.catalog.postgresql.schema import MIGRATIONS; print(len(MIGRATIONS))"


class Program:
    """The program as one commit has it, or as it is installed beside another Python."""

    def __init__(self, name: str, folder: Path, python: str = sys.executable) -> None:
        self.name = name
        self._folder = folder
        self._python = python

    def run(self, *arguments: str) -> str:
        """Run a command to its end; return what it printed.

        Raises
        ------
        RuntimeError
            It failed.
        """
        done = subprocess.run(
            [self._python, "-m", "snippet_widget", *arguments],
            **self._options(),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{self.name}: {' '.join(arguments)}: {done.stderr}")
        return str(done.stdout).strip()

    def python(self, code: str) -> str:
        """Return what a program prints that imports this version."""
        command = [self._python, "-c", code]
        return str(subprocess.check_output(command, **self._options(), text=True)).strip()

    @contextmanager
    def serving(self, catalog: str) -> Iterator[str]:
        """Serve a catalog; gives the address."""
        command = [self._python, "-m", "snippet_widget", "serve", "--port", "0", "--quiet"]
        with subprocess.Popen(
            [*command, "--catalog", catalog], **self._options(), stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                line = process.stdout.readline() if process.stdout else ""
                found = re.search(r"http://\S+", line)
                if found is None:
                    raise RuntimeError(f"{self.name} does not serve")
                yield found[0]
            finally:
                process.terminate()

    def _options(self) -> dict[str, Any]:
        return {"cwd": self._folder, "env": {**os.environ, "PYTHONPATH": str(self._folder)}}


def main() -> int:
    """Print each step; raise where the versions do not get along."""
    with tempfile.TemporaryDirectory() as folder, running_server() as server:
        before = _earlier(sys.argv[1:2], Path(folder))
        now = Program("this version", ROOT)
        print(f"before: {before.name}, schema {before.python(_COUNT)}; now: {len(MIGRATIONS)}")
        catalog = asyncio.run(_database(server))
        before.run("migrate", "--catalog", catalog)
        _publish(before, catalog, "1.0.0")
        token = before.run("token", "create", "--all-orgs", "--catalog", catalog)
        with before.serving(catalog) as old:
            _see(old, token, "1.0.0")
            print("migrated:", now.run("migrate", "--catalog", catalog))
            _see(old, token, "1.0.0")
            with now.serving(catalog) as new, before.serving(catalog) as restarted:
                for number, program in enumerate((before, now, before, now), 1):
                    version = f"1.{number}.0"
                    _publish(program, catalog, version)
                    for url in (old, new, restarted):
                        _see(url, token, version)
                    print(f"{program.name} published {version}: all three services have it")
                made = before.run("token", "create", "--all-orgs", "--catalog", catalog)
                _see(new, made, "1.4.0")
                id_ = next(
                    line.split()[0]
                    for line in now.run("token", "list", "--catalog", catalog).splitlines()
                )
                now.run("token", "revoke", id_, "--catalog", catalog)
                for url in (old, new, restarted):
                    if _ask(url, token).status_code != requests.codes.unauthorized:
                        raise RuntimeError("a revoked token opens one of them")
                print("tokens of either work in both; one that is revoked opens neither")
    return 0


def _publish(program: Program, catalog: str, version: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        snippet = {
            "type": "go",
            "sdk": {"package": "acme", "version": version},
            "client": f"acme.Ping() // {version}",
        }
        export = {
            "snippet_widget_export": 1,
            "org": "org",
            "api": "api",
            "publications": [
                {
                    "sdk": {"type": "go", "package": "acme", "version": version},
                    "endpoints": [{"method": "GET", "path": "/ping", "full": snippet}],
                }
            ],
        }
        path = Path(folder) / "export.json"
        path.write_bytes(msgspec.json.encode(export))
        scope = ("--org", "org", "--api", "api")
        program.run("publish", str(path), *scope, "--catalog", catalog)


def _ask(url: str, token: str) -> requests.Response:
    headers = {"Authorization": f"Bearer {token}"}
    body = {"endpoint": {"method": "GET", "path": "/ping"}}
    return requests.post(f"{url}/snippets", json=body, headers=headers, timeout=_SECONDS)


def _see(url: str, token: str, version: str) -> None:
    """Return when a service has a version as the latest, which must be at once."""
    answer = _ask(url, token)
    if answer.status_code != requests.codes.ok or f"// {version}" not in answer.text:
        raise RuntimeError(f"{version} is not what {url} answers: {answer.text[:300]}")


def _earlier(given: list[str], folder: Path) -> Program:
    """Return the program of a commit: of that one, or of the newest with fewer migrations.

    One that is installed is run in an empty folder, so that it is what Python finds.
    """
    if given and Path(given[0]).is_file():
        return Program(f"the program of {given[0]}", folder, str(Path(given[0]).absolute()))
    log = ["git", "log", "--format=%h", "--", _SCHEMA]
    commits = given or subprocess.check_output(log, cwd=ROOT, text=True).split()
    for commit in commits:
        place = folder / f"{commit}-{time.monotonic_ns()}"
        place.mkdir()
        archive = subprocess.run(
            ["git", "archive", commit, "snippet_widget"],
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
        subprocess.run(["tar", "-x", "-C", str(place)], input=archive.stdout, check=True)
        program = Program(f"commit {commit}", place)
        if given or int(program.python(_COUNT)) < len(MIGRATIONS):
            return program
    raise RuntimeError("no earlier commit has fewer migrations")


async def _database(server: PostgresqlServer) -> str:
    connection = await asyncpg.connect(server.url("postgres"))
    await connection.execute("CREATE DATABASE upgrade ENCODING 'UTF8'")
    await connection.close()
    return server.url("upgrade")


if __name__ == "__main__":
    sys.exit(main())
