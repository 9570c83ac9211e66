"""Fern's ``snippet.json``: what its generators register of the snippets that they wrote.

The file names neither package nor version, so that is for the user to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snippet_widget.endpoints import METHODS
from snippet_widget.languages import canonical_type, language
from snippet_widget.models import CLIENTS
from snippet_widget.publication import Problem
from snippet_widget.publishing.extraction import (
    DocumentContents,
    ExtractedExample,
    ExtractionResult,
    check_counts,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def is_fern_snippets(document: Any) -> bool:
    """Tell a ``snippet.json`` by its list of endpoints."""
    return isinstance(document, dict) and isinstance(document.get("endpoints"), list)


def read_fern_snippets(
    document: dict[str, Any], file: str, types: Iterable[str]
) -> DocumentContents:
    """Return what a ``snippet.json`` holds for SDKs of each of these types."""
    contents = DocumentContents(extractions={type_: ExtractionResult() for type_ in types})
    seen: set[tuple[str, ...]] = set()
    for entry in _entries(document, file):
        if isinstance(entry, Problem):
            contents.problems.append(entry)
            continue
        type_, found = entry
        key = (type_, found.endpoint, found.name, *found.sources.values())
        if key not in seen:
            seen.add(key)
            contents.counts[type_] += 1
            if type_ in contents.extractions:
                contents.extractions[type_].found.append(found)
    check_counts(contents.counts, contents.extractions, file)
    return contents


def _entries(
    document: dict[str, Any], file: str
) -> Iterator[tuple[str, ExtractedExample] | Problem]:
    for number, entry in enumerate(document["endpoints"]):
        fields = entry if isinstance(entry, dict) else {}
        place, snippet = fields.get("id"), fields.get("snippet")
        if not isinstance(place, dict) or not isinstance(snippet, dict):
            yield Problem(f"Entry {number} of endpoints has no id or no snippet; left out.", file)
            continue
        method, path = place.get("method"), place.get("path")
        type_ = snippet.get("type")
        if not (isinstance(method, str) and isinstance(path, str) and isinstance(type_, str)):
            yield Problem(f"Entry {number} of endpoints has no method, path or type.", file)
            continue
        if method.upper() not in METHODS:
            yield Problem(
                f"Entry {number} of endpoints: {method[:40]!r} is not an HTTP method.", file
            )
            continue
        found = _found(fields, snippet, method.upper(), path, file)
        if not found.sources:
            yield Problem(f"Its {type_[:40]} snippet is empty.", file, endpoint=found.endpoint)
        yield canonical_type(type_), found


def _found(
    fields: dict[str, Any], snippet: dict[str, Any], method: str, path: str, file: str
) -> ExtractedExample:
    sources = {
        client: source
        for client in CLIENTS
        if isinstance(source := snippet.get(client), str) and source.strip()
    }
    name = fields.get("example_identifier")
    found = ExtractedExample(method, path, sources=sources, file=file)
    found.name = name if isinstance(name, str) else ""
    if "async_client" in sources and sources["async_client"] == sources.get("sync_client"):
        label = language(str(snippet["type"])).label
        found.warnings.append(
            f"The vendor's {label} example for the async client is that for the sync client."
        )
    return found
