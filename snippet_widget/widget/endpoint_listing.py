"""The list of an API's endpoints, loaded page by page, and on from where it was interrupted."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from snippet_widget.cards.search_index import EndpointIndex
from snippet_widget.models import EndpointSelector
from snippet_widget.samples import RUNNABLE, made_up_packages
from snippet_widget.widget.messages import LOADING, RUNS_HERE, SAMPLES, list_status
from snippet_widget.widget.state import SdkScope

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from snippet_widget.models import SnippetsPage
    from snippet_widget.widget.latest_task import LatestTasks
    from snippet_widget.widget.snippet_source import SnippetSource
    from snippet_widget.widget.state import PanelState, Status
    from snippet_widget.widget.status_notes import Report

CHANNEL = "list"

CARDS_FIRST_SECONDS = 1.0
"""That the next page of the list waits at most for cards under way."""

PAINT_SECONDS = 0.4
"""That the next page of the list leaves the processor to a browser that paints a new panel."""


class EndpointListing:
    """Fills the list of a `PanelState`.

    Parameters
    ----------
    state
        Its ``index``, ``listed``, ``loading``, ``sdks`` and first ``endpoint`` are set, its
        ``query`` is cleared where it is of another API and finds nothing, its
        ``matching`` and ``weaker`` are watched.
    source
        Asked for the pages.
    tasks
        Runs that, in the channel ``list``.
    report
        Takes what to say of the list.
    failed
        Called with what went wrong; it may call `resume`.
    succeeded
        Called when a page has come.
    """

    def __init__(  # noqa: PLR0913 - collaborators
        self,
        state: PanelState,
        source: SnippetSource,
        tasks: LatestTasks,
        report: Report,
        *,
        failed: Callable[[Exception], None],
        succeeded: Callable[[str], None],
    ) -> None:
        self._state = state
        self._source = source
        self._tasks = tasks
        self._report = report
        self._failed = failed
        self._succeeded = succeeded
        self._index = EndpointIndex()
        self._scope = SdkScope()
        self._next: int | None = None
        self._unreadable = 0
        self._complete = False
        self._wait_until = 0.0
        self._query_of_another = ""
        state.observe(self._on_matching, ["matching", "weaker"])

    def load(self, scope: SdkScope) -> None:
        """List the endpoints of a scope, from the first page on."""
        state = self._state
        if (self._scope.organization, self._scope.api) != (scope.organization, scope.api):
            self._query_of_another = state.query
        if state.index.scope != scope:  # else what is listed stays until the first page is there
            state.index, state.listed = EndpointIndex(scope), 0
        self._index, self._scope, self._next = EndpointIndex(scope), scope, None
        self._unreadable, self._complete = 0, False
        self._report(list=LOADING, about=None)
        self.resume()

    @property
    def is_complete(self) -> bool:
        """Whether all pages are there."""
        return self._complete

    def resume(self) -> None:
        """Go on at the page after the last that came."""
        self._tasks.cancel(f"{CHANNEL} again")
        self._state.loading = True
        self._tasks.start(CHANNEL, self._pages(), take=self._listed, failed=self._failed)

    def let_paint(self) -> None:
        """Leave the processor to the browser for a moment: the panel is about to be painted."""
        self._wait_until = time.monotonic() + PAINT_SECONDS

    def _pages(self) -> Generator[SnippetsPage | None, None, None]:
        for page in self._source.pages(self._scope, self._next):
            yield page
            # What a person looks at comes first: both take the same processor.
            self._tasks.wait(CARDS_FIRST_SECONDS, "cards")
            time.sleep(max(0.0, self._wait_until - time.monotonic()))
        yield None  # that was the last

    def _listed(self, page: SnippetsPage | None) -> None:
        state, index = self._state, self._index
        self._succeeded(CHANNEL)
        if page is None:
            self._done()
            return
        self._next = page.next
        index.add(page)
        self._unreadable += page.unreadable
        if self._scope == replace(self._scope, sdk=None):
            state.learn(index.sdks)
        state.index = index
        state.listed = len(index.entries)
        if state.endpoint is None and not state.query.strip():
            self.choose_first()
        self._report(list=LOADING)

    def choose_first(self) -> None:
        """Choose the first endpoint of those that the query finds, or of all where it finds none.

        There is no first one until an endpoint is listed.
        """
        entries = self._state.index.entries
        found = self._state.index.find(self._state.query).rows
        first = entries[found[0].key] if found else next(iter(entries), None)
        self._state.endpoint = EndpointSelector(first.method, first.path) if first else None

    def _done(self) -> None:
        self._complete = True
        self._clear_query_of_another()
        if self._state.endpoint is None:  # which one the query finds first is known now
            self.choose_first()
        self._state.loading = False
        self._report_count()

    def _clear_query_of_another(self) -> None:
        """Clear what was typed for another API, where it finds nothing in this one."""
        state, query = self._state, self._query_of_another
        self._query_of_another = ""
        if query and query == state.query and not state.index.find(query).rows:
            state.query = ""

    def _on_matching(self, _change: Any) -> None:
        if self._complete:
            self._report_count()

    def _report_count(self) -> None:
        self._report(
            list=list_status(
                self._state.listed,
                unreadable=self._unreadable,
                matching=self._state.matching,
                weaker=self._state.weaker,
            ),
            about=self._about() if self._state.matching is None and self._state.listed else None,
        )

    def _about(self) -> Status | None:
        """Return what to say of a sample's API."""
        if (self._scope.organization, self._scope.api) == RUNNABLE:
            return RUNS_HERE
        packages = {sdk.package for sdk in self._index.sdks}
        return SAMPLES if packages and packages <= made_up_packages() else None
