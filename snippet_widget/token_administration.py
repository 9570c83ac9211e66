"""Tokens on the wire: ``GET`` and ``POST /tokens``, for tokens that may administer others."""

from __future__ import annotations

import msgspec

from snippet_widget.models import Name

TOKENS_PATH = "/tokens"
TOKEN_PATH = "/tokens/{token_id}"  # noqa: S105 - no password


class TokenRequest(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The body of ``POST /tokens``.

    Parameters
    ----------
    organizations
        Those that the token is to cover; None: all of them, also those to come.
    label
        What it is for.
    expires
        How long it is valid, ``90d``, or to the end of which day (UTC), ``2027-01-31``; empty: it
        does not expire.
    write, admin
        Whether its bearer may publish there, and make and end tokens.
    """

    organizations: tuple[Name, ...] | None
    label: Name = ""
    expires: str = ""
    write: bool = False
    admin: bool = False


class RotationRequest(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The body of ``POST /tokens/{id}/rotate``.

    Parameters
    ----------
    overlap
        How long both are valid: ``30m``, ``12h``, ``7d``.
    expires
        Of the new one, as in `TokenRequest`.
    """

    overlap: str = "7d"
    expires: str = ""


class TokenOverview(msgspec.Struct, frozen=True):
    """A token as it is listed: never its text.

    Parameters
    ----------
    organizations
        None: all of them.
    state
        ``valid``, ``expired`` or ``revoked``.
    created_at, last_used_at, expires_at, revoked_at
        In UTC, as RFC 3339 has it.
    """

    id: str
    label: str
    organizations: tuple[str, ...] | None
    write: bool
    admin: bool
    state: str
    created_at: str
    created_by: str | None
    last_used_at: str | None
    expires_at: str | None
    revoked_at: str | None


class CreatedToken(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a request that made a token.

    Parameters
    ----------
    token
        Its text, which is nowhere else.
    id
        What it is listed by.
    organizations
        As in `TokenOverview`.
    replaced_expires_at
        When the token ends that this one replaces, as in `TokenOverview`; None: it replaces none.
    """

    token: str
    id: str
    organizations: tuple[str, ...] | None
    write: bool
    admin: bool
    replaced_expires_at: str | None = None
