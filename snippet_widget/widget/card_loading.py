"""The cards of the endpoint that is chosen: fetched, and made anew where another form is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cards.display_options import DisplayOptions
from snippet_widget.widget.autoawait import THIS_KERNEL
from snippet_widget.widget.comparison import Comparison
from snippet_widget.widget.messages import cards_status

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from snippet_widget.cards.content import CardContent
    from snippet_widget.models import EndpointSelector, Snippet
    from snippet_widget.widget.latest_task import LatestTasks
    from snippet_widget.widget.snippet_source import SnippetSource
    from snippet_widget.widget.state import PanelState, SdkScope, Status
    from snippet_widget.widget.status_notes import Report

CHANNEL = "cards"


class CardLoading:
    """Fills the cards of a `PanelState`.

    Parameters
    ----------
    state
        Its ``endpoint``, ``scope`` and ``load_level`` say what is fetched; ``cards``, ``answered``
        and ``compared`` are set; how a person wants the cards is watched.
    source
        Asked for the snippets.
    tasks
        Runs that, in the channel ``cards``.
    report
        Takes what to say of the cards, and of the `Comparison` that follows them.
    failed
        Called with what was asked for and what went wrong; it may call `show_last`.
    succeeded
        Called when an answer has come.
    shown
        Called when it is shown, with whether there are cards.
    """

    def __init__(  # noqa: PLR0913 - collaborators
        self,
        state: PanelState,
        source: SnippetSource,
        tasks: LatestTasks,
        report: Report,
        *,
        failed: Callable[[SdkScope, SnippetQuery, Exception], None],
        succeeded: Callable[[str], None],
        shown: Callable[[bool], None],
    ) -> None:
        self._state = state
        self._source = source
        self._tasks = tasks
        self._comparison = Comparison(state, source, tasks, report)
        self._report = report
        self._failed = failed
        self._succeeded = succeeded
        self._shown = shown
        self._query: SnippetQuery | None = None
        self._snippets: tuple[Snippet, ...] = ()
        state.observe(self._on_display, ["published", "required_only", "environment", "examples"])

    def load(self) -> bool:
        """Fetch the cards of the endpoint that is chosen; return whether one is."""
        state = self._state
        self._tasks.cancel(f"{CHANNEL} again")
        if state.endpoint is None or state.scope is None:
            self._tasks.cancel(CHANNEL)
            self._show((), None)
            return False
        scope = state.scope
        query = SnippetQuery(scope.organization, scope.api, state.endpoint, state.load_level)
        self._tasks.start(
            CHANNEL,
            self._fetch(scope, query, self._display()),
            take=lambda answer: self._fetched(scope, query, *answer),
            failed=lambda error: self._failed(scope, query, error),
        )
        return True

    def leave(self) -> None:
        """Make the cards that are shown in no other form: they are of an endpoint that was left."""
        self._query = None

    def show_last(self, scope: SdkScope, query: SnippetQuery, *, unavailable: bool) -> bool:
        """Show what there is without an answer; return whether there are cards.

        Parameters
        ----------
        unavailable
            The service may answer again: its last answer is shown. Else there are no cards.
        """
        last = self._source.last(scope, query)
        cards: tuple[CardContent, ...] = ()
        if unavailable and last is not None:
            self._query, self._snippets = query, last
            cards = card_contents(last, query, self._display(), THIS_KERNEL)
        self._show(cards, None, None if unavailable else query.endpoint)
        return bool(cards)

    def _fetch(
        self, scope: SdkScope, query: SnippetQuery, display: DisplayOptions
    ) -> Generator[tuple[tuple[Snippet, ...], tuple[CardContent, ...]], None, None]:
        snippets = self._source.snippets(scope, query)
        yield snippets, card_contents(snippets, query, display, THIS_KERNEL)

    def _fetched(
        self,
        scope: SdkScope,
        query: SnippetQuery,
        snippets: tuple[Snippet, ...],
        cards: tuple[CardContent, ...],
    ) -> None:
        self._succeeded(CHANNEL)
        self._query, self._snippets = query, snippets
        state = self._state
        if not state.index.docs:  # pages of calls alone do not have it
            state.index.docs = next((each.docs for each in snippets if each.docs), "")
        note = cards_status(cards, state.sdks, scope, query.endpoint, docs=state.index.docs)
        self._show(cards, note, query.endpoint)
        self._comparison.compare(query, self._display())
        self._shown(bool(cards))

    def _show(
        self,
        cards: tuple[CardContent, ...],
        note: Status | None,
        answered: EndpointSelector | None = None,
    ) -> None:
        state = self._state
        if cards:  # what was said where there were none goes first: it takes room above them
            self._report(cards=note)
            state.cards = cards
            state.answered = answered
        else:
            state.answered = answered
            state.cards = cards
            self._report(cards=note)
        if state.compared not in state.versions:
            state.compared = None

    def _on_display(self, _change: Any) -> None:
        with self._tasks.lock:
            if self._query is not None and self._state.cards:
                self._state.cards = card_contents(
                    self._snippets, self._query, self._display(), THIS_KERNEL
                )
                self._comparison.compare(self._query, self._display())

    def _display(self) -> DisplayOptions:
        state = self._state
        return DisplayOptions(
            state.published,
            state.environment,
            state.examples,
            required_only=state.required_only,
        )
