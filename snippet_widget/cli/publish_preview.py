"""``publish --preview``: the cards as they will be, on a page without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cards.static import PageSection, cards_page
from snippet_widget.cli.output_files import write_output
from snippet_widget.endpoints import path_key
from snippet_widget.models import EndpointSelector

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from snippet_widget.models import Snippet
    from snippet_widget.publication import Publication


def write_preview(path: Path, org: str, api: str, publications: Sequence[Publication]) -> int:
    """Write the page; return how many endpoints are on it."""
    sections = _sections(org, api, publications)
    write_output(path, cards_page(f"{org}/{api}", sections))
    return len(sections)


def _sections(org: str, api: str, publications: Sequence[Publication]) -> list[PageSection]:
    paths: dict[str, str] = {}
    snippets: dict[tuple[str, str], list[Snippet]] = {}
    for publication in publications:
        for each in publication.endpoints:
            path = paths.setdefault(path_key(each.path), each.path)
            found = snippets.setdefault((each.method, path), [])
            found += [] if each.full is None else [each.full]
    return [_section(org, api, EndpointSelector(*place), each) for place, each in snippets.items()]


def _section(
    org: str, api: str, endpoint: EndpointSelector, snippets: Sequence[Snippet]
) -> PageSection:
    summary = next((snippet.summary for snippet in snippets if snippet.summary), "")
    return PageSection(endpoint, summary, card_contents(snippets, SnippetQuery(org, api, endpoint)))
