"""Read what a request carries, with bounds: its token, its page and its JSON body."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from urllib.parse import parse_qs

import msgspec

from snippet_widget.errors import (
    BodyTooLarge,
    InvalidPage,
    InvalidRequest,
    RequestTimeout,
    Unauthorized,
    UnsupportedMediaType,
)
from snippet_widget.service.misspellings import misspelled_field
from snippet_widget.service.tokens import token_hash

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import Receive, Scope

    from snippet_widget.decoding import JsonDecoder
    from snippet_widget.models import SnippetsRequest
    from snippet_widget.service.limits import Limits

_Body = TypeVar("_Body", bound="SnippetsRequest")

_JSON = re.compile(rb"application/(?:[\w.+-]+\+)?json", re.IGNORECASE | re.ASCII)
_UTF8 = {b"utf-8", b"utf8"}
_ONE_OBJECT = {b"application/json": b"application/json"}  # however many requests are kept
_MOST_DIGITS = 18
_FEWER_SDKS = "Name fewer SDKs at a time."

TOO_SLOW = "snippet_widget.too_slow"
"""Where the request's scope says that the rest of its body is not waited for."""


class ClientGone(Exception):
    """The client closed the connection before its request was whole."""


def bearer_digest(headers: Mapping[bytes, bytes]) -> bytes:
    """Return the SHA-256 of the token of ``Authorization`` (RFC 6750, section 2.1).

    Raises
    ------
    Unauthorized
        The header is missing or holds no token.
    """
    scheme, _, token = headers.get(b"authorization", b"").partition(b" ")
    token = token.strip()
    if token and scheme.lower() == b"bearer":
        return token_hash(token)
    raise Unauthorized(
        "Send the header `Authorization: Bearer <ACCESS_TOKEN>`. `snippet-widget token create` "
        "makes a token.",
        headers={"WWW-Authenticate": "Bearer"},
    )


def page_number(query: bytes) -> int:
    """Return the ``page`` of a query, 1 when there is none.

    Raises
    ------
    InvalidPage
        It is no whole number from 1.
    """
    if not query:
        return 1
    given = parse_qs(query.decode("latin-1"), keep_blank_values=True).get("page", ["1"])
    digits = given[0].lstrip("0")
    if len(given) == 1 and re.fullmatch("[1-9][0-9]*", digits):
        return int(digits[:_MOST_DIGITS])
    raise InvalidPage(
        f"The page {', '.join(given)[:50]!r} is not a whole number from 1. Pass the `next` of the "
        "answer before, or leave `page` out for the first."
    )


class RequestData(NamedTuple):
    """What a request carries besides its token; equal for requests that are answered alike."""

    path: str
    query: bytes
    content_type: bytes
    body: bytes
    selectors: int

    def decoded(self, decoder: JsonDecoder[_Body]) -> _Body:
        """Return what the body says.

        Raises
        ------
        UnsupportedMediaType, InvalidRequest
            It is not sent as JSON, or not what the operation takes.
        """
        if self.body and self.content_type != b"application/json":
            check_media_type(self.content_type)
        return decode_body(self.body, decoder, self.selectors)


async def read_request(
    scope: Scope, headers: Mapping[bytes, bytes], receive: Receive, limits: Limits
) -> RequestData:
    """Read a request to its end.

    Raises
    ------
    BodyTooLarge, RequestTimeout, UnsupportedMediaType, ClientGone
        As in `read_body`.
    """
    body = await read_body(scope, headers, receive, limits, _FEWER_SDKS)
    path, content_type = sys.intern(scope["path"]), headers.get(b"content-type", b"")
    content_type = _ONE_OBJECT.get(content_type, content_type)
    return RequestData(path, scope["query_string"], content_type, body, limits.selectors)


async def read_body(
    scope: Scope, headers: Mapping[bytes, bytes], receive: Receive, limits: Limits, advice: str
) -> bytes:
    """Return the body.

    Parameters
    ----------
    advice
        What to do about one that is too large, for its sender.

    Raises
    ------
    BodyTooLarge
        It is larger than `limits` allow: nothing of it was read when ``Content-Length`` said so,
        else not much more than what is allowed.
    RequestTimeout
        It arrives too slowly.
    UnsupportedMediaType
        It is compressed.
    ClientGone
        The connection ended first.
    """
    _check_encoding(headers.get(b"content-encoding"))
    announced = headers.get(b"content-length", b"0")
    if len(announced) > _MOST_DIGITS or int(announced) > limits.body_bytes:
        raise _too_large(limits, advice)
    pieces: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        if TOO_SLOW in scope:
            raise RequestTimeout(
                "The body did not arrive in time. Send it again.", headers={"Connection": "close"}
            )
        piece = message.get("body", b"")
        size += len(piece)
        if size > limits.body_bytes:
            raise _too_large(limits, advice)
        pieces.append(piece)
        if not message.get("more_body"):
            return b"".join(pieces)


def _check_encoding(encoding: bytes | None) -> None:
    if encoding is not None and encoding.strip().lower() not in {b"", b"identity"}:
        raise UnsupportedMediaType(
            "Compressed bodies are not read. Send the body as it is, without `Content-Encoding`.",
            headers={"Accept-Encoding": "identity"},
        )


def _too_large(limits: Limits, advice: str) -> BodyTooLarge:
    return BodyTooLarge(
        f"A body may have at most {limits.body_bytes} bytes. {advice}",
        headers={"Connection": "close"},
    )


def check_media_type(content_type: bytes) -> None:
    """Return when a body with that ``Content-Type`` is JSON in UTF-8.

    Raises
    ------
    UnsupportedMediaType
        It is not.
    """
    media_type, *parameters = content_type.split(b";")
    named = (parameter.partition(b"=") for parameter in parameters)
    charsets = {v.strip(b' "').lower() for n, _, v in named if n.strip().lower() == b"charset"}
    if not _JSON.fullmatch(media_type.strip()) or not charsets <= _UTF8:
        raise UnsupportedMediaType(
            "Send the body as JSON in UTF-8, with `Content-Type: application/json`.",
            headers={"Accept-Post": "application/json"},
        )


def decode_body(body: bytes, decoder: JsonDecoder[_Body], selectors: int) -> _Body:
    """Return the request that a body describes; an empty body is an empty object.

    Parameters
    ----------
    selectors
        The most SDK selectors that it may have.

    Raises
    ------
    InvalidRequest
        It is no JSON, or not what the operation takes; `errors` points to what is wrong.
    """
    try:
        request = decoder.decode(body or b"{}")
        misspelled = misspelled_field(body)
    except msgspec.ValidationError as error:
        raise invalid_body(str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise invalid_request("", f"not JSON: {error}") from None
    except RecursionError:
        raise invalid_request("", "nested too deeply") from None
    if len(request.sdks or ()) > selectors:
        raise invalid_request("/sdks", f"more than {selectors} selectors")
    if misspelled is not None:
        raise invalid_request(*misspelled)
    return request


def invalid_request(pointer: str, detail: str) -> InvalidRequest:
    """Return the problem of a body; `pointer` is to what is wrong with it (RFC 6901)."""
    where = f" at {pointer}" if pointer else ""
    return InvalidRequest(
        f"The request body is not what this operation takes{where}: {detail}.",
        errors=[{"pointer": pointer, "detail": detail}],
    )


def invalid_body(message: str) -> InvalidRequest:
    """Return the problem of a body that msgspec refused with that message."""
    return invalid_request(*_pointed(message))


def _pointed(message: str) -> tuple[str, str]:
    """Split msgspec's ``Expected `str` - at `$.sdks[0].type``` into JSON pointer and text."""
    detail, _, path = message.partition(" - at `$")
    detail = re.sub(r"Expected `str` of length <= (\d+)", r"longer than \1 characters", detail)
    missing = re.search(r"missing required field `(\w+)`", detail)
    pointer = re.sub(r"\.|\[", "/", path.rstrip("`")).replace("]", "")
    return pointer + (f"/{missing[1]}" if missing else ""), detail
