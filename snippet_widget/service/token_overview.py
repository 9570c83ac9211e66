"""Tokens as they are told of on the wire, and on the command line."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from snippet_widget.timestamps import instant
from snippet_widget.token_administration import CreatedToken, TokenOverview

if TYPE_CHECKING:
    from snippet_widget.catalog import Grant, Token


def created_token(text: str, grant: Grant, replaced_end: int | None = None) -> CreatedToken:
    """Return what is told of a new token, and when the one ends that it replaces."""
    organizations = None if grant.organizations is None else tuple(sorted(grant.organizations))
    end = None if replaced_end is None else instant(replaced_end)
    return CreatedToken(text, grant.id, organizations, grant.write, grant.admin, end)


def token_overview(token: Token) -> TokenOverview:
    """Return a token as it is listed."""
    grant = token.grant
    return TokenOverview(
        grant.id,
        token.label,
        None if grant.organizations is None else tuple(sorted(grant.organizations)),
        grant.write,
        grant.admin,
        _state(token),
        instant(token.created_at),
        token.created_by or None,
        None if token.last_used_at is None else instant(token.last_used_at),
        None if grant.expires_at is None else instant(grant.expires_at),
        None if token.revoked_at is None else instant(token.revoked_at),
    )


def _state(token: Token) -> str:
    if token.revoked_at is not None:
        return "revoked"
    expires_at = token.grant.expires_at
    return "expired" if expires_at is not None and expires_at <= time.time() else "valid"
