"""A snippet as the JSON object that travels: in requests, answers, exports and the catalog.

Fields are those of the specification, section "Resources and their fields", and additions of ours.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.decoding import convert, decode_json
from snippet_widget.ecosystems import own_names
from snippet_widget.languages import language
from snippet_widget.models import CLIENTS, Parameter, Run, Snippet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from snippet_widget.models import Example

_ADDITIONS = ("call", "warnings", "repairs", "examples")
_KNOWN = {"type", "sdk", "exampleIdentifier", *_ADDITIONS, *CLIENTS}
_OWN_ADDITIONS = {
    "published": dict[str, str],
    "required_only": dict[str, str],
    "summary": str,
    "parameters": tuple[Parameter, ...],
    "tags": tuple[str, ...],
    "deprecated": str,
    "docs": str,
    "credentials": dict[str, str],
    "verified": tuple[Run, ...],
}
"""Additions of ours alone, by type: another service may mean something else by these names."""


_EXAMPLE = {
    "warnings": tuple[str, ...],
    "repairs": tuple[str, ...],
    "published": dict[str, str],
    "required_only": dict[str, str],
}


def snippet_from_wire(fields: Mapping[str, Any]) -> Snippet:
    """Read a decoded JSON object as a `Snippet`.

    Raises
    ------
    msgspec.ValidationError
        A field that the specification names is missing or of another type.
    """
    known = {name: fields[name] for name in ("type", "sdk", *_ADDITIONS) if name in fields}
    examples = [
        {**_own(example, _EXAMPLE), "name": example.get("name"), "sources": _sources(example)}
        for example in known.pop("examples", ())
    ]
    own = _own(fields, _OWN_ADDITIONS)
    return convert(
        {
            **known,
            **own,
            "sources": _sources(fields),
            "examples": examples,
            "example": fields.get("exampleIdentifier"),
            "additional": {n: v for n, v in fields.items() if n not in _KNOWN and n not in own},
        },
        Snippet,
    )


def snippet_from_json(text: str) -> Snippet:
    """Read a snippet that `snippet_to_json` has written."""
    return snippet_from_wire(decode_json(text))


def snippet_to_json(snippet: Snippet) -> str:
    """Return the JSON text of a snippet, as the catalog holds it."""
    return msgspec.json.encode(snippet_to_wire(snippet)).decode()


def snippet_to_wire(snippet: Snippet) -> dict[str, Any]:
    """Return the JSON object of a snippet; additions that are empty are absent.

    The SDK has the names of its ecosystem too, and a source that there is none of is ``""``:
    official clients of such a service refuse a python or java snippet without one of its two.
    """
    sdk = snippet.sdk
    example = snippet.example or (snippet.examples[0].name if snippet.examples else None)
    additions = {
        "exampleIdentifier": example,
        "call": snippet.call,
        "warnings": list(snippet.warnings),
        "repairs": list(snippet.repairs),
        "examples": [
            {"name": e.name, **e.sources, **_given(e, _EXAMPLE)} for e in snippet.examples
        ],
        **_given(snippet, _OWN_ADDITIONS),
    }
    return {
        "type": snippet.type,
        "sdk": {**msgspec.to_builtins(sdk), **own_names(snippet.type, sdk.package)},
        **dict.fromkeys(language(snippet.type).clients, ""),
        **snippet.sources,
        **{name: value for name, value in additions.items() if value},
        **snippet.additional,
    }


def _own(fields: Mapping[str, Any], types: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of some fields that are of our type."""
    found: dict[str, Any] = {}
    for name, type_ in types.items():
        if name in fields:
            with contextlib.suppress(msgspec.ValidationError):
                found[name] = convert(fields[name], type_)
    return found


def _given(of: Snippet | Example, names: Iterable[str]) -> dict[str, Any]:
    """Return those of some fields that are not empty, as JSON."""
    values = {name: getattr(of, name) for name in names}
    return {name: msgspec.to_builtins(value) for name, value in values.items() if value}


def _sources(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the sources; null and blank text stand for one that there is none of."""
    return {name: fields[name] for name in CLIENTS if not _is_blank(fields.get(name))}


def _is_blank(source: Any) -> bool:
    return source is None or (isinstance(source, str) and not source.strip())
