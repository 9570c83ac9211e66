"""A notebook that documents endpoints: a heading, a call and its snippets for each.

Every cell knows its role and what was written, so `checking` keeps the whole document true. Code is
tagged to be left out when the notebook is run without a network: by nbval (``nbval-skip``) and by
nbclient (``skip-execution``).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cards.display_options import DisplayOptions
from snippet_widget.cards.markup_text import (
    code_span,
    markdown_path,
    markdown_remark,
    markdown_text,
)
from snippet_widget.cards.sdk_compatibility import install_line
from snippet_widget.decoding import convert
from snippet_widget.documents.generated_cell import GeneratedCell
from snippet_widget.documents.generated_title import title_source
from snippet_widget.documents.pinned_sdks import pinned_card, stays
from snippet_widget.errors import EndpointNotFound
from snippet_widget.models import EndpointSelector
from snippet_widget.provenance import (
    METADATA_KEY,
    Credentials,
    Passage,
    Provenance,
    Role,
    provenance,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from snippet_widget.cards.content import CardContent
    from snippet_widget.documents.published_snippets import PublishedSnippets
    from snippet_widget.models import SdkSelector, Snippet
    from snippet_widget.provenance import GeneratedDocument

NOT_RUN = ("nbval-skip", "skip-execution")
"""Tags of cells that would call the API or install a package."""

_KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

LimitedSdks = dict[tuple[str, "str | None"], tuple["SdkSelector", ...]]
"""The versions in which packages stay, by language and package."""

LimitedCallKey = tuple[str, str, str, "str | None"]
"""Method, path, language and package."""

LimitedCalls = dict[LimitedCallKey, tuple["str | None", ...]]
"""The calls of snippets that stay in versions of theirs; None among them for the newest."""


@dataclass(frozen=True)
class Limited:
    """What of a document stays in other versions than those of its sections.

    Parameters
    ----------
    sdks
        The title names these versions.
    calls
        The headings name these calls.
    """

    sdks: LimitedSdks = field(default_factory=dict)
    calls: LimitedCalls = field(default_factory=dict)


@dataclass(frozen=True)
class Section:
    """One endpoint's part of the document.

    Parameters
    ----------
    query
        Where its snippets come from.
    snippets
        What the service answered.
    """

    query: SnippetQuery
    snippets: tuple[Snippet, ...]

    @property
    def heading(self) -> str:
        """``POST /v1/x``, in Markdown."""
        endpoint = self.query.endpoint
        return f"{markdown_text(endpoint.method)} {markdown_path(endpoint.path)}"


def sections_of(
    document: GeneratedDocument,
    published: PublishedSnippets,
    sdks: tuple[SdkSelector, ...],
    *,
    without_gone: bool = False,
) -> Iterator[Section]:
    """Yield the sections of a document as what is published today has them.

    Parameters
    ----------
    document, published
        What it is about, and whom to ask.
    sdks
        The SDKs in the versions wanted; the newest of all when empty.
    without_gone
        Leave endpoints out that the API does not have any more, rather than raise.

    Raises
    ------
    RequestProblem, ServiceError
        As `PublishedSnippets`.
    """
    if document.endpoints is None:
        level = document.load_level
        for method, path, snippets in published.all_snippets(document.scope, sdks, level):
            query = SnippetQuery(*document.scope, EndpointSelector(method, path), level)
            yield Section(query, tuple(snippets))
        return
    for text in document.endpoints:
        method, _, endpoint_path = text.partition(" ")
        endpoint = EndpointSelector(method, endpoint_path)
        query = SnippetQuery(*document.scope, endpoint, document.load_level)
        try:
            yield Section(query, tuple(published.snippets(query, sdks)))
        except EndpointNotFound:
            if not without_gone:
                raise


def cells_of(
    document: GeneratedDocument, sections: Iterable[Section], limited: Limited | None = None
) -> list[GeneratedCell]:
    """Return the cells of a document, in the order in which they appear.

    Parameters
    ----------
    document, sections
        What it is about, and its endpoints.
    limited
        What stays in other versions than those of the sections.
    """
    limited = limited or Limited()
    chosen = [(section, _cards(document, section)) for section in sections]
    cards = [card for _, of_section in chosen for card in of_section]
    cells = [_title(document, cards, limited.sdks), *_installation(cards)]
    for section, of_section in chosen:
        cells += _section(section, of_section, limited.calls)
    return cells


def notebook_of(document: GeneratedDocument, cells: Sequence[GeneratedCell]) -> dict[str, Any]:
    """Return a document as a notebook in nbformat 4.5."""
    return {
        "cells": [cell.fields for cell in cells],
        "metadata": {**_KERNEL, METADATA_KEY: document.fields},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def notebook_text(content: dict[str, Any]) -> str:
    """Return a notebook's file as Jupyter writes it, so that saving it there changes nothing."""
    return json.dumps(content, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def caption(card: CardContent) -> str:
    """Return what stands above the code of a card: its name, and why it may not work."""
    remarks = "".join(f"\n\n> {markdown_remark(each)}" for each in card.warnings)
    return f"**{markdown_text(card.title)}**{remarks}"


def _cards(document: GeneratedDocument, section: Section) -> list[CardContent]:
    environment = document.credentials is Credentials.ENVIRONMENT
    display = DisplayOptions(environment=environment, required_only=document.required_only)
    cards = card_contents(section.snippets, section.query, display)
    return [
        pinned_card(card) if stays(card.sdk, document) else card
        for card in cards
        if card.client in document.clients
    ]


def _title(
    document: GeneratedDocument, cards: Iterable[CardContent], limited: LimitedSdks
) -> GeneratedCell:
    of_cards = [limited.get((c.type, c.sdk.package), (c.sdk,)) for c in cards]
    sdks = dict.fromkeys(chain.from_iterable([*of_cards, *limited.values()]))
    whole = document if document.endpoints is None else None
    return _passage(title_source(document, sdks), Passage(role=Role.TITLE, document=whole))


def _installation(cards: Iterable[CardContent]) -> Iterator[GeneratedCell]:
    """Yield a cell for each Python SDK that can be installed."""
    from snippet_widget.samples import made_up_packages  # noqa: PLC0415 - reads files

    first: dict[tuple[str, str], CardContent] = {}
    for card in cards:
        if card.type == "python":
            first.setdefault((card.sdk.package or "", card.sdk.version or ""), card)
    for (package, version), card in first.items():
        line = install_line(package, version)
        if line and package not in made_up_packages():
            yield _code(line, _in_role(card, line, Role.INSTALL))


def _section(
    section: Section, cards: Sequence[CardContent], limited: LimitedCalls
) -> Iterator[GeneratedCell]:
    described = "".join(f"\n\n{code_span(call)}" for call in _calls(section, limited))
    nothing = "" if cards else "\n\nNo snippet of it is published."
    endpoint = section.query.endpoint
    heading = Passage(role=Role.HEADING, method=endpoint.method, path=endpoint.path)
    yield _passage(f"## {section.heading}{described}{nothing}", heading)
    for card in cards:
        above = caption(card)
        yield GeneratedCell("markdown", above, _in_role(card, above, Role.CAPTION))
        if card.cell_type == "code":
            yield _code(card.cell_source, card.metadata)
        else:
            yield GeneratedCell("markdown", card.cell_source, card.metadata)


def _calls(section: Section, limited: LimitedCalls) -> dict[str, None]:
    """Return the calls that a section has, each once, in order."""
    endpoint = section.query.endpoint
    calls: list[str | None] = []
    for snippet in section.snippets:
        key = (endpoint.method, endpoint.path, snippet.type, snippet.sdk.package)
        calls += [call or snippet.call for call in limited.get(key, (None,))]
    return dict.fromkeys(call for call in calls if call)


def _in_role(card: CardContent, source: str, role: Role) -> dict[str, Any]:
    """Return the record of a cell that speaks of a card's snippet."""
    origin = convert(card.metadata[METADATA_KEY], Provenance).origin
    return provenance(source, msgspec.structs.replace(origin, role=role))


def _passage(source: str, passage: Passage) -> GeneratedCell:
    return GeneratedCell("markdown", source, provenance(source, passage))


def _code(source: str, metadata: dict[str, Any]) -> GeneratedCell:
    return GeneratedCell("code", source, {**metadata, "tags": list(NOT_RUN)})
