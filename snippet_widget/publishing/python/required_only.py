"""The required-only form of a program: its call with the arguments alone that it needs."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from snippet_widget.publishing.client_options import is_essential
from snippet_widget.publishing.python.call_repairs import find_call
from snippet_widget.publishing.python.signatures import required_alternatives, signature
from snippet_widget.syntax import python as python_syntax
from snippet_widget.syntax.python import Source

if TYPE_CHECKING:
    from collections.abc import Collection

    from snippet_widget.publishing.python.modules import Function


def required_only(source: str, call: str, function: Function, kept: Collection[str]) -> str:
    """Return a program without the optional arguments of its call, and without unused imports.

    Parameters
    ----------
    source
        A whole program.
    call
        The SDK call it shows, ``client.users.get``.
    function
        The method that this call reaches.
    kept
        Arguments that stay although their signature calls them optional: a repair added them.

    Returns
    -------
    Nothing where the program has no optional argument, or spreads values whose names are unknown.
    """
    tree = python_syntax.parse(source)
    node = find_call(tree, call) if tree is not None else None
    if node is None or any(keyword.arg is None for keyword in node.keywords):
        return ""
    takes = signature(function)
    needed = {*_needed(node, function), *kept}
    optional = [k for k in node.keywords if k.arg in takes.parameters and k.arg not in needed]
    return _shorter(source, node, optional)


def required_construction(source: str, construction: ast.Call, init: Function) -> str:
    """Return a program whose client is made of what it needs alone: credentials and addresses too.

    Parameters
    ----------
    source
        A whole program.
    construction
        Where it makes its client.
    init
        What that runs.

    Returns
    -------
    Nothing where the client is given nothing else.
    """
    defaults = signature(init).defaults
    optional = [
        k for k in construction.keywords if k.arg in defaults and not is_essential(k.arg or "")
    ]
    return _shorter(source, construction, optional)


def _shorter(source: str, node: ast.Call, optional: Collection[ast.keyword]) -> str:
    """Return a program without some arguments of a call; nothing where there are none."""
    if not optional:
        return ""
    text = Source(source)
    shorter = text.replaced([(node, _without(text, node, optional))])
    again = python_syntax.parse(shorter)
    return _without_unused_imports(source, shorter) if again is not None else ""


def _needed(node: ast.Call, function: Function) -> set[str]:
    """Return the arguments that a call needs: those of the first alternative that it fulfills."""
    alternatives = required_alternatives(function)
    given = {keyword.arg for keyword in node.keywords}
    positional = [*signature(function).parameters][: len(node.args)]
    fulfilled = [needed for needed in alternatives if {*needed} <= {*given, *positional}]
    return {*(fulfilled[0] if fulfilled else (name for each in alternatives for name in each))}


def _without(text: Source, node: ast.Call, optional: Collection[ast.keyword]) -> str:
    """Return a call without some of its arguments, what separates the others as it was."""
    arguments: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
    arguments.sort(key=lambda argument: text.span(argument)[0])
    left = [argument for argument in arguments if argument not in optional]
    start, end = text.span(node)
    opening, first = text.opening(node), text.span(arguments[0])[0]
    head = text.between(start, opening)
    if not left:
        return f"{head})"
    parts = [text.between(opening, first), text.cut(left[0])]
    for argument in left[1:]:
        before = arguments[arguments.index(argument) - 1]
        separator = text.between(text.span(before)[1], text.span(argument)[0])
        parts += [separator, text.cut(argument)]
    return f"{head}{''.join(parts)}{text.between(text.span(arguments[-1])[1], end)}"


def _without_unused_imports(before: str, after: str) -> str:
    """Take out the imports that were used before and are not any more."""
    used_before, used = _used(before), _used(after)
    tree = python_syntax.parse(after)
    text = Source(after)
    lines: list[str | None] = list(text.lines)
    for node in tree.body if tree is not None else ():
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        names = {(a.asname or a.name).partition(".")[0]: a for a in node.names}
        gone = {name for name in names if name in used_before - used}
        left = [alias for name, alias in names.items() if name not in gone]
        if not gone:
            continue
        end = node.end_lineno or node.lineno
        lines[node.lineno - 1 : end] = [None] * (end - node.lineno + 1)
        if left:
            module = (
                "." * node.level + (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            )
            spelled = ", ".join(ast.unparse(alias) for alias in left)
            lines[node.lineno - 1] = (
                f"from {module} import {spelled}" if module else f"import {spelled}"
            )
    return "\n".join(line for line in lines if line is not None).lstrip("\n")


def _used(source: str) -> set[str]:
    tree = python_syntax.parse(source)
    nodes = python_syntax.nodes(tree) if tree is not None else ()
    return {node.id for node in nodes if isinstance(node, ast.Name)}
