"""What the parameters of a PostgreSQL URL ask for, beside what asyncpg makes of them.

asyncpg reads some of those that libpq documents, and passes all others to the server as settings:
the server refuses what it does not know. Those below need more than that.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from snippet_widget.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

# libpq's (34.1.2) that asyncpg has nothing for.
_UNSUPPORTED = frozenset(
    {
        *("channel_binding", "gssdelegation", "gssencmode", "hostaddr", "keepalives"),
        *("keepalives_count", "keepalives_idle", "keepalives_interval", "load_balance_hosts"),
        *("max_protocol_version", "min_protocol_version", "replication", "require_auth"),
        *("requirepeer", "requiressl", "scram_client_key", "scram_server_key", "sslcertmode"),
        *("sslcompression", "sslcrldir", "sslkeylogfile", "sslsni", "tcp_user_timeout"),
    }
)
_TARGETS = ("any", "primary", "standby", "prefer-standby", "read-write", "read-only")
_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_FILES = ("sslrootcert", "sslcert", "sslkey", "sslcrl")
_SHORTEST_TIMEOUT = 2.0
_READ_ONLY = "default_transaction_read_only"


class Address(NamedTuple):
    """Where and how to connect.

    Parameters
    ----------
    url
        For asyncpg.
    settings
        Names of the server settings that the URL has: they win over ours.
    target
        Which server of several (libpq's ``target_session_attrs``); None: the first that answers.
    connect_timeout
        Seconds to wait for each server; None: not said.
    """

    url: str
    settings: frozenset[str]
    target: str | None
    connect_timeout: float | None

    def server_settings(self, ours: Mapping[str, str]) -> dict[str, str]:
        """Return our settings without those that the URL sets otherwise."""
        return {n: v for n, v in ours.items() if n == _READ_ONLY or n not in self.settings}

    def target_of_reader(self) -> str | None:
        """Return the target for connections that begin as read-only: a writable server is one."""
        return {"read-write": "primary", "read-only": "standby"}.get(self.target or "", self.target)

    def timeout(self, ours: float) -> float:
        """Return how long to wait for a connection: never longer than we have patience."""
        return ours if self.connect_timeout is None else min(self.connect_timeout, ours)


def parsed_address(url: str) -> Address:
    """Read a URL.

    Raises
    ------
    ConfigurationError
        A parameter is not supported, or has a value that it cannot have.
    """
    try:
        parts = urlsplit(url)
    except ValueError:  # its text quotes what may be a part of the password: asyncpg's turn
        return Address(url, frozenset(), None, None)
    query = dict(parse_qsl(parts.query, keep_blank_values=True))
    for name in sorted(query.keys() & _UNSUPPORTED):
        raise ConfigurationError(
            f"The parameter {name!r} of the catalog's URL is not supported. Leave it out."
        )
    target = _one_of(_TARGETS, query, "target_session_attrs")
    _one_of(_SSL_MODES, query, "sslmode")
    given = len(query)
    seconds = _seconds(query.pop("connect_timeout", ""))
    name = query.pop("fallback_application_name", "")
    if len(query) < given:
        if name:
            query.setdefault("application_name", name)
        url = urlunsplit(parts._replace(query=urlencode(query)))
    return Address(url, frozenset(query), target, seconds)


def require_files(url: str) -> None:
    """Raise where a file that a URL names is not there, which asyncpg says without its name.

    Raises
    ------
    ConfigurationError
        It is not.
    """
    query = dict(parse_qsl(urlsplit(url).query))
    for name in _FILES:
        if name in query and not Path(query[name]).exists():
            raise ConfigurationError(
                f"There is no file {query[name]}, which {name} of the catalog's URL names."
            )


def _one_of(known: Collection[str], query: Mapping[str, str], name: str) -> str | None:
    """Return a parameter that is one of some words."""
    value = query.get(name)
    if value is not None and value not in known:
        raise ConfigurationError(
            f"{name}={value!r} of the catalog's URL is unknown. Use one of {', '.join(known)}."
        )
    return value


def _seconds(text: str) -> float | None:
    """Return libpq's ``connect_timeout``: whole seconds, 0 for ever, never less than 2."""
    if not text:
        return None
    try:
        seconds = int(text)
    except ValueError:
        raise ConfigurationError(
            f"connect_timeout={text!r} of the catalog's URL is not a whole number of "
            "seconds. Write connect_timeout=10, for example."
        ) from None
    return max(float(seconds), _SHORTEST_TIMEOUT) if seconds > 0 else None
