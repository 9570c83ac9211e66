"""What goes wrong with a catalog's file is said, with the file's name, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from snippet_widget.errors import CatalogReadOnly, CatalogUnavailable, CatalogUnusable
from tests.publication_builder import a_publication
from tests.service_builder import publish, with_catalog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.catalog import Catalog

_NOBODY = 65534
_BIG = [f"GET /e{n}" for n in range(2000)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a catalog with one SDK."""
    file = tmp_path / "catalog.db"
    publish(str(file), "org", "api", a_publication("python:acme==1"))
    return file


async def versions(catalog: Catalog) -> list[str]:
    (api,) = await catalog.apis()
    return [sdk.version for sdk in (await catalog.sdks([api.key]))[api.key]]


def opened(path: Path) -> None:
    async def use(catalog: Catalog) -> None:
        await catalog.state()

    with_catalog(str(path), use)


@pytest.mark.parametrize(
    ("content", "advice"),
    [
        (b"my notes, " * 1000, "is not an SQLite database"),
        (b"SQLite format 3\0" + b"\xff" * 5000, "catalog.db"),
    ],
)
def test_a_file_that_is_no_database_is_left_as_it_is(
    tmp_path: Path, content: bytes, advice: str
) -> None:
    path = tmp_path / "catalog.db"
    path.write_bytes(content)
    with pytest.raises(CatalogUnusable, match=advice):
        opened(path)
    assert path.read_bytes() == content


def test_a_database_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    with closing(sqlite3.connect(path)) as theirs:
        theirs.execute("CREATE TABLE catalog (recipe TEXT)")
    before = path.read_bytes()
    with pytest.raises(CatalogUnusable, match=r"theirs\.db is the database of another app"):
        opened(path)
    assert path.read_bytes() == before


def test_a_newer_catalog_is_left_as_it_is(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 1000")
    with pytest.raises(CatalogUnusable, match="newer snippet-widget"):
        opened(path)


def test_a_folder_is_no_catalog(tmp_path: Path) -> None:
    with pytest.raises(CatalogUnusable, match="is a folder: name a file in it"):
        opened(tmp_path)


def test_a_damaged_file_is_said_to_be(path: Path) -> None:
    publish(str(path), "org", "api", a_publication("go:acme==1", *_BIG))
    content = bytearray(path.read_bytes())
    content[4096 * 8 :] = b"\xa5" * len(content[4096 * 8 :])
    path.write_bytes(content)

    async def use(catalog: Catalog) -> None:
        with pytest.raises(CatalogUnusable, match=r"catalog\.db is damaged"):
            await catalog.publish("org", "api", a_publication("go:acme==2", *_BIG))

    with_catalog(str(path), use)


def test_a_truncated_file_is_said_to_be_damaged(path: Path) -> None:
    os.truncate(path, 4096 * 2 + 100)

    async def use(catalog: Catalog) -> None:
        await catalog.publish("org", "api", a_publication("go:acme==2", *_BIG))

    with pytest.raises(CatalogUnusable, match=r"catalog\.db is damaged"):
        with_catalog(str(path), use)


def test_a_missing_table_is_said_to_be_missing(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE snippet")
    with pytest.raises(CatalogUnusable, match="a table is missing"):
        publish(str(path), "org", "api", a_publication("go:acme==2"))


def test_readers_read_on_while_another_process_writes(path: Path) -> None:
    async def use(catalog: Catalog) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            assert await versions(catalog) == ["1"]
            writer.execute("ROLLBACK")

    with_catalog(str(path), use)


def test_a_file_that_is_locked_altogether_is_away_for_the_moment(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as owner:
        owner.execute("PRAGMA locking_mode = EXCLUSIVE")
        owner.execute("BEGIN EXCLUSIVE")
        owner.execute("UPDATE catalog SET stamp = stamp")
        with pytest.raises(CatalogUnavailable, match="locked by another process"):
            opened(path)
        owner.execute("ROLLBACK")
    opened(path)


def test_a_file_that_may_only_be_read_is_left_as_it_is() -> None:
    with _open_to_nobody() as folder, _unprivileged():
        path = folder / "catalog.db"
        publish(str(path), "org", "api", a_publication("python:acme==1"))
        before = path.read_bytes()
        path.chmod(stat.S_IRUSR)
        with pytest.raises(CatalogReadOnly, match=r"catalog\.db is read-only"):
            publish(str(path), "org", "api", a_publication("python:acme==2"))
        assert path.read_bytes() == before


def test_a_folder_that_takes_no_file_is_named() -> None:
    with _open_to_nobody() as folder, _unprivileged():
        folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
        with pytest.raises(CatalogUnusable, match="cannot be created: Permission denied"):
            opened(folder / "catalog.db")
        folder.chmod(stat.S_IRWXU)


@contextmanager
def _open_to_nobody() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="snippet-widget-"))
    if os.geteuid() == 0:
        os.chown(folder, _NOBODY, _NOBODY)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@contextmanager
def _unprivileged() -> Iterator[None]:
    """Be somebody whom permissions stop: root is not."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(_NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


_PUBLISH_UNTIL_FULL = """
import sys
from snippet_widget.errors import CatalogUnusable
from tests.publication_builder import a_publication
from tests.service_builder import publish, with_catalog
from tests.catalog.test_sqlite_errors import versions
path = sys.argv[1]
publish(path, "org", "api", a_publication("python:acme==1", "GET /a"))
big = [f"GET /{n}" for n in range(1000)]
try:
    publish(path, "org", "api", a_publication("python:acme==2", *big))
except CatalogUnusable as error:
    print(error)
print(with_catalog(path, versions))
publish(path, "org", "api", a_publication("python:acme==3", "GET /a"))
print(with_catalog(path, versions))
"""


def test_a_full_disk_refuses_a_publication_and_loses_nothing(tmp_path: Path) -> None:
    mount = 'mount -t tmpfs -o size=400k tmpfs "$1" && shift && exec "$@"'
    enter = ["unshare", "--map-root-user", "--mount", "sh", "-c", mount, "sh", str(tmp_path)]
    if subprocess.run([*enter, "true"], check=False, capture_output=True).returncode:
        pytest.skip("this machine gives nobody a small disk to fill")
    done = subprocess.run(
        [*enter, sys.executable, "-c", _PUBLISH_UNTIL_FULL, str(tmp_path / "catalog.db")],
        check=True,
        capture_output=True,
        text=True,
    )
    error, after, later = done.stdout.splitlines()
    assert error.endswith(
        "catalog.db cannot grow: the disk is full. Free some space and try again; nothing was lost."
    )
    assert (after, later) == ("['1']", "['1', '3']")
