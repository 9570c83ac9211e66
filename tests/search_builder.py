"""Builds indexes of endpoints, and reads what they find."""

from __future__ import annotations

from snippet_widget.cards.search_index import EndpointIndex, SearchResult
from snippet_widget.models import SnippetsPage
from tests.panel_builder import python_snippet


def index_of(endpoints: dict[tuple[str, str], str]) -> EndpointIndex:
    index = EndpointIndex()
    for (method, path), call in endpoints.items():
        index.add(SnippetsPage({path: {method: [python_snippet(call)]}}))
    return index


def names(found: SearchResult) -> list[str]:
    return [f"{method} {path}" for _, method, path, *_ in found.rows]
