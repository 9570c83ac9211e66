"""Between the panel's state and the service: what is chosen is fetched, what comes is shown.

`load` at level ``endpoint`` fills the list, page by page; `get` at the chosen level fills the
cards. Both run in threads, and of each only the newest counts.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from snippet_widget.errors import (
    ApiIdRequired,
    CatalogUnavailable,
    EndpointNotFound,
    OrgIdRequired,
    SdkNotFound,
    ServiceUnavailable,
    TooManyRequests,
)
from snippet_widget.widget.card_loading import CardLoading
from snippet_widget.widget.choice_renewal import ChoiceRenewal
from snippet_widget.widget.endpoint_listing import EndpointListing
from snippet_widget.widget.initial_choices import InitialChoices
from snippet_widget.widget.latest_task import LatestTasks
from snippet_widget.widget.messages import (
    must_type,
    not_found,
    not_offered,
    problem,
    shown_last_is_missing,
)
from snippet_widget.widget.offers import Choices, choices_of_candidates
from snippet_widget.widget.retries import Retries
from snippet_widget.widget.slow_notice import SLOW_SECONDS, SlowNotice
from snippet_widget.widget.snippet_source import SnippetSource
from snippet_widget.widget.state import SdkScope, Status
from snippet_widget.widget.status_notes import StatusNotes

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from snippet_widget.cards.content import SnippetQuery
    from snippet_widget.models import EndpointSelector
    from snippet_widget.widget.snippet_source import Client
    from snippet_widget.widget.state import PanelState

CONNECTING = "Connecting to the snippet service…"

FIRST_RETRY = 2.0
"""Seconds until a service that is unavailable is asked again, at most."""

REQUESTS = ("service", "list", "cards")
CHANNELS = (*REQUESTS, "choices", "comparison", *(f"{channel} again" for channel in REQUESTS))

UNAVAILABLE = (ServiceUnavailable, CatalogUnavailable, TooManyRequests)


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
    given
        Of these, what somebody asked for by name: it is said where it is not offered.
    missing
        Returns what went wrong with it, where the service cannot tell.
    connecting
        What to say meanwhile.
    retry
        Seconds until a service that is unavailable is asked again, at most; doubled each time.
    patience
        Seconds until it is said that the service is slow.
    """

    def __init__(  # noqa: PLR0913 - keywords, each with a default
        self,
        state: PanelState,
        connect: Callable[[], Client],
        preferred: Mapping[str, str | None] | None = None,
        *,
        given: Mapping[str, str | None] | None = None,
        missing: Callable[[], Exception | None] = lambda: None,
        connecting: str = CONNECTING,
        retry: float = FIRST_RETRY,
        patience: float = SLOW_SECONDS,
    ) -> None:
        self.lock = threading.RLock()
        self._state = state
        self._source = SnippetSource(connect)
        self._connecting = connecting
        self._given = dict(given or {})
        self._missing = missing
        self._initial_choices = InitialChoices(preferred, self._given)
        self._tasks = LatestTasks(self.lock)
        self._retries = Retries(retry)
        self._report = StatusNotes(state, self.lock).report
        self._slowness = SlowNotice(self._tasks, self._report, patience)
        self._list = EndpointListing(
            state,
            self._source,
            self._tasks,
            self._report,
            failed=self._not_listed,
            succeeded=self._succeeded,
        )
        self._cards = CardLoading(
            state,
            self._source,
            self._tasks,
            self._report,
            failed=self._not_fetched,
            succeeded=self._succeeded,
            shown=self._shown,
        )
        self._renewal = ChoiceRenewal(state, self._source, self._tasks, self._list, self._report)
        state.observe(self._on_scope, "scope")
        state.observe(self._on_choice, ["endpoint", "load_level"])
        state.observe(self._on_loading, "loading")

    def start(self) -> None:
        """Connect and fetch; again, from the beginning, when called again."""
        self._retries.succeeded(*REQUESTS)
        for channel in REQUESTS:
            self._tasks.cancel(f"{channel} again")
        self._report(failure=None, list=Status(self._connecting), about=None)
        self._tasks.cancel("list")
        self._tasks.cancel("cards")
        self._ask_what_there_is()
        self._slowness.watch()

    def show(self, organization: str, api: str) -> None:
        """Ask again what there is, and choose an API of it that is new."""
        with self.lock:
            self._initial_choices.next = organization, api
            self.start()

    def begin_with(self, endpoint: EndpointSelector) -> None:
        """Choose an endpoint: now, or as soon as there is an API to choose it of."""
        with self.lock:
            if self._state.scope is None:
                self._initial_choices.prefer(endpoint)
            else:
                self._state.endpoint = endpoint

    def close(self) -> None:
        """End what is under way, and the connection to the service; nothing is fetched any more."""
        self._tasks.close()
        self._source.close()

    def adopt_context(self) -> None:
        """Send results from where this message came in, which may be a subshell."""
        self._tasks.adopt_context()

    def read(self, stage: str) -> None:
        """Say which SDK is being read, from any thread; empty when that is done."""
        with self.lock:
            self._state.loading |= bool(stage)
            self._slowness.read(stage)

    def wait(self, timeout: float, *channels: str) -> bool:
        """Block until what is asked for, or the channels named, is there; return whether it is."""
        return self._tasks.wait(timeout, *(channels or CHANNELS))

    def wait_for_cards(self, timeout: float) -> bool:
        """Block until there are cards, or none to come; return whether there are any."""
        state = self._state
        self._tasks.wait_until(timeout, lambda: bool(state.cards) or state.status.level != "info")
        return bool(state.cards)

    # ---- What there is to choose from ----------------------------------------------------

    def _ask_what_there_is(self) -> None:
        self._tasks.start("service", self._choices(), take=self._offered, failed=self._not_offered)

    def _choices(self) -> Generator[Choices, None, None]:
        yield self._source.choices()

    def _offered(self, choices: Choices) -> None:
        state, names = self._state, self._initial_choices.names
        self._succeeded("service")
        self._report(failure=None)
        self._initial_choices.choose_again(state)
        state.scope = None
        state.must_type = not choices
        if choices:
            given = self._given if self._given.items() <= names.items() else {}
            state.set_choices(choices, names, given)
            error = self._missing() if given else None
            self._report(failure=problem(error) if error else not_offered(given, state))
            if state.scope is None:
                state.loading = False
        else:
            state.type_in(names.get("organization") or "", names.get("api") or "")

    def _not_offered(self, error: Exception) -> None:
        self._state.loading = False
        self._slowness.end()
        self._report(failure=self._problem("service", error))

    def _not_listed(self, error: Exception) -> None:
        self._state.loading = isinstance(error, TooManyRequests)
        self._slowness.end()
        if isinstance(error, OrgIdRequired | ApiIdRequired):
            self._ask_which(error)
        else:
            self._report(list=self._problem("list", error))
            self._renewal.renew(error, relist=False)

    def _on_scope(self, change: Any) -> None:
        with self.lock:
            old, new = change.old, change.new
            if new is None:
                return
            self._given = {}  # from now on a person chooses
            self._report(failure=None, gone=None)
            if old is None or (old.organization, old.api) != (new.organization, new.api):
                self._initial_choices.choose_endpoint(self._state, old, new)
            self._retries.succeeded("list", "cards")
            self._list.load(new)
            self._slowness.watch()
            self._load_cards()

    def let_paint(self) -> None:
        """Leave the processor to the browser for a moment: the panel is about to be painted."""
        self._list.let_paint()

    # ---- The cards -----------------------------------------------------------------------

    def _on_choice(self, change: Any) -> None:
        with self.lock:
            if change.name == "endpoint":
                self._cards.leave()
                self._state.choose_named_examples(others=True)  # numbers mean nothing elsewhere
                if change.old not in {None, self._initial_choices.gone}:
                    self._report(gone=None)
            self._load_cards()

    def _load_cards(self) -> None:
        if self._cards.load():
            self._slowness.watch()

    def _shown(self, has_cards: bool) -> None:  # noqa: FBT001 - a callback
        if has_cards:
            self._initial_choices.found()
        else:
            self._leave_unlisted()

    def _not_fetched(self, scope: SdkScope, query: SnippetQuery, error: Exception) -> None:
        self._slowness.end()
        if isinstance(error, EndpointNotFound) and self._leave_remembered():
            return
        unavailable = isinstance(error, UNAVAILABLE)
        shown = self._cards.show_last(scope, query, unavailable=unavailable)
        if isinstance(error, OrgIdRequired | ApiIdRequired):
            self._ask_which(error)
        elif isinstance(error, EndpointNotFound | SdkNotFound):
            self._report(cards=not_found(error, query))
        else:
            self._report(cards=self._problem("cards", error, shown=shown))
        key = self._state.index.key_of(query.endpoint.method, query.endpoint.path)
        self._renewal.renew(error, relist=key >= 0)

    def _on_loading(self, change: Any) -> None:
        if not change.new:
            self._leave_unlisted()

    def _leave_unlisted(self) -> None:
        """Leave an endpoint that was remembered and that the SDK shown has no more."""
        state, endpoint = self._state, self._state.endpoint
        is_answered = endpoint == state.answered and self._list.is_complete
        if endpoint is None or state.cards or not is_answered:
            return
        if state.index.key_of(endpoint.method, endpoint.path) < 0:
            self._leave_remembered()

    def _leave_remembered(self) -> bool:
        """Choose the first endpoint where the one that was remembered is gone; return whether."""
        endpoint = self._state.endpoint
        if endpoint is None or not self._initial_choices.leave(endpoint):
            return False
        self._list.choose_first()
        self._report(gone=shown_last_is_missing(endpoint, self._state.api))
        return True

    def _succeeded(self, channel: str) -> None:
        self._slowness.end()
        self._retries.succeeded(channel)

    # ---- What goes wrong -----------------------------------------------------------------

    def try_again(self) -> None:
        """Ask again at once for what is waited for, or from the beginning where nothing is."""
        with self.lock:
            waiting = self._retries.waiting()
            if not waiting or "service" in waiting:
                self.start()
            for channel in waiting - {"service"}:
                self._ask_again(channel, 0.0)

    def _problem(self, channel: str, error: Exception, *, shown: bool = False) -> Status:
        """Return what to say of an error; of one that passes, after asking again in a while."""
        passes = isinstance(error, UNAVAILABLE)
        if passes:
            self._ask_again(channel, self._retries.delay(channel, error))
        return problem(error, retrying=passes, shown=shown)

    def _ask_again(self, channel: str, delay: float) -> None:
        again = {
            "service": self._ask_what_there_is,
            "list": self._list.resume,
            "cards": self._load_cards,
        }
        self._tasks.start(
            f"{channel} again",
            (channel for _ in range(1)),
            take=lambda channel: again[channel](),
            failed=lambda error: self._report(failure=problem(error)),
            delay=delay,
        )

    def _ask_which(self, error: OrgIdRequired | ApiIdRequired) -> None:
        if error.candidates:
            self._state.must_type = False
            self._state.set_choices(choices_of_candidates(error.candidates))
        else:
            self._state.must_type = True
            self._report(list=must_type(error))
