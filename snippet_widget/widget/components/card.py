"""The live snippet card, drawn by frontend/src/components/card: Insert and Copy need no kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from snippet_widget.cards.call_setup import (
    Binding,
    lasting_bindings,
    needed_bindings,
    unbound_names,
)
from snippet_widget.cards.cell import KERNEL_LANGUAGE
from snippet_widget.cards.content import SHOWN_CHARACTERS
from snippet_widget.cards.highlight import STYLESHEET
from snippet_widget.cards.visible_text import visible
from snippet_widget.languages import language
from snippet_widget.models import LoadLevel
from snippet_widget.provenance import METADATA_KEY
from snippet_widget.widget.components.bundle import read_bundle

if TYPE_CHECKING:
    from snippet_widget.cards.content import CardContent
    from snippet_widget.models import Parameter


class SnippetCard(anywidget.AnyWidget):
    """One card. The traits are the whole contract with its TypeScript.

    Parameters
    ----------
    group
        Shared by the cards of one panel: cells inserted from them line up in the order of clicks.
    """

    _esm = read_bundle("card.js")
    _css = read_bundle("card.css") + STYLESHEET

    drawing = traitlets.Int(0).tag(sync=True)
    """Number of the drawing that it is part of: it waits for the heading (`CardsHeading`)."""
    operation = traitlets.Unicode().tag(sync=True)
    """Method and path, as the heading of the cards has them."""
    title = traitlets.Unicode().tag(sync=True)
    sdk = traitlets.Unicode().tag(sync=True)
    html = traitlets.Unicode().tag(sync=True)
    code = traitlets.Unicode().tag(sync=True)
    lexer = traitlets.Unicode().tag(sync=True)
    """The word after a Markdown fence: what the notebook keeps of the card is Markdown too."""
    cell_source = traitlets.Unicode().tag(sync=True)
    cell_type = traitlets.Unicode("code").tag(sync=True)
    metadata = traitlets.Dict().tag(sync=True)
    call_source = traitlets.Unicode().tag(sync=True)
    """The call alone; empty where it is all there is, or is no cell of this kernel."""
    call_metadata = traitlets.Dict().tag(sync=True)
    places: traitlets.List[Any] = traitlets.List().tag(sync=True)
    """``[start, end]`` of each placeholder in `cell_source`; notebooks store it by this name."""
    call_places: traitlets.List[Any] = traitlets.List().tag(sync=True)
    setup: traitlets.List[str] = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """What the program binds for calls that follow, as `Binding.key`."""
    missing: traitlets.List[str] = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """What the call alone needs and this kernel does not have yet, as `Binding.key`."""
    other_client = traitlets.Unicode().tag(sync=True)
    """What this kernel has in the place of the call's client, for people; else empty."""
    group = traitlets.Unicode().tag(sync=True)
    warnings = traitlets.List(traitlets.Unicode()).tag(sync=True)
    repairs = traitlets.List(traitlets.Unicode()).tag(sync=True)
    verified = traitlets.Unicode().tag(sync=True)
    """What running the code has shown."""
    not_shown = traitlets.Int(0).tag(sync=True)
    """Characters at the end of `code` that `html` leaves out."""
    has_published = traitlets.Bool(default_value=False).tag(sync=True)
    has_repairs = traitlets.Bool(default_value=False).tag(sync=True)
    """The program as published has faults that `code` has not."""
    published = traitlets.Bool(default_value=False).tag(sync=True)
    """Set by the person: the async program as published rather than in notebook form."""
    has_required_only = traitlets.Bool(default_value=False).tag(sync=True)
    required_only = traitlets.Bool(default_value=False).tag(sync=True)
    """Set by the person: the arguments alone that the call needs."""
    parameters: traitlets.List[Any] = traitlets.List().tag(sync=True)
    """``[name, type, required, default, description]`` of each."""
    docs = traitlets.Unicode().tag(sync=True)
    """URL of the vendor's documentation."""
    compatibility = traitlets.Unicode().tag(sync=True)
    """What to say about the kernel's own copy of the SDK."""
    install = traitlets.Unicode().tag(sync=True)
    """Source of a cell that installs the SDK; empty where there is nothing to install."""
    wrap = traitlets.Bool(default_value=True).tag(sync=True)
    """Long lines are wrapped rather than scrolled."""
    foldable = traitlets.Bool(default_value=False).tag(sync=True)
    folded = traitlets.Bool(default_value=False).tag(sync=True)
    """Set by the person, where it is `foldable`: its heading alone is shown."""
    shown = traitlets.Bool(default_value=True).tag(sync=True)
    """Whether it is drawn: a card that is made once stays, or the page would flicker."""
    examples = traitlets.List(traitlets.Unicode()).tag(sync=True)
    example = traitlets.Int(0).tag(sync=True)
    """Set by the person: which of `examples`, by number."""

    _needed: tuple[Binding, ...] = ()

    def show(self, content: CardContent, *, published: bool = False, wrap: bool = True) -> None:
        """Draw a content, in one message to the browser."""
        with self.hold_sync():
            record = content.metadata[METADATA_KEY]
            self.operation = visible(f"{record['method']} {record['path']}")
            self.title = content.title
            self.sdk = content.sdk_label
            self.html = content.html
            self.code = content.code
            self.lexer = language(content.type).lexer
            self.cell_source = content.cell_source
            self.cell_type = content.cell_type
            self.places = [list(span) for span in content.placeholders]
            self.metadata = content.metadata
            self._show_call(content)
            self.call_metadata = content.call_metadata
            self.warnings = [visible(warning) for warning in content.warnings]
            self.repairs = [visible(repair) for repair in content.repairs]
            self.verified = visible(content.verified)
            self.not_shown = max(0, len(content.code) - SHOWN_CHARACTERS)
            self.has_published = content.has_published
            self.has_repairs = content.has_repairs
            self.published = published
            self.wrap = wrap
            self.shown = True
            self.examples = [visible(label) for label in content.example_labels]
            self.example = content.example
            self.has_required_only = content.has_required_only
            self.parameters = [_wire(each) for each in content.parameters]
            self.docs = content.docs
            self.compatibility = visible(content.sdk_compatibility.note)
            self.install = content.sdk_compatibility.install

    @property
    def needed(self) -> tuple[Binding, ...]:
        """What the call alone needs, where it is offered or is all that the card has."""
        return self._needed

    def _show_call(self, content: CardContent) -> None:
        """Offer the call alone where it leaves something of its program out."""
        call = content.call_source
        self._needed = _needed(content)
        self.call_source = call if self._needed else ""
        self.call_places = [list(span) for span in content.call_placeholders]
        self.setup = [each.key for each in lasting_bindings(content.cell_source)] if call else []

    def __repr__(self) -> str:  # noqa: D105
        return f"SnippetCard({self.title!r})"


def _needed(content: CardContent) -> tuple[Binding, ...]:
    """Return what has to be bound before the call of a card: its program is not always there."""
    if content.call_source:
        return needed_bindings(content.cell_source, content.call_source)
    is_alone = content.metadata[METADATA_KEY]["load_level"] == LoadLevel.ENDPOINT
    is_run = content.type == KERNEL_LANGUAGE
    if not is_alone or not is_run:
        return ()
    return unbound_names(content.cell_source, content.sdk, content.client)


def _wire(parameter: Parameter) -> list[Any]:
    texts = (parameter.name, parameter.type, parameter.default, parameter.description)
    name, type_, default, description = map(visible, texts)
    return [name, type_, parameter.required, default, description]
