"""Who sends a request that changes something, for the record."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from snippet_widget.catalog import Actor

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import Scope

    from snippet_widget.catalog import Grant

_LONGEST_KEY = 100


def actor_of(grant: Grant, scope: Scope, headers: Mapping[bytes, bytes]) -> Actor:
    """Return the bearer of a token.

    A header ``Idempotency-Key`` tells that a request is the same as one before; other tokens' keys
    are others.
    """
    key = headers.get(b"idempotency-key", b"")[:_LONGEST_KEY].decode("latin-1")
    request = f"{grant.id}:{key}" if key else ""
    return Actor(f"token {grant.id}", _address(scope, headers), request)


def _address(scope: Scope, headers: Mapping[bytes, bytes]) -> str:
    """Return the client's address: what a proxy on this machine says, else whoever connected."""
    client = scope.get("client")
    peer = client[0] if client else ""
    forwarded = headers.get(b"x-forwarded-for", b"").rpartition(b",")[2].strip().decode("latin-1")
    return forwarded if _is_address(forwarded) and _is_loopback(peer) else peer


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _is_loopback(text: str) -> bool:
    return not text or (_is_address(text) and ipaddress.ip_address(text).is_loopback)
