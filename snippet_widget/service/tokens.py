"""Make access tokens, and others in their place."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from snippet_widget.catalog import Grant
from snippet_widget.catalog.names import checked_name
from snippet_widget.catalog.records import NewToken
from snippet_widget.errors import ConfigurationError
from snippet_widget.models import LONGEST_NAME
from snippet_widget.service.token_overview import token_overview

if TYPE_CHECKING:
    from collections.abc import Collection

    from snippet_widget.catalog import Catalog

_PREFIX = "snip_"


def token_hash(token: bytes) -> bytes:
    """Return what is stored of a token: its SHA-256. A token is random, so no salt is needed.

    Tokens are found by this hash and never compared themselves: how long a lookup takes says
    nothing about how near a guess was.
    """
    return hashlib.sha256(token).digest()


async def create_token(  # noqa: PLR0913 - what a token is
    catalog: Catalog,
    organizations: Collection[str] | None,
    *,
    label: str = "",
    expires_at: int | None = None,
    write: bool = False,
    admin: bool = False,
    created_by: str = "",
) -> tuple[str, Grant]:
    """Make a token and store its hash.

    Parameters
    ----------
    organizations
        Those that it covers; None: all of them, also those to come.
    label
        What it is for.
    expires_at
        Seconds since the epoch; None: it does not expire.
    write
        Whether its bearer may publish in those organizations.
    admin
        Whether its bearer may make and end tokens of those organizations.
    created_by
        Who makes it.

    Returns
    -------
    token, grant
        The token's text is nowhere else: whoever loses it needs another.

    Raises
    ------
    ConfigurationError
        An organization's name is invalid, or the label is too long or cannot be printed.
    """
    for org in organizations or ():
        checked_name("organization of a token", org)
    if not label.isprintable() or len(label) > LONGEST_NAME:
        raise ConfigurationError(
            f"{label[:50]!r} cannot be the label of a token. Use {LONGEST_NAME} characters at most "
            "that can be printed."
        )
    token = _new_text()
    grant = Grant(
        id=_new_id(),
        organizations=None if organizations is None else frozenset(organizations),
        expires_at=expires_at,
        write=write,
        admin=admin,
    )
    await catalog.create_token(token_hash(token.encode()), grant, label, created_by)
    return token, grant


def _new_text() -> str:
    return _PREFIX + secrets.token_urlsafe(32)


def _new_id() -> str:
    return secrets.token_hex(4)


async def rotate_token(
    catalog: Catalog, token_id: str, *, overlap: int, expires_at: int | None, created_by: str
) -> tuple[str, Grant, int]:
    """Make a token that allows the same as another, which ends after the overlap.

    Parameters
    ----------
    token_id
        Of the token to be replaced.
    overlap
        Seconds for which both are valid.
    expires_at, created_by
        Of the new one, as in `create_token`.

    Returns
    -------
    token, grant, end
        As `create_token`, and when the replaced one ends: before the overlap does, where it would.

    Raises
    ------
    ConfigurationError
        There is no such token, or it was revoked or has expired.
    TokenReplaced
        It was rotated before, and the token that replaces it is valid.
    """
    old = next((t for t in await catalog.tokens() if t.grant.id == token_id), None)
    no_valid_token = ConfigurationError(
        f"There is no valid token {token_id}. `snippet-widget token list` shows the ids."
    )
    if old is None or old.revoked_at is not None:
        raise no_valid_token
    if token_overview(old).state == "expired":
        raise ConfigurationError(
            f"The token {token_id} has expired. Make another with `snippet-widget token create`."
        )
    text, end = _new_text(), int(time.time()) + overlap
    grant = replace(old.grant, id=_new_id(), expires_at=expires_at)
    new = NewToken(token_hash(text.encode()), grant, old.label, created_by)
    replaced_end = await catalog.replace_token(token_id, end, new)
    if replaced_end is None:
        raise no_valid_token
    return text, grant, replaced_end
