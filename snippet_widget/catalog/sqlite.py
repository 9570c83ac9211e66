"""The catalogue in one SQLite file: the embedded store, and enough for a small team.

Reads are made in the event loop: one takes microseconds, and a thread would cost more than it.
Writes have a connection, and publishing a thread, of their own.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import closing, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from snippet_widget.errors import CatalogUnusable
from snippet_widget.models import LoadLevel

from .contract import (
    PAGE_ENDPOINTS,
    Api,
    CatalogState,
    EndpointName,
    Found,
    FoundPage,
    Grant,
    PublishedSdk,
    PublishReport,
    Token,
)
from .rows import checked_names, endpoints_of, first_ordinal
from .sqlite_errors import meaning, told_apart
from .sqlite_publish import publish
from .sqlite_schema import APPLICATION_ID, MIGRATIONS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from snippet_widget.publication import Publication

_WAIT_TO_OPEN = 3.0
_CACHE_KIB = 12 * 1024
_WAIT_TO_READ = 1.0
_WAIT_TO_WRITE = 30.0

_TEXT = {
    LoadLevel.FULL: "full_text",
    LoadLevel.ENDPOINT: "coalesce(endpoint_text, full_text)",
}
_STATE = "SELECT stamp, revision FROM catalog WHERE one = 1"

_KNOWN = (
    "EXISTS (SELECT 1 FROM sdk JOIN snippet known ON known.sdk_id = sdk.id"
    " WHERE sdk.api_id = e.api_id AND known.ordinal = e.ordinal)"
)
"""An endpoint keeps its ordinal when the last SDK version that knew it was replaced."""


class SqliteCatalog:
    """A `Catalog` (see there) in the file at `path`, which is made when it is missing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with told_apart(self.name):
            _make_private_file(path)
            with closing(self._connect(_WAIT_TO_OPEN)) as connection:
                _migrate(connection, self.name)
            self._read = self._connect(_WAIT_TO_READ)
            self._state = self._read.cursor()

    @property
    def name(self) -> str:
        """The file's path."""
        return str(self._path)

    def close(self) -> None:
        """Let go of the file."""
        self._read.close()

    async def publish(
        self, org: str, api: str, publication: Publication, *, replace: bool = False
    ) -> PublishReport:
        sdk = checked_names(org, api, publication.sdk)

        def write() -> PublishReport:
            with self._writing() as connection:
                return publish(connection, (org, api), sdk, publication, replace=replace)

        return await asyncio.to_thread(write)

    async def state(self) -> CatalogState:
        try:  # not the context manager, which would cost a request as much as the query does
            row = self._state.execute(
                "SELECT stamp, revision FROM catalog WHERE one = 1"
            ).fetchone()
        except sqlite3.DatabaseError as error:
            raise meaning(error, self.name) from error
        return CatalogState(*row)

    async def apis(self) -> Sequence[Api]:
        rows = self._rows("SELECT id, org, name, endpoints FROM api ORDER BY org, name")
        return [Api(*row) for row in rows]

    async def sdks(self, apis: Collection[int]) -> Mapping[int, Sequence[PublishedSdk]]:
        found: dict[int, list[PublishedSdk]] = {api: [] for api in apis}
        query = (
            "SELECT api_id, id, type, package, version, snippets FROM sdk"
            f" WHERE api_id IN ({_marks(apis)}) ORDER BY id"
        )
        for api, *columns in self._rows(query, *apis):
            found[api].append(PublishedSdk(*columns))
        return found

    async def find(
        self, api: int, method: str, path_key: str, sdks: Sequence[int], level: LoadLevel
    ) -> Found | None:
        query = _find_query(len(sdks), _TEXT[level])
        rows = self._rows(query, *sdks, api, path_key, method)
        if not rows:
            return None
        return Found(rows[0][0], {sdk: text for _, sdk, text in rows if text is not None})

    async def templates(self, api: int, method: str, path_key: str) -> Sequence[str]:
        rows = self._rows(
            "SELECT path_key FROM endpoint e WHERE api_id = ? AND method = ? AND segments = ?"
            f" AND path_key LIKE '%{{}}%' AND ? LIKE replace(path_key, '{{}}', '%') AND {_KNOWN}",
            api,
            method,
            path_key.count("/"),
            path_key,
        )
        return [path_key for (path_key,) in rows]

    async def neighbours(self, api: int, path_key: str, limit: int) -> Sequence[EndpointName]:
        query = (
            "SELECT method, path FROM endpoint e WHERE api_id = ? AND path_key {} ?"
            f" AND {_KNOWN}"
            " ORDER BY path_key {}, method {} LIMIT ?"
        )
        before = self._rows(query.format("<", "DESC", "DESC"), api, path_key, limit)
        after = self._rows(query.format(">=", "ASC", "ASC"), api, path_key, limit)
        return [EndpointName(*row) for row in [*before[::-1], *after]]

    async def page(self, api: int, number: int, sdks: Sequence[int], level: LoadLevel) -> FoundPage:
        first = first_ordinal(number)
        with self._one_moment():
            rows = self._rows(
                f"SELECT s.ordinal, method, path, sdk_id, {_TEXT[level]} FROM snippet s"
                " JOIN endpoint e ON e.api_id = ? AND e.ordinal = s.ordinal"
                f" WHERE sdk_id IN ({_marks(sdks)}) AND s.ordinal >= ? AND s.ordinal < ?"
                " ORDER BY s.ordinal",
                api,
                *sdks,
                first,
                first + PAGE_ENDPOINTS,
            )
            return FoundPage(
                (await self.state()).stamp,
                endpoints_of(rows),
                self._next(sdks, first + PAGE_ENDPOINTS),
            )

    async def create_token(self, token_hash: bytes, grant: Grant, label: str) -> None:
        orgs = grant.organizations
        with self._writing() as connection:
            connection.execute(
                "INSERT INTO token (hash, id, label, all_orgs, created_at, expires_at)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (token_hash, grant.id, label, orgs is None, int(time.time()), grant.expires_at),
            )
            connection.executemany(
                "INSERT INTO token_org VALUES (?, ?)", [(grant.id, org) for org in orgs or ()]
            )
            connection.execute("UPDATE catalog SET stamp = stamp + 1")

    async def grant(self, token_hash: bytes) -> Grant | None:
        rows = self._rows(
            "SELECT id, all_orgs, expires_at FROM token WHERE hash = ? AND revoked_at IS NULL",
            token_hash,
        )
        return self._grant(*rows[0]) if rows else None

    async def tokens(self) -> Sequence[Token]:
        rows = self._rows(
            "SELECT id, all_orgs, expires_at, label, created_at, revoked_at FROM token"
            " ORDER BY created_at, id"
        )
        return [Token(self._grant(*row[:3]), *row[3:]) for row in rows]

    async def revoke_token(self, token_id: str) -> bool:
        with self._writing() as connection:
            ended = connection.execute(
                "UPDATE token SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?",
                (int(time.time()), token_id),
            )
            connection.execute("UPDATE catalog SET stamp = stamp + 1")
            return ended.rowcount == 1

    def _grant(self, token_id: str, all_orgs: int, expires_at: int | None) -> Grant:
        rows = self._rows("SELECT org FROM token_org WHERE token_id = ?", token_id)
        orgs = None if all_orgs else frozenset(org for (org,) in rows)
        return Grant(token_id, orgs, expires_at)

    def _next(self, sdks: Sequence[int], ordinal: int) -> int | None:
        rows = self._rows(
            "SELECT min(first) FROM (SELECT (SELECT min(ordinal) FROM snippet"
            " WHERE sdk_id = sdk.id AND ordinal >= ?) AS first FROM sdk"
            f" WHERE id IN ({_marks(sdks)}))",
            ordinal,
            *sdks,
        )
        found: int | None = rows[0][0]
        return None if found is None else found // PAGE_ENDPOINTS + 1

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._read.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise meaning(error, self.name) from error

    @contextmanager
    def _one_moment(self) -> Iterator[None]:
        with told_apart(self.name):
            self._read.execute("BEGIN")
        try:
            yield
        finally:
            self._read.execute("COMMIT")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with (
            told_apart(self.name),
            closing(self._connect(_WAIT_TO_WRITE)) as connection,
            transaction(connection),
        ):
            yield connection

    def _connect(self, wait: float) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path,
            timeout=wait,
            isolation_level=None,
            cached_statements=512,
            check_same_thread=False,
        )
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA cache_size = {-_CACHE_KIB}")
        return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Write all or nothing, and be the only writer meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _make_private_file(path: Path) -> None:
    """Make folder and file for their owner alone: a catalogue holds a team's tokens' hashes."""
    if path.exists():
        return
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise CatalogUnusable(
            f"The catalogue {path} cannot be made: {error.strerror}. Name another place."
        ) from error


def _migrate(connection: sqlite3.Connection, name: str) -> None:
    """Bring the file to the newest tables; processes that try at once take turns."""
    version = _version(connection, name)
    if version == len(MIGRATIONS):
        return
    connection.execute("PRAGMA journal_mode = WAL")
    while True:
        with transaction(connection):
            version = _version(connection, name)
            if version == len(MIGRATIONS):
                return
            for statement in MIGRATIONS[version]:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {version + 1}")


def _version(connection: sqlite3.Connection, name: str) -> int:
    """Return how many migrations the file has seen.

    Raises
    ------
    CatalogUnusable
        It is somebody else's database, or a newer version of this package wrote it.
    """
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    tables: int = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION_ID and (tables or version or application):
        raise CatalogUnusable(
            f"{name} is a database of something else. Name another file; it was left as it is."
        )
    if version > len(MIGRATIONS):
        raise CatalogUnusable(
            f"The catalogue {name} was written by a newer snippet-widget. Update this one."
        )
    return version


@cache
def _find_query(sdks: int, text: str) -> str:
    return (
        f"SELECT (SELECT stamp FROM catalog), sdk_id, {text} FROM endpoint e"
        f" LEFT JOIN snippet s ON s.ordinal = e.ordinal AND sdk_id IN ({', '.join('?' * sdks)})"
        f" WHERE api_id = ? AND path_key = ? AND method = ? AND (sdk_id IS NOT NULL OR {_KNOWN})"
    )


def _marks(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))
