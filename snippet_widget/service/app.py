"""The ASGI application: the two operations of the specification, and what was added to them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from snippet_widget.creation import CREATE_PATH
from snippet_widget.overviews import ENDPOINTS_PATH
from snippet_widget.service.cors import with_cors
from snippet_widget.service.create_operation import CreateOperation
from snippet_widget.service.endpoint_list import EndpointListing
from snippet_widget.service.limits import Limits
from snippet_widget.service.liveness import LIVENESS_PATH, answer_liveness
from snippet_widget.service.lookup import look_up_catalog, look_up_endpoint, look_up_page
from snippet_widget.service.openapi import openapi_document
from snippet_widget.service.operations import HealthCheck, Operation, ServiceContext
from snippet_widget.service.outages import OutageLog
from snippet_widget.service.problems import HANDLERS
from snippet_widget.service.token_operations import (
    TOKEN_OPERATIONS,
    TokenOperation,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from snippet_widget.catalog import Catalog, Grant
    from snippet_widget.service.metrics import Metrics


class _Service(Starlette):
    """Starlette that hands requests for an operation past its router."""

    def __init__(self, direct: Mapping[tuple[str, str], ASGIApp], **options: Any) -> None:
        super().__init__(**options)
        self._direct = direct

    def __call__(  # type: ignore[override]
        self, scope: Scope, receive: Receive, send: Send
    ) -> Awaitable[None]:
        operation = self._direct.get((scope.get("method", ""), scope.get("path", "")))
        return (operation or super().__call__)(scope, receive, send)


def create_app(
    catalog: Catalog,
    *,
    grants: Mapping[bytes, Grant] | None = None,
    limits: Limits | None = None,
    cors: Sequence[str] = (),
    metrics: Metrics | None = None,
) -> ASGIApp:
    """Return the service over an open catalog.

    Parameters
    ----------
    catalog
        From `open_catalog`; it stays the caller's to close.
    grants
        Tokens besides the catalog's own, by SHA-256.
    limits
        Bounds of requests; the defaults of `Limits` when None.
    cors
        Origins whose web pages may ask; none by default.
    metrics
        Reports what cache and catalog are like; None: nothing does.

    Raises
    ------
    ConfigurationError
        An origin is invalid.
    """
    limits = limits or Limits()
    context = ServiceContext.of(catalog, grants or {}, limits, OutageLog())
    if metrics is not None:
        metrics.watch(context)
    direct = _direct_operations(context)
    app = _Service(
        direct,
        routes=[
            *(Route(path, app, methods=[method]) for (method, path), app in direct.items()),
            *(
                Route(path, TokenOperation(context, works), methods=list(works))
                for path, works in TOKEN_OPERATIONS.items()
            ),
            Route("/openapi.json", _described(limits)),
            Route(LIVENESS_PATH, answer_liveness),
        ],
        exception_handlers=HANDLERS,
    )
    app.router.redirect_slashes = False  # a redirect would lose the body
    return with_cors(app, cors)


def _direct_operations(context: ServiceContext) -> dict[tuple[str, str], ASGIApp]:
    """Return what answers by method and path, past the router."""
    return {
        ("POST", "/snippets"): Operation(context, look_up_endpoint),
        ("POST", "/snippets/load"): Operation(context, look_up_page),
        ("POST", CREATE_PATH): CreateOperation(context),
        ("GET", "/catalog"): Operation(context, look_up_catalog, with_etag=True),
        ("GET", ENDPOINTS_PATH): Operation(context, EndpointListing(), with_etag=True),
        ("GET", "/readyz"): HealthCheck(context),
        ("GET", "/healthz"): HealthCheck(context),
    }


def _described(limits: Limits) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint with the OpenAPI document, made when first asked for: in no kernel."""

    @cache
    def document() -> bytes:
        return msgspec.json.encode(openapi_document(limits))

    async def answer(_: Request) -> Response:
        return Response(document(), media_type="application/json")

    return answer
