"""The cards of one endpoint: made once, drawn for each endpoint, hidden where they have nothing."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from snippet_widget.cards.example_labels import corresponding_example
from snippet_widget.cards.visible_text import visible
from snippet_widget.languages import language_order
from snippet_widget.models import CLIENTS
from snippet_widget.provenance import METADATA_KEY
from snippet_widget.widget import controls
from snippet_widget.widget.components.card import SnippetCard
from snippet_widget.widget.headless import headless
from snippet_widget.widget.namespace import UserNamespace

if TYPE_CHECKING:
    from collections.abc import Mapping

    import ipywidgets

    from snippet_widget.cards.content import CardContent
    from snippet_widget.widget.state import PanelState
    from snippet_widget.widget.user_changes import UserChanges

SIDE_BY_SIDE = ("python", "typescript")
"""Languages whose cards stand side by side; those of others are folded below."""


class CardRow:
    """Draws the cards of a `PanelState`, and sets what is chosen on them.

    Parameters
    ----------
    state
        Its ``cards`` are drawn; forms, examples and what is unfolded are set.
    changes
        Which changes a person makes, and which the panel draws.
    interactive
        Whether a front end is told of the widgets.

    Attributes
    ----------
    number
        Of the drawing that the cards are part of.
    """

    def __init__(
        self,
        state: PanelState,
        changes: UserChanges,
        *,
        interactive: bool,
    ) -> None:
        self._state = state
        self._changes = changes
        self._interactive = interactive
        self._group = uuid.uuid4().hex
        self._cards: dict[str, SnippetCard] = {}
        self._order: dict[SnippetCard, tuple[tuple[int, str], str, int]] = {}
        self._namespace = UserNamespace(self._draw_missing)
        self._drawn: tuple[CardContent, ...] = ()
        self.number = 0
        self.widget = controls.card_row()

    @property
    def shown(self) -> tuple[SnippetCard, ...]:
        """The cards that are seen."""
        drawn = (each for each in self.widget.children if isinstance(each, SnippetCard))
        return tuple(card for card in drawn if card.shown)

    @property
    def widgets(self) -> tuple[ipywidgets.Widget, ...]:
        """All that it has made, what is not shown too."""
        return tuple(self._cards.values())

    @property
    def is_elsewhere(self) -> bool:
        """Whether the cards that are drawn are of another API than the one chosen."""
        if self._state.cards:
            return False
        drawn = {_api_of(card.metadata) for card in self._cards.values() if card.shown}
        return bool(drawn - {(self._state.organization, self._state.api)})

    def close(self) -> None:
        """Follow the kernel's variables no more."""
        self._namespace.close()

    def draw(self) -> None:
        """Draw the cards; those that are there stay, and stay seen until others come."""
        wanted = [each for each in self._state.cards if each.name not in self._state.hidden]
        if not self._state.cards and self._awaits_cards():
            self._draw_elsewhere()
            return
        self._number()
        with self._changes.suppressed():
            for key in self._cards.keys() - {content.key for content in wanted}:
                self._hide(self._cards[key])
            for content in wanted:
                self._draw_card(content)
            self._draw_order()
            self._draw_elsewhere()

    def _draw_order(self) -> None:
        cards = tuple(sorted(self._cards.values(), key=self._order.__getitem__))
        if self.widget.children != cards:
            self.widget.children = cards

    def _number(self) -> None:
        """Count this drawing, if it is of other snippets than the last one.

        The cards carry the number and the heading, which is sent last, announces it: the page
        swaps all cards at once then, also for none. Unseen cards are drawn as they come.
        """
        drawn, self._drawn = self._drawn, self._state.cards
        is_seen = self._cards and self.widget.layout.visibility != "hidden"
        if drawn is not self._drawn and is_seen:
            self.number += 1

    def _hide(self, card: SnippetCard) -> None:
        with card.hold_sync():
            card.drawing = self.number
            card.shown = False

    def _draw_elsewhere(self) -> None:
        """Hide cards of another API where they stand: under this one's name they are untrue."""
        self.widget.layout.visibility = "hidden" if self.is_elsewhere else None

    def _awaits_cards(self) -> bool:
        state = self._state
        if state.answered:
            return False
        return state.loading or (state.endpoint is None and state.status.level == "info")

    def _draw_card(self, content: CardContent) -> None:
        card = self._cards.get(content.key) or self._made(content)
        with card.hold_sync():
            card.drawing = self.number
            card.show(content, published=self._state.published, wrap=self._state.wrap)
            card.required_only = self._state.required_only
            card.foldable = self._folds(content)
            card.folded = card.foldable and content.name not in self._state.unfolded
            self._draw_namespace(card)

    def _made(self, content: CardContent) -> SnippetCard:
        """Return a new card in the place of a content."""
        key, name, observer = content.key, content.name, self._changes.observer
        with headless(when=not self._interactive):
            card = self._cards[key] = SnippetCard(group=self._group)
        card.observe(observer(lambda _: self._on_form(card)), ["published", "required_only"])
        card.observe(observer(lambda change: self._on_example(key, change.new)), "example")
        card.observe(observer(lambda _: self._on_fold(card, name)), "folded")
        self._order[card] = _order(content)
        return card

    def _folds(self, content: CardContent) -> bool:
        """Return whether a card is folded below others: alone it shows its code."""
        others = [each for each in self._state.cards if each.name not in self._state.hidden]
        return content.type not in SIDE_BY_SIDE and any(
            each.type in SIDE_BY_SIDE for each in others
        )

    def _draw_missing(self) -> None:
        """Draw what a call alone would not find in this kernel: a cell has been run."""
        for card in self.shown:
            with card.hold_sync():
                self._draw_namespace(card)

    def _draw_namespace(self, card: SnippetCard) -> None:
        card.missing = self._namespace.missing(card.needed)
        card.other_client = visible(self._namespace.other_client(card.needed))

    def _on_form(self, card: SnippetCard) -> None:
        self._state.published = card.published
        self._state.required_only = card.required_only

    def _on_example(self, key: str, number: int) -> None:
        """Choose an example, in the other languages too: one that lacks it keeps its own."""
        examples = next((c.examples for c in self._state.cards if c.key == key), ())
        if 0 <= number < len(examples):
            chosen = {
                card.sdk_name: same
                for card in self._state.cards
                if (same := corresponding_example(examples[number], card.examples)) is not None
            }
            self._state.examples = {**self._state.examples, **chosen}

    def _on_fold(self, card: SnippetCard, name: str) -> None:
        others = [each for each in self._state.unfolded if each != name]
        self._state.unfolded = tuple(others if card.folded else [*others, name])


def _api_of(metadata: Mapping[str, Any]) -> tuple[str | None, str | None]:
    record = metadata.get(METADATA_KEY, {})
    return record.get("org"), record.get("api")


def _order(content: CardContent) -> tuple[tuple[int, str], str, int]:
    return language_order(content.type), content.sdk.package or "", CLIENTS.index(content.client)
