"""What has to be filled in before a TypeScript call does something: where those values stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.cards.made_up_values import is_made_up
from snippet_widget.cards.typescript_credentials import credential_values
from snippet_widget.syntax.typescript import arguments, parse, string_value, text, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from snippet_widget.cards.credential_names import Variables

Span = tuple[int, int]

_CALLS = ("call_expression", "new_expression")


def placeholder_spans(source: str, naming: Variables) -> tuple[list[Span], list[Span]]:
    """Return credentials and made-up values: where they begin and end, without quotes, in bytes.

    Parameters
    ----------
    source
        A TypeScript or JavaScript program, or a call alone.
    naming
        Which options of the client are credentials.
    """
    if '"' not in source and "'" not in source:
        return [], []  # without the parser
    made_up = (value for call in _calls(parse(source)) for value in _made_up(call))
    return [_span(value) for value in credential_values(source, naming)], [
        _span(value) for value in made_up
    ]


def _span(string: Node) -> Span:
    return string.start_byte + 1, string.end_byte - 1


def _calls(root: Node) -> Iterator[Node]:
    """Yield the calls that are no argument of another."""
    inner_end = 0
    for node in walk(root, *_CALLS, "arguments"):
        if node.start_byte >= inner_end:
            if node.type == "arguments":
                inner_end = node.end_byte
            else:
                yield node


def _made_up(call: Node) -> Iterator[Node]:
    """Yield the values in a call's arguments that nobody can mean."""
    values = [("", argument) for argument in arguments(call)]
    while values:
        name, value = values.pop()
        if value.type == "string":
            if is_made_up(name, string_value(value)):
                yield value
        elif value.type == "pair":
            key, item = value.child_by_field_name("key"), value.child_by_field_name("value")
            values += [(text(key).strip("\"'"), item)] if item is not None else []
        elif value.type in {"array", "object"}:
            values += [(name, item) for item in value.named_children]
        elif value.type in _CALLS:
            values += [(name, item) for item in arguments(value)]
