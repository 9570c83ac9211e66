"""The snippets of another SDK version beside those on the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snippet_widget.cards.content import card_contents
from snippet_widget.cards.difference import Difference, difference
from snippet_widget.errors import EndpointNotFound, SdkNotFound
from snippet_widget.versions import version_key
from snippet_widget.widget.messages import all_hidden, not_compared, problem

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from snippet_widget.cards.content import CardContent, SnippetQuery
    from snippet_widget.cards.display_options import DisplayOptions
    from snippet_widget.models import EndpointSelector
    from snippet_widget.widget.latest_task import LatestTasks
    from snippet_widget.widget.snippet_source import SnippetSource
    from snippet_widget.widget.state import PanelState, SdkScope, Status
    from snippet_widget.widget.status_notes import Report


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
    report
        Takes what to say of the ``comparison``.
    """

    def __init__(
        self,
        state: PanelState,
        source: SnippetSource,
        tasks: LatestTasks,
        report: Report,
    ) -> None:
        self._state = state
        self._source = source
        self._tasks = tasks
        self._report = report
        self._shown: tuple[SnippetQuery, DisplayOptions] | None = None
        self._compared: EndpointSelector | None = None
        state.observe(self._on_compared, "compared")
        state.observe(self._on_hidden, "hidden")

    def compare(self, query: SnippetQuery | None, display: DisplayOptions) -> None:
        """Compare what is on the cards now."""
        self._shown = (query, display) if query else None
        self._compare()

    def _on_compared(self, _change: Any) -> None:
        with self._tasks.lock:
            self._state.differences = ()  # those are of another version
            self._compare()

    def _on_hidden(self, _change: Any) -> None:
        with self._tasks.lock:
            if self._state.differences:
                self._report(comparison=self._note())

    def _compare(self) -> None:
        state = self._state
        self._report(comparison=None)
        if state.compared is None or self._shown is None:
            self._tasks.cancel("comparison")
            self._show(())
            return
        state.comparing = self._compared != self._shown[0].endpoint
        self._tasks.start(
            "comparison",
            self._differences(state.scope_of(state.compared), *self._shown, state.cards),
            take=self._take,
            failed=self._not_compared,
        )

    def _differences(
        self,
        scope: SdkScope,
        query: SnippetQuery,
        display: DisplayOptions,
        cards: Sequence[CardContent],
    ) -> Generator[tuple[Difference, ...], None, None]:
        snippets = self._source.snippets(scope, query)
        others = {card.key: card for card in card_contents(snippets, query, display)}
        yield tuple(_compared(card, others[card.key]) for card in cards if card.key in others)

    def _take(self, differences: tuple[Difference, ...]) -> None:
        self._show(differences)
        self._report(comparison=self._note())

    def _show(self, differences: tuple[Difference, ...]) -> None:
        self._compared = self._shown[0].endpoint if self._shown else None
        self._state.differences = differences
        self._state.comparing = False

    def _note(self) -> Status | None:
        """Return what to say where there is no difference to look at."""
        state = self._state
        if state.compared is None:
            return None
        if not state.differences:
            return not_compared(state.compared)
        hidden = {card.title for card in state.cards if card.name in state.hidden}
        unseen = all(each.title in hidden for each in state.differences)
        return all_hidden(state.compared) if unseen else None

    def _not_compared(self, error: Exception) -> None:
        state = self._state
        self._show(())
        lacking = isinstance(error, EndpointNotFound | SdkNotFound)
        note = not_compared(state.compared) if lacking and state.compared else problem(error)
        self._report(comparison=note)


def _compared(shown: CardContent, other: CardContent) -> Difference:
    """Compare two cards, the older version on the left."""
    older_first = sorted(
        (shown, other), key=lambda card: version_key(card.sdk.type, card.sdk.version or "")
    )
    left, right = ((card.sdk_label, card.code) for card in older_first)
    return difference(shown.title, left, right)
