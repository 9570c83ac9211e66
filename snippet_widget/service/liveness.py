"""Whether a worker runs, whatever its catalog does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.requests import Request

LIVENESS_PATH = "/livez"


async def answer_liveness(_: Request) -> Response:
    """Answer each request with a response of its own: CORS adds to its headers."""
    return Response(b'{"status":"ok"}', media_type="application/json")
