"""A notebook that documents endpoints: a heading, a call and its snippets for each.

The cells carry provenance, so `checking` keeps them true. They are tagged to be left out when the
notebook is run without a network: by nbval (``nbval-skip``) and by nbclient (``skip-execution``).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cards.sdk_compatibility import install_line
from snippet_widget.cards.visible_text import visible
from snippet_widget.samples import made_up_packages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from snippet_widget.cards.content import CardContent
    from snippet_widget.models import Snippet

NOT_RUN = ("nbval-skip", "skip-execution")
"""Tags of cells that would call the API or install a package."""

_KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


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
        """``POST /v1/x``."""
        return visible(f"{self.query.endpoint.method} {self.query.endpoint.path}")


def notebook_of(title: str, sections: Sequence[Section], clients: frozenset[str]) -> dict[str, Any]:
    """Return a notebook in nbformat 4.5.

    Parameters
    ----------
    title
        First heading.
    sections
        In the order in which they appear.
    clients
        Fields of the snippets that become cells.
    """
    chosen = [
        (section, [card for card in _cards(section) if card.client in clients])
        for section in sections
    ]
    cells = [_markdown(f"# {visible(title)}\n\n{_about(chosen)}"), *_installation(chosen)]
    for section, cards in chosen:
        cells += _section(section, cards)
    numbered = [{**cell, "id": _id(number, cell)} for number, cell in enumerate(cells)]
    return {"cells": numbered, "metadata": _KERNEL, "nbformat": 4, "nbformat_minor": 5}


def _cards(section: Section) -> tuple[CardContent, ...]:
    return card_contents(section.snippets, section.query)


def _about(chosen: Sequence[tuple[Section, Sequence[CardContent]]]) -> str:
    sdks = dict.fromkeys(card.sdk_label for _, cards in chosen for card in cards)
    named = "".join(f"\n* `{sdk}`" for sdk in sdks)
    return f"The snippets in this notebook are those that these SDKs publish:\n{named}"


def _installation(chosen: Sequence[tuple[Section, Sequence[CardContent]]]) -> Iterator[Any]:
    """Yield a cell that installs the Python SDKs, where they can be installed."""
    sdks = dict.fromkeys(
        (card.sdk.package or "", card.sdk.version or "")
        for _, cards in chosen
        for card in cards
        if card.type == "python"
    )
    wanted = [sdk for sdk in sdks if sdk[0] not in made_up_packages()]
    commands = [install_line(*sdk) for sdk in wanted]
    source = "\n".join(command for command in commands if command)
    if source:
        yield _code(source, {})


def _section(section: Section, cards: Sequence[CardContent]) -> Iterator[dict[str, Any]]:
    calls = dict.fromkeys(s.call for s in section.snippets if s.call)
    described = "".join(f"\n\n`{visible(call)}`" for call in calls)
    nothing = "" if cards else "\n\nNo snippet of it is published."
    yield _markdown(f"## {section.heading}{described}{nothing}")
    for card in cards:
        warnings = "".join(f"\n\n> {visible(warning)}" for warning in card.warnings)
        yield _markdown(f"**{card.title}**{warnings}")
        if card.cell_type == "code":
            yield _code(card.cell_source, card.metadata)
        else:
            yield _markdown(card.cell_source, card.metadata)


def _markdown(source: str, metadata: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": metadata or {}, "source": _lines(source)}


def _code(source: str, metadata: dict[str, Any]) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {**metadata, "tags": list(NOT_RUN)},
        "outputs": [],
        "source": _lines(source),
    }


def _lines(source: str) -> list[str]:
    return source.splitlines(keepends=True)


def _id(number: int, cell: dict[str, Any]) -> str:
    """Return an id that is the same each time (nbformat 4.5, "Cell ids")."""
    text = f"{number} {''.join(cell['source'])}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:8]
