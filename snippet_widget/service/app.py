"""The ASGI application: the two operations of the specification, and what was added to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from snippet_widget.models import SnippetRequest, SnippetsRequest

from .answers import Answers, token_hash
from .bodies import bearer_token, decode_body, page_number, read_body
from .limits import Limits
from .openapi import openapi_document
from .problems import HANDLERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from snippet_widget.catalog import Catalog, Grant

_GET = msgspec.json.Decoder(SnippetRequest)
_LOAD = msgspec.json.Decoder(SnippetsRequest)


class _Operations:
    """The endpoints of the application: read the request, call `Answers`, show the result."""

    def __init__(self, catalog: Catalog, grants: Mapping[bytes, Grant], limits: Limits) -> None:
        self._catalog = catalog
        self._answers = Answers(catalog, grants)
        self._limits = limits
        self._document = msgspec.json.encode(openapi_document(limits))

    async def get(self, request: Request) -> Response:
        """``POST /snippets``."""
        digest = await self._authenticated(request)
        body = await read_body(request, self._limits)
        wanted = decode_body(body, _GET, self._limits)
        return _json(await self._answers.get(digest, wanted))

    async def load(self, request: Request) -> Response:
        """``POST /snippets/load``."""
        digest = await self._authenticated(request)
        page = page_number(request)
        body = await read_body(request, self._limits)
        wanted = decode_body(body, _LOAD, self._limits)
        return _json(await self._answers.load(digest, wanted, page))

    async def overview(self, request: Request) -> Response:
        """``GET /catalog``."""
        return _json(await self._answers.overview(await self._authenticated(request)))

    async def document(self, _: Request) -> Response:
        """``GET /openapi.json``."""
        return _json(self._document)

    async def health(self, _: Request) -> Response:
        """``GET /healthz``: 200 while the catalogue can be read, else 503."""
        await self._catalog.state()
        return _json(b'{"status":"ok"}')

    async def _authenticated(self, request: Request) -> bytes:
        digest = token_hash(bearer_token(request))
        await self._answers.authenticate(digest)
        return digest


def create_app(
    catalog: Catalog,
    *,
    grants: Mapping[bytes, Grant] | None = None,
    limits: Limits | None = None,
) -> Starlette:
    """Return the service over an open catalogue.

    Parameters
    ----------
    catalog
        From `open_catalog`; it stays the caller's to close.
    grants
        Tokens besides the catalogue's own, by SHA-256.
    limits
        Bounds of requests; the defaults of `Limits` when None.
    """
    operations = _Operations(catalog, grants or {}, limits or Limits())
    app = Starlette(
        routes=[
            Route("/snippets", operations.get, methods=["POST"]),
            Route("/snippets/load", operations.load, methods=["POST"]),
            Route("/catalog", operations.overview, methods=["GET"]),
            Route("/openapi.json", operations.document, methods=["GET"]),
            Route("/healthz", operations.health, methods=["GET"]),
        ],
        exception_handlers=HANDLERS,
    )
    app.router.redirect_slashes = False  # a redirect would lose the body
    return app


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json")
