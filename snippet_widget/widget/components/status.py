"""The status line: what is going on and what to do, announced to screen readers; progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anywidget
import traitlets

from snippet_widget.widget.components.bundle import read_bundle

if TYPE_CHECKING:
    from collections.abc import Callable


class StatusLine(anywidget.AnyWidget):
    """One line with ``role="status"``, and a progress bar. The traits are its contract.

    Parameters
    ----------
    text
        What is going on, and the next step.
    level
        ``info``, ``warning`` or ``error``.
    action
        Label of the button that does the next step; no button where it is empty.
    loading
        Whether pages are arriving.
    done, total
        Progress in endpoints; `total` is 0 while it is not known.
    main
        Whether it has that role: a panel has one such line.
    """

    _esm = read_bundle("status.js")
    _css = read_bundle("status.css")

    text = traitlets.Unicode().tag(sync=True)
    level = traitlets.Enum(("info", "warning", "error"), default_value="info").tag(sync=True)
    action = traitlets.Unicode().tag(sync=True)
    loading = traitlets.Bool(default_value=False).tag(sync=True)
    done = traitlets.Int(0).tag(sync=True)
    total = traitlets.Int(0).tag(sync=True)
    main = traitlets.Bool(default_value=True).tag(sync=True)

    def on_action(self, callback: Callable[[], None]) -> None:
        """Call back when the person presses the button."""
        self.on_msg(lambda _widget, content, _buffers: callback() if content == "action" else None)

    def __repr__(self) -> str:  # noqa: D105
        return "StatusLine()"
