"""The control *Add an SDK…*: a package's name or a file, progress, and what came of it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import ipywidgets

from snippet_widget.errors import SnippetWidgetError
from snippet_widget.widget.adding import add_sdk
from snippet_widget.widget.closing import close_with_parts

if TYPE_CHECKING:
    from collections.abc import Callable

    from snippet_widget.widget.adding import AddedSdk

HINT = "cohere, npm:cohere-ai or a file"


class AddControl(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A button that opens a text field; what is typed there is read and added.

    Parameters
    ----------
    added
        Called, in a thread, with what was added.
    add
        Reads a source, as `add_sdk` does.
    """

    def __init__(
        self,
        added: Callable[[AddedSdk], None],
        add: Callable[..., AddedSdk] = add_sdk,
    ) -> None:
        self._added = added
        self._add = add
        self._opened = False
        self._open = ipywidgets.Button(
            description="Add an SDK…",
            tooltip="Read an SDK from PyPI, npm or a file, into your own catalog",
        )
        self._source = ipywidgets.Text(
            description="SDK to add",
            placeholder=HINT,
            continuous_update=False,
            style={"description_width": "initial"},
            layout=ipywidgets.Layout(width="28em"),
        )
        self._go = ipywidgets.Button(description="Add", button_style="primary")
        self._said = ipywidgets.Label()
        self._row = ipywidgets.HBox([self._source, self._go])
        super().__init__(children=[self._open])
        self._open.on_click(self._toggle)
        self._go.on_click(self._begin)

    def close(self) -> None:
        """End all of its widgets, those too that are not shown."""
        shown = (self._open, self._source, self._go, self._said, self._row)
        close_with_parts(*shown, self.layout)
        super().close()

    def _toggle(self, _button: Any) -> None:
        self._opened = not self._opened
        self.children = [self._open, self._row, self._said] if self._opened else [self._open]
        if self._opened:
            self._source.focus()

    def _begin(self, _button: Any) -> None:
        source = self._source.value.strip()
        if not source:
            self._said.value = f"Type the name of a package, or of a file: {HINT}."
            return
        self._go.disabled = True
        threading.Thread(
            target=self._work, args=(source,), name="snippet_widget add", daemon=True
        ).start()

    def _work(self, source: str) -> None:
        try:
            added = self._add(source, on_stage=self._say)
        except SnippetWidgetError as error:
            self._say(str(error))
        except Exception as error:  # noqa: BLE001 - its text may hold anything
            self._say(
                f"Something unexpected went wrong ({type(error).__name__}). Please report it."
            )
        else:
            self._say(str(added))
            self._added(added)
        finally:
            self._go.disabled = False

    def _say(self, text: str) -> None:
        self._said.value = text
