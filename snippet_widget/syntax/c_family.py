"""Finding one statement in Java or Go: a scan over brackets, strings and comments, no grammar."""

from __future__ import annotations

import re
import textwrap

_TOKEN = re.compile(
    r"""\"{3}[\s\S]*?(?:\"{3}|\Z)|"(?:\\.|[^"\\\n])*"|`[^`]*`|'(?:\\.|[^'\\\n])*'"""
    r"""|//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)"""
)
_CLIENT = re.compile(
    r"(?<!\w)(\w+)\s*(?::?=)\s*(?:new\s+\w*Client\b|\w+\.(?:builder\(\)|New\w*\(|Client\w*\()|\w*Client\.)"
)
_CONTINUED = re.compile(r"\s*\.")
_OPEN, _CLOSE = "([{", ")]}"


def call_statement(source: str) -> str | None:
    """Return the first statement that calls a method of the program's client.

    The client is the variable bound by ``new XClient``, ``X.builder()`` or ``x.NewClient(…)``,
    else the one named ``client``. None where there is no such call.
    """
    blank = _TOKEN.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), source)
    bound = _CLIENT.search(blank)
    name = bound.group(1) if bound else "client"
    after = _end(blank, bound.end()) if bound else 0
    call = re.compile(rf"(?<![\w.]){re.escape(name)}(?:\.\w+(?:\(\))?)*\.\w+\s*\(").search(
        blank, after
    )
    if call is None:
        return None
    start = _start(blank, call.start())
    end = _end(blank, call.end() - 1)
    return _margin(source, start, end)


def _start(blank: str, position: int) -> int:
    """Return where the statement that a position lies in begins."""
    depth = 0
    for index in range(position - 1, -1, -1):
        char = blank[index]
        if char in _CLOSE:
            depth += 1
        elif char in _OPEN and depth:
            depth -= 1
        elif not depth and (char in "{};" or (char == "\n" and _ends_statement(blank, index))):
            return index + 1
    return 0


def _ends_line(blank: str, index: int) -> bool:
    """Whether a statement ends here, because its line does and the next does not go on."""
    ends = blank[index] == "\n" and _ends_statement(blank, index)
    return ends and not _CONTINUED.match(blank, index)


def _ends_statement(blank: str, newline: int) -> bool:
    """Whether a statement may end at a line's end: Go's rule, which suits Java's layout too."""
    line = blank[blank.rfind("\n", 0, newline) + 1 : newline].rstrip()
    return not line or line[-1] not in "=,(.+-*/&|<>:"


def _end(blank: str, position: int) -> int:
    """Return where the statement that a position lies in ends: at ``;`` or at a line's end."""
    depth = 0
    for index in range(position, len(blank)):
        char = blank[index]
        if char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth -= 1
            if depth < 0:
                return index
        elif not depth and char == ";":
            return index + 1
        elif not depth and _ends_line(blank, index):
            return index
    return len(blank)


def _margin(source: str, start: int, end: int) -> str | None:
    statement = source[start:end]
    first = len(statement) - len(statement.lstrip())
    line = source.rfind("\n", 0, start + first) + 1
    before = source[line : start + first]
    blanks = before[: len(before) - len(before.lstrip())]
    return textwrap.dedent(blanks + statement.strip()) or None
