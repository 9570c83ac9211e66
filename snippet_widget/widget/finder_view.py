"""The list of endpoints and the status line: drawn as pages arrive, but not each time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snippet_widget.models import EndpointSelector
from snippet_widget.widget.components.status import StatusLine
from snippet_widget.widget.messages import NO_MATCH
from snippet_widget.widget.throttle import Throttle

if TYPE_CHECKING:
    from collections.abc import Callable

    from snippet_widget.widget.components.finder import EndpointFinder
    from snippet_widget.widget.state import PanelState
    from snippet_widget.widget.user_changes import UserChanges

LIST_SECONDS, PROGRESS_SECONDS = 1.0, 0.1
"""Between two drawings at least, while a hundred pages arrive."""


class FinderView:
    """Draws the endpoints that are listed and what is said, and sets what is chosen of them.

    Parameters
    ----------
    state
        Its index, query, endpoint and status are drawn; query and endpoint are set.
    changes
        Which changes a person makes, and which the panel draws.
    finder
        What is drawn into.
    on_choice
        Called with the key of an endpoint that a person chooses, before it is asked for.
    """

    def __init__(
        self,
        state: PanelState,
        changes: UserChanges,
        finder: EndpointFinder,
        on_choice: Callable[[int], None],
    ) -> None:
        self._state = state
        self._changes = changes
        self._on_choice = on_choice
        self._list_throttle = Throttle(LIST_SECONDS)
        self._progress_throttle = Throttle(PROGRESS_SECONDS)
        self.finder = finder
        self.status = StatusLine()
        self.finder.observe(changes.setter(state, "query"), "query")
        self.finder.observe(changes.observer(self._on_chosen), "chosen")
        self.finder.on_more(self._on_more)
        self.finder.on_reselect(self._on_reselect)

    def draw_page(self) -> None:
        """Draw what a page has added, but not each time."""
        if self._list_throttle.is_due():
            self.draw_rows()
        if self._progress_throttle.is_due() or not self.status.done:  # 0 could stay there for long
            self.draw_status()

    def draw_query(self) -> None:
        """Draw what is filtered for, where nobody has typed it."""
        with self._changes.suppressed():
            self.finder.query = self._state.query

    def draw_rows(self) -> None:
        """Draw the endpoints that the query finds."""
        state = self._state
        self._list_throttle.step()
        found = state.index.find(state.query)
        with state.hold_trait_notifications():
            state.weaker = found.weaker
            state.matching = found.total - found.weaker if state.query.strip() else None
        with self._changes.suppressed(), self.finder.hold_sync():
            self.finder.found = state.query
            self.finder.rows = found.rows
            self.finder.more = found.more
            self.finder.note = (
                NO_MATCH if state.query.strip() and not (found.rows or state.loading) else ""
            )
            self.draw_chosen()

    def draw_chosen(self) -> None:
        """Draw which one is highlighted."""
        endpoint = self._state.endpoint
        with self._changes.suppressed():
            self.finder.chosen = (
                self._state.index.key_of(endpoint.method, endpoint.path) if endpoint else -1
            )

    def draw_panel_choice(self) -> None:
        """Tell the browser what is chosen, which outlives this kernel."""
        state, endpoint = self._state, self._state.endpoint
        if state.scope is None:  # the service is asked again: what was chosen is chosen then
            return
        choice = {
            "organization": state.scope.organization,
            "api": state.scope.api,
            "method": endpoint.method if endpoint else None,
            "path": endpoint.path if endpoint else None,
            "load_level": state.load_level.value,
            "query": state.query,
        }
        self.finder.panel_choice = {name: value for name, value in choice.items() if value}

    def draw_status(self) -> None:
        """Draw what is said, and how much of the list is there."""
        state = self._state
        self._progress_throttle.step()
        with self.status.hold_sync():
            self.status.text = state.status.text
            self.status.level = state.status.level
            self.status.action = state.status.action
            self.status.loading = state.loading
            self.status.done = state.listed
            self.status.total = state.expected

    def _on_chosen(self, change: Any) -> None:
        entries = self._state.index.entries
        if 0 <= change.new < len(entries):
            entry = entries[change.new]
            self._on_choice(change.new)
            self._state.endpoint = EndpointSelector(entry.method, entry.path)

    def _on_reselect(self) -> None:
        with self._changes.lock:
            self._state.choose_named_examples(others=False)

    def _on_more(self, query: str, start: int, count: int) -> None:
        with self._changes.lock:
            found = self._state.index.find(query, start + count)
        self.finder.send_more(query, start, found.rows[start:])
