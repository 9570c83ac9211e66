"""The line below the cards that offers what they lack: the vendor's SDK for TypeScript."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets

from snippet_widget.languages import client_label
from snippet_widget.widget.closing import close_with_parts
from snippet_widget.widget.components.status import StatusLine

if TYPE_CHECKING:
    from collections.abc import Callable


COLUMN = ("typescript client", f"the offer of {client_label('typescript', 'client')}")
"""Name of the card that it offers: it is hidden as that is; and its own label."""


class TypeScriptOffer(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A button, what it is for, and the progress of what it began.

    Parameters
    ----------
    clicked
        Called with the API and its package on npm; None where the person has to name it.
    """

    def __init__(self, clicked: Callable[[str, str | None], None]) -> None:
        self._clicked = clicked
        self._of: tuple[str, str | None] | None = None
        self._note = ipywidgets.Label()
        self.button = ipywidgets.Button(layout=ipywidgets.Layout(width="auto"))
        self.status = StatusLine(main=False)
        super().__init__(children=[self.button, self._note, self.status])
        self.add_class("snippet-widget-typescript-offer")
        self.button.on_click(self._on_click)

    @property
    def offered(self) -> bool:
        """Whether there is something to add."""
        return self._of is not None

    def offer(self, api: str | None, package: str | None) -> None:
        """Offer to add an API's package, as `AddControl.offer_typescript` says."""
        before, self._of = self._of, (api, package) if api else None
        if self._of == before:
            return
        self.status.text = ""
        if api:
            self.button.description = (
                f"Add TypeScript · {package}" if package else "Add TypeScript…"
            )
            self.button.tooltip = f"Its snippets beside those of {api}, where their endpoints meet"
            source = "From npm" if package else "An npm package that you name"
            self._note.value = f"{source}; its snippets stand beside these."

    def close(self) -> None:
        """End all of its widgets."""
        close_with_parts(self._note, self.button, self.status, self.layout)
        super().close()

    def _on_click(self, _button: Any) -> None:
        if self._of is not None:
            self._clicked(*self._of)
