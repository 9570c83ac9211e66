"""Read what a request carries, with bounds: its token, its page and its JSON body."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

import msgspec

from snippet_widget.errors import (
    BodyTooLarge,
    InvalidPage,
    InvalidRequest,
    Unauthorized,
    UnsupportedMediaType,
)

if TYPE_CHECKING:
    from starlette.requests import Request

    from snippet_widget.models import SnippetsRequest

    from .limits import Limits

_Body = TypeVar("_Body", bound="SnippetsRequest")

_JSON = re.compile(r"application/(?:[\w.+-]+\+)?json", re.IGNORECASE | re.ASCII)
_UTF8 = {"", "utf-8", "utf8"}


def bearer_token(request: Request) -> str:
    """Return the token of the ``Authorization`` header (RFC 6750, section 2.1).

    Raises
    ------
    Unauthorized
        There is none.
    """
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    raise unauthorized("Send the header `Authorization: Bearer <ACCESS_TOKEN>`.")


def unauthorized(advice: str) -> Unauthorized:
    """Return the problem of a request that nobody vouches for."""
    return Unauthorized(
        f"{advice} `snippet-widget token create` makes a token.",
        headers={"WWW-Authenticate": "Bearer"},
    )


def page_number(request: Request) -> int:
    """Return the ``page`` of the query, 1 when there is none.

    Raises
    ------
    InvalidPage
        It is no whole number from 1.
    """
    given = request.query_params.getlist("page")
    if not given:
        return 1
    digits = given[0].lstrip("0")
    if len(given) == 1 and re.fullmatch("[1-9][0-9]*", digits):
        return int(digits[:18])
    raise InvalidPage(
        f"The page {', '.join(given)[:50]!r} is no whole number from 1. Pass the `next` of the "
        "answer before, or leave `page` out for the first."
    )


async def read_body(request: Request, limits: Limits) -> bytes:
    """Return the body.

    Raises
    ------
    UnsupportedMediaType
        It is not sent as JSON.
    BodyTooLarge
        It is larger than `limits` allow; no more than that of it was read.
    """
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > limits.body_bytes:
            raise BodyTooLarge(
                f"A body may have {limits.body_bytes} bytes. Name fewer SDKs at a time.",
                headers={"Connection": "close"},
            )
    if body:
        _check_media_type(request)
    return body


def _check_media_type(request: Request) -> None:
    media_type, *parameters = request.headers.get("content-type", "").split(";")
    charset = [p.partition("=")[2].strip(' "').lower() for p in parameters if "charset" in p]
    if not _JSON.fullmatch(media_type.strip()) or not _UTF8.issuperset(charset):
        raise UnsupportedMediaType(
            "Send the body as JSON in UTF-8, with `Content-Type: application/json`.",
            headers={"Accept-Post": "application/json"},
        )


def decode_body(body: bytes, decoder: msgspec.json.Decoder[_Body], limits: Limits) -> _Body:
    """Return the request that a body describes; an empty body is an empty object.

    Raises
    ------
    InvalidRequest
        It is no JSON, or not what the operation takes; `errors` points to what is wrong.
    """
    try:
        request = decoder.decode(body or b"{}")
    except msgspec.ValidationError as error:
        raise _invalid(*_pointed(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _invalid("", f"not JSON: {error}") from None
    except RecursionError:
        raise _invalid("", "nested too deeply") from None
    if len(request.sdks or ()) > limits.selectors:
        raise _invalid("/sdks", f"more than {limits.selectors} selectors")
    return request


def _invalid(pointer: str, detail: str) -> InvalidRequest:
    where = f" at {pointer}" if pointer else ""
    return InvalidRequest(
        f"The request body is not what this operation takes{where}: {detail}.",
        errors=[{"pointer": pointer, "detail": detail}],
    )


def _pointed(message: str) -> tuple[str, str]:
    """Split msgspec's ``Expected `str` - at `$.sdks[0].type``` into JSON pointer and text."""
    detail, _, path = message.partition(" - at `$")
    missing = re.search(r"missing required field `(\w+)`", detail)
    pointer = re.sub(r"\.|\[", "/", path.rstrip("`")).replace("]", "")
    return pointer + (f"/{missing[1]}" if missing else ""), detail
