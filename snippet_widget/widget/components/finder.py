"""The filter and the list of endpoints, drawn by frontend/src/components/finder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from snippet_widget.cards.search_index import SHOWN_ROWS
from snippet_widget.widget.components.bundle import read_bundle

if TYPE_CHECKING:
    from collections.abc import Callable

    from snippet_widget.cards.search_index import FoundRow


class EndpointFinder(anywidget.AnyWidget):
    """A text field and a list below it. Its contract with its TypeScript: the traits, and messages.

    A message is ``{"kind": …}``. ``ping`` from the browser is answered by ``pong``, with whether
    a subshell does (``subshell``), so also while a cell is running; ``more``, with ``query`` and
    ``start``, by ``rows`` with these and the rows, ``count`` of them. ``reselect``: the row chosen
    is chosen again.

    Parameters
    ----------
    query
        What the person typed: set by the browser.
    found
        The query that `rows` are of: another one than `query` while the kernel is busy.
    chosen
        Key of the endpoint chosen, -1 for none: set by both.
    rows
        At most `cards.search_index.SHOWN_ROWS`, each a `FoundRow` of that module.
    more
        How many endpoints match besides: sent when the list is scrolled there.
    note
        What to say in place of rows.
    panel_choice
        What is chosen in the panel, for one in the notebook's next kernel: ``organization``,
        ``api``, ``method``, ``path``, ``load_level``, ``query``.
    """

    _esm = read_bundle("finder.js")
    _css = read_bundle("finder.css")

    query = traitlets.Unicode().tag(sync=True)
    found = traitlets.Unicode().tag(sync=True)
    chosen = traitlets.Int(-1).tag(sync=True)
    rows: traitlets.List[FoundRow] = traitlets.List().tag(sync=True)
    more = traitlets.Int(0).tag(sync=True)
    note = traitlets.Unicode().tag(sync=True)
    panel_choice: traitlets.Dict[str, str] = traitlets.Dict().tag(sync=True)

    def on_ping(self, callback: Callable[[], None]) -> None:
        """Call back when a browser has drawn it, and until a subshell has answered."""
        self.on_msg(lambda _widget, content, _buffers: _call(content, "ping", callback))

    def on_reselect(self, callback: Callable[[], None]) -> None:
        """Call back when the row that is chosen already is chosen."""
        self.on_msg(lambda _widget, content, _buffers: _call(content, "reselect", callback))

    def on_more(self, callback: Callable[[str, int, int], None]) -> None:
        """Call back with a query, a number, and how many rows are wanted from there on."""

        def asked(_widget: object, content: Any, _buffers: object) -> None:
            if isinstance(content, dict) and content.get("kind") == "more":
                count = int(content.get("count", SHOWN_ROWS))
                callback(str(content.get("query", "")), int(content.get("start", 0)), count)

        self.on_msg(asked)

    def send_more(self, query: str, start: int, rows: list[FoundRow]) -> None:
        """Send rows that were asked for."""
        self.send({"kind": "rows", "query": query, "start": start, "rows": rows})

    def __repr__(self) -> str:  # noqa: D105
        return "EndpointFinder()"


def _call(content: object, kind: str, callback: Callable[[], None]) -> None:
    if isinstance(content, dict) and content.get("kind") == kind:
        callback()
