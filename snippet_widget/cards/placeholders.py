"""What has to be filled in before a Python call does something: credentials and made-up values.

Generators write a value for every argument: the argument's own name, ``string``, ``your-tool-id``,
``path/to/file``. What is evidently made up counts, whether its argument is required or not: it is
sent as it stands there. A kind (``type="text"``) is meant, and does not.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from snippet_widget.cards.python_credentials import credential_values
from snippet_widget.syntax.python import Source, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from snippet_widget.cards.credential_names import Variables

Placeholder = tuple[int, int]
"""Where a value begins and ends, without its quotes, in UTF-16 code units as browsers count."""

_MADE_UP = re.compile(
    r"string|text|(your|my|insert|replace|enter)([_-].*|( \S+){1,4})|<[^<>]*>|x{3,}|\.{3}"
    r"|(\.{0,2}/)?path/to/.*|example[ _-]?(data|file|text|string)|raw file contents"
    r"|\w+[_-](abc)?123",
    re.IGNORECASE,
)
_KINDS = {("type", "string"), ("type", "text")}
"""Of a JSON schema, of a message's content."""
_QUOTED = re.compile(
    r"""[rbuRBU]{0,2}(?P<quote>\"{3}|'{3}|\"|')(?P<text>.*)(?P=quote)""", re.DOTALL
)
_OTHER = re.compile(r"[^a-z0-9]")


def placeholders(source: str, naming: Variables) -> tuple[Placeholder, ...]:
    """Return what has to be filled in, in a Python source, in the order to do that in.

    That is the order of the text, from the first credential on: nothing works without it. What
    stands before it, the name of an application, say, comes last.

    Parameters
    ----------
    source
        A program, or a call alone.
    naming
        Which arguments of the client are credentials.
    """
    tree = parse(source)
    if tree is None:
        return ()
    made_up = (value for call in _calls(tree) for value in _made_up(call))
    text = Source(source)
    credentials = _in_order(text, credential_values(tree, naming))
    found = sorted({*credentials, *_in_order(text, made_up)})
    first = found.index(credentials[0]) if credentials else 0
    return (*found[first:], *found[:first])


def _in_order(source: Source, values: Iterable[ast.expr]) -> list[Placeholder]:
    found = (_placeholder(source, value) for value in values)
    return sorted(placeholder for placeholder in found if placeholder is not None)


def _calls(tree: ast.Module) -> list[ast.Call]:
    """Return the calls that are no argument of another."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    inner = {
        id(node)
        for call in calls
        for argument in (*call.args, *call.keywords)
        for node in ast.walk(argument)
    }
    return [call for call in calls if id(call) not in inner]


def _made_up(call: ast.Call) -> Iterator[ast.expr]:
    """Yield the values in a call's arguments that nobody can mean."""
    for argument in call.args:
        yield from _made_up_values("", argument)
    for keyword in call.keywords:
        yield from _made_up_values(keyword.arg or "", keyword.value)


def _made_up_values(name: str, value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.Constant):
        if _is_made_up(name, value.value):
            yield value
    elif isinstance(value, ast.Dict):
        for key, item in zip(value.keys, value.values, strict=True):
            entry = key.value if isinstance(key, ast.Constant) else ""
            yield from _made_up_values(str(entry), item)
    elif isinstance(value, (ast.List, ast.Tuple)):
        for item in value.elts:
            yield from _made_up_values(name, item)
    elif isinstance(value, ast.Call):
        for item in value.args:
            yield from _made_up_values(name, item)
        for keyword in value.keywords:
            yield from _made_up_values(keyword.arg or name, keyword.value)


def _is_made_up(name: str, value: object) -> bool:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    if not isinstance(text, str) or not text.strip():
        return False
    if _MADE_UP.fullmatch(text.strip()):
        return (name, text) not in _KINDS
    own, written = (_OTHER.sub("", each.lower()) for each in (name, text))
    if not name:  # an argument without a name is a part of the path
        return text.isidentifier() and text.endswith(("_id", "_name", "_key"))
    return bool(written) and own in (written, f"{written}s")


def _placeholder(source: Source, value: ast.expr) -> Placeholder | None:
    start, end = source.span(value)
    quoted = _QUOTED.fullmatch(source.between(start, end))
    if quoted is None:  # several strings beside each other
        return None
    before = source.between(0, start) + quoted.string[: quoted.start("text")]
    begins = _units(before)
    return begins, begins + _units(quoted["text"])


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
