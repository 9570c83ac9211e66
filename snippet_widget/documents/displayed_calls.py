"""Which calls in a cell leave an output: that of the last expression, and what is displayed.

IPython shows the value of a cell's last expression, unless a semicolon ends it.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from snippet_widget.syntax.python import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

_DISPLAY = "display"
_ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign)


def displayed_calls(tree: ast.Module, text: str) -> list[ast.Call]:
    """Return the calls in a cell whose values it may display, also by the names that they have.

    Parameters
    ----------
    tree, text
        The cell's.
    """
    shown = _shown(tree, text)
    names = {each.id for node in shown for each in ast.walk(node) if isinstance(each, ast.Name)}
    nodes = [*shown, *_definitions(tree, names)]
    return [each for node in nodes for each in ast.walk(node) if isinstance(each, ast.Call)]


def _shown(tree: ast.Module, text: str) -> list[ast.AST]:
    """Return the last expression, and the calls of ``display()``."""
    shown: list[ast.AST] = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _called(node.func) == _DISPLAY
    ]
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr) and not _ends_silently(last, text):
        shown.append(last)
    return shown


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _ends_silently(last: ast.Expr, text: str) -> bool:
    source = Source(text)
    end = source.span(last)[1]
    return source.between(end, end + 4 * len(text)).lstrip().startswith(";")


def _definitions(tree: ast.Module, names: set[str]) -> Iterator[ast.AST]:
    """Yield what gives names their values."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name in names:
            yield node
        elif isinstance(node, _ASSIGNMENTS) and node.value and names & _assigned(node):
            yield node.value


def _assigned(node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {e.id for target in targets for e in ast.walk(target) if isinstance(e, ast.Name)}
