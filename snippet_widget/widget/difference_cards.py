"""What differs between the cards and another version of their SDK, above them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets

from snippet_widget.widget.components.difference import DifferenceCard
from snippet_widget.widget.headless import headless

if TYPE_CHECKING:
    from snippet_widget.cards.difference import Difference
    from snippet_widget.widget.state import PanelState


class DifferenceCards:
    """Draws the differences of a `PanelState`.

    Parameters
    ----------
    state
        Its ``differences`` are drawn.
    interactive
        Whether a front end is told of the widgets.
    """

    def __init__(self, state: PanelState, *, interactive: bool) -> None:
        self._state = state
        self._interactive = interactive
        self._cards: dict[str, DifferenceCard] = {}
        self.widget = ipywidgets.VBox()

    @property
    def widgets(self) -> tuple[ipywidgets.Widget, ...]:
        """All that it has made, what is not shown too."""
        return tuple(self._cards.values())

    def draw(self) -> None:
        """Draw those of the cards that are shown."""
        titles = {card.title for card in self._state.cards if card.name in self._state.hidden}
        shown = tuple(
            self._card(each) for each in self._state.differences if each.title not in titles
        )
        if self.widget.children != shown:
            self.widget.children = shown
        # Hidden where it stands: what follows it shall not jump up and down again.
        self.widget.layout.visibility = "hidden" if self._state.comparing else None

    def _card(self, compared: Difference) -> DifferenceCard:
        if compared.title not in self._cards:
            with headless(when=not self._interactive):
                self._cards[compared.title] = DifferenceCard()
        self._cards[compared.title].show(compared, wrap=self._state.wrap)
        return self._cards[compared.title]
