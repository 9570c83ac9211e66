"""Reading TypeScript and JavaScript source without running it, by tree-sitter.

One grammar reads both: compiled JavaScript is TypeScript too.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node, Parser


_FUNCTIONS = {
    "arrow_function",
    "function_declaration",
    "function_expression",
    "generator_function_declaration",
    "method_definition",
}


@functools.cache
def _parser() -> Parser:
    import tree_sitter  # noqa: PLC0415 - a notebook that shows snippets never needs the parser
    import tree_sitter_typescript  # noqa: PLC0415

    language = tree_sitter.Language(tree_sitter_typescript.language_typescript())
    return tree_sitter.Parser(language)


def parse(source: str | bytes) -> Node:
    """Return the root of a source's tree; the tree has errors where the source does."""
    data = source.encode("utf-8", "replace") if isinstance(source, str) else source
    return _parser().parse(data).root_node


def syntax_error(source: str) -> str | None:
    """Return where a source does not parse, or None when it does."""
    root = parse(source)
    if not root.has_error:
        return None
    broken = next((node for node in walk(root) if node.is_error or node.is_missing), root)
    return f"syntax error (line {broken.start_point[0] + 1})"


def walk(node: Node, *types: str) -> Iterator[Node]:
    """Walk a tree in the order of the text; only the nodes of some types where any are given."""
    cursor = node.walk()
    while True:
        current = cursor.node
        if current is not None and (not types or current.type in types):
            yield current
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


def text(node: Node | None) -> str:
    """Return the source text of a node, nothing for none."""
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def string_value(node: Node | None) -> str | None:
    """Return what a plain string literal says; None for any other node."""
    if node is None or node.type != "string":
        return None
    return text(node)[1:-1]


def dotted(node: Node | None) -> tuple[str, ...]:
    """Return the names of ``a.b.c``, through parentheses and ``!``; nothing for the rest."""
    names: list[str] = []
    while node is not None:
        if node.type == "member_expression":
            names.append(text(node.child_by_field_name("property")))
            node = node.child_by_field_name("object")
        elif node.type in {"identifier", "this"}:
            return (text(node), *reversed(names))
        elif node.type in {"parenthesized_expression", "non_null_expression"}:
            node = node.named_child(0)
        else:
            return ()
    return ()


def unwrapped(node: Node | None) -> Node | None:
    """Return an expression without ``await`` and parentheses around it."""
    while node is not None and node.type in {"await_expression", "parenthesized_expression"}:
        node = node.named_child(0)
    return node


def function_of(node: Node) -> Node | None:
    """Return the innermost function around a node; None at the top."""
    above = node.parent
    while above is not None and above.type not in _FUNCTIONS:
        above = above.parent
    return above


def constructions(root: Node) -> dict[str, Node]:
    """Return what is bound to a variable by ``const x = new X(...)``."""
    found: dict[str, Node] = {}
    for declarator in walk(root, "variable_declarator"):
        value = unwrapped(declarator.child_by_field_name("value"))
        if value is not None and value.type == "new_expression":
            found.setdefault(text(declarator.child_by_field_name("name")), value)
    return found


def sdk_calls(root: Node) -> list[tuple[tuple[str, ...], Node]]:
    """Return the calls on a client: on a variable bound by ``new``, else on ``client``."""
    clients = set(constructions(root)) | {"client"}
    calls = [
        (dotted(call.child_by_field_name("function")), call)
        for call in walk(root, "call_expression")
    ]
    return [(names, call) for names, call in calls if len(names) > 1 and names[0] in clients]


def pairs(node: Node) -> dict[str, Node]:
    """Return the values of an object literal by key."""
    found: dict[str, Node] = {}
    for pair in node.named_children:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if pair.type == "pair" and key is not None and value is not None:
            found[text(key).strip("\"'")] = value
    return found


def arguments(call: Node | None) -> list[Node]:
    """Return the arguments of a call or ``new`` expression."""
    given = call.child_by_field_name("arguments") if call is not None else None
    return [node for node in given.named_children if node.type != "comment"] if given else []
