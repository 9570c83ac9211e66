"""Foreign text in HTML: escaped, and with nothing hidden in it."""

from __future__ import annotations

import unicodedata
from html import escape
from typing import TYPE_CHECKING

from snippet_widget.cards.visible_text import SUSPECT, hides, spelled, visible

if TYPE_CHECKING:
    import re


def html_text(text: str) -> str:
    """Return text as the content of an HTML element: escaped, nothing hidden in it."""
    return SUSPECT.sub(_marked, escape(text))


def html_attribute(text: str) -> str:
    """Return text as the value of a quoted HTML attribute: escaped, nothing hidden in it."""
    return escape(visible(text))


def _marked(match: re.Match[str]) -> str:
    if not hides(match):
        return match[0]
    name = escape(unicodedata.name(match[0], "control character").lower())
    return f'<span class="sw-hidden" title="{name}">{spelled(match[0])}</span>'
