"""Placeholders in TypeScript programs become ``process.env.NAME``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from snippet_widget.syntax.typescript import parse, string_value, text, walk

if TYPE_CHECKING:
    from tree_sitter import Node

    from snippet_widget.cards.credential_names import Variables

# A pair of an object literal, roughly: a source without one needs no parser.
_PAIR = re.compile(r"(\w+)[\"']?\s*:\s*([\"'])(.*?)\2")


def credential_variables(source: str, naming: Variables) -> dict[str, str]:
    """Return the properties that hold a placeholder, and the variable that each could read.

    Parameters
    ----------
    source
        A TypeScript or JavaScript program.
    naming
        How the SDK's variables are called.
    """
    return {name: naming.variable(name) for name, _ in _found(source, naming)}


def credential_values(source: str, naming: Variables) -> list[Node]:
    """Return the values of a program's client that are a placeholder of a credential."""
    return [value for _, value in _found(source, naming)]


def from_environment(source: str, naming: Variables) -> str:
    """Return the program with ``process.env.NAME`` in place of each placeholder.

    Examples
    --------
    >>> from_environment('const client = new Acme({ apiKey: "YOUR_API_KEY" });', Variables("acme"))
    'const client = new Acme({ apiKey: process.env.ACME_API_KEY });'
    """
    found = _found(source, naming)
    if not found:
        return source
    data = source.encode("utf-8", "replace")
    for name, value in reversed(found):
        new = f"process.env.{naming.variable(name)}".encode()
        data = data[: value.start_byte] + new + data[value.end_byte :]
    return data.decode()


def _found(source: str, naming: Variables) -> list[tuple[str, Node]]:
    """Return name and value of each credential of a client, in the order of the text."""
    pairs = _PAIR.finditer(source)
    if not any(naming.holds_placeholder(match[1], match[3]) for match in pairs):
        return []
    found = []
    for pair in walk(parse(source), "pair"):
        name = text(pair.child_by_field_name("key")).strip("\"'")
        value = pair.child_by_field_name("value")
        placeholder = value is not None and naming.holds_placeholder(
            name, string_value(value) or ""
        )
        if value is not None and placeholder and _is_of_client(pair):
            found.append((name, value))
    return found


def _is_of_client(pair: Node) -> bool:
    """Whether a pair is an option of ``new Client({ … })`` that is no argument of a call."""
    options = pair.parent.parent if pair.parent is not None else None
    if options is None or options.type != "arguments" or options.parent is None:
        return False
    above = options.parent.parent
    return options.parent.type == "new_expression" and (
        above is None or above.type not in {"arguments", "pair", "array"}
    )
