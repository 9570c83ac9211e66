"""The control *Add an SDK…*: a package's name or a file, progress, and what came of it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import ipywidgets

from snippet_widget.errors import ApiMismatch, SnippetWidgetError
from snippet_widget.widget.adding import add_sdk, shown_source
from snippet_widget.widget.closing import close_with_parts
from snippet_widget.widget.components.status import StatusLine
from snippet_widget.widget.typescript_offer import TypeScriptOffer

if TYPE_CHECKING:
    from collections.abc import Callable

    from snippet_widget.widget.adding import AddedSdk

HINT = "cohere, npm:cohere-ai or a file"

COMMIT_SECONDS = 0.5
"""After Enter or Add, until the text is taken for unchanged: the text may come after either."""


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
            layout=ipywidgets.Layout(width="28em", max_width="100%"),
        )
        self.typescript_offer = TypeScriptOffer(self._add_typescript)
        self._api: str | None = None
        """What is typed belongs to it, where a click on the offer has said so."""
        self._go = ipywidgets.Button(description="Add", button_style="primary")
        self._status = self._line = StatusLine(main=False)
        self._row = ipywidgets.HBox(
            [self._source, self._go], layout=ipywidgets.Layout(flex_flow="row wrap")
        )
        self._entered: threading.Timer | None = None
        self._starting = threading.RLock()
        self._tried = ""
        self._queue: list[str] = []
        self._outcomes: list[str] = []
        self._said = ""
        super().__init__(children=[self._open])
        self.add_class("snippet-widget-add")
        self._open.on_click(self._toggle)
        self._go.on_click(self._on_add)
        self._source.on_msg(self._on_message)
        self._source.observe(self._on_text, "value")

    def close(self) -> None:
        """End all of its widgets, those too that are not shown."""
        self._queue.clear()
        shown = (self._open, self._source, self._go, self._status, self._row)
        close_with_parts(*shown, self.layout)
        self.typescript_offer.close()
        super().close()

    def offer_typescript(self, api: str | None, package: str | None) -> None:
        """Offer to add the TypeScript SDK of an API whose Python SDK is installed.

        Parameters
        ----------
        api
            The API; None: nothing is offered.
        package
            On npm, where it is known; else the person names it.
        """
        if api != self._api:
            self._api = None
        self.typescript_offer.offer(api, package)

    def _add_typescript(self, api: str, package: str | None) -> None:
        self._await_no_text()
        if package:  # what is typed is another SDK
            with self._starting:
                self._hush()
                self._start(f"npm:{package}", api, self.typescript_offer.status)
        else:
            self._api = api
            self._source.value = "npm:"
            self._show(opened=True)
            self._source.focus()

    def _toggle(self, _button: Any) -> None:
        self._api = None
        self._show(opened=not self._opened)
        if self._opened:
            self._source.focus()

    def _show(self, *, opened: bool) -> None:
        self._opened = opened
        row = (self._row, self._status) if opened else ()
        self.children = (self._open, *row)

    def _on_message(self, _text: Any, content: Any, _buffers: Any) -> None:
        """Add after Enter; leaving the field, which changes its value as well, adds nothing."""
        if content.get("event") == "submit":
            self._begin_with_text()

    def _on_add(self, _button: Any) -> None:
        source, before = self._source.value.strip(), self._tried
        if not source or source != before:
            self._begin()
        if source in {"", before}:
            self._begin_with_text()

    def _begin_with_text(self) -> None:
        """Begin as soon as the text is there, which another thread may still be taking in."""
        self._await_no_text()
        self._entered = threading.Timer(COMMIT_SECONDS, self._begin)
        self._entered.daemon = True
        self._entered.start()

    def _await_no_text(self) -> None:
        if self._entered is not None:
            self._entered.cancel()
            self._entered = None

    def _on_text(self, _change: Any) -> None:
        if self._entered is not None:
            self._begin()

    def _begin(self) -> None:
        """Add what is typed, or have it added after what is being read."""
        with self._starting:
            self._await_no_text()
            source = self._source.value.strip()
            if self._go.disabled:
                self._enqueue(source)
                return
            self._hush()
            if source:
                self._start(source, self._api, self._status)
            else:
                self._line = self._status
                self._report(f"Type the name of a package, or of a file: {HINT}.", "warning")

    def _start(self, source: str, api: str | None, line: StatusLine) -> None:
        self._go.disabled = self.typescript_offer.button.disabled = True
        self._line = line
        self._tried = source
        threading.Thread(
            target=self._work, args=(source, api), name="snippet_widget add", daemon=True
        ).start()

    def _work(self, source: str, api: str | None) -> None:
        belongs = {"api": api} if api else {}
        try:
            added = self._add(source, on_stage=self._report, **belongs)
        except ApiMismatch as error:
            self._api = None
            self._report(f"{error.reason} Press Enter to add it as an API of its own.", "error")
        except SnippetWidgetError as error:
            self._report(str(error), "error")
        except Exception as error:  # noqa: BLE001 - its text may hold anything
            self._report(
                f"Something unexpected went wrong ({type(error).__name__}). Please report it.",
                "error",
            )
        else:
            self._api = None  # what is typed next is another SDK
            self._report(str(added))
            self._added(added)
        finally:
            self._start_next()

    def _enqueue(self, source: str) -> None:
        """Keep what is typed while another SDK is read, and say so."""
        if source and source not in {self._tried, *self._queue}:
            self._queue.append(source)
            self._draw()

    def _start_next(self) -> None:
        """Add what was typed meanwhile, below what came of those before."""
        with self._starting:
            if not self._queue:
                self._go.disabled = self.typescript_offer.button.disabled = False
                return
            if self._line is self._status:
                self._outcomes.append(self._said)
            self._start(self._queue.pop(0), self._api, self._status)

    def _hush(self) -> None:
        """Take back what was said before, beside whichever button."""
        self._outcomes = []
        for line in (self._status, self.typescript_offer.status):
            with line.hold_sync():
                line.text, line.level = "", "info"

    def _report(self, text: str, level: str = "info") -> None:
        with self._starting:
            self._said = text
            self._line.level = level
            self._draw()

    def _draw(self) -> None:
        """Say what came of those before, what is done now, and what is done next."""
        lines = list(self._outcomes)
        if self._line is self._status:
            lines.append(self._said)
        else:
            self._line.text = self._said
        verb = "is" if len(self._queue) == 1 else "are"
        names = " and ".join(map(shown_source, self._queue))
        following = f" {names} {verb} added next." if names else ""
        self._status.text = ("\n".join(lines) + following).strip()
