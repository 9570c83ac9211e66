"""The tables of a SQLite catalog, as numbered migrations; each runs in one transaction.

A snippet's key is ``sdk.id << 32 | endpoint.ordinal``: a lookup finds it with one seek, and the
snippets of an SDK version lie side by side in the order of their pages.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from snippet_widget.catalog.rows import rewritten
from snippet_widget.errors import CatalogUnusable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

APPLICATION_ID = 0x736E6970
"""``snip`` in the file's header tells a catalog from any other SQLite file."""

_WAIT_TO_SWITCH = 3.0
_TRY_EVERY = 0.01

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE catalog (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            revision INTEGER NOT NULL,
            stamp INTEGER NOT NULL
        )""",
        "INSERT INTO catalog VALUES (1, 0, 0)",
        """CREATE TABLE api (
            id INTEGER PRIMARY KEY,
            org TEXT NOT NULL,
            name TEXT NOT NULL,
            endpoints INTEGER NOT NULL DEFAULT 0,
            UNIQUE (org, name)
        )""",
        """CREATE TABLE sdk (
            id INTEGER PRIMARY KEY,
            api_id INTEGER NOT NULL REFERENCES api (id),
            type TEXT NOT NULL,
            package TEXT NOT NULL,
            version TEXT NOT NULL,
            snippets INTEGER NOT NULL,
            published_at INTEGER NOT NULL,
            UNIQUE (api_id, type, package, version)
        )""",
        """CREATE TABLE endpoint (
            api_id INTEGER NOT NULL REFERENCES api (id),
            ordinal INTEGER NOT NULL,
            method TEXT NOT NULL,
            path TEXT NOT NULL,
            path_key TEXT NOT NULL,
            segments INTEGER NOT NULL,
            PRIMARY KEY (api_id, path_key, method),
            UNIQUE (api_id, ordinal)
        ) WITHOUT ROWID""",
        """CREATE INDEX endpoint_template ON endpoint (api_id, method, segments, path_key)
            WHERE path_key LIKE '%{}%'""",
        """CREATE TABLE snippet (
            sdk_id INTEGER NOT NULL REFERENCES sdk (id),
            ordinal INTEGER NOT NULL,
            full_text TEXT,
            endpoint_text TEXT,
            UNIQUE (sdk_id, ordinal)
        )""",
        """CREATE TABLE token (
            hash BLOB PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            label TEXT NOT NULL,
            all_orgs INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER,
            revoked_at INTEGER
        ) WITHOUT ROWID""",
        """CREATE TABLE token_org (
            token_id TEXT NOT NULL REFERENCES token (id),
            org TEXT NOT NULL,
            PRIMARY KEY (token_id, org)
        ) WITHOUT ROWID""",
    ),
    (
        """CREATE TABLE snippet_by_key (
            key INTEGER PRIMARY KEY,
            full_text TEXT,
            endpoint_text TEXT
        )""",
        """INSERT INTO snippet_by_key SELECT sdk_id << 32 | ordinal, full_text, endpoint_text
            FROM snippet ORDER BY sdk_id, ordinal""",
        "DROP TABLE snippet",
        "ALTER TABLE snippet_by_key RENAME TO snippet",
    ),
    (
        """UPDATE snippet SET full_text = rewritten(full_text),
            endpoint_text = rewritten(endpoint_text)""",
        """UPDATE catalog SET stamp = stamp + 1, revision = revision + 1
            WHERE EXISTS (SELECT 1 FROM snippet)""",
    ),
    ("ALTER TABLE token ADD COLUMN may_write INTEGER NOT NULL DEFAULT 0",),
    (
        "ALTER TABLE token ADD COLUMN created_by TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE api ADD COLUMN revision INTEGER NOT NULL DEFAULT 0",
        # A trigger, so that programs of earlier versions that still run move it as well.
        """CREATE TRIGGER api_published AFTER UPDATE OF endpoints ON api
            BEGIN UPDATE api SET revision = revision + 1 WHERE id = NEW.id; END""",
    ),
    (
        "ALTER TABLE sdk ADD COLUMN status TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE sdk ADD COLUMN reason TEXT NOT NULL DEFAULT ''",
    ),
    (
        "ALTER TABLE token ADD COLUMN may_admin INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE token ADD COLUMN last_used_at INTEGER",
        """CREATE TABLE audit (
            id INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            action TEXT NOT NULL,
            org TEXT NOT NULL,
            api TEXT NOT NULL,
            subject TEXT NOT NULL,
            detail TEXT NOT NULL,
            actor TEXT NOT NULL,
            address TEXT NOT NULL,
            request TEXT NOT NULL
        )""",
        "CREATE INDEX audit_request ON audit (request) WHERE request <> ''",
    ),
)


def migrate(connection: sqlite3.Connection, name: str) -> None:
    """Bring the file to the newest tables; processes that try at once take turns."""
    version = _version(connection, name)
    if version == len(MIGRATIONS):
        return
    _keep_log(connection)
    connection.create_function("rewritten", 1, rewritten, deterministic=True)
    while True:
        with transaction(connection):
            version = _version(connection, name)
            if version == len(MIGRATIONS):
                return
            for statement in MIGRATIONS[version]:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {version + 1}")


def schema_of_file(path: Path) -> int:
    """Return how many migrations a file has seen; 0 where there is none."""
    if not path.exists():
        return 0
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        return version


def _keep_log(connection: sqlite3.Connection) -> None:
    """Let readers and a writer not wait for each other, from now on."""
    give_up = time.monotonic() + _WAIT_TO_SWITCH
    while not _keeps_log(connection, give_up):
        time.sleep(_TRY_EVERY)


def _keeps_log(connection: sqlite3.Connection, give_up: float) -> bool:
    """Try to switch: SQLite waits for nobody here, as two that switch would for each other."""
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError:
        if time.monotonic() > give_up:
            raise
        return False
    return True


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


def _version(connection: sqlite3.Connection, name: str) -> int:
    """Return how many migrations the file has seen.

    Raises
    ------
    CatalogUnusable
        It is somebody else's database, or a newer version of this package wrote it.
    """
    found: tuple[int, int, int] = connection.execute(  # one statement, so all of one moment
        "SELECT user_version, application_id, (SELECT count(*) FROM sqlite_master)"
        " FROM pragma_user_version, pragma_application_id"
    ).fetchone()
    version, application, tables = found
    if application != APPLICATION_ID and (tables or version or application):
        raise CatalogUnusable(
            f"{name} is the database of another application. Name another file; it was left as "
            "it is."
        )
    if version > len(MIGRATIONS):
        raise CatalogUnusable(
            f"The catalog {name} was written by a newer snippet-widget. Update this one."
        )
    return version
