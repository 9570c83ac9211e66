"""The file of a SQLite catalog, and the connections to it: one to read, one for each write."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from snippet_widget.catalog.sqlite.errors import catalog_error, translate_errors, translate_refusals
from snippet_widget.catalog.sqlite.schema import migrate, transaction
from snippet_widget.errors import CatalogUnusable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_WAIT_TO_OPEN = 3.0
_WAIT_TO_READ = 1.0
_WAIT_TO_WRITE = 30.0
_CACHE_KIB = 12 * 1024
_LOOK_EVERY = 1.0

_Identity = tuple[int, int] | None

_T = TypeVar("_T")


class SqliteFile:
    """A catalog's file, which is made when it is missing, and brought up to date.

    Once a second it is made sure that the file is still the one at its path. One that was put
    into its place cleanly is opened instead; else reading and writing are refused, with what to do.

    Attributes
    ----------
    generation
        How many files were read before this one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.name = str(path)
        self.generation = 0
        self._connection: sqlite3.Connection | None = None
        with translate_errors(self.name):
            _make_private_file(path)
            self._open()

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of one statement; called by one thread only."""
        if time.monotonic() > self._look_again:
            self._look()
        try:  # not the context manager, which would cost a request as much as the query does
            return self._cursor.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise catalog_error(error, self.name) from error

    @contextmanager
    def read_transaction(self) -> Iterator[None]:
        """Let all the reads inside see the catalog as it is at the first."""
        self.rows("BEGIN")
        try:
            yield
        finally:
            self.rows("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Give a connection of its own, and write all or nothing."""
        self._check_place()
        with (
            translate_errors(self.name),
            closing(self._connected(_WAIT_TO_WRITE)) as connection,
            translate_refusals(self.name),
            transaction(connection),
        ):
            yield connection

    async def write(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Write in a thread, which waits while others write; the event loop goes on."""

        def run() -> _T:
            with self.writing() as connection:
                return work(connection)

        return await asyncio.to_thread(run)

    def _open(self) -> None:
        """Open the file that is at the path; when it cannot be used, keep what was open before."""
        with closing(self._connected(_WAIT_TO_OPEN)) as connection:
            migrate(connection, self.name)
        connection = self._connected(_WAIT_TO_READ)
        with _closed_on_error(connection):
            cursor = connection.cursor()
            cursor.execute("SELECT * FROM catalog").fetchall()  # its log is there from now on
        before, self._connection, self._cursor = self._connection, connection, cursor
        if before is not None:
            before.close()
        self._opened = _identity(self._path)
        self._log = _identity(self._log_path)
        self._look_again = time.monotonic() + _LOOK_EVERY

    def _look(self) -> None:
        """Read on, in the file that is at the path now."""
        if self._connection is not None and self._connection.in_transaction:
            return
        if self._check_place() != self._opened:
            with translate_errors(self.name):
                self._open()
            self.generation += 1
        self._look_again = time.monotonic() + _LOOK_EVERY

    def _check_place(self) -> _Identity:
        """Return what is at the path, once it can be used.

        Raises
        ------
        CatalogUnusable
            Nothing, or another file beside the log of the one that was opened: SQLite would take
            the one's last changes for the other's.
        """
        there = _identity(self._path)
        if there is None:
            raise CatalogUnusable(
                f"The catalog {self.name} is gone: its file was moved or deleted. Put it back, "
                "or make a new one with `snippet-widget publish` and start again."
            )
        if there != self._opened and self._log and _identity(self._log_path) == self._log:
            raise CatalogUnusable(
                f"The catalog {self.name} was replaced while it was in use, and the log of the "
                "one before is still there. Stop everything that uses it, delete the files "
                f"{self._log_path.name} and {self._path.name}-shm beside it, and start again."
            )
        return there

    @property
    def _log_path(self) -> Path:
        return self._path.with_name(self._path.name + "-wal")

    def _connected(self, wait: float) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path,
            timeout=wait,
            isolation_level=None,
            cached_statements=512,
            check_same_thread=False,
        )
        with _closed_on_error(connection):
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(f"PRAGMA cache_size = {-_CACHE_KIB}")
        return connection


@contextmanager
def _closed_on_error(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _identity(path: Path) -> _Identity:
    """Return what tells a file from any other; None: there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _make_private_file(path: Path) -> None:
    """Make folder and file for their owner alone: a catalog holds a team's tokens' hashes."""
    if path.is_dir():
        raise CatalogUnusable(f"The catalog {path} is a folder: name a file in it.")
    if path.exists():
        return
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise CatalogUnusable(
            f"The catalog {path} cannot be created: {error.strerror}. Name another place."
        ) from error
