"""Two versions of a snippet side by side, drawn by frontend/src/components/difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from snippet_widget.widget.components.bundle import read_bundle

if TYPE_CHECKING:
    from snippet_widget.cards.difference import Difference, Side


class DifferenceCard(anywidget.AnyWidget):
    """One comparison. The traits are the whole contract with its TypeScript.

    Parameters
    ----------
    title, left, right
        Names of the card and of the two versions.
    rows
        ``[left, right]`` each, a side being ``[number, text, spans]`` or null; both null: a gap.
    wrap
        Long lines are wrapped rather than scrolled.
    """

    _esm = read_bundle("difference.js")
    _css = read_bundle("difference.css")

    title = traitlets.Unicode().tag(sync=True)
    left = traitlets.Unicode().tag(sync=True)
    right = traitlets.Unicode().tag(sync=True)
    rows: traitlets.List[Any] = traitlets.List().tag(sync=True)

    wrap = traitlets.Bool(default_value=False).tag(sync=True)

    def show(self, compared: Difference, *, wrap: bool = False) -> None:
        """Draw a comparison, in one message to the browser."""
        with self.hold_sync():
            self.title = compared.title
            self.left = compared.left
            self.right = compared.right
            self.rows = [[_wire(row.left), _wire(row.right)] for row in compared.rows]
            self.wrap = wrap

    def __repr__(self) -> str:  # noqa: D105
        return f"DifferenceCard({self.title!r})"


def _wire(side: Side | None) -> list[Any] | None:
    return [side.number, side.text, side.changed] if side else None
