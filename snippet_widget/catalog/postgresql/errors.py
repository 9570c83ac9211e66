"""What PostgreSQL's errors mean to whoever runs the service or publishes."""

from __future__ import annotations

import asyncio
import errno
from contextlib import contextmanager
from typing import TYPE_CHECKING

import asyncpg

from snippet_widget.errors import CatalogReadOnly, CatalogUnavailable, CatalogUnusable

if TYPE_CHECKING:
    from collections.abc import Iterator

CONNECTION_LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.InternalClientError,
    asyncpg.InterfaceError,
    ConnectionError,
)
"""The server has gone, or this connection to it: another connection may do."""

FAILURES = (
    OSError,
    asyncio.TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""All that goes wrong between here and the database."""

_REFUSED = (asyncpg.InsufficientPrivilegeError, asyncpg.ReadOnlySQLTransactionError)

_RETRY_AFTER = {"Retry-After": "1"}

_UNAVAILABLE: dict[type[Exception], str] = {
    asyncpg.TargetServerAttributeNotMatched: "has no server of the kind that its URL asks for "
    "(target_session_attrs)",
    asyncpg.LockNotAvailableError: "is being written by somebody else",
    asyncpg.DeadlockDetectedError: "is being written by somebody else",
    asyncpg.SerializationError: "is being written by somebody else",
    asyncpg.QueryCanceledError: "took too long to answer",
    asyncio.TimeoutError: "took too long to answer",
    asyncpg.TooManyConnectionsError: "has no connection left",
    asyncpg.CannotConnectNowError: "is starting or stopping",
    asyncpg.OperatorInterventionError: "is stopping",
}

_POOLED = (
    "is behind a pooler that gives each transaction another connection. Let it give one for as "
    "long as it is open (PgBouncer: pool_mode = session), or name the server itself."
)

_UNUSABLE: dict[type[Exception], str] = {
    asyncpg.InvalidSQLStatementNameError: _POOLED,
    asyncpg.DuplicatePreparedStatementError: _POOLED,
    asyncpg.ProtocolViolationError: "is behind a pooler that refuses what a connection begins "
    "with. Let it pass (PgBouncer: ignore_startup_parameters, as in the documentation, Run the "
    "service for a team), or name the server itself.",
    asyncpg.InvalidPasswordError: "refuses this user or password. Check both in its URL.",
    asyncpg.InvalidAuthorizationSpecificationError: "refuses this user. Check the user in its URL, "
    "and what the server's pg_hba.conf allows.",
    asyncpg.InvalidCatalogNameError: "does not exist on that server. Create it with `createdb`, "
    "or name another.",
    asyncpg.ReadOnlySQLTransactionError: "is read-only. Name the primary server to write.",
    asyncpg.DiskFullError: "cannot grow: the server's disk is full. Nothing was lost.",
    asyncpg.UndefinedTableError: "is damaged: a table is missing. Restore it from a copy, or drop "
    "the schema snippet_widget and publish again.",
    asyncpg.UndefinedColumnError: "is damaged: a column is missing. Restore it from a copy, or "
    "drop the schema snippet_widget and publish again.",
    asyncpg.DataCorruptedError: "is damaged. Restore it from a copy.",
    asyncpg.IndexCorruptedError: "is damaged. Run REINDEX, or restore it from a copy.",
}


@contextmanager
def translate_errors(name: str) -> Iterator[None]:
    """Raise an error of our own tree instead of asyncpg's, with the database and what to do."""
    try:
        yield
    except FAILURES as error:
        raise catalog_error(error, name) from error


@contextmanager
def translate_refusals(name: str) -> Iterator[None]:
    """Tell a write that is refused from a database that cannot be used."""
    try:
        yield
    except _REFUSED as error:
        raise CatalogReadOnly(str(catalog_error(error, name))) from error


def catalog_error(error: Exception, name: str) -> CatalogUnavailable | CatalogUnusable:
    """Return the error of our own tree that one of `FAILURES` stands for."""
    for kind, advice in _UNUSABLE.items():
        if isinstance(error, kind):
            return CatalogUnusable(f"The catalog {name} {advice}")
    for kind, what in _UNAVAILABLE.items():
        if isinstance(error, kind):
            return CatalogUnavailable(
                f"The catalog {name} {what}. Try again in a moment; nothing was changed.",
                headers=_RETRY_AFTER,
            )
    if isinstance(error, asyncpg.InsufficientPrivilegeError):  # its text names table or schema
        return CatalogUnusable(
            f"The catalog {name} does not allow that to this user: {error}. Let its owner run "
            "`snippet-widget migrate --catalog URL` and then the GRANTs of the documentation, Run "
            "the service for a team."
        )
    if isinstance(error, (OSError, *CONNECTION_LOST)):
        return _connecting_error(error, name)
    return CatalogUnusable(f"The catalog {name} cannot be used: {error}.")


def _connecting_error(error: Exception, name: str) -> CatalogUnavailable | CatalogUnusable:
    if isinstance(error, PermissionError) and error.filename:  # a key or a password's file
        return CatalogUnusable(
            f"The catalog {name} is not asked: {error.filename} cannot be read by this user. Is "
            "HOME this user's own? Else name the file in the URL (passfile, sslkey, sslcert)."
        )
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        return CatalogUnavailable(
            f"The catalog {name} cannot be asked: {error.strerror}. Let this process have more "
            "(LimitNOFILE= of its systemd unit, `ulimit -n` of its shell).",
            headers=_RETRY_AFTER,
        )
    return CatalogUnavailable(
        f"The catalog {name} cannot be reached: {error}. Check its host and port, or try "
        "again when the server is back.",
        headers=_RETRY_AFTER,
    )
