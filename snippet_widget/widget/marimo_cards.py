"""The cards in marimo, which shows anywidgets and no other widgets."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from snippet_widget.widget.components.card import SnippetCard

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snippet_widget.cards.content import CardContent


def live_cards(contents: Iterable[CardContent], side_by_side: Iterable[str]) -> Any:
    """Return cards as a marimo layout: some languages side by side, the others folded below.

    They are made here, in the thread of the cell that shows them: those of other threads, as a
    panel's are, marimo does not hear of.

    Parameters
    ----------
    contents
        What to show.
    side_by_side
        Languages.
    """
    marimo = importlib.import_module("marimo")
    first = set(side_by_side)
    rows: dict[bool, list[Any]] = {}
    for content in contents:
        card = SnippetCard(foldable=content.type not in first, folded=content.type not in first)
        card.show(content)
        rows.setdefault(content.type in first, []).append(marimo.ui.anywidget(card))
    return marimo.vstack([marimo.hstack(row, widths="equal") for row in rows.values()])
