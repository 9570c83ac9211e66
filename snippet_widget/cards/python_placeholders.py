"""What has to be filled in before a Python call does something: where those values stand."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from snippet_widget.cards.made_up_values import is_made_up
from snippet_widget.cards.python_credentials import credential_values
from snippet_widget.syntax.python import Source, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from snippet_widget.cards.credential_names import Variables

Span = tuple[int, int]

_QUOTED = re.compile(
    r"""[rbuRBU]{0,2}(?P<quote>\"{3}|'{3}|\"|')(?P<text>.*)(?P=quote)""", re.DOTALL
)


def placeholder_spans(source: str, naming: Variables) -> tuple[list[Span], list[Span]]:
    """Return credentials and made-up values: where they begin and end, without quotes, in bytes.

    Parameters
    ----------
    source
        A program, or a call alone.
    naming
        Which arguments of the client are credentials.
    """
    tree = parse(source)
    if tree is None:
        return [], []
    text = Source(source)
    made_up = (value for call in _calls(tree) for value in _made_up(call))
    return _spans(text, credential_values(tree, naming)), _spans(text, made_up)


def _spans(source: Source, values: Iterable[ast.expr]) -> list[Span]:
    found = (_span(source, value) for value in values)
    return [span for span in found if span is not None]


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
        if is_made_up(name, value.value):
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


def _span(source: Source, value: ast.expr) -> Span | None:
    start, end = source.span(value)
    quoted = _QUOTED.fullmatch(source.between(start, end))
    if quoted is None:  # several strings beside each other
        return None
    begins = start + len(quoted.string[: quoted.start("text")].encode())
    return begins, begins + len(quoted["text"].encode())
