"""The cards without a front end: HTML, Markdown and text for nbconvert, nbviewer and GitHub.

No script, no link, no outside resource, the same bytes for the same snippets. GitHub strips styles
and classes: what is left is headings and preformatted code.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from snippet_widget.cards.cell import fence
from snippet_widget.cards.content import SHOWN_CHARACTERS
from snippet_widget.cards.highlight import KINDS, STYLES, palette_rules
from snippet_widget.cards.html_text import html_text
from snippet_widget.cards.markup_text import code_span
from snippet_widget.cards.visible_text import visible
from snippet_widget.languages import language
from snippet_widget.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.cards.content import CardContent
    from snippet_widget.models import EndpointSelector

_COLORS = "\n".join(f".sw-static .sw-{kind} {{ color: var(--sw-{kind}); }}" for kind in KINDS)

# Heading and cards bring text and background, both, so that no page's colors meet ours. JupyterLab
# says both, and which of its themes they are of.
_STYLE = f"""
{palette_rules(".sw-static")}
body[data-jp-theme-name] .sw-static {{
--sw-background: var(--jp-layout-color0); --sw-border: var(--jp-border-color2);
--sw-text: var(--jp-content-font-color0);
}}
.sw-static {{
background: var(--sw-background); color: var(--sw-text); container-type: inline-size;
font-family: var(--jp-ui-font-family, sans-serif); overflow-wrap: anywhere; padding: 2px 8px 8px;
}}
.sw-static > p {{ color: inherit; margin: 6px 2px; }}
.sw-static.sw-static > p > strong > code {{
background: transparent; border: 0; color: inherit; padding: 0;
}}
.sw-static .sw-static-cards {{ display: flex; flex-wrap: wrap; gap: 8px; }}
.sw-static .sw-static-card {{
background: var(--sw-background); border: 1px solid var(--sw-border); border-radius: 2px;
color: var(--sw-text); flex: 1 1 304px; max-width: 100%; min-width: 0;
}}
.sw-static .sw-static-card > p {{ margin: 0; padding: 4px 10px; color: inherit; }}
.sw-static .sw-static-card > ul {{ margin: 4px 0; padding-left: 28px; }}
.sw-static .sw-static-card > pre {{
background: transparent; border: 0; box-shadow: none; color: inherit;
font-size: var(--jp-code-font-size, max(13px, 0.8125rem)); line-height: 1.4; margin: 0;
overflow: auto; padding: 8px 10px;
}}
.sw-static .sw-static-card > pre > code.sw-code {{
background: transparent; border: 0; color: inherit; font-size: inherit;
overflow-wrap: anywhere; padding: 0; white-space: pre-wrap; word-break: normal;
}}
{_COLORS}
{STYLES}
@container (max-width: 800px) {{ .sw-static .sw-static-card {{ flex-basis: 100%; }} }}
@media print {{
.sw-static .sw-static-card {{ break-inside: avoid; flex-basis: 100%; }}
.sw-static .sw-static-card > pre {{ overflow: visible; }}
}}
""".strip()
_PAGE_STYLE = """
:root { color-scheme: light dark; }
body.sw-static {
background: var(--sw-background); color: var(--sw-text); margin: 1rem auto; max-width: 80rem;
padding: 0 1rem;
}
details { border-top: 1px solid var(--sw-border); }
summary { cursor: pointer; padding: 8px 0; }
.sw-static-cards { padding-bottom: 12px; }
""".strip()
_BLANK_LINE = re.compile(r"^([ \t]*)\n", re.MULTILINE)

_VERIFIED = "✓"
_VERIFIED_LINE = re.compile(rf"<p>{_VERIFIED} [^<]*</p>|^\* {_VERIFIED} [^\n]*\n\n", re.MULTILINE)

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
    return _without_blank_lines(
        f'<div class="sw-static"><style>{_STYLE}</style>'
        f"<p><strong><code>{html_text(_name(endpoint))}</code></strong></p>"
        f'<div class="sw-static-cards">{articles}</div></div>'
    )


class PageSection(NamedTuple):
    """One endpoint of a page: what it is, what it does, and its cards."""

    endpoint: EndpointSelector
    summary: str
    cards: Sequence[CardContent]


def cards_page(title: str, sections: Sequence[PageSection]) -> str:
    """Return a whole page of HTML with the cards of many endpoints, folded."""
    folded = "".join(
        f"<details><summary><code>{html_text(_name(section.endpoint))}</code> "
        f"{html_text(section.summary)}</summary>"
        '<div class="sw-static-cards">'
        + ("".join(map(_card_html, section.cards)) or f"<p>{NO_SNIPPET}</p>")
        + "</div></details>\n"
        for section in sections
    )
    shown = html_text(title)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{shown}</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<style>{_STYLE}\n{_PAGE_STYLE}</style></head>"
        f'<body class="sw-static"><h1>{shown}</h1>\n'
        f"<p>{counted(len(sections), 'endpoint')}.</p>\n{folded}</body></html>\n"
    )


def cards_markdown(
    endpoint: EndpointSelector | None, cards: Sequence[CardContent], note: str = NO_SNIPPET
) -> str:
    """Return the cards of one endpoint as Markdown: a heading and a fence for each."""
    parts = [f"**{code_span(_name(endpoint))}**", *([] if cards else [_plain(note)])]
    for card in cards:
        parts.append(f"**{_plain(card.title)}** ({code_span(card.sdk_label)})")
        parts += [f"* {_VERIFIED} {_plain(card.verified)}"] if card.verified else []
        parts += [f"* {_plain(warning)}" for warning in card.warnings]
        parts.append(fence(_shown(card), language(card.type).lexer))
    return "\n\n".join(parts) + "\n"


def cards_text(endpoint: EndpointSelector | None, cards: Iterable[CardContent]) -> str:
    """Return one line that says what there is, and is the same each time."""
    return " | ".join([_name(endpoint), *(card.title for card in cards)])


def without_verified(text: str) -> str:
    """Return static HTML or Markdown without what running the code has shown."""
    return _VERIFIED_LINE.sub("", text)


def _card_html(card: CardContent) -> str:
    # staticcards.ts makes the same when a notebook is saved
    warnings = "".join(f"<li>{html_text(warning)}</li>" for warning in card.warnings)
    verified = f"<p>{_VERIFIED} {html_text(card.verified)}</p>" if card.verified else ""
    return (
        f'<div class="sw-static-card"><p><strong>{html_text(card.title)}</strong> '
        f"{html_text(card.sdk_label)}</p>"
        + verified
        + (f"<ul>{warnings}</ul>" if warnings else "")
        # a reader who scrolls by the keyboard has to reach what scrolls (WCAG 2.2, 2.1.1)
        + f'<pre tabindex="0"><code class="sw-code">{card.html}</code></pre></div>'
    )


def _without_blank_lines(html: str) -> str:
    """Return a fragment that Markdown takes as one block of HTML: a blank line would end it.

    CommonMark 0.31, section 4.6, kind 6. The character reference is the same line end.
    """
    return _BLANK_LINE.sub(r"\1&#10;", html)


def _name(endpoint: EndpointSelector | None) -> str:
    return visible(f"{endpoint.method} {endpoint.path}") if endpoint else "snippet_widget"


def _shown(card: CardContent) -> str:
    return visible(card.code[:SHOWN_CHARACTERS])


def _plain(text: str) -> str:
    """Return text that Markdown shows as it is, HTML included.

    Not as little as `markdown_text` escapes: stored outputs are compared, and stay current.
    """
    return "".join(
        f"\\{letter}" if letter in "\\`*_{}[]()<>#+-!|~&" else letter
        for letter in visible(text).replace("\n", " ")
    )
