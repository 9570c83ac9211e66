"""Names that a Python program uses before, or without, binding them: by scope, as Python does."""

from __future__ import annotations

import ast
import builtins
import symtable
from typing import TYPE_CHECKING

from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterator

_BUILTINS = frozenset(dir(builtins)) | {"__name__", "__file__"}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_REPEATED = (ast.For, ast.AsyncFor, ast.While, ast.Try, *_COMPREHENSIONS)
"""What runs more than once, or in an order of its own: what it names may be bound in time."""
_Position = tuple[int, int]


def undefined_names(source: str) -> list[str]:
    """Return the names that a program uses and nobody binds where it looks, sorted.

    Parameters
    ----------
    source
        A whole program that compiles as a script.

    Returns
    -------
    Nothing for a program with a star import, or one that cannot be analyzed.
    """
    try:
        module = symtable.symtable(source, "<snippet>", "exec")
    except (SyntaxError, ValueError, RecursionError):
        return []
    bound = {symbol.get_name() for symbol in module.get_symbols() if _binds(symbol)}
    for table in _tables(module):  # ``global x`` in a function binds a name of the module
        bound |= {s.get_name() for s in table.get_symbols() if s.is_assigned() and s.is_global()}
    if "*" in source and _has_star_import(source):
        return []
    used = {
        symbol.get_name()
        for table in (module, *_tables(module))
        for symbol in table.get_symbols()
        if symbol.is_referenced() and (table is module or symbol.is_global())
    }
    return sorted(used - bound - _BUILTINS)


def unbound_names(tree: ast.Module) -> list[str]:
    """Return the names that are read before anything is bound to them in their scope, sorted.

    ``client = await client.status()`` in a function makes `client` a local name of it, which has
    no value yet when it is read.
    """
    functions = [node for node in python_syntax.nodes(tree) if isinstance(node, _FUNCTIONS)]
    found = {name for scope in (tree, *functions) for name in _unbound_in(scope)}
    return sorted(found)


def _unbound_in(scope: ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    reads: dict[str, _Position] = {}
    binds: dict[str, _Position] = {}
    exempt = (
        {node.arg for node in ast.walk(scope.args) if isinstance(node, ast.arg)}
        if isinstance(scope, _FUNCTIONS)
        else set()
    )
    for node in python_syntax.own_nodes(scope):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                _keep_first(reads, node.id, (node.lineno, node.col_offset))
        elif isinstance(node, _REPEATED):
            exempt |= {n.id for n in python_syntax.nodes(node) if isinstance(n, ast.Name)}
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            exempt.update(node.names)
        for name, position in _bindings(node):
            _keep_first(binds, name, position)
    for name in set(reads) & set(binds) - exempt - _BUILTINS:
        if reads[name] < binds[name]:
            yield name


def _bindings(node: ast.AST) -> Iterator[tuple[str, _Position]]:
    """Yield what a statement binds, with the place from which on it is bound."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            yield (alias.asname or alias.name).partition(".")[0], _end(node)
    elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        yield node.name, (node.lineno, node.col_offset)
    elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            yield from ((name, _end(node)) for name in _targets(target))
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        for name in _targets(node.optional_vars):
            yield name, _end(node.context_expr)


def _targets(node: ast.expr) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            yield inner.id


def _end(node: ast.stmt | ast.expr) -> _Position:
    return (node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)


def _keep_first(positions: dict[str, _Position], name: str, position: _Position) -> None:
    positions[name] = min(position, positions.get(name, position))


def _binds(symbol: symtable.Symbol) -> bool:
    return symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()


def _has_star_import(source: str) -> bool:
    tree = python_syntax.parse(source)
    imports = python_syntax.nodes(tree) if tree is not None else ()
    return any(
        isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
        for node in imports
    )


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    for child in table.get_children():
        yield child
        yield from _tables(child)
