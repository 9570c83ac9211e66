"""The live snippet card: an anywidget, drawn by card.js, that needs no kernel to insert or copy."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import anywidget
import traitlets

from snippet_widget.cards.content import SHOWN_CHARACTERS
from snippet_widget.cards.highlight import STYLESHEET
from snippet_widget.cards.visible_text import visible

if TYPE_CHECKING:
    from snippet_widget.cards.content import CardContent

_HERE = Path(__file__).parent
_SCRIPTS = ("inserting.js", "copying.js", "card.js")
"""One module in the browser: a widget's script cannot import another."""


class SnippetCard(anywidget.AnyWidget):
    """One card. The traits are the whole contract with card.js.

    Parameters
    ----------
    group
        Shared by the cards of one panel: cells inserted from them line up in the order of clicks.
    """

    _esm = "\n".join((_HERE / name).read_text("utf-8") for name in _SCRIPTS)
    _css = (_HERE / "card.css").read_text("utf-8") + STYLESHEET

    title = traitlets.Unicode().tag(sync=True)
    sdk = traitlets.Unicode().tag(sync=True)
    html = traitlets.Unicode().tag(sync=True)
    code = traitlets.Unicode().tag(sync=True)
    cell_source = traitlets.Unicode().tag(sync=True)
    cell_type = traitlets.Unicode("code").tag(sync=True)
    metadata = traitlets.Dict().tag(sync=True)
    call_source = traitlets.Unicode().tag(sync=True)
    """The call alone; empty where it is all there is, or is no cell of this kernel."""
    call_metadata = traitlets.Dict().tag(sync=True)
    group = traitlets.Unicode().tag(sync=True)
    warnings = traitlets.List(traitlets.Unicode()).tag(sync=True)
    repairs = traitlets.List(traitlets.Unicode()).tag(sync=True)
    verified = traitlets.Unicode().tag(sync=True)
    """What running the code has shown."""
    not_shown = traitlets.Int(0).tag(sync=True)
    """Characters at the end of `code` that `html` leaves out."""
    has_published = traitlets.Bool(default_value=False).tag(sync=True)
    published = traitlets.Bool(default_value=False).tag(sync=True)
    """Set by the person: the async program as published rather than in notebook form."""
    fit = traitlets.Unicode().tag(sync=True)
    """What to say about the kernel's own copy of the SDK."""
    install = traitlets.Unicode().tag(sync=True)
    """Source of a cell that installs the SDK; empty where there is nothing to install."""
    wrap = traitlets.Bool(default_value=False).tag(sync=True)
    """Long lines are wrapped rather than scrolled."""
    examples = traitlets.List(traitlets.Unicode()).tag(sync=True)
    example = traitlets.Int(0).tag(sync=True)
    """Set by the person: which of `examples`, by number."""

    def show(self, content: CardContent, *, published: bool = False, wrap: bool = False) -> None:
        """Draw a content, in one message to the browser."""
        with self.hold_sync():
            self.title = content.title
            self.sdk = content.sdk_label
            self.html = content.html
            self.code = content.code
            self.cell_source = content.cell_source
            self.cell_type = content.cell_type
            self.metadata = content.metadata
            self.call_source = content.call_source
            self.call_metadata = content.call_metadata
            self.warnings = [visible(warning) for warning in content.warnings]
            self.repairs = [visible(repair) for repair in content.repairs]
            self.verified = visible(content.verified)
            self.not_shown = max(0, len(content.code) - SHOWN_CHARACTERS)
            self.has_published = content.has_published
            self.published = published
            self.wrap = wrap
            self.examples = [visible(name) for name in content.examples]
            self.example = content.example
            self.fit = visible(content.sdk_compatibility.note)
            self.install = content.sdk_compatibility.install

    def __repr__(self) -> str:  # noqa: D105
        return f"SnippetCard({self.title!r})"
