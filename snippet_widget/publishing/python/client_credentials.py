"""Environment variables from which an SDK's client reads the credentials that it is not given."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from snippet_widget.publishing.python.modules import methods
from snippet_widget.publishing.python.signatures import signature
from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from snippet_widget.publishing.python.modules import ClassName, Function, Module, Modules

_READS = {("os", "getenv"), ("os", "environ", "get"), ("getenv",), ("environ", "get")}
_SECRET = re.compile(
    r"(^|_)(key|token|secret|password|credentials?|username|signature)$", re.IGNORECASE
)


def client_credentials(modules: Modules, roots: Iterable[ClassName]) -> dict[str, str]:
    """Return the variable that the SDK itself reads, by argument of its clients.

    Parameters
    ----------
    modules
        The package.
    roots
        Its client classes, those that a vendor wrote by hand over generated ones included.
    """
    found: dict[str, str] = {}
    for root in roots:
        for owner in modules.lineage(root):
            definition, module = modules.definition(owner), modules.module(owner[0])
            init = methods(definition).get("__init__") if definition else None
            for name, variable in _read(init, module) if init is not None and module else ():
                if _SECRET.search(name) or _SECRET.search(variable):
                    found.setdefault(name, variable)
    return found


def _read(init: Function, module: Module) -> Iterator[tuple[str, str]]:
    """Yield argument and variable: of defaults, and of what is assigned to an argument."""
    takes = signature(init)
    for name, default in takes.defaults.items():
        yield from ((name, variable) for variable in _variables(default, module))
    helpers = [n for f in module.functions.values() for n in python_syntax.nodes(f)]
    for node in [*python_syntax.nodes(init), *helpers]:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id in takes.parameters:
                    yield from (
                        (target.id, variable) for variable in _variables(node.value, module)
                    )
        elif isinstance(node, (ast.BoolOp, ast.IfExp)):  # token or os.getenv("ACME_TOKEN")
            used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
            for name in used & set(takes.parameters):
                yield from ((name, variable) for variable in _variables(node, module))


def _variables(expression: ast.expr, module: Module, *, nested: bool = False) -> Iterator[str]:
    """Yield the variables that an expression reads, through one function of its module."""
    for node in ast.walk(expression):
        if isinstance(node, ast.Subscript) and python_syntax.dotted(node.value)[-1:] == (
            "environ",
        ):
            yield from _text(node.slice)
        if not isinstance(node, ast.Call):
            continue
        names = python_syntax.dotted(node.func)
        if names in _READS and node.args:
            yield from _text(node.args[0])
        function = module.functions.get(names[0]) if len(names) == 1 and not nested else None
        for inner in python_syntax.nodes(function) if function is not None else ():
            value = inner.value if isinstance(inner, (ast.Return, ast.Assign)) else None
            if value is not None:
                yield from _variables(value, module, nested=True)


def _text(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
