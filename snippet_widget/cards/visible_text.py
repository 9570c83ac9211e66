"""Foreign text is made visible here: with nothing hidden in it (`html_text` escapes it, too).

Characters that are invisible or turn the direction of text ("Trojan Source", CVE-2021-42574) are
shown by their code points.
"""

from __future__ import annotations

import re
import unicodedata

_FORMAT_OR_CONTROL = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}
_BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_HARMLESS = "\n\t \u3000"
# What may hide, by its category: all but printable Latin-1. A range beyond takes 4 ms to compile.
SUSPECT = re.compile("[^\t\n\x20-\x7e\xa1-\xac\xae-\xff]")
_EMOJI_STYLE = "\ufe0e\ufe0f"


def visible(text: str) -> str:
    """Return text with what hides in it spelled out, for labels that are not HTML.

    Examples
    --------
    >>> visible("pay\N{RIGHT-TO-LEFT OVERRIDE}able")
    'pay⟨U+202E⟩able'
    """
    return SUSPECT.sub(
        lambda match: spelled(match[0]) if hides(match) else match[0],
        text,
    )


def visible_line(text: str) -> str:
    r"""Return `visible` text on one line: where it ends, whoever wrote it.

    Examples
    --------
    >>> visible_line("/v1/users\n::error::forged")
    '/v1/users⟨U+000A⟩::error::forged'
    """
    return visible(text).replace("\n", spelled("\n"))


def hidden_characters(code: str) -> tuple[str, ...]:
    r"""Return the code points of what is not seen in code, or turns its direction, each once.

    Examples
    --------
    >>> hidden_characters("pay\N{RIGHT-TO-LEFT OVERRIDE}able\r\n")
    ('⟨U+202E⟩',)
    """
    found = (m[0] for m in SUSPECT.finditer(code) if m[0] != "\r" and hides(m))
    return tuple(map(spelled, dict.fromkeys(found)))


def spelled(character: str) -> str:
    """Return a character's code point, for people."""
    return f"⟨U+{ord(character):04X}⟩"


def hides(match: re.Match[str]) -> bool:
    """Tell whether a character is invisible, or turns the direction of text."""
    character = match[0]
    if character in _EMOJI_STYLE:
        before = match.string[match.start() - 1 : match.start()]
        return before.isascii() or before in _EMOJI_STYLE
    if "\ufe00" <= character <= "\ufe0d" or "\U000e0100" <= character <= "\U000e01ef":
        return True
    if character in _HARMLESS:
        return False
    return character in _BLANK_LETTERS or unicodedata.category(character) in _FORMAT_OR_CONTROL
