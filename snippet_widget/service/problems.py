"""From an error to ``application/problem+json`` (RFC 9457)."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

from snippet_widget.errors import (
    MethodNotAllowed,
    RequestProblem,
    RouteNotFound,
    ServiceReadOnly,
)
from snippet_widget.service.error_names import error_name

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import Scope

    from snippet_widget.errors import CatalogReadOnly

PROBLEM = "snippet_widget.problem"
"""Where the request's scope has the ``type`` of the problem it was answered with, for the log."""

_LOG = logging.getLogger(__name__)
_MEDIA_TYPE = "application/problem+json"
_ONLY_READS = "This service only reads its catalog. Send the request to a service that may write."
_DEFECT = "Something went wrong in the service; its log says what."


def problem_response(problem: RequestProblem, scope: Scope) -> Response:
    """Return the answer that tells a client what a `RequestProblem` tells Python."""
    scope[PROBLEM] = problem.type
    members: dict[str, Any] = {
        "type": problem.type,
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail,
        "error": error_name(problem),
        "content": problem.detail,
    }
    if problem.candidates:
        members["candidates"] = problem.candidates
    if problem.errors:
        members["errors"] = problem.errors
    return Response(
        msgspec.json.encode(members), problem.status, problem.headers, media_type=_MEDIA_TYPE
    )


def read_only_response(error: CatalogReadOnly, scope: Scope) -> Response:
    """Return the answer to a write on a service that only reads; the log says what refused it."""
    _LOG.warning("A write was refused: %s", error)
    return problem_response(ServiceReadOnly(_ONLY_READS), scope)


async def on_routing(request: Request, error: Exception) -> Response:
    """Answer a request for no operation of ours."""
    status = getattr(error, "status_code", 404)
    headers = dict(getattr(error, "headers", None) or {})
    if status == MethodNotAllowed.status:
        return problem_response(
            MethodNotAllowed(
                f"{request.url.path} does not take {request.method}. Use {headers['Allow']}.",
                headers=headers,
            ),
            request.scope,
        )
    return problem_response(
        RouteNotFound(
            f"There is no operation at {request.url.path!r}. The operations are POST /snippets and "
            "POST /snippets/load; GET /openapi.json describes them."
        ),
        request.scope,
    )


def defect_response(error: Exception) -> Response:
    """Return the answer after a defect of ours; the log has the traceback."""
    _LOG.error("A request failed.", exc_info=error)
    members = {
        "type": "about:blank",
        "title": "Internal Server Error",
        "status": 500,
        "detail": _DEFECT,
        "error": "InternalError",
        "content": _DEFECT,
    }
    return Response(msgspec.json.encode(members), 500, media_type=_MEDIA_TYPE)


async def on_defect(_: Request, error: Exception) -> Response:
    """Answer after a defect of ours."""
    return defect_response(error)


HANDLERS: dict[Any, Any] = {
    404: on_routing,
    405: on_routing,
    500: on_defect,
}
"""What `Starlette` is to do with each kind of error."""
