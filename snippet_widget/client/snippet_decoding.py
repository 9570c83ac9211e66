"""Snippets as services send them: ours, and others that take the specification more freely.

Fields may be null, an SDK may be named as its ecosystem does, and one snippet that cannot be read
costs that snippet and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.decoding import convert
from snippet_widget.ecosystems import package_of
from snippet_widget.languages import canonical_type
from snippet_widget.models import Parameter, Sdk, Snippet, SnippetsPage
from snippet_widget.snippet_wire import snippet_from_wire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from snippet_widget.overviews import EndpointList, ListedEndpoint

_PHANTOMS = frozenset({"PUT", "POST", "GET", "PATCH", "DELETE"})

Endpoints = dict[str, dict[str, list["Snippet"]]]
"""Path -> method -> snippets, as in `SnippetsPage`."""


def decode_snippets(entries: Iterable[Any]) -> list[Snippet]:
    """Read what the get-one operation answers.

    Raises
    ------
    msgspec.ValidationError
        There are snippets, and none of them can be read; the first one's error.
    """
    snippets, failures = _decode_each(entries)
    if failures and not snippets:
        raise failures[0]
    return snippets


def as_page(listed: EndpointList) -> SnippetsPage:
    """Return a list of endpoints as a page whose snippets have no source.

    What the list says of an endpoint is said by the first of its snippets.
    """
    snippets: Endpoints = {}
    for endpoint in listed.endpoints:
        found = [
            Snippet(type=sdk.type, sdk=Sdk(sdk.package, sdk.version), sources={})
            for sdk in (listed.sdks[place] for place in endpoint.sdks)
        ]
        found[:1] = [_described(snippet, endpoint) for snippet in found[:1]]
        snippets.setdefault(endpoint.path, {})[endpoint.method] = found
    return SnippetsPage(snippets, listed.next)


def _described(snippet: Snippet, endpoint: ListedEndpoint) -> Snippet:
    return msgspec.structs.replace(
        snippet,
        call=endpoint.call or None,
        summary=endpoint.summary,
        parameters=tuple(map(Parameter, endpoint.parameters)),
    )


def decode_page(fields: Mapping[str, Any]) -> SnippetsPage:
    """Read what the load-all operation answers.

    Raises
    ------
    msgspec.ValidationError
        It is not the object that the specification describes, or none of its snippets is.
    """
    raw = convert(fields, _RawPage)
    snippets: Endpoints = {}
    failures: list[msgspec.ValidationError] = []
    for path, methods in raw.snippets.items():
        for method, entries in methods.items():
            read, failed = _decode_each(entries or ())
            snippets.setdefault(path, {})[method] = read
            failures += failed
    if failures and not any(found for methods in snippets.values() for found in methods.values()):
        raise failures[0]
    return SnippetsPage(snippets, raw.next, unreadable=len(failures))


def without_phantoms(page: SnippetsPage, are_phantoms: Callable[[], bool]) -> SnippetsPage:
    """Return a page without the endpoints that are listed only because their path has others.

    Parameters
    ----------
    are_phantoms
        Asked where a path lists all of PUT, POST, GET, PATCH and DELETE, some of them empty: an
        API that has them all, and an SDK that has no snippet of some, looks the same.
    """
    doubtful = {path for path, methods in page.snippets.items() if _looks_filled_up(methods)}
    if not doubtful or not are_phantoms():
        return page
    snippets = {
        path: {method: found for method, found in methods.items() if found or path not in doubtful}
        for path, methods in page.snippets.items()
    }
    return msgspec.structs.replace(page, snippets=snippets)


def _looks_filled_up(methods: Mapping[str, list[Snippet]]) -> bool:
    return methods.keys() >= _PHANTOMS and not all(methods.values())


def _decode_each(
    entries: Iterable[Any],
) -> tuple[list[Snippet], list[msgspec.ValidationError]]:
    read = [_decoded_or_error(entry) for entry in entries]
    return (
        [each for each in read if not isinstance(each, msgspec.ValidationError)],
        [each for each in read if isinstance(each, msgspec.ValidationError)],
    )


def _decoded_or_error(entry: Any) -> Snippet | msgspec.ValidationError:
    try:
        return _decode(entry)
    except msgspec.ValidationError as error:
        return error


def _decode(entry: Any) -> Snippet:
    given = {name: value for name, value in _object(entry).items() if value is not None}
    sdk = {name: value for name, value in _object(given.get("sdk")).items() if value is not None}
    if "package" not in sdk:
        names = {name: value for name, value in sdk.items() if isinstance(value, str)}
        package = _package(str(given.get("type", "")), names)
        sdk = {**sdk, **({"package": package} if package else {})}
    return snippet_from_wire({**given, "sdk": sdk})


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise msgspec.ValidationError(f"Expected `object`, got `{type(value).__name__}`")
    return value


def _package(type_: str, names: dict[str, str]) -> str | None:
    """Return the package of an SDK, of a language that nobody knows too."""
    named = package_of(canonical_type(type_), names)
    others = (value for name, value in names.items() if name != "version")
    return named or names.get("name") or next(others, None)


class _RawPage(msgspec.Struct):
    snippets: dict[str, dict[str, list[Any] | None]]
    next: int | None = None
