"""The OpenAPI document of exactly what is served."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget._version import __version__
from snippet_widget.creation import CREATE_PATH, Creation, CreationResult
from snippet_widget.endpoints import METHODS
from snippet_widget.errors import (
    ApiIdRequired,
    ApiNotFound,
    BodyTooLarge,
    CatalogUnavailable,
    EndpointNotFound,
    Forbidden,
    InvalidPage,
    InvalidRequest,
    OrgIdRequired,
    OrgNotFound,
    RequestProblem,
    RequestTimeout,
    SdkNotFound,
    ServiceReadOnly,
    TokenNotFound,
    TokenReplaced,
    TooManyRequests,
    Unauthorized,
    UnsupportedMediaType,
    VersionExists,
)
from snippet_widget.models import SnippetRequest, SnippetsRequest
from snippet_widget.overviews import ENDPOINTS_PATH, CatalogOverview, EndpointList
from snippet_widget.service.code_samples import (
    CATALOG,
    CATALOG_TYPESCRIPT,
    GET,
    GET_TYPESCRIPT,
    LOAD,
    LOAD_TYPESCRIPT,
    code_samples,
)
from snippet_widget.service.openapi_schemas import (
    IDS,
    PAGE,
    PAGE_PARAMETER,
    PROBLEM,
    REFERENCE,
    SDK_PARAMETER,
    SNIPPET,
    SNIPPETS,
    TOKEN_ID,
    ref,
)
from snippet_widget.token_administration import (
    TOKEN_PATH,
    TOKENS_PATH,
    CreatedToken,
    RotationRequest,
    TokenOverview,
    TokenRequest,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.service.limits import Limits

_OF_BOTH: tuple[type[RequestProblem], ...] = (
    InvalidRequest,
    OrgIdRequired,
    ApiIdRequired,
    Unauthorized,
    OrgNotFound,
    ApiNotFound,
    SdkNotFound,
    RequestTimeout,
    BodyTooLarge,
    UnsupportedMediaType,
    TooManyRequests,
    CatalogUnavailable,
)

_OF_CREATION: tuple[type[RequestProblem], ...] = (
    InvalidRequest,
    Unauthorized,
    Forbidden,
    ServiceReadOnly,
    VersionExists,
    RequestTimeout,
    BodyTooLarge,
    UnsupportedMediaType,
    TooManyRequests,
    CatalogUnavailable,
)

_OF_TOKENS: tuple[type[RequestProblem], ...] = (
    InvalidRequest,
    Unauthorized,
    Forbidden,
    ServiceReadOnly,
    RequestTimeout,
    BodyTooLarge,
    UnsupportedMediaType,
    TooManyRequests,
    CatalogUnavailable,
)

_OF_LISTING = tuple(
    problem
    for problem in _OF_BOTH
    if problem not in {RequestTimeout, BodyTooLarge, UnsupportedMediaType}
)


def openapi_document(limits: Limits) -> dict[str, Any]:
    """Return the document (OpenAPI 3.1) of a service with these limits."""
    _, components = msgspec.json.schema_components(
        (
            *(SnippetRequest, SnippetsRequest, CatalogOverview, EndpointList),
            *(Creation, CreationResult, TokenRequest, RotationRequest, TokenOverview, CreatedToken),
        ),
        ref_template=REFERENCE,
    )
    components["EndpointSelector"]["properties"]["method"] |= {
        "pattern": _in_any_case(METHODS),
        "examples": ["GET"],
    }
    for name in ("SnippetRequest", "SnippetsRequest"):
        for variant in components[name]["properties"]["sdks"]["anyOf"]:
            if variant.get("type") == "array":
                variant["maxItems"] = limits.selectors
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Snippet lookup service (beta)",
            "version": __version__,
            "description": "Code snippets for the endpoints of published APIs, one per SDK.",
        },
        "security": [{"bearer": []}],
        "paths": _paths(),
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
            "schemas": {
                **components,
                "Snippet": SNIPPET,
                "SnippetsPage": PAGE,
                "ProblemDetails": PROBLEM,
            },
        },
    }


def _in_any_case(words: Sequence[str]) -> str:
    """Return a pattern (JSON Schema has no flags) of words in any mix of cases."""
    spelled = ("".join(f"[{c.upper()}{c.lower()}]" for c in word) for word in words)
    return f"^({'|'.join(spelled)})$"


def _paths() -> dict[str, Any]:
    return {
        **_snippet_paths(),
        **_catalog_paths(),
        CREATE_PATH: _creation(),
        **_token_paths(),
        "/openapi.json": {
            "get": {
                "operationId": "openapi",
                "summary": "This document (addition)",
                "security": [],
                "responses": _responses({"type": "object"}, ()),
            }
        },
        "/livez": _health("live", "Whether a worker runs", ()),
        "/readyz": _health("ready", "Whether the catalog can be read", (CatalogUnavailable,)),
        "/healthz": _health("health", "The same as /readyz", (CatalogUnavailable,)),
    }


def _snippet_paths() -> dict[str, Any]:
    """Return the two operations of the specification."""
    return {
        "/snippets/load": {
            "post": {
                "operationId": "load",
                "summary": "Load all snippets (beta)",
                "parameters": [PAGE_PARAMETER],
                "requestBody": _body("SnippetsRequest", required=False),
                "responses": _responses(ref("SnippetsPage"), (InvalidPage, *_OF_BOTH)),
                "x-codeSamples": code_samples(LOAD, LOAD_TYPESCRIPT),
            }
        },
        "/snippets": {
            "post": {
                "operationId": "get",
                "summary": "Get snippet for endpoint (beta)",
                "requestBody": _body("SnippetRequest", required=True),
                "responses": _responses(SNIPPETS, (*_OF_BOTH, EndpointNotFound)),
                "x-codeSamples": code_samples(GET, GET_TYPESCRIPT),
            }
        },
    }


def _catalog_paths() -> dict[str, Any]:
    return {
        "/catalog": {
            "get": {
                "operationId": "catalog",
                "summary": "What the token covers: organizations, APIs, SDK versions (addition)",
                "responses": _responses(
                    ref("CatalogOverview"), (Unauthorized, TooManyRequests, CatalogUnavailable)
                ),
                "x-codeSamples": code_samples(CATALOG, CATALOG_TYPESCRIPT),
            }
        },
        ENDPOINTS_PATH: {
            "get": {
                "operationId": "endpoints",
                "summary": "All endpoints of an API, without their snippets (addition)",
                "description": "20,000 at most; `next` is the page to go on at, counted as those "
                "of /snippets/load. Has an ETag.",
                "parameters": [*IDS, SDK_PARAMETER, PAGE_PARAMETER],
                "responses": _responses(ref("EndpointList"), (InvalidPage, *_OF_LISTING)),
            }
        },
    }


def _creation() -> dict[str, Any]:
    return {
        "post": {
            "operationId": "create",
            "summary": "Publish the snippets of SDKs, with a token that may write (addition)",
            "description": "All SDKs are stored, or none. Snippets are checked first: what is "
            "no code of its language is left out and listed in `problems`.",
            "requestBody": _body("Creation", required=True),
            "responses": _responses(ref("CreationResult"), _OF_CREATION),
        }
    }


def _health(name: str, summary: str, problems: tuple[type[RequestProblem], ...]) -> dict[str, Any]:
    return {
        "get": {
            "operationId": name,
            "summary": f"{summary} (addition)",
            "security": [],
            "responses": _responses({"type": "object"}, problems),
        }
    }


def _token_paths() -> dict[str, Any]:
    token_id = {"name": "token_id", "in": "path", "required": True, "schema": TOKEN_ID}
    gone = (*_OF_TOKENS, TokenNotFound)
    return {
        TOKENS_PATH: {
            "get": {
                "operationId": "tokens",
                "summary": "Tokens of the caller's organizations (addition)",
                "responses": _responses(
                    {"type": "array", "items": ref("TokenOverview")}, _OF_TOKENS
                ),
            },
            "post": {
                "operationId": "createToken",
                "summary": "Make a token, of the caller's organizations (addition)",
                "requestBody": _body("TokenRequest", required=True),
                "responses": _responses(ref("CreatedToken"), _OF_TOKENS),
            },
        },
        f"{TOKEN_PATH}/revoke": {
            "post": {
                "operationId": "revokeToken",
                "summary": "End a token at once (addition)",
                "parameters": [token_id],
                "responses": _responses(ref("TokenOverview"), gone),
            }
        },
        f"{TOKEN_PATH}/rotate": {
            "post": {
                "operationId": "rotateToken",
                "summary": "Make a token in the place of another, which ends soon (addition)",
                "parameters": [token_id],
                "requestBody": _body("RotationRequest", required=False),
                "responses": _responses(ref("CreatedToken"), (*gone, TokenReplaced)),
            }
        },
    }


def _responses(
    schema: dict[str, Any], problems: tuple[type[RequestProblem], ...]
) -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    for problem in problems:
        by_status.setdefault(problem.status, []).append(f"`{problem.type}`: {problem.title}")
    content = {"application/problem+json": {"schema": ref("ProblemDetails")}}
    return {
        "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": schema}},
        },
        **{
            str(status): {"description": "; ".join(words), "content": content}
            for status, words in sorted(by_status.items())
        },
    }


def _body(name: str, *, required: bool) -> dict[str, Any]:
    return {"required": required, "content": {"application/json": {"schema": ref(name)}}}
