"""A catalog's API as one JSON document, which is a source again: nothing is lost on the way.

::

    {"snippet_widget_export": 1, "org": "acme", "api": "users", "publications": [
      {"sdk": {"type": "python", "package": "acme", "version": "1.0"}, "endpoints": [
        {"method": "GET", "path": "/users/{id}", "full": {…}, "endpoint": {…}}]}]}

``full`` and ``endpoint`` are snippets as the service answers with them, at either load level.
``full`` is absent where the SDK publishes no snippet, ``endpoint`` where it is the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.decoding import convert
from snippet_widget.errors import SourceError
from snippet_widget.models import SdkSelector, Snippet
from snippet_widget.publication import Problem, Publication, PublishedEndpoint
from snippet_widget.snippet_wire import snippet_from_wire, snippet_to_wire

if TYPE_CHECKING:
    from collections.abc import Iterable

FORMAT = 1
_MARK = "snippet_widget_export"


def is_export(document: Any) -> bool:
    """Tell an export by its mark."""
    return isinstance(document, dict) and _MARK in document


def export_text(org: str, api: str, publications: Iterable[Publication]) -> str:
    """Return the document of one API; the same publications always give the same text."""
    document = {
        _MARK: FORMAT,
        "org": org,
        "api": api,
        "publications": [
            {
                "sdk": msgspec.to_builtins(publication.sdk),
                "endpoints": [_written(endpoint) for endpoint in publication.endpoints],
            }
            for publication in publications
        ],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def read_export(document: dict[str, Any], name: str) -> tuple[Publication, ...]:
    """Return the publications of an export, as they were when it was written.

    A snippet that somebody has made null is a problem: an export leaves out what is not there.

    Raises
    ------
    SourceError
        It is of a newer format, or changed by hand so that it is no longer one; says where.
    """
    if document[_MARK] != FORMAT:
        raise SourceError(
            f"{name} is an export of format {str(document[_MARK])[:20]}; this version reads "
            f"{FORMAT}. Upgrade snippet-widget."
        )
    try:
        export = convert(document, _Export)
        return tuple(_publication(publication, name) for publication in export.publications)
    except (msgspec.ValidationError, TypeError, AttributeError) as error:
        raise SourceError(
            f"{name} is a damaged export: {error}. Export the catalog again."
        ) from error


def exported_api(document: dict[str, Any], name: str) -> tuple[str, str]:
    """Return the organization and the API that an export is of.

    Raises
    ------
    SourceError
        It does not say, as every export does.
    """
    org, api = document.get("org"), document.get("api")
    if not isinstance(org, str) or not isinstance(api, str):
        raise SourceError(f"{name} is a damaged export: no `org` and `api`. Export it again.")
    return org, api


class _Endpoint(msgspec.Struct):
    method: str
    path: str
    full: dict[str, Any] | msgspec.UnsetType | None = msgspec.UNSET
    endpoint: dict[str, Any] | None = None


class _Sdk(msgspec.Struct):
    type: str
    package: str
    version: str


class _Publication(msgspec.Struct):
    sdk: _Sdk
    endpoints: list[_Endpoint]


class _Export(msgspec.Struct):
    publications: list[_Publication]


def _written(endpoint: PublishedEndpoint) -> dict[str, Any]:
    written: dict[str, Any] = {"method": endpoint.method, "path": endpoint.path}
    if endpoint.full is not None:
        written["full"] = snippet_to_wire(endpoint.full)
    if endpoint.endpoint is not None and endpoint.endpoint != endpoint.full:
        written["endpoint"] = snippet_to_wire(endpoint.endpoint)
    return written


def _publication(read: _Publication, file: str) -> Publication:
    return Publication(
        SdkSelector(read.sdk.type, read.sdk.package, read.sdk.version),
        tuple(
            PublishedEndpoint(
                endpoint.method, endpoint.path, _snippet(endpoint.full), _snippet(endpoint.endpoint)
            )
            for endpoint in read.endpoints
        ),
        tuple(
            Problem("Its snippet is null.", file, endpoint=f"{endpoint.method} {endpoint.path}")
            for endpoint in read.endpoints
            if endpoint.full is None
        ),
    )


def _snippet(wire: dict[str, Any] | msgspec.UnsetType | None) -> Snippet | None:
    return snippet_from_wire(wire) if isinstance(wire, dict) else None
