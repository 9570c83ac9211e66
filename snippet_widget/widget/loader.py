"""Between the panel's state and the service: what is chosen is fetched, what comes is shown.

`load` at level ``endpoint`` fills the list, page by page; `get` at the chosen level fills the
cards. Both run in threads, and of each only the newest counts.
"""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from snippet_widget.cards.content import DisplayOptions, SnippetQuery, card_contents
from snippet_widget.cards.search_index import EndpointIndex
from snippet_widget.errors import (
    ApiIdRequired,
    CatalogUnavailable,
    EndpointNotFound,
    OrgIdRequired,
    SdkNotFound,
    ServiceUnavailable,
    TooManyRequests,
)
from snippet_widget.models import EndpointSelector
from snippet_widget.samples import made_up_packages
from snippet_widget.widget.autoawait import THIS_KERNEL
from snippet_widget.widget.comparison import Comparison
from snippet_widget.widget.initial_choices import Preferences
from snippet_widget.widget.latest_task import Newest
from snippet_widget.widget.messages import (
    LOADING,
    SLOW,
    TYPE_THEM,
    cards_status,
    list_status,
    problem,
)
from snippet_widget.widget.snippet_source import Answers
from snippet_widget.widget.state import Offer, Scope, Status, offer_of_candidates
from snippet_widget.widget.status_reducer import Notes

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from snippet_widget.cards.content import CardContent
    from snippet_widget.models import Snippet, SnippetsPage
    from snippet_widget.widget.snippet_source import Client
    from snippet_widget.widget.state import PanelState

CONNECTING = "Connecting to the snippet service…"

FIRST_RETRY, LAST_RETRY = 2.0, 30.0
"""Seconds until a service that is away is asked again."""

CARDS_FIRST_SECONDS = 1.0
"""That the next page of the list waits at most for cards under way."""

PAINT_SECONDS = 0.4
"""That the next page of the list leaves the processor to a browser that paints a new panel."""

SLOW_SECONDS = 2.0
"""Until the status line says that the service is responding slowly."""

LANES = ("service", "list", "cards", "comparison")

AWAY = (ServiceUnavailable, CatalogUnavailable, TooManyRequests)


class Loader:
    """Fetches for a `PanelState` what is chosen in it.

    Parameters
    ----------
    state
        Watched and filled.
    connect
        Returns the client; called in a thread, so it may start a service.
    preferred
        ``organization``, ``api``, ``method`` and ``path`` to begin with, where they are offered.
    connecting
        What to say meanwhile.
    retry
        Seconds until a service that is away is asked again; doubled each time, up to `LAST_RETRY`.
    """

    def __init__(
        self,
        state: PanelState,
        connect: Callable[[], Client],
        preferred: Mapping[str, str | None] | None = None,
        *,
        connecting: str = CONNECTING,
        retry: float = FIRST_RETRY,
    ) -> None:
        self.lock = threading.RLock()
        self._state = state
        self._answers = Answers(connect)
        self._connecting = connecting
        self._preferences = Preferences(preferred)
        self._newest = Newest(self.lock)
        self._first_retry = self._retry = retry
        self._pages_wait_until = 0.0
        self._comparison = Comparison(
            state, self._answers, self._newest, lambda error: self._say(cards=problem(error))
        )
        self._query: SnippetQuery | None = None
        self._snippets: tuple[Snippet, ...] = ()
        self._say = Notes(state, self.lock).say
        state.observe(self._on_scope, "scope")
        state.observe(self._on_choice, ["endpoint", "load_level"])
        state.observe(self._on_taste, ["published", "environment", "examples"])

    def start(self) -> None:
        """Connect and fetch; again, from the beginning, when called again."""
        self._say(failure=None, list=Status(self._connecting))
        self._newest.cancel("list")
        self._newest.cancel("cards")
        self._ask_what_there_is()
        self._watch_for_slowness()

    def close(self) -> None:
        """End what is under way, and the connection to the service; nothing is fetched any more."""
        self._newest.close()
        self._answers.close()

    def wait(self, timeout: float, *lanes: str) -> bool:
        """Block until what is asked for, or the lanes named, are there; return whether they are."""
        return self._newest.wait(timeout, *(lanes or LANES))

    def wait_for_cards(self, timeout: float) -> bool:
        """Block until there are cards, or none to come; return whether there are any."""
        state = self._state
        self._newest.wait_until(timeout, lambda: bool(state.cards) or state.status.level != "info")
        return bool(state.cards)

    def let_paint(self) -> None:
        """Leave the processor to the browser for a moment: the panel is about to be painted."""
        self._pages_wait_until = time.monotonic() + PAINT_SECONDS

    # ---- What there is to choose from ----------------------------------------------------

    def _ask_what_there_is(self, delay: float = 0.0) -> None:
        self._newest.start(
            "service", self._offers(), take=self._offered, failed=self._failed, delay=delay
        )

    def _offers(self) -> Generator[Offer, None, None]:
        yield self._answers.offer()

    def _offered(self, offer: Offer) -> None:
        self._retry = self._first_retry
        self._say(failure=None)
        self._preferences.choose_again(self._state)
        self._state.scope = None
        self._state.offer(offer, self._preferences.names)

    # ---- The list ------------------------------------------------------------------------

    def _on_scope(self, change: Any) -> None:
        with self.lock:
            old, new = change.old, change.new
            if new is None:
                return
            if old is None or (old.organization, old.api) != (new.organization, new.api):
                self._state.endpoint = self._preferences.endpoint_of(new)
            self._load_list(new)
            self._load_cards()

    def _load_list(self, scope: Scope) -> None:
        state = self._state
        if state.index.scope != scope:  # else what is listed stays until the first page is there
            state.index, state.listed = EndpointIndex(scope), 0
        state.loading = True
        self._say(list=LOADING)
        index = EndpointIndex(scope)
        self._newest.start(
            "list",
            self._pages(scope),
            take=lambda page: self._listed(scope, index, page),
            failed=self._failed,
        )
        self._watch_for_slowness()

    def _pages(self, scope: Scope) -> Generator[SnippetsPage | None, None, None]:
        for page in self._answers.pages(scope):
            yield page
            # What a person looks at comes first: both take the same processor.
            self._newest.wait(CARDS_FIRST_SECONDS, "cards")
            time.sleep(max(0.0, self._pages_wait_until - time.monotonic()))
        yield None  # that was the last

    def _listed(self, scope: Scope, index: EndpointIndex, page: SnippetsPage | None) -> None:
        state = self._state
        self._newest.cancel("slow")
        if page is None:
            state.loading = False
            if index.scope == replace(scope, sdk=None):
                state.learn(index.sdks)
            self._retry = self._first_retry
            packages = {sdk.package for sdk in index.sdks}
            samples = bool(packages) and packages <= made_up_packages()
            self._say(list=list_status(state.listed, samples=samples))
            return
        index.add(page)
        state.index = index
        state.listed = len(index.entries)
        if state.endpoint is None and index.entries:
            state.endpoint = EndpointSelector(index.entries[0].method, index.entries[0].path)
        self._say(list=LOADING)

    # ---- The cards -----------------------------------------------------------------------

    def _on_choice(self, change: Any) -> None:
        with self.lock:
            if change.name == "endpoint":
                self._query = None
                self._state.examples = {}  # their numbers mean nothing elsewhere
            self._load_cards()

    def _load_cards(self) -> None:
        state = self._state
        if state.endpoint is None or state.scope is None:
            self._newest.cancel("cards")
            self._show((), None)
            return
        scope = state.scope
        query = SnippetQuery(scope.organization, scope.api, state.endpoint, state.load_level)
        self._newest.start(
            "cards",
            self._fetch(scope, query, self._display()),
            take=lambda answer: self._fetched(scope, query, *answer),
            failed=lambda error: self._not_fetched(scope, query, error),
        )
        self._watch_for_slowness()

    def _fetch(
        self, scope: Scope, query: SnippetQuery, display: DisplayOptions
    ) -> Generator[tuple[tuple[Snippet, ...], tuple[CardContent, ...]], None, None]:
        snippets = self._answers.snippets(scope, query)
        yield snippets, card_contents(snippets, query, display, THIS_KERNEL)

    def _fetched(
        self,
        scope: Scope,
        query: SnippetQuery,
        snippets: tuple[Snippet, ...],
        cards: tuple[CardContent, ...],
    ) -> None:
        self._newest.cancel("slow")
        self._query, self._snippets = query, snippets
        self._show(cards, cards_status(cards, self._state.sdks, scope))
        self._comparison.compare(query, self._display())

    def _not_fetched(self, scope: Scope, query: SnippetQuery, error: Exception) -> None:
        self._newest.cancel("slow")
        kept = self._answers.last(scope, query)
        if isinstance(error, AWAY) and kept is not None:
            self._query, self._snippets = query, kept
            self._show(card_contents(kept, query, self._display(), THIS_KERNEL), None)
            self._failed(error)
        elif isinstance(error, EndpointNotFound | SdkNotFound):
            self._show((), Status(str(error), "warning"))
        else:
            self._show((), None)
            self._failed(error)

    def _show(self, cards: tuple[CardContent, ...], note: Status | None) -> None:
        self._state.cards = cards
        if self._state.compared not in self._state.versions:
            self._state.compared = None
        self._say(cards=note)

    def _on_taste(self, _change: Any) -> None:
        with self.lock:
            if self._query is not None and self._state.cards:
                self._state.cards = card_contents(
                    self._snippets, self._query, self._display(), THIS_KERNEL
                )
                self._comparison.compare(self._query, self._display())

    def _display(self) -> DisplayOptions:
        state = self._state
        return DisplayOptions(
            published=state.published, environment=state.environment, examples=state.examples
        )

    # ---- What goes wrong -----------------------------------------------------------------

    def _failed(self, error: Exception) -> None:
        self._state.loading = False
        self._newest.cancel("slow")
        if isinstance(error, OrgIdRequired | ApiIdRequired):
            self._ask_which(error)
            return
        away = isinstance(error, AWAY)
        self._say(failure=problem(error, away=away, shown=bool(self._state.cards)))
        if away:
            self._ask_again()

    def _ask_which(self, error: OrgIdRequired | ApiIdRequired) -> None:
        if error.candidates:
            self._state.offer(offer_of_candidates(error.candidates))
        else:
            self._state.must_type = True
            self._say(list=TYPE_THEM)

    def _ask_again(self) -> None:
        delay, self._retry = self._retry, min(self._retry * 2, LAST_RETRY)
        self._ask_what_there_is(delay)

    def _watch_for_slowness(self) -> None:
        self._newest.start(
            "slow",
            (SLOW for _ in range(1)),
            take=lambda note: self._say(list=note),
            failed=self._failed,
            delay=SLOW_SECONDS,
        )
