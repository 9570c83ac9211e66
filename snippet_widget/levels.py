"""Less of a program: the call of the endpoint alone.

It is cut out of the source text by its syntax tree, never written anew: comments and formatting
stay (specification, "Load all snippets").
"""

from __future__ import annotations

import ast
import textwrap
from typing import TYPE_CHECKING

from snippet_widget.languages import canonical_type
from snippet_widget.syntax import c_family as c_syntax
from snippet_widget.syntax import python as python_syntax
from snippet_widget.syntax import typescript as typescript_syntax
from snippet_widget.syntax.python import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign)
_TS_SIMPLE = {"expression_statement", "lexical_declaration", "variable_declaration"}
_HEADED = (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith)


def endpoint_level(source: str, type_: str, client: str) -> str | None:  # noqa: ARG001
    """Return the call of the endpoint alone: no imports, no client, no ``main()``.

    Parameters
    ----------
    source
        A whole program.
    type_
        Its language or an alias.
    client
        The field it stands in: ``sync_client``, ``async_client`` or ``client``.

    Returns
    -------
    The statement that holds the program's first SDK call, with the ``with`` that opens its files
    where there is nothing else in it, and with the loop over its result: a generator sends nothing
    before it is iterated over. An awaited call, and any in TypeScript, alone where it sits in the
    head of a loop.
    None where the language is not known here or there is no such call: the full
    text is served then.
    """
    language = canonical_type(type_)
    if language == "python":
        return _python_endpoint(source)
    if language == "typescript":
        return _typescript_endpoint(source)
    if language in {"java", "go"}:
        return c_syntax.call_statement(source)
    return None


# -- Python --------------------------------------------------------------------------------------


def _python_endpoint(source: str) -> str | None:
    tree = python_syntax.parse(source)
    calls = python_syntax.sdk_calls(tree) if tree is not None else []
    if tree is None or not calls:
        return None
    text, above = Source(source), python_syntax.parents(tree)
    call: ast.AST = calls[0][1]
    statement = call
    while not isinstance(statement, ast.stmt):
        statement = above[statement]
    if isinstance(statement, _SIMPLE) and not isinstance(statement.value, ast.Yield):
        managed = _managed(statement, above, client=calls[0][0][0])
        return _with_loop(text, managed, above) or _cut(text, managed) or _cut(text, statement)
    if isinstance(above[call], ast.Await):
        call = above[call]
    elif isinstance(statement, _HEADED) and (whole := _cut(text, statement)):
        return whole
    return _cut(text, call) if isinstance(call, ast.expr) else None


def _with_loop(text: Source, statement: ast.stmt, above: dict[ast.AST, ast.AST]) -> str | None:
    """Return a statement with the loop below it over its result, which may be what sends."""
    siblings: list[ast.stmt] = getattr(above[statement], "body", [])
    number = siblings.index(statement) + 1 if statement in siblings else len(siblings)
    loop = siblings[number] if number < len(siblings) else None
    if not isinstance(loop, (ast.For, ast.AsyncFor)) or not isinstance(loop.iter, ast.Name):
        return None
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if loop.iter.id not in {target.id for target in targets if isinstance(target, ast.Name)}:
        return None
    parts = [_cut(text, statement), _cut(text, loop)]
    return "\n".join(filter(None, parts)) if all(parts) else None


def _managed(statement: ast.stmt, above: dict[ast.AST, ast.AST], client: str) -> ast.stmt:
    """Return what opens the files that a statement uses, where it does nothing besides."""
    around = above[statement]
    while isinstance(around, (ast.With, ast.AsyncWith)) and around.body == [statement]:
        bound = {
            item.optional_vars.id
            for item in around.items
            if isinstance(item.optional_vars, ast.Name)
        }
        used = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
        if client in bound or not bound & used:
            break
        statement, around = around, above[around]
    return statement


def _cut(text: Source, node: ast.expr | ast.stmt) -> str | None:
    """Return a node's text moved to the margin; None if that would change what it says."""
    first, *rest = text.cut(node).split("\n")
    blanks = text.indentation(node.lineno)
    lines = python_syntax.dedented([" " * blanks + first, *rest], blanks)
    lines[-1] += _trailing_comment(text, node)
    cut = "\n".join(lines)
    again = python_syntax.parse(cut)
    if again is None or len(again.body) != 1:
        return None
    if python_syntax.compile_error(cut) is not None:
        return None
    found = again.body[0]
    same = found.value if isinstance(node, ast.expr) and isinstance(found, ast.Expr) else found
    return cut if python_syntax.same_tree(same, node) else None


def _trailing_comment(text: Source, node: ast.expr | ast.stmt) -> str:
    line = text.lines[(node.end_lineno or node.lineno) - 1].encode()
    rest = line[node.end_col_offset or 0 :].decode("utf-8", "replace")
    return rest.rstrip() if rest.lstrip().startswith("#") else ""


# -- TypeScript ----------------------------------------------------------------------------------


def _typescript_endpoint(source: str) -> str | None:
    root = typescript_syntax.parse(source)
    calls = typescript_syntax.sdk_calls(root)
    if root.has_error or not calls:
        return None
    names, node = calls[0]
    client = typescript_syntax.constructions(root).get(names[0])
    if client is not None and typescript_syntax.function_of(client) is not None:
        return None  # it is gone when the function has ended
    while node.parent is not None and node.parent.type == "await_expression":
        node = node.parent
    statement: Node | None = node
    while statement is not None and not statement.type.endswith(("_statement", "_declaration")):
        statement = statement.parent
    chosen = statement if statement is not None and statement.type in _TS_SIMPLE else node
    loop = _loop_over(chosen)
    if loop is None:
        return _margin(source, chosen)
    data, body = source.encode("utf-8", "replace"), loop.child_by_field_name("body")
    head = data[loop.start_byte : body.start_byte].decode() if body is not None else ""
    return f"{head}{{\n{textwrap.indent(_margin(source, chosen), '  ')}\n}}"


def _loop_over(node: Node) -> Node | None:
    """Return the loop around a statement that uses what the loop declares."""
    loop = node.parent
    while loop is not None and loop.type != "for_in_statement":
        loop = loop.parent
    left = loop.child_by_field_name("left") if loop is not None else None
    declared = {typescript_syntax.text(n) for n in _identifiers(left)} if left is not None else ()
    used = any(typescript_syntax.text(n) in declared for n in _identifiers(node))
    body = loop.child_by_field_name("body") if loop is not None else None
    inside = body is not None and body.start_byte <= node.start_byte < body.end_byte
    return loop if used and inside else None


def _identifiers(node: Node) -> Iterator[Node]:
    names = ("identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern")
    return typescript_syntax.walk(node, *names)


def _margin(source: str, node: Node) -> str:
    """Return a node's text with the indentation of its first line taken off."""
    data = source.encode("utf-8", "replace")
    line = data.rfind(b"\n", 0, node.start_byte) + 1
    before = data[line : node.start_byte].decode("utf-8", "replace")
    blanks = before[: len(before) - len(before.lstrip())]
    return textwrap.dedent(blanks + data[node.start_byte : node.end_byte].decode())
