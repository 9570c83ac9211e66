"""Which values of a call nobody can mean: a generator has written one for every argument.

The argument's own name, ``string``, ``your-tool-id``, ``path/to/file``. What is evidently made up
counts, whether its argument is required or not: it is sent as it stands there. A kind
(``type="text"``) is meant, and does not.
"""

from __future__ import annotations

import re

_MADE_UP = re.compile(
    r"string|text|(your|my|insert|replace|enter)([_-].*|( \S+){1,4})|<[^<>]*>|x{3,}|\.{3}"
    r"|(\.{0,2}/)?path/to/.*|example[ _-]?(data|file|text|string)|raw file contents"
    r"|\w+[_-](abc)?123",
    re.IGNORECASE,
)
_KINDS = {("type", "string"), ("type", "text")}
"""Of a JSON schema, of a message's content."""
_OTHER = re.compile(r"[^a-z0-9]")


def is_made_up(name: str, value: object) -> bool:
    """Tell whether the value of an argument is made up.

    Parameters
    ----------
    name
        The argument's, or that of the nearest around it; empty where it has none.
    value
        What its literal says.
    """
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    if not isinstance(text, str) or not text.strip():
        return False
    if _MADE_UP.fullmatch(text.strip()):
        return (name, text) not in _KINDS
    own, written = (_OTHER.sub("", each.lower()) for each in (name, text))
    if not name:  # an argument without a name is a part of the path
        return text.isidentifier() and text.endswith(("_id", "_name", "_key"))
    return bool(written) and own in (written, f"{written}s")
