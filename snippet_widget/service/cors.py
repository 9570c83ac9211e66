"""Let web pages of other origins ask the service (the Fetch standard's CORS protocol)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from starlette.middleware.cors import CORSMiddleware

from snippet_widget.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.types import ASGIApp

ANY_ORIGIN = "*"

_ORIGIN = re.compile(r"https?://[a-z0-9._-]+(:[0-9]{1,5})?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?")
_SECONDS = 3600  # that a browser may remember a preflight's answer


def with_cors(app: ASGIApp, origins: Sequence[str]) -> ASGIApp:
    """Return an application that pages of these origins may ask; the same one if there are none.

    No cookie is involved: a page has to send the token itself.
    """
    if not origins:
        return app
    return CORSMiddleware(
        app,
        allow_origins=[checked_origin(origin) for origin in origins],
        allow_methods=("GET", "POST"),
        allow_headers=("*",),
        expose_headers=("Retry-After", "X-Request-Id"),
        max_age=_SECONDS,
    )


def checked_origin(origin: str) -> str:
    """Return an origin as browsers send it (RFC 6454, section 6.2).

    Raises
    ------
    ConfigurationError
        It is neither ``*`` nor scheme and host alone.
    """
    if origin == ANY_ORIGIN or _ORIGIN.fullmatch(origin):
        return origin
    raise ConfigurationError(
        f"{origin!r} is not an origin. Write scheme and host as browsers send them, "
        "https://docs.example or http://localhost:3000 without a path; * is any."
    )
