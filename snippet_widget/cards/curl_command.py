"""Reads the endpoint that a curl command asks, as documentation has it: nothing is run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_CURL = re.compile(r"(?:^|[\s$!%])curl(?:\.exe)?\s")
_CONTINUATION = re.compile(r"[\\^](?:\s+|(?=-))")  # a field of one line takes line ends out
_WORD = re.compile(r"""(?:'[^']*'?|"(?:\\.|[^"\\])*"?|\\.|[^\s'"\\])+""", re.DOTALL)
_QUOTES = re.compile(r"""^\$?['"]|['"]$""")
_SHORT = re.compile(r"-[a-zA-Z]*?([XdFTHuAbceomxw])(.*)", re.DOTALL)
"""Options of one letter that have a value, after others that have none."""
_METHODS = {
    **dict.fromkeys(("-G", "--get"), "GET"),
    **dict.fromkeys(("-I", "--head"), "HEAD"),
    **dict.fromkeys(("-T", "--upload-file"), "PUT"),
    **dict.fromkeys(("-d", "-F", "--json", "--form", "--form-string"), "POST"),
    **dict.fromkeys(("--data", "--data-raw", "--data-binary", "--data-ascii"), "POST"),
    "--data-urlencode": "POST",
}
"""What an option means where no method is given; the first of them counts."""
_WITH_VALUE = frozenset(_METHODS) - {"-G", "--get", "-I", "--head"} | {
    *("--request", "--url", "--header", "--user", "--user-agent", "--cookie", "--cookie-jar"),
    *("--referer", "--output", "--max-time", "--connect-timeout", "--proxy", "--write-out"),
    *("--retry", "--cacert", "--cert", "--key", "--oauth2-bearer"),
}


def curl_endpoint(text: str) -> tuple[str, str] | None:
    """Return method and URL that a command asks; None where a text is no such command.

    Examples
    --------
    >>> curl_endpoint("curl https://api.acme.test/v1/users -d name=x")
    ('POST', 'https://api.acme.test/v1/users')
    """
    command = _CURL.search(text)
    if command is None:
        return None
    method, meant, url = "", set[str](), ""
    for option, value in _arguments(_CONTINUATION.sub(" ", text[command.end() :])):
        if option in {"-X", "--request"}:
            method = value.upper()
        elif option == "--url" or (not option and "/" in value):
            url = url or value
        elif option in _METHODS:
            meant.add(_METHODS[option])
    implied = next((each for each in _METHODS.values() if each in meant), "GET")
    return (method or implied, url) if url else None


def _arguments(command: str) -> Iterator[tuple[str, str]]:
    """Yield each option with its value, and each word that belongs to none."""
    awaiting = ""
    for word in _WORD.findall(command):
        plain = _QUOTES.sub("", word)
        short = _SHORT.fullmatch(word)
        name, equals, value = word.partition("=")
        if awaiting:
            yield awaiting, plain
            awaiting = ""
        elif word.startswith("--"):
            if equals or word not in _WITH_VALUE:
                yield name, _QUOTES.sub("", value)
            else:
                awaiting = word
        elif short and short[2]:
            yield f"-{short[1]}", _QUOTES.sub("", short[2])
        elif short:
            awaiting = f"-{short[1]}"
        else:
            yield (word, "") if word.startswith("-") else ("", plain)
