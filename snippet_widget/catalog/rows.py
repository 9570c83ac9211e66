"""Between the rows of a store and what a catalog takes and gives: the same for all stores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from snippet_widget.catalog.contract import PAGE_ENDPOINTS
from snippet_widget.catalog.records import PageEndpoint, PublishedSdk, SdkStatus
from snippet_widget.endpoints import display_path, method_name, path_key
from snippet_widget.errors import ConfigurationError
from snippet_widget.models import LONGEST_NAME, LONGEST_PATH, Sdk, SdkSelector, Snippet
from snippet_widget.sdk_selector import sdk_text
from snippet_widget.snippet_wire import snippet_from_json, snippet_to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.publication import Publication, PublishedEndpoint

_HIGHEST_PAGE = 2**31 // PAGE_ENDPOINTS

EndpointKey = tuple[str, str]
"""Method and path key: what makes an endpoint one, within its API."""

Texts = tuple[str | None, str | None]
"""JSON text of the full snippet and, where it differs, of its endpoint level."""


class EndpointRow(NamedTuple):
    """One endpoint of a publication, ready to be written."""

    method: str
    path: str
    path_key: str
    texts: Texts

    @property
    def key(self) -> EndpointKey:
        """What is unique in the API."""
        return (self.method, self.path_key)


class NewEndpoint(NamedTuple):
    """One endpoint that the API did not have; the columns of the table after its API."""

    ordinal: int
    method: str
    path: str
    path_key: str
    segments: int


def rows_of(publication: Publication, sdk: SdkSelector) -> list[EndpointRow]:
    """Return the rows of a publication; an endpoint that it has twice is taken once, the first.

    Raises
    ------
    ConfigurationError
        A path or a source cannot be stored: not every database takes what Python takes for text.
    """
    rows: dict[EndpointKey, EndpointRow] = {}
    for endpoint in publication.endpoints:
        _check(endpoint)
        row = EndpointRow(
            method_name(endpoint.method),
            display_path(endpoint.path),
            path_key(endpoint.path),
            _texts(endpoint, sdk),
        )
        rows.setdefault(row.key, row)
    return list(rows.values())


def _check(endpoint: PublishedEndpoint) -> None:
    path = endpoint.path
    if not path.isprintable() or len(path) > LONGEST_PATH:
        raise ConfigurationError(
            f"The path {path[:LONGEST_NAME]!r} cannot be published. Use printable characters, "
            f"no more than {LONGEST_PATH} of them."
        )


def _texts(endpoint: PublishedEndpoint, sdk: SdkSelector) -> Texts:
    full = _text(endpoint.full, sdk)
    short = _text(endpoint.endpoint, sdk)
    return full, (short if short != full else None)


def _text(snippet: Snippet | None, sdk: SdkSelector) -> str | None:
    if snippet is None:
        return None
    own = Sdk(package=sdk.package or "", version=sdk.version or "")
    stored = msgspec.structs.replace(snippet, type=sdk.type, sdk=own)
    try:
        return snippet_to_json(stored)
    except UnicodeEncodeError as error:
        raise ConfigurationError(
            f"A snippet of {sdk_text(sdk)} is not text: {error}. Nothing "
            "was published; correct it in the source."
        ) from error


def rewritten(text: str | None) -> str | None:
    """Return a stored text as it would be stored today: for rows of earlier versions.

    One that cannot be read stays as it is: it must not keep the catalog from being opened.
    """
    if text is None:
        return None
    try:
        snippet = snippet_from_json(text)
    except msgspec.MsgspecError:
        return text
    return snippet_to_json(snippet)


def numbered(
    stored: Iterable[Iterable[Any]], rows: Sequence[EndpointRow]
) -> tuple[dict[EndpointKey, int], list[NewEndpoint]]:
    """Give each endpoint its ordinal; new ones are appended in the publication's order.

    Parameters
    ----------
    stored
        Method, path key, path and ordinal of all the endpoints that the API has.

    Returns
    -------
    ordinals, new
        The ordinal of every endpoint of the API, and the endpoints to be written.
    """
    ordinals: dict[EndpointKey, int] = {}
    paths: dict[str, str] = {}
    for method, key, path, ordinal in stored:
        ordinals[method, key] = ordinal
        paths.setdefault(key, path)
    new = []
    for row in rows:
        if row.key not in ordinals:
            ordinal = ordinals[row.key] = len(ordinals)
            path = paths.setdefault(row.path_key, row.path)  # one spelling for all its methods
            segments = row.path_key.count("/")
            new.append(NewEndpoint(ordinal, row.method, path, row.path_key, segments))
    return ordinals, new


def published_sdk(columns: Sequence[Any]) -> PublishedSdk:
    """Return an SDK version: the fields of `PublishedSdk` in their order."""
    key, type_, package, version, snippets, status, reason, at = columns
    return PublishedSdk(key, type_, package, version, snippets, SdkStatus(status), reason, at)


def with_package(text: str | None, package: str) -> str | None:
    """Return a stored snippet as one of a package of another name."""
    if text is None:
        return None
    snippet = snippet_from_json(text)
    named = Sdk(package=package, version=snippet.sdk.version)
    return snippet_to_json(msgspec.structs.replace(snippet, sdk=named))


def first_ordinal(page: int) -> int:
    """Return the first ordinal of a page; of one beyond everything, the highest that fits."""
    return (min(page, _HIGHEST_PAGE) - 1) * PAGE_ENDPOINTS


def endpoints_of(rows: Iterable[Sequence[Any]]) -> list[PageEndpoint]:
    """Gather a page's rows by endpoint: ordinal, method, path, key of the SDK and text of each."""
    found: dict[int, tuple[str, str, dict[int, str]]] = {}
    for ordinal, method, path, sdk, text in rows:
        endpoint = found.setdefault(ordinal, (method, path, {}))
        if text is not None:
            endpoint[2][sdk] = text
    return [PageEndpoint(*endpoint) for endpoint in found.values()]
