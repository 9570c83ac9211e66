"""The required-only form of a TypeScript program: its call without the optional properties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.syntax import typescript as ts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tree_sitter import Node

    from snippet_widget.models import Parameter

_NAMES = {"identifier", "type_identifier", "shorthand_property_identifier"}


def required_only(
    source: str, call: str, parameters: Collection[Parameter], options: Collection[str] = ()
) -> str:
    """Return a program without the optional properties of its call, and without unused imports.

    Parameters
    ----------
    source
        A whole program.
    call
        The SDK call it shows, ``client.users.get``.
    parameters
        What the call takes.
    options
        Names of the client's options that it can be made without.

    Returns
    -------
    Nothing where the program has no optional property, or spreads values whose names are unknown.
    """
    optional = {parameter.name for parameter in parameters if not parameter.required}
    data = source.encode("utf-8", "replace")
    calls = ts.sdk_calls(ts.parse(data))
    edits = list(_construction(data, call.partition(".")[0], options))
    edits += [
        (given.start_byte, given.end_byte, shorter)
        for names, node in calls
        for given in (ts.arguments(node) if ".".join(names) == call else ())
        if given.type == "object" and (shorter := _shorter(given, optional, data)) is not None
    ]
    for start, end, text in reversed(edits):
        data = data[:start] + text + data[end:]
    return _without_unused_imports(source, data) if edits else ""


def _construction(
    data: bytes, client: str, options: Collection[str]
) -> Iterator[tuple[int, int, bytes]]:
    """Yield the options of ``const client = new Acme({ … })`` without those that it can miss."""
    for declared in ts.walk(ts.parse(data), "variable_declarator"):
        new = declared.child_by_field_name("value")
        is_client = ts.text(declared.child_by_field_name("name")) == client
        if not is_client or new is None or new.type != "new_expression":
            continue
        for given in ts.arguments(new)[:1]:
            if given.type == "object" and (shorter := _shorter(given, options, data)) is not None:
                yield given.start_byte, given.end_byte, shorter


def _shorter(given: Node, optional: Collection[str], data: bytes) -> bytes | None:
    """Return an object literal without its optional properties; None where it has none."""
    if any(node.type == "comment" for node in given.named_children):
        return None
    properties = given.named_children
    if any(node.type not in {"pair", "shorthand_property_identifier"} for node in properties):
        return None
    remaining = [node for node in properties if _key(node) not in optional]
    if len(remaining) == len(properties):
        return None
    if not remaining:
        return b"{}"
    lead = data[given.start_byte : properties[0].start_byte]
    tail = data[properties[-1].end_byte : given.end_byte]
    separator = b", "
    if len(properties) > 1:
        separator = data[properties[0].end_byte : properties[1].start_byte]
    texts = [data[node.start_byte : node.end_byte] for node in remaining]
    return lead + separator.join(texts) + tail


def _key(node: Node) -> str:
    key = node.child_by_field_name("key")
    return ts.text(key if key is not None else node).strip("\"'")


def _without_unused_imports(before: str, after: bytes) -> str:
    """Take out the imports of which nothing is used any more."""
    used, used_before = set(_used(ts.parse(after))), set(_used(ts.parse(before)))
    gone = [
        node
        for node in ts.parse(after).children
        if node.type == "import_statement"
        and (names := set(_imported(node)))
        and names <= used_before - used
    ]
    for node in reversed(gone):
        end = node.end_byte + (after[node.end_byte : node.end_byte + 1] == b"\n")
        after = after[: node.start_byte] + after[end:]
    return after.decode("utf-8", "replace").lstrip("\n")


def _imported(statement: Node) -> Iterator[str]:
    """Yield the local names that an import declares."""
    for node in ts.walk(statement, "import_specifier", "import_clause", "namespace_import"):
        names = [child for child in node.named_children if child.type == "identifier"]
        yield from (ts.text(name) for name in names[-1:])


def _used(root: Node) -> Iterator[str]:
    for statement in root.children:
        if statement.type != "import_statement":
            yield from (ts.text(node) for node in ts.walk(statement, *_NAMES))
