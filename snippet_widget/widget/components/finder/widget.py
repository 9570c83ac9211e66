"""The filter and the list of endpoints: an anywidget, drawn by finder.js."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

_HERE = Path(__file__).parent


class EndpointFinder(anywidget.AnyWidget):
    """A text field and a list below it. The traits are the whole contract with finder.js.

    Parameters
    ----------
    query
        What the person typed: set by the browser.
    chosen
        Key of the endpoint chosen, -1 for none: set by both.
    rows
        At most `finding.SHOWN_ROWS` rows, as `finding.Found` has them.
    more
        How many endpoints match besides.
    note
        What to say in place of rows.
    """

    _esm = _HERE / "finder.js"
    _css = _HERE / "finder.css"

    query = traitlets.Unicode().tag(sync=True)
    chosen = traitlets.Int(-1).tag(sync=True)
    rows: traitlets.List[Any] = traitlets.List().tag(sync=True)
    more = traitlets.Int(0).tag(sync=True)
    note = traitlets.Unicode().tag(sync=True)

    def __repr__(self) -> str:  # noqa: D105
        return "EndpointFinder()"
