"""Make access tokens, and read how long one should last."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from typing import TYPE_CHECKING

from snippet_widget.catalog import Grant
from snippet_widget.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Collection

    from snippet_widget.catalog import Catalog

_PREFIX = "snip_"
_SECONDS = {"m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}


def token_hash(token: bytes) -> bytes:
    """Return what is stored of a token: its SHA-256. A token is random, so no salt is needed.

    Tokens are found by this hash and never compared themselves: how long a lookup takes says
    nothing about how near a guess was.
    """
    return hashlib.sha256(token).digest()


async def create_token(
    catalog: Catalog,
    organizations: Collection[str] | None,
    *,
    label: str = "",
    lifetime: int | None = None,
    write: bool = False,
) -> tuple[str, Grant]:
    """Make a token and store its hash.

    Parameters
    ----------
    organizations
        Those that it covers; None: all of them, also those to come.
    label
        What it is for.
    lifetime
        Seconds; None: it does not expire.
    write
        Whether its bearer may publish in those organizations.

    Returns
    -------
    token, grant
        The token's text is nowhere else: whoever loses it needs another.
    """
    token = _PREFIX + secrets.token_urlsafe(32)
    grant = Grant(
        id=secrets.token_hex(4),
        organizations=None if organizations is None else frozenset(organizations),
        expires_at=None if lifetime is None else int(time.time()) + lifetime,
        write=write,
    )
    await catalog.create_token(token_hash(token.encode()), grant, label)
    return token, grant


def parse_lifetime(text: str) -> int:
    """Return the seconds of ``30m``, ``12h``, ``90d`` or ``4w``.

    Raises
    ------
    ConfigurationError
        It is nothing of that form.
    """
    found = re.fullmatch(r"([1-9][0-9]{0,5})([mhdw])", text.strip().lower())
    if not found:
        raise ConfigurationError(f"{text!r} is no length of time. Write 30m, 12h, 90d or 4w.")
    return int(found[1]) * _SECONDS[found[2]]
