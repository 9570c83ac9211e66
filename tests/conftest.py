"""What tests of several modules stand on: a real PostgreSQL server, started when first needed."""

from __future__ import annotations

import asyncio
import gc
import itertools
import os
import sys
import types
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from snippet_widget.catalog import open_catalog
from tests.memory_folder import memory_folder
from tests.order import LONGEST
from tests.postgresql_catalogs import EmptyCatalogs
from tests.postgresql_server import PostgresqlServer, ServerAddress, running_server
from tests.shared_postgresql import SharedServer, shared_server

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

# Else each of the hundreds of processes that tests start would compile all that it imports, and
# pytest rewrite the assertions of each file anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# All that is imported and collected stays: no garbage to look for until that is done.
gc.disable()

_NUMBERS = itertools.count(1)
_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "alone")
_SHARED = pytest.StashKey[SharedServer]()
_BROWSER = Path(__file__).with_name("browser")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Start two workers for each processor: where one waits, another one works.

    Five for two without the browser, whose tests are busy while the others mostly wait. None where
    files are named: a worker costs seconds to start.
    """
    names = [argument.partition("::")[0] for argument in config.args]
    if all(name.endswith((".py", ".ipynb")) for name in names):
        return 0
    half = 5 if _without_browser(config) else 4
    return ((os.cpu_count() or 1) * half + 1) // 2


def _without_browser(config: pytest.Config) -> bool:
    return bool(config.option.markexpr == "not browser")


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Let half of the workers begin with the browser's files, which wait for nothing."""
    if config.getoption("dist") != "loadfile":
        return None
    from tests.browser_apart import BrowserApart  # noqa: PLC0415 - only who distributes needs it

    return BrowserApart(config, log)


def pytest_configure_node(node: Any) -> None:
    """Tell each worker where to ask for the PostgreSQL server of all."""
    if sys.platform == "win32":
        return
    config: pytest.Config = node.config
    if _SHARED not in config.stash:
        config.stash[_SHARED] = SharedServer(workers=len(config.option.tx))
        config.add_cleanup(config.stash[_SHARED].close)
    node.workerinput["postgresql"] = config.stash[_SHARED].path


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the browser's files unread where no test of them is wanted."""
    return True if collection_path == _BROWSER and _without_browser(config) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest: last, a worker would be alone with it."""
    items.sort(key=_turn)


def pytest_collection_finish() -> None:
    """Keep what was collected out of each collection of garbage that follows."""
    gc.freeze()
    gc.enable()


def _turn(item: pytest.Item) -> tuple[bool, bool, int]:
    file = item.nodeid.partition("::")[0]
    long = LONGEST.index(file) if file in LONGEST else len(LONGEST)
    return _BROWSER not in item.path.parents, item.path.suffix == ".py", long


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> None:
    """Give each frame of an error a line, or pytest ends the worker instead of naming the test.

    What a signal raises between two lines, as a timeout does, has frames without (CPython 3.11).
    """
    if call.excinfo and any(entry._rawentry.tb_lineno is None for entry in call.excinfo.traceback):
        error = call.excinfo.value
        call.excinfo = pytest.ExceptionInfo.from_exception(
            error.with_traceback(_with_lines(error.__traceback__))
        )


def _with_lines(entry: types.TracebackType | None) -> types.TracebackType | None:
    if entry is None:
        return None
    line = entry.tb_lineno or entry.tb_frame.f_code.co_firstlineno
    return types.TracebackType(_with_lines(entry.tb_next), entry.tb_frame, entry.tb_lasti, line)


@pytest.fixture(scope="session", autouse=True)
def _programs_without_tracemalloc() -> None:
    """Trace memory in the tests' process alone, if at all: a service starts ten times as slowly."""
    os.environ.pop("PYTHONTRACEMALLOC", None)


@pytest.fixture(scope="session")
def postgresql_server(request: pytest.FixtureRequest) -> Iterator[ServerAddress]:
    """Return where the server of all tests is, and of all workers: none may stop it."""
    worker: dict[str, str] | None = getattr(request.config, "workerinput", None)
    if worker is not None:
        yield shared_server(worker["postgresql"])
        return
    with memory_folder() as folder, running_server(folder) as server:
        yield server


@pytest.fixture
def own_postgresql_server() -> Iterator[PostgresqlServer]:
    """Return a server that the test may stop and start."""
    with memory_folder() as folder, running_server(folder) as server:
        yield server


@pytest.fixture(scope="session")
def postgresql_template(postgresql_server: ServerAddress) -> str:
    """Return the name of a database with a catalog's tables, which is faster copied than made."""
    name = "catalog_template"

    async def fill(database: str) -> None:
        async with open_catalog(postgresql_server.url(database)):
            pass

    asyncio.run(_make_once(postgresql_server, name, fill))
    return name


async def _make_once(
    server: ServerAddress, database: str, fill: Callable[[str], Awaitable[None]]
) -> None:
    connection = await asyncpg.connect(server.url("postgres"))
    try:
        await connection.execute("SELECT pg_advisory_lock(1)")  # of all workers one makes it
        there = "SELECT count(*) FROM pg_database WHERE datname = $1"
        if not await connection.fetchval(there, database):
            await connection.execute(f"DROP DATABASE IF EXISTS {database}_new")
            await connection.execute(f"CREATE DATABASE {database}_new")
            await fill(f"{database}_new")
            await connection.execute(f"ALTER DATABASE {database}_new RENAME TO {database}")
    finally:
        await connection.close()


@pytest.fixture(scope="session")
def new_catalog_url(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], str]:
    """Return a function that makes a catalog without publications, by the kind of store."""

    def sqlite() -> str:
        return f"sqlite:///{tmp_path_factory.mktemp('catalog')}/catalog.db"

    def postgresql() -> str:
        template: str = request.getfixturevalue("postgresql_template")
        return _new_database(request.getfixturevalue("postgresql_server"), template)

    makers = {"sqlite": sqlite, "postgresql": postgresql}
    return lambda kind: makers[kind]()


def _new_database(server: ServerAddress, template: str = "template1") -> str:
    database = f"test_{_WORKER}_{next(_NUMBERS)}"
    asyncio.run(_create_database(server, database, template))
    return server.url(database)


async def _create_database(server: ServerAddress, database: str, template: str) -> None:
    connection = await asyncpg.connect(server.url("postgres"))
    try:
        await connection.execute(
            f"CREATE DATABASE {database} TEMPLATE {template} STRATEGY file_copy"
        )
    finally:
        await connection.close()


@pytest.fixture
def postgresql_url(postgresql_server: ServerAddress) -> str:
    """Return the URL of a database without any table."""
    return _new_database(postgresql_server)


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> str:
    """Run what asks for it on each kind of store."""
    kind: str = request.param
    return kind


@pytest.fixture(scope="session")
def postgresql_catalogs(new_catalog_url: Callable[[str], str]) -> Iterator[EmptyCatalogs]:
    with closing(EmptyCatalogs(lambda: new_catalog_url("postgresql"))) as catalogs:
        yield catalogs


@pytest.fixture
def catalog_url(store: str, request: pytest.FixtureRequest) -> str:
    """Return the URL of a catalog without publications, of each kind of store in turn."""
    url: str = request.getfixturevalue(f"{store}_catalog_url")
    return url


@pytest.fixture
def sqlite_catalog_url(new_catalog_url: Callable[[str], str]) -> str:
    return new_catalog_url("sqlite")


@pytest.fixture
def postgresql_catalog_url(postgresql_catalogs: EmptyCatalogs) -> Iterator[str]:
    url = postgresql_catalogs.take()
    yield url
    postgresql_catalogs.give_back(url)


@pytest.fixture
def unmade_catalog_url(store: str, request: pytest.FixtureRequest) -> str:
    """Return the URL of a catalog that nobody has opened yet, of each kind of store in turn."""
    url: str = request.getfixturevalue(f"{store}_url")
    return url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Return the URL of a file that is not there yet."""
    return f"sqlite:///{tmp_path}/catalog.db"
