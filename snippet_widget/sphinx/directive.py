"""The directive: its options, and the nodes that it makes of a service's answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cards.display_options import DisplayOptions
from snippet_widget.cards.visible_text import visible, visible_line
from snippet_widget.endpoints import endpoint_with_method
from snippet_widget.errors import ConfigurationError, SnippetWidgetError
from snippet_widget.languages import language
from snippet_widget.models import CLIENTS, EndpointSelector, LoadLevel
from snippet_widget.provenance import Credentials
from snippet_widget.sdk_selector import parse_directive_sdks
from snippet_widget.sphinx.page_queries import ask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from snippet_widget.cards.content import CardContent
    from snippet_widget.models import SdkSelector, Snippet

_LOG = logging.getLogger(__name__)
_CLIENT_NAMES = [client.removesuffix("_client") for client in CLIENTS]


class SnippetDirective(SphinxDirective):
    """``{snippet} POST /v1/x``: a tab for each client of each SDK, all of them in print.

    Options: ``org``, ``api``; ``sdk`` (``python``, ``python:acme==1.0``, several with commas) and
    ``version``; ``client`` (``sync``, ``async``, ``client``); ``level`` (``full``, ``endpoint``);
    ``example`` by its name; ``credentials`` (``placeholder``, ``environment``); ``required-only``.
    """

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], object]]] = {
        "org": directives.unchanged_required,
        "api": directives.unchanged_required,
        "sdk": directives.unchanged_required,
        "version": directives.unchanged_required,
        "client": lambda text: _choices(text, _CLIENT_NAMES),
        "level": lambda text: directives.choice(text, [level.value for level in LoadLevel]),
        "example": directives.unchanged_required,
        "credentials": lambda text: directives.choice(text, [each.value for each in Credentials]),
        "required-only": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the tabs; where there is nothing to show, a warning is all there is."""
        try:
            cards = self._cards()
        except SnippetWidgetError as error:
            _LOG.warning(
                "snippet %s: %s",
                visible_line(self.arguments[0]),
                visible_line(str(error)),
                location=self.get_location(),
                type="snippet_widget",
            )
            return []
        tabs = nodes.container(classes=["sw-tabs"])
        tabs += [self._tab(card) for card in cards]
        return [tabs]

    def _cards(self) -> list[CardContent]:
        method, path = endpoint_with_method(self.arguments[0], "{}")
        level = LoadLevel(self.options.get("level", LoadLevel.FULL))
        query = SnippetQuery(
            self.options.get("org"), self.options.get("api"), EndpointSelector(method, path), level
        )
        snippets = ask(self.env.app, self.env.docname, (query, self._sdks()))
        cards = card_contents(self._with_example(snippets), query, self._display(snippets))
        wanted = self.options.get("client", _CLIENT_NAMES)
        chosen = [card for card in cards if card.client.removesuffix("_client") in wanted]
        if not chosen:
            raise ConfigurationError(
                "There is nothing to show: what was asked for has no such snippet. The newest "
                "version of an SDK may have dropped it; ask for an older one, or leave sdk, client "
                "and example out."
            )
        return chosen

    def _sdks(self) -> tuple[SdkSelector, ...]:
        return parse_directive_sdks(self.options.get("sdk", ""), self.options.get("version"))

    def _display(self, snippets: Iterable[Snippet]) -> DisplayOptions:
        environment = self.options.get("credentials") == Credentials.ENVIRONMENT.value
        name = self.options.get("example")
        examples = {
            snippet.type: number
            for snippet in snippets
            for number, example in enumerate(snippet.examples)
            if example.name == name
        }
        return DisplayOptions(
            environment=environment,
            examples=examples,
            program=True,
            required_only="required-only" in self.options,
        )

    def _with_example(self, snippets: list[Snippet]) -> list[Snippet]:
        """Return the snippets that have the example asked for; all when none is."""
        name = self.options.get("example")
        return [
            snippet
            for snippet in snippets
            if name is None or any(example.name == name for example in snippet.examples)
        ]

    def _tab(self, card: CardContent) -> nodes.Node:
        tab = nodes.container(classes=["sw-tab"])
        title = nodes.paragraph(classes=["sw-tab-title"])
        title += [nodes.strong(text=card.title), nodes.Text(f" {card.sdk_label}")]
        code = nodes.literal_block(card.code, visible(card.code.strip("\n")))
        code["language"] = language(card.type).lexer
        code["force"] = True  # what its vendor published is shown, whatever a lexer thinks of it
        self.set_source_info(code)
        tab += title
        if card.verified:
            tab += nodes.paragraph(text=f"✓ {visible(card.verified)}", classes=["sw-verified"])
        tab += [nodes.note("", nodes.paragraph(text=visible(text))) for text in card.warnings]
        tab += code
        return tab


def _choices(text: str, known: list[str]) -> list[str]:
    """Read several words with commas between them.

    Raises
    ------
    ValueError
        One of them is not known, as docutils wants it said.
    """
    return [directives.choice(word.strip(), known) for word in text.split(",")]
