"""Foreign text is made visible here: escaped, with nothing hidden in it.

Characters that are invisible or turn the direction of text ("Trojan Source", CVE-2021-42574) are
shown by their code points.
"""

from __future__ import annotations

import re
import unicodedata
from html import escape

_FORMAT_OR_CONTROL = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}
_BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_HARMLESS = "\n\t \u3000"
# What may hide, by its category: all but printable Latin-1. A range beyond takes 4 ms to compile.
_SUSPECT = re.compile("[^\t\n\x20-\x7e\xa1-\xac\xae-\xff]")
_EMOJI_STYLE = "\ufe0e\ufe0f"


def html_text(text: str) -> str:
    """Return text as the content of an HTML element: escaped, nothing hidden in it."""
    return _SUSPECT.sub(_marked, escape(text))


def html_attribute(text: str) -> str:
    """Return text as the value of a quoted HTML attribute: escaped, nothing hidden in it."""
    return escape(visible(text))


def visible(text: str) -> str:
    """Return text with what hides in it spelled out, for labels that are not HTML.

    Examples
    --------
    >>> visible("pay\N{RIGHT-TO-LEFT OVERRIDE}able")
    'pay⟨U+202E⟩able'
    """
    return _SUSPECT.sub(
        lambda match: _spelled(match[0]) if _hides(match) else match[0],
        text,
    )


def _marked(match: re.Match[str]) -> str:
    if not _hides(match):
        return match[0]
    name = escape(unicodedata.name(match[0], "control character").lower())
    return f'<span class="sw-hidden" title="{name}">{_spelled(match[0])}</span>'


def _spelled(character: str) -> str:
    return f"⟨U+{ord(character):04X}⟩"


def _hides(match: re.Match[str]) -> bool:
    character = match[0]
    if character in _EMOJI_STYLE:
        before = match.string[match.start() - 1 : match.start()]
        return before.isascii() or before in _EMOJI_STYLE
    if "\ufe00" <= character <= "\ufe0d" or "\U000e0100" <= character <= "\U000e01ef":
        return True
    if character in _HARMLESS:
        return False
    return character in _BLANK_LETTERS or unicodedata.category(character) in _FORMAT_OR_CONTROL
