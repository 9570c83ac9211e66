"""The cards without a front end: HTML, Markdown and text for nbconvert, nbviewer and GitHub.

No script, no link, no outside resource, the same bytes for the same snippets. GitHub strips styles
and classes: what is left is headings and preformatted code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.cards.content import SHOWN_CHARACTERS, fenced
from snippet_widget.cards.highlight import STYLESHEET
from snippet_widget.cards.visible_text import html_text, visible
from snippet_widget.languages import language

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.cards.content import CardContent
    from snippet_widget.models import EndpointSelector

_STYLE = (
    """
.sw-static { font-family: var(--jp-ui-font-family, sans-serif); overflow-wrap: anywhere; }
.sw-static-cards {
  display: grid; gap: 8px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr));
}
.sw-static-card {
  border: 1px solid var(--jp-border-color2, #8886); border-radius: var(--jp-border-radius, 2px);
  min-width: 0;
}
.sw-static-card > p { margin: 0; padding: 4px 10px; }
.sw-static-card > pre {
  background: var(--jp-layout-color0, transparent); margin: 0; overflow: auto; padding: 8px 10px;
}
.sw-static-card code {
  background: transparent; border: 0; font-size: var(--jp-code-font-size, 0.8125rem);
  padding: 0; white-space: pre;
}
"""
    + STYLESHEET
)


NO_SNIPPET = "No snippet."


def static_bundle(
    endpoint: EndpointSelector | None, cards: Sequence[CardContent], note: str
) -> dict[str, str]:
    """Return the cards by MIME type; `note` stands in their place where there are none."""
    return {
        "text/html": cards_html(endpoint, cards, note),
        "text/markdown": cards_markdown(endpoint, cards, note),
    }


def cards_html(
    endpoint: EndpointSelector | None, cards: Sequence[CardContent], note: str = NO_SNIPPET
) -> str:
    """Return the cards of one endpoint as a fragment of HTML."""
    articles = "".join(map(_card_html, cards)) or f"<p>{html_text(note)}</p>"
    return (
        f'<style>{_STYLE}</style><div class="sw-static">'
        f"<p><strong><code>{html_text(_name(endpoint))}</code></strong></p>"
        f'<div class="sw-static-cards">{articles}</div></div>'
    )


def cards_markdown(
    endpoint: EndpointSelector | None, cards: Sequence[CardContent], note: str = NO_SNIPPET
) -> str:
    """Return the cards of one endpoint as Markdown: a heading and a fence for each."""
    parts = [f"**{_code_span(_name(endpoint))}**", *([] if cards else [_plain(note)])]
    for card in cards:
        parts.append(f"**{_plain(card.title)}** ({_code_span(card.sdk_label)})")
        parts += [f"* {_plain(warning)}" for warning in card.warnings]
        parts.append(fenced(_shown(card), language(card.type).lexer))
    return "\n\n".join(parts) + "\n"


def cards_text(endpoint: EndpointSelector | None, cards: Iterable[CardContent]) -> str:
    """Return one line that says what there is, and is the same each time."""
    return " | ".join([_name(endpoint), *(card.title for card in cards)])


def _card_html(card: CardContent) -> str:
    warnings = "".join(f"<li>{html_text(warning)}</li>" for warning in card.warnings)
    return (
        f'<div class="sw-static-card"><p><strong>{html_text(card.title)}</strong> '
        f"{html_text(card.sdk_label)}</p>"
        + (f"<ul>{warnings}</ul>" if warnings else "")
        + f'<pre><code class="sw-code">{card.html}</code></pre></div>'
    )


def _name(endpoint: EndpointSelector | None) -> str:
    return visible(f"{endpoint.method} {endpoint.path}") if endpoint else "snippet_widget"


def _shown(card: CardContent) -> str:
    return visible(card.code[:SHOWN_CHARACTERS])


def _plain(text: str) -> str:
    """Return text that Markdown shows as it is, HTML included."""
    return "".join(
        f"\\{letter}" if letter in "\\`*_{}[]()<>#+-!|~&" else letter
        for letter in visible(text).replace("\n", " ")
    )


def _code_span(text: str) -> str:
    """Return text between as many backticks as it needs (CommonMark 0.31, section 6.1)."""
    text = visible(text).replace("\n", " ")
    ticks = "`" * (text.count("`") + 1)
    pad = " " if "`" in text else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"
