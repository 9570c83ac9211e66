"""The snippets of another SDK version beside those on the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snippet_widget.cards.content import card_contents
from snippet_widget.cards.difference import Difference, difference
from snippet_widget.widget.state import Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from snippet_widget.cards.content import CardContent, DisplayOptions, SnippetQuery
    from snippet_widget.models import SdkSelector
    from snippet_widget.widget.latest_task import LatestTasks
    from snippet_widget.widget.snippet_source import SnippetSource
    from snippet_widget.widget.state import PanelState


class Comparison:
    """Fetches the version that is chosen in a `PanelState` and compares the cards with it.

    Parameters
    ----------
    state
        Its choice ``compared`` is watched, its ``differences`` are filled.
    source
        Asked for the other version's snippets.
    tasks
        Runs that, in the channel ``comparison``.
    failed
        Called with what went wrong.
    """

    def __init__(
        self,
        state: PanelState,
        source: SnippetSource,
        tasks: LatestTasks,
        failed: Callable[[Exception], None],
    ) -> None:
        self._state = state
        self._source = source
        self._tasks = tasks
        self._failed = failed
        self._shown: tuple[SnippetQuery, DisplayOptions] | None = None
        state.observe(self._on_compared, "compared")

    def compare(self, query: SnippetQuery | None, display: DisplayOptions) -> None:
        """Compare what is on the cards now."""
        self._shown = (query, display) if query else None
        self._compare()

    def _on_compared(self, _change: Any) -> None:
        with self._tasks.lock:
            self._compare()

    def _compare(self) -> None:
        state = self._state
        if state.compared is None or self._shown is None:
            self._tasks.cancel("comparison")
            state.differences = ()
            return
        self._tasks.start(
            "comparison",
            self._differences(state.compared, *self._shown, state.cards),
            take=lambda differences: setattr(state, "differences", differences),
            failed=self._not_compared,
        )

    def _differences(
        self,
        sdk: SdkSelector,
        query: SnippetQuery,
        display: DisplayOptions,
        cards: Sequence[CardContent],
    ) -> Generator[tuple[Difference, ...], None, None]:
        snippets = self._source.snippets(Scope(query.org, query.api, sdk), query)
        others = {card.key: card for card in card_contents(snippets, query, display)}
        ranks = [offer.sdk for offer in self._state.sdks]
        yield tuple(
            _compared(card, others[card.key], ranks) for card in cards if card.key in others
        )

    def _not_compared(self, error: Exception) -> None:
        self._state.differences = ()
        self._failed(error)


def _compared(shown: CardContent, other: CardContent, ranks: list[SdkSelector]) -> Difference:
    """Compare two cards, the older version on the left."""
    older_first = sorted(
        (shown, other), key=lambda card: -ranks.index(card.sdk) if card.sdk in ranks else 0
    )
    left, right = ((card.sdk_label, card.code) for card in older_first)
    return difference(shown.title, left, right)
