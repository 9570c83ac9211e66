"""Closing widgets: what ipywidgets leaves open in kernel and browser until the kernel ends.

``Widget.close`` ends its own comm alone, and a panel consists of many widgets, each with a layout
and often a style.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets

if TYPE_CHECKING:
    from collections.abc import Iterator


def widgets_of(widget: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """Yield a widget and all that its traits hold: children, layouts and styles."""
    yield widget
    for name in widget.keys:
        value = getattr(widget, name)
        for each in value if isinstance(value, tuple | list) else (value,):
            if isinstance(each, ipywidgets.Widget):
                yield from widgets_of(each)


def close_with_parts(*widgets: ipywidgets.Widget) -> None:
    """Close widgets and all that they consist of; a widget closes before its parts."""
    for each in [part for widget in widgets for part in widgets_of(widget)]:
        ipywidgets.Widget.close(each)
