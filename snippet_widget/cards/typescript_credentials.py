"""Placeholders in TypeScript programs become ``process.env.NAME``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from snippet_widget.cards.credential_names import holds_placeholder, variable
from snippet_widget.syntax.typescript import parse, string_value, text, walk

if TYPE_CHECKING:
    from tree_sitter import Node

# A pair of an object literal, roughly: a source without one needs no parser.
_PAIR = re.compile(r"(\w+)[\"']?\s*:\s*([\"'])(.*?)\2")


def placeholders(source: str, package: str) -> dict[str, str]:
    """Return the properties that hold a placeholder, and the variable that each could read.

    Parameters
    ----------
    source
        A TypeScript or JavaScript program.
    package
        The SDK's package: ``@acme/sdk`` gives ``ACME_SDK_API_KEY`` for ``apiKey``.
    """
    return {name: variable(package, name) for name, _ in _found(source)}


def from_environment(source: str, package: str) -> str:
    """Return the program with ``process.env.NAME`` in place of each placeholder.

    Examples
    --------
    >>> from_environment('const client = new Acme({ apiKey: "YOUR_API_KEY" });', "acme")
    'const client = new Acme({ apiKey: process.env.ACME_API_KEY });'
    """
    found = _found(source)
    if not found:
        return source
    data = source.encode("utf-8", "replace")
    for name, value in reversed(found):
        new = f"process.env.{variable(package, name)}".encode()
        data = data[: value.start_byte] + new + data[value.end_byte :]
    return data.decode()


def _found(source: str) -> list[tuple[str, Node]]:
    """Return name and value of each pair with a placeholder, in the order of the text."""
    if not any(holds_placeholder(match[1], match[3]) for match in _PAIR.finditer(source)):
        return []
    found = []
    for pair in walk(parse(source), "pair"):
        name = text(pair.child_by_field_name("key")).strip("\"'")
        value = pair.child_by_field_name("value")
        if value is not None and holds_placeholder(name, string_value(value) or ""):
            found.append((name, value))
    return found
