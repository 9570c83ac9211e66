"""``/tokens``: make, list, rotate and revoke access tokens, with a token that may administer."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeVar

import msgspec

from snippet_widget.decoding import decode_json
from snippet_widget.durations import parse_duration, parse_expiry
from snippet_widget.errors import ConfigurationError, Forbidden, TokenNotFound
from snippet_widget.service.callers import actor_of
from snippet_widget.service.operations import admit, send_answer
from snippet_widget.service.request_parsing import (
    check_media_type,
    invalid_body,
    invalid_request,
    read_body,
)
from snippet_widget.service.response_cache import JsonResponse
from snippet_widget.service.token_overview import created_token, token_overview
from snippet_widget.service.tokens import create_token, rotate_token
from snippet_widget.token_administration import (
    TOKEN_PATH,
    TOKENS_PATH,
    RotationRequest,
    TokenRequest,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.types import Receive, Scope, Send

    from snippet_widget.catalog import Catalog, Grant, Token
    from snippet_widget.service.operations import ServiceContext

    Work = Callable[["Administration", bytes], Awaitable[object]]

_Body = TypeVar("_Body")

_FEWER_ORGANIZATIONS = "Name fewer organizations, or null for all of them."
_FORBIDDEN = (
    "This token may not administer tokens{0}. `snippet-widget token create --admin --org ID` makes "
    "one that may, where the catalog is."
)


class Administration:
    """One request of a caller who may administer tokens.

    Parameters
    ----------
    catalog
        Whose changes are recorded as the caller's.
    grant
        What the caller's token allows.
    created_by
        The caller, for the list of tokens.
    token_id
        Of the token that the request is about; empty where it is about none.
    """

    def __init__(self, catalog: Catalog, grant: Grant, created_by: str, token_id: str) -> None:
        self.catalog = catalog
        self.grant = grant
        self.created_by = created_by
        self.token_id = token_id

    async def tokens(self) -> list[Token]:
        """Return the tokens of organizations that are all the caller's."""
        return [
            token
            for token in await self.catalog.tokens()
            if self.grant.covers_all(token.grant.organizations)
        ]

    async def token(self) -> Token:
        """Return the token that the request is about, which the caller may administer.

        Raises
        ------
        TokenNotFound
            There is none such.
        """
        for token in await self.tokens():
            if token.grant.id == self.token_id:
                return token
        raise TokenNotFound(
            f"There is no token {self.token_id!r} in the organizations of this one. GET /tokens "
            "lists those there are."
        )


class TokenOperation:
    """One operation on tokens, as an ASGI application.

    Parameters
    ----------
    context
        What it shares with the other operations.
    works
        What it does, by the method.
    """

    def __init__(self, context: ServiceContext, works: Mapping[str, Work]) -> None:
        self._context = context
        self._works = works

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whatever becomes of it."""
        await send_answer(scope, receive, send, self._respond, self._context.outages)

    async def _respond(
        self, scope: Scope, headers: Mapping[bytes, bytes], receive: Receive
    ) -> JsonResponse:
        context, method = self._context, "GET" if scope["method"] == "HEAD" else scope["method"]
        rates = context.rates if method == "GET" else context.write_rates
        grant = await admit(scope, headers, context, rates)
        if not grant.admin:
            raise Forbidden(_FORBIDDEN.format(""))
        body = await read_body(scope, headers, receive, self._context.limits, _FEWER_ORGANIZATIONS)
        if body:
            check_media_type(headers.get(b"content-type", b""))
        actor = actor_of(grant, scope, headers)
        work = self._works[method]
        token_id = scope.get("path_params", {}).get("token_id", "")
        catalog = self._context.catalog.acting_as(actor)
        asked = Administration(catalog, grant, actor.name, token_id)
        return JsonResponse(msgspec.json.encode(await work(asked, body)))


async def list_tokens(asked: Administration, _: bytes) -> object:
    """Answer ``GET /tokens``."""
    return [token_overview(token) for token in await asked.tokens()]


async def post_token(asked: Administration, body: bytes) -> object:
    """Answer ``POST /tokens``: nobody gives what they do not have."""
    request = _decoded(body, TokenRequest)
    organizations = None if request.organizations is None else frozenset(request.organizations)
    if not asked.grant.covers_all(organizations):
        raise Forbidden(_FORBIDDEN.format(" of those organizations"))
    if organizations is not None and not organizations:
        raise invalid_request("/organizations", "name one, or null for all of them")
    expires_at = _expiry(request.expires)
    try:
        made = await create_token(
            asked.catalog,
            organizations,
            label=request.label,
            expires_at=expires_at,
            write=request.write,
            admin=request.admin,
            created_by=asked.created_by,
        )
    except ConfigurationError as error:
        raise invalid_request("", str(error).removesuffix(".")) from None
    return created_token(*made)


async def post_rotation(asked: Administration, body: bytes) -> object:
    """Answer ``POST /tokens/{id}/rotate``."""
    request = _decoded(body or b"{}", RotationRequest)
    await asked.token()
    expires_at = _expiry(request.expires)
    try:
        overlap = parse_duration(request.overlap)
    except ConfigurationError as error:
        raise invalid_request("/overlap", str(error).removesuffix(".")) from None
    try:
        made = await rotate_token(
            asked.catalog,
            asked.token_id,
            overlap=overlap,
            expires_at=expires_at,
            created_by=asked.created_by,
        )
    except ConfigurationError:  # it is listed, so it has ended
        raise TokenNotFound(
            f"The token {asked.token_id!r} was revoked or has expired. Make another with POST "
            "/tokens."
        ) from None
    return created_token(*made)


async def revoke_token(asked: Administration, _: bytes) -> object:
    """Answer ``POST /tokens/{id}/revoke``: the token opens nothing from the next request on.

    One that was revoked before stays so, since when it was.
    """
    await asked.token()
    await asked.catalog.revoke_token(asked.token_id)
    return token_overview(await asked.token())


def _expiry(expires: str) -> int | None:
    try:
        return parse_expiry(expires) if expires else None
    except ConfigurationError as error:
        raise invalid_request("/expires", str(error).removesuffix(".")) from None


def _decoded(body: bytes, type_: type[_Body]) -> _Body:
    try:
        return decode_json(body, type_)
    except msgspec.ValidationError as error:
        unknown = re.search("unknown field `(.*)`", str(error))
        if unknown:
            detail = _unknown_field(unknown[1], type_)
            raise invalid_request(f"/{unknown[1]}", detail) from None
        raise invalid_body(str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise invalid_request("", f"not JSON: {error}") from None


def _unknown_field(name: str, type_: type) -> str:
    known = [field.encode_name for field in msgspec.structs.fields(type_)]
    near = get_close_matches(name.lower(), known, 1)
    return f"the field is called {near[0]!r}" if near else f"the fields are {', '.join(known)}"


TOKEN_OPERATIONS: dict[str, dict[str, Work]] = {
    TOKENS_PATH: {"GET": list_tokens, "POST": post_token},
    f"{TOKEN_PATH}/revoke": {"POST": revoke_token},
    f"{TOKEN_PATH}/rotate": {"POST": post_rotation},
}
"""What there is to do, by path and method."""
