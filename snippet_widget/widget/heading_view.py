"""The heading of the cards: which endpoint they are of, and how they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snippet_widget.cards.visible_text import visible
from snippet_widget.languages import client_label
from snippet_widget.models import LoadLevel
from snippet_widget.provenance import METADATA_KEY
from snippet_widget.widget.choice_row import LEVEL_LABELS
from snippet_widget.widget.components.heading import NO_ENDPOINT, CardsHeading
from snippet_widget.widget.offers import SdkOffer
from snippet_widget.widget.typescript_offer import COLUMN as TYPESCRIPT_COLUMN

if TYPE_CHECKING:
    from snippet_widget.widget.components.finder import EndpointFinder
    from snippet_widget.widget.state import PanelState
    from snippet_widget.widget.typescript_offer import TypeScriptOffer
    from snippet_widget.widget.user_changes import UserChanges


class HeadingView:
    """Draws what the cards are of and what can be chosen of them, and sets what is chosen.

    Parameters
    ----------
    state
        Its cards are named; ``hidden``, ``environment``, ``wrap`` and ``compared`` are set.
    changes
        Which changes a person makes, and which the panel draws.
    finder
        What it highlights may be another endpoint: the heading says so.
    typescript_offer
        The offer of a card that is not there yet, which is hidden as that would be.
    """

    def __init__(
        self,
        state: PanelState,
        changes: UserChanges,
        finder: EndpointFinder,
        typescript_offer: TypeScriptOffer,
    ) -> None:
        self._state = state
        self._typescript_offer = typescript_offer
        self._changes = changes
        self.heading = CardsHeading(finder=finder)
        for name in ("hidden", "environment", "wrap"):
            self.heading.observe(changes.setter(state, name), name)
        self.heading.observe(changes.observer(self._on_compared), "compared")

    def ask(self, key: int) -> None:
        """Say that an endpoint is being asked for, by its key in the list."""
        self.heading.asked = key

    def draw_endpoint(self, *, elsewhere: bool, drawing: int) -> None:
        """Draw what the cards are of, after them.

        Parameters
        ----------
        elsewhere
            Those that are drawn are of another API than the one chosen.
        drawing
            Number of their drawing: they wait for it.
        """
        with self.heading.hold_sync():
            self.heading.drawing = drawing
            self._draw_shown(elsewhere=elsewhere)

    def _draw_shown(self, *, elsewhere: bool) -> None:
        shown = self._shown()
        if shown is None:
            is_gone = elsewhere or self._state.scope is None
            before = NO_ENDPOINT if is_gone else self.heading.endpoint
            self.heading.endpoint = {**before, "key": -1}
            return
        method, path, summary = shown
        key = self._state.index.key_of(method, path)
        call = self._state.index.entries[key].call if key >= 0 else ""
        self.heading.endpoint = {
            "key": key,
            "method": visible(method),
            "path": visible(path),
            "call": call,
            "summary": visible(summary),
        }

    def _shown(self) -> tuple[str, str, str] | None:
        """Return method, path and summary of what the service has answered."""
        state = self._state
        if state.cards:
            record = state.cards[0].metadata[METADATA_KEY]
            return record["method"], record["path"], state.cards[0].summary
        if state.answered and state.answered == state.endpoint:
            return state.answered.method, state.answered.path, ""
        return None

    def draw_view_menu(self) -> None:
        """Draw the menu of what the cards show, and the versions to compare with."""
        state, heading = self._state, self.heading
        variables = [name for card in state.cards for name in card.variables]
        with self._changes.suppressed(), heading.hold_sync():
            columns = {card.name: client_label(card.type, card.client) for card in state.cards}
            if columns and self._typescript_offer.offered:
                columns.setdefault(*TYPESCRIPT_COLUMN)
            heading.columns = [list(column) for column in columns.items()]
            heading.load_level = LEVEL_LABELS[self._shown_level()]
            heading.hidden = list(state.hidden)
            heading.variables = list(dict.fromkeys(variables))
            heading.environment = state.environment
            heading.wrap = state.wrap
            heading.versions = [visible(SdkOffer(sdk).label) for sdk in state.versions]
            heading.compared = (
                state.versions.index(state.compared) if state.compared in state.versions else -1
            )

    def _shown_level(self) -> LoadLevel:
        """Return the level that the cards are of: another one than is chosen until others come."""
        levels = [card.metadata[METADATA_KEY]["load_level"] for card in self._state.cards]
        return LoadLevel(levels[0]) if levels else self._state.load_level

    def _on_compared(self, change: Any) -> None:
        versions = self._state.versions
        known = 0 <= change.new < len(versions)
        self._state.compared = versions[change.new] if known else None
