"""Read what was sent to ``POST /snippets/create``: checked and leveled like any other source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from snippet_widget.creation import InvalidCreation
from snippet_widget.ecosystems import is_named, package_of
from snippet_widget.endpoints import METHODS, path_key
from snippet_widget.languages import canonical_type, language
from snippet_widget.models import Sdk, Snippet, examples_of, joined_examples
from snippet_widget.publishing.assembly import assemble
from snippet_widget.publishing.extraction import (
    MAX_SNIPPETS,
    ExtractedExample,
    ExtractionResult,
)
from snippet_widget.snippet_wire import snippet_from_wire

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from snippet_widget.creation import CreatedExample, CreatedSdk, Creation
    from snippet_widget.publication import Publication, PublishedEndpoint

MAX_SDKS = 50
"""In one request."""

_NAMES = ("package", "group", "artifact", "githubRepo", "github_repo", "gem")
_CHECKED = ("type", "sdk", "sources", "call", "warnings", "repairs", "examples", "example")
"""Fields that assembling sets; all others of a snippet are taken over as they were sent."""
_OF_WHOLE = ("published", "required_only", "parameters")
"""Fields that belong to whole programs; the call alone has them where they were sent with it."""


class _Sent(NamedTuple):
    """One example as it was sent, and as it is checked."""

    full: Snippet
    endpoint: Snippet | None
    found: ExtractedExample

    @property
    def key(self) -> tuple[str, str]:
        return self.found.method, path_key(self.found.path)


def read_creation(creation: Creation) -> list[Publication]:
    """Return a publication for each SDK; what fails a check is left out, and a problem.

    Raises
    ------
    InvalidCreation
        An SDK has no name, or no or too many snippets, or a snippet no endpoint.
    """
    if not 0 < len(creation.sdks) <= MAX_SDKS:
        raise InvalidCreation("/snippets", f"one SDK is needed, and {MAX_SDKS} at the most")
    several = isinstance(creation.snippets, list)
    publications = [
        _publication(sdk, f"/snippets/{number}" if several else "/snippets")
        for number, sdk in enumerate(creation.sdks)
    ]
    if len({publication.sdk for publication in publications}) < len(publications):
        raise InvalidCreation("/snippets", "an SDK version is named twice")
    return publications


def _publication(sdk: CreatedSdk, pointer: str) -> Publication:
    if not 0 < len(sdk.snippets) <= MAX_SNIPPETS:
        detail = f"one snippet is needed, and {MAX_SNIPPETS} at the most"
        raise InvalidCreation(f"{pointer}/snippets", detail)
    type_ = canonical_type(sdk.type)
    own = Sdk(_package(type_, sdk.sdk, pointer), _version(sdk.sdk, pointer))
    sent = [
        _sent(example, type_, own, f"{pointer}/snippets/{number}")
        for number, example in enumerate(sdk.snippets)
    ]
    found = ExtractionResult([one.found for one in sent])
    publication = assemble(type_, own.package, own.version, found)
    usable: dict[tuple[str, str], list[_Sent]] = {}
    for one in sent:
        if one.found.sources:  # what is left of them after the checks
            usable.setdefault(one.key, []).append(one)
    endpoints = tuple(
        _completed(endpoint, usable.get((endpoint.method, path_key(endpoint.path)), []))
        for endpoint in publication.endpoints
    )
    return msgspec.structs.replace(publication, endpoints=endpoints)


def _package(type_: str, names: Mapping[str, str], pointer: str) -> str:
    package = names.get("package") or package_of(type_, dict(names))
    if not package:
        raise InvalidCreation(f"{pointer}/sdk", f"no package of {language(type_).label}")
    given = {name: names[name] for name in _NAMES if name in names}
    if not is_named(type_, package, given):
        raise InvalidCreation(f"{pointer}/sdk", "its names are those of different packages")
    return package


def _version(names: Mapping[str, str], pointer: str) -> str:
    if not names.get("version"):
        raise InvalidCreation(f"{pointer}/sdk/version", "it is missing")
    return names["version"]


def _sent(example: CreatedExample, type_: str, sdk: Sdk, pointer: str) -> _Sent:
    """Return one example, once it can be read."""
    method = example.endpoint.method.upper()
    if method not in METHODS:
        detail = f"not one of {', '.join(METHODS)}"
        raise InvalidCreation(f"{pointer}/endpoint/method", detail)
    if not example.endpoint.path.strip():
        raise InvalidCreation(f"{pointer}/endpoint/path", "it is empty")
    name = example.example_identifier
    full = _snippet(example.snippet or {}, (type_, sdk, name), f"{pointer}/snippet")
    short = None
    if example.endpoint_snippet is not None:
        short = _snippet(example.endpoint_snippet, (type_, sdk, name), f"{pointer}/endpointSnippet")
    found = ExtractedExample(
        method,
        example.endpoint.path,
        call=full.call,
        sources=dict(full.sources),
        warnings=list(full.warnings),
        repairs=list(full.repairs),
        name=name or "",
    )
    return _Sent(full, short, found)


def _snippet(fields: dict[str, Any], of: tuple[str, Sdk, str | None], pointer: str) -> Snippet:
    type_, sdk, example = of
    own = {"type": type_, "sdk": msgspec.to_builtins(sdk), "exampleIdentifier": example}
    try:
        return snippet_from_wire({**fields, "examples": (), **own})
    except (msgspec.ValidationError, TypeError, AttributeError) as error:
        raise InvalidCreation(pointer, str(error)) from error


def _completed(endpoint: PublishedEndpoint, usable: Sequence[_Sent]) -> PublishedEndpoint:
    """Add to each example what was sent with it."""
    full, short = endpoint.full, endpoint.endpoint
    if full is None or short is None:
        return endpoint
    by_source = {tuple(one.found.sources.items()): one for one in reversed(usable)}
    wholes, calls = [], []
    for whole, call in zip(examples_of(full), examples_of(short), strict=True):
        one = by_source[tuple(whole.sources.items())]
        name = {"example": whole.example or one.found.name or None}
        wholes.append(msgspec.structs.replace(whole, **_unchecked(one.full), **name))
        calls.append(msgspec.structs.replace(call, **_of_call(one, call), **name))
    return msgspec.structs.replace(
        endpoint, full=joined_examples(wholes), endpoint=joined_examples(calls)
    )


def _of_call(one: _Sent, derived: Snippet) -> dict[str, Any]:
    """Return the fields of the call alone: as they were sent, else those of the whole program."""
    if one.endpoint is None:
        fields = _unchecked(one.full)
        return {name: value for name, value in fields.items() if name not in _OF_WHOLE}
    sent = {n: one.endpoint.sources.get(n, source) for n, source in derived.sources.items()}
    return {**_unchecked(one.endpoint), "sources": sent}


def _unchecked(snippet: Snippet) -> dict[str, Any]:
    """Return the fields that no check looks at."""
    return {
        field: getattr(snippet, field)
        for field in snippet.__struct_fields__
        if field not in _CHECKED
    }
