"""Between the panel's state and the service: what is chosen is fetched, what comes is shown.

`load` at level ``endpoint`` fills the list, page by page; `get` at the chosen level fills the
cards. Both run in threads, and of each only the newest counts.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Protocol

from snippet_widget.errors import (
    ApiIdRequired,
    CatalogUnavailable,
    EndpointNotFound,
    OrgIdRequired,
    SdkNotFound,
    ServiceUnavailable,
    TooManyRequests,
    Unauthorized,
)
from snippet_widget.models import EndpointSelector, LoadLevel
from snippet_widget.widget.cards import Shelf, Taste, card_contents
from snippet_widget.widget.finding import EndpointIndex
from snippet_widget.widget.newest import Newest
from snippet_widget.widget.state import Offer, Status, offer_of, offer_of_candidates

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

    from snippet_widget.models import CatalogOverview, SdkSelector, Snippet, SnippetsPage
    from snippet_widget.widget.state import PanelState

FIRST_RETRY, LAST_RETRY = 2.0, 30.0
"""Seconds until a service that is away is asked again."""

_AWAY = (ServiceUnavailable, CatalogUnavailable, TooManyRequests)


class Client(Protocol):
    """What the panel needs of a `SnippetClient`."""

    def catalog(self) -> CatalogOverview | None:
        """Return what there is; None where the service does not say."""

    def pages(
        self,
        *,
        org_id: str | None,
        api_id: str | None,
        sdks: Sequence[SdkSelector],
        load_level: LoadLevel,
    ) -> Iterator[SnippetsPage]:
        """Yield all pages of the load-all operation."""

    def get(  # noqa: PLR0913 - the operation's fields
        self,
        method: str,
        path: str,
        *,
        org_id: str | None,
        api_id: str | None,
        sdks: Sequence[SdkSelector],
        load_level: LoadLevel,
    ) -> list[Snippet]:
        """Return the snippets of one endpoint."""


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
    retry
        Seconds until a service that is away is asked again; doubled each time, up to `LAST_RETRY`.
    """

    def __init__(
        self,
        state: PanelState,
        connect: Callable[[], Client],
        preferred: Mapping[str, str | None] | None = None,
        *,
        retry: float = FIRST_RETRY,
    ) -> None:
        self.lock = threading.RLock()
        self._state = state
        self._connect = connect
        self._preferred = dict(preferred or {})
        self._client: Client | None = None
        self._newest = Newest(self.lock)
        self._first_retry = self._retry = retry
        self._shelf: Shelf | None = None
        self._snippets: tuple[Snippet, ...] = ()
        state.observe(self._on_scope, "scope")
        state.observe(self._on_choice, ["endpoint", "load_level"])
        state.observe(self._on_taste, ["published", "examples"])

    def start(self) -> None:
        """Connect and fetch; again, from the beginning, when called again."""
        self._state.status = Status("Connecting to the snippet service…")
        self._newest.cancel("list")
        self._newest.cancel("cards")
        self._newest.start("service", self._offers(), take=self._offered, failed=self._failed)

    def wait(self, timeout: float, *lanes: str) -> bool:
        """Block until what is asked for, or the lanes named, are there; return whether they are."""
        return self._newest.wait(timeout, *lanes)

    def wait_for_cards(self, timeout: float) -> bool:
        """Block until there are cards, or none to come; return whether there are any."""
        return self._newest.wait_until(timeout, lambda: bool(self._state.cards))

    # ---- What there is to choose from ----------------------------------------------------

    def _offers(self) -> Generator[Offer, None, None]:
        if self._client is None:
            self._client = self._connect()
        overview = self._client.catalog()
        yield {} if overview is None else offer_of(overview)

    def _offered(self, offer: Offer) -> None:
        self._retry = self._first_retry
        self._remember_choices()
        self._state.scope = None
        self._state.offer(offer, self._preferred)

    def _remember_choices(self) -> None:
        """Choose again, when the service is back, what was chosen before it went away."""
        state = self._state
        if state.organization and state.api:
            self._preferred.update(organization=state.organization, api=state.api)
        if state.endpoint:
            self._preferred.update(method=state.endpoint.method, path=state.endpoint.path)

    # ---- The list ------------------------------------------------------------------------

    def _on_scope(self, change: Any) -> None:
        with self.lock:
            old, new = change.old, change.new
            if new is None:
                return
            if old is None or (old.organization, old.api) != (new.organization, new.api):
                self._state.endpoint = self._preferred_endpoint()
            self._load_list()
            self._load_cards()

    def _preferred_endpoint(self) -> EndpointSelector | None:
        """Return the one to begin with, once; later the first of the list is chosen."""
        method, path = self._preferred.pop("method", None), self._preferred.pop("path", None)
        return EndpointSelector(method, path) if method and path else None

    def _load_list(self) -> None:
        state = self._state
        state.index = EndpointIndex()
        state.listed = 0
        state.loading = True
        state.status = Status("Loading endpoints…")
        self._newest.start("list", self._pages(), take=self._listed, failed=self._failed)

    def _pages(self) -> Generator[SnippetsPage | None, None, None]:
        client, scope = self._client, self._state.scope
        if client is None or scope is None:
            return
        yield from client.pages(**scope.request(), load_level=LoadLevel.ENDPOINT)
        yield None  # that was the last

    def _listed(self, page: SnippetsPage | None) -> None:
        state = self._state
        if page is not None:
            state.index.add(page)
            state.listed = len(state.index.entries)
            self._choose_first()
            state.status = Status(f"Loading endpoints… {state.listed} so far.")
            return
        self._retry = self._first_retry
        state.loading = False
        state.status = self._list_status()

    def _choose_first(self) -> None:
        entries = self._state.index.entries
        if self._state.endpoint is None and entries:
            self._state.endpoint = EndpointSelector(entries[0].method, entries[0].path)

    def _list_status(self) -> Status:
        listed = self._state.listed
        if not listed:
            return Status(
                "Nothing is published here yet. Publish an SDK with "
                "`snippet-widget publish SOURCE --org ORG --api API`, then try again.",
                "warning",
                "Try again",
            )
        return Status(f"{listed:,} endpoint{'' if listed == 1 else 's'}.")

    # ---- The cards -----------------------------------------------------------------------

    def _on_choice(self, _change: Any) -> None:
        with self.lock:
            self._load_cards()

    def _load_cards(self) -> None:
        if self._state.endpoint is None:
            self._newest.cancel("cards")
            self._state.cards = ()
        else:
            self._newest.start(
                "cards", self._cards(), take=self._fetched, failed=self._cards_failed
            )

    def _cards(self) -> Generator[Any, None, None]:
        client, scope, state = self._client, self._state.scope, self._state
        endpoint, level = state.endpoint, state.load_level
        if client is None or scope is None or endpoint is None:
            return
        shelf = Shelf(scope.organization, scope.api, endpoint, level)
        snippets = tuple(
            client.get(endpoint.method, endpoint.path, **scope.request(), load_level=level)
        )
        yield shelf, snippets, card_contents(snippets, shelf, self._taste())

    def _fetched(self, answer: Any) -> None:
        self._shelf, self._snippets, self._state.cards = answer
        if not self._state.cards:
            self._state.status = Status(
                "The SDKs chosen publish no snippet of this endpoint. Choose another SDK.",
                "warning",
            )

    def _on_taste(self, _change: Any) -> None:
        with self.lock:
            if self._shelf is not None:
                self._state.cards = card_contents(self._snippets, self._shelf, self._taste())

    def _taste(self) -> Taste:
        return Taste(published=self._state.published, examples=self._state.examples)

    def _cards_failed(self, error: Exception) -> None:
        if isinstance(error, EndpointNotFound | SdkNotFound):
            self._state.cards = ()
            self._state.status = Status(str(error), "warning")
        else:
            self._failed(error)

    # ---- What goes wrong -----------------------------------------------------------------

    def _failed(self, error: Exception) -> None:
        self._state.loading = False
        if isinstance(error, OrgIdRequired | ApiIdRequired) and error.candidates:
            self._state.offer(offer_of_candidates(error.candidates))
            return
        self._state.status = describe(error)
        if isinstance(error, _AWAY):
            delay, self._retry = self._retry, min(self._retry * 2, LAST_RETRY)
            self._newest.start(
                "service", self._offers(), take=self._offered, failed=self._failed, delay=delay
            )


def describe(error: Exception) -> Status:
    """Return what to tell a person about an error, and the next step."""
    if isinstance(error, Unauthorized):
        return Status(
            "The service does not accept this token. Call panel(url=…, token=…) with a valid one, "
            "or set SNIPPET_WIDGET_TOKEN; `snippet-widget token create` makes one.",
            "error",
            "Try again",
        )
    if isinstance(error, _AWAY):
        return Status(f"{error} Trying again by itself.", "warning", "Try now")
    return Status(str(error) or type(error).__name__, "error", "Try again")
