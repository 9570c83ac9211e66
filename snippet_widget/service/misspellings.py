"""Find fields that are misspelled: ignored as unknown ones, they would change what is answered."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.decoding import decode_json, json_decoder
from snippet_widget.models import EndpointSelector, SdkRequest, SnippetRequest, SnippetsRequest

if TYPE_CHECKING:
    from collections.abc import Iterator

_REQUEST, _SELECTOR, _ENDPOINT = (
    frozenset(field.encode_name for field in msgspec.structs.fields(type_))
    for type_ in (SnippetRequest, SdkRequest, EndpointSelector)
)


class _StrictSelector(SdkRequest, frozen=True, forbid_unknown_fields=True):
    pass


class _StrictEndpoint(EndpointSelector, frozen=True, forbid_unknown_fields=True):
    pass


class _StrictRequest(SnippetsRequest, frozen=True, forbid_unknown_fields=True):
    sdks: tuple[_StrictSelector, ...] | None = ()
    endpoint: _StrictEndpoint | None = None
    example_identifier: str | None = None


_WITHOUT_UNKNOWN = json_decoder(_StrictRequest)


def misspelled_field(body: bytes) -> tuple[str, str] | None:
    """Return JSON pointer of a field that is wrong, and what it is; None: there is none.

    ``api_id``, ``ApiID`` and ``sdk`` are ``apiId`` and ``sdks``: what differs in case, separators
    or a plural's s from a field of a request, of its endpoint or of one of its selectors.

    Parameters
    ----------
    body
        JSON that was decoded as a request before.

    Raises
    ------
    msgspec.DecodeError, UnicodeDecodeError, RecursionError
        A field that no request has holds what is no JSON.
    """
    try:
        _WITHOUT_UNKNOWN.decode(body or b"{}")
    except msgspec.ValidationError:
        return next(_misspelled(decode_json(body)), None)
    return None


def _misspelled(request: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if "page" in request and "endpoint" not in request:
        yield "/page", "the page is a parameter of the query, `/snippets/load?page=2`"
    yield from _of_object("", request, _REQUEST)
    yield from _of_object("/endpoint", request.get("endpoint"), _ENDPOINT)
    for number, selector in enumerate(request.get("sdks") or ()):
        yield from _of_object(f"/sdks/{number}", selector, _SELECTOR)


def _of_object(pointer: str, fields: Any, known: frozenset[str]) -> Iterator[tuple[str, str]]:
    if not isinstance(fields, dict):
        return
    right = _by_squashed_name(known)
    for name in fields:
        if name not in known and (squashed := _squashed(name)) in right:
            yield f"{pointer}/{name}", f"the field is called {right[squashed]!r}"


@cache
def _by_squashed_name(known: frozenset[str]) -> dict[str, str]:
    return {_squashed(name): name for name in known}


def _squashed(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower().removesuffix("s")
