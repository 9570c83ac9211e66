"""Connections to a PostgreSQL server: to read, to write, and how long either waits."""

from __future__ import annotations

from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import asyncpg
from asyncpg.connect_utils import SessionAttribute

from snippet_widget.catalog.postgresql.address import parsed_address, require_files
from snippet_widget.catalog.postgresql.errors import FAILURES
from snippet_widget.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from snippet_widget.catalog.postgresql.schema import Connection

_WAIT_TO_CONNECT = 5.0
_WAIT_TO_CONNECT_TO_READ = 2.0  # with the wait for a connection and the read less than the 8 s
_WAIT_TO_READ = 4.0  # after which clients begin to give up
_WAIT_TO_WRITE = 600.0
_WAIT_TO_CLOSE = 5.0

_UNREADABLE = (
    "The catalog's URL {} cannot be read. Write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, "
    "with %40 for @, %3A for :, %2F for / and %23 for # in a password."
)

_READING = {
    "application_name": "snippet-widget",
    "statement_timeout": str(int(_WAIT_TO_READ * 1000)),
    "default_transaction_read_only": "on",
    "jit": "off",  # compiling takes longer than any of the queries,
    "plan_cache_mode": "force_generic_plan",  # and so does planning one anew for each lookup
}
_WRITING = {
    "application_name": "snippet-widget publish",
    "statement_timeout": str(int(_WAIT_TO_WRITE * 1000)),
    "lock_timeout": "30s",
    "idle_in_transaction_session_timeout": "60s",  # a publisher that froze lets the others in
}


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Connection]:
    """Connect in order to write."""
    connection = await _connect(url, _WAIT_TO_WRITE, _WRITING)
    try:
        yield connection
    finally:
        with suppress(*FAILURES):  # what was committed is, however they part
            await connection.close(timeout=_WAIT_TO_CLOSE)


async def _connect(
    url: str,
    patience: float,
    settings: Mapping[str, str],
    wait: float = _WAIT_TO_CONNECT,
    *,
    reading: bool = False,
) -> Connection:
    place, _, database = url.partition("://")[2].partition("?")[0].partition("/")
    if place.count("@") > 1 or "@" in database:  # else DNS is asked for a part of the password
        raise ConfigurationError(_UNREADABLE.format(masked_url(url)))
    address = parsed_address(url)
    target = address.target_of_reader() if reading else address.target
    try:
        return await asyncpg.connect(
            address.url,
            timeout=address.timeout(wait),
            command_timeout=patience,
            server_settings=address.server_settings(settings),
            target_session_attrs=None if target is None else SessionAttribute(target),
        )
    except OverflowError as error:
        raise ConfigurationError(
            f"The catalog's URL {masked_url(url)} names an invalid port. Use 1 to 65535."
        ) from error
    except FileNotFoundError:
        require_files(url)
        raise
    except ValueError:  # its text quotes what may be a part of the password
        raise ConfigurationError(_UNREADABLE.format(masked_url(url))) from None


async def connect_to_read(url: str) -> Connection:
    """Connect in order to read; every statement has a time-out."""
    return await _connect(url, _WAIT_TO_READ, _READING, _WAIT_TO_CONNECT_TO_READ, reading=True)


def masked_url(url: str) -> str:
    """Return a database's URL as people and logs may see it: no password, no options.

    Examples
    --------
    >>> masked_url("postgresql://ann:secret@db.local:5432/snippets?sslmode=require")
    'postgresql://ann@db.local:5432/snippets'
    """
    head, _, options = url.partition("://")[2].partition("?")
    if "@" in options or "#" in head:
        return "postgresql://…"  # a password that was not escaped could be anywhere
    credentials, at, place = head.rpartition("@")
    return f"postgresql://{credentials.partition(':')[0]}{at}{place}"
