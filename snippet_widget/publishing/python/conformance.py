"""What a Python snippet promises that its SDK does not keep, found in the SDK's own source.

Nothing is run: names are looked up, arguments compared with signatures, generators recognized.
"""

from __future__ import annotations

import ast
import builtins
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.publishing.python.imports import Imports
from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publishing.python.modules import ClassName, Function, Modules

_WORD = re.compile(r"\w+")
_BUILTINS = frozenset(dir(builtins)) | {"__name__", "__file__"}


@dataclass(frozen=True)
class _Signature:
    """What a function takes, ``self`` left out."""

    names: tuple[str, ...]
    required: tuple[str, ...]
    positional: int
    any_keyword: bool
    any_positional: bool


class Conformance:
    """Checks snippets against the modules of their SDK."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._imports = Imports(modules)

    def warnings(self, source: str, call: str, function: Function, home: str) -> list[str]:
        """Return why a snippet may not work, one line each; nothing for an honest one.

        Parameters
        ----------
        source
            The snippet, a whole program.
        call
            The SDK call it shows, ``client.users.get``.
        function
            The method that this call reaches.
        home
            Path of the module that the method is in.
        """
        tree = python_syntax.parse(source)
        if tree is None:
            return []
        imported = self._imports.places(tree)
        names = tuple(call.split("."))
        node = next((n for c, n in python_syntax.sdk_calls(tree) if c[1:] == names[1:]), None)
        return [
            *(f"{what} is not there to import" for what in self._imports.missing(tree)),
            *self._constructor_warnings(tree, imported),
            *(() if node is None else self._call_warnings(tree, node, call, function, home)),
            *(f"the name {name} is used without being defined" for name in _undefined(tree)),
        ]

    def _constructor_warnings(
        self, tree: ast.Module, imported: dict[str, ClassName]
    ) -> Iterator[str]:
        for construction in python_syntax.client_constructions(tree).values():
            name = python_syntax.dotted(construction.func)[-1]
            init = self._modules.method(imported[name], "__init__") if name in imported else None
            if init is not None:
                yield from _argument_warnings(construction, name, _signature(init))

    def _call_warnings(
        self, tree: ast.Module, node: ast.Call, call: str, function: Function, home: str
    ) -> Iterator[str]:
        yield from _argument_warnings(node, call, _signature(function))
        above = python_syntax.parents(tree).get(node)
        awaited = isinstance(above, ast.Await)
        generator = python_syntax.is_generator(function)
        is_async = isinstance(function, ast.AsyncFunctionDef)
        if generator and is_async and awaited:
            yield f"{call} is an async generator: iterate over it with `async for`, do not await it"
        elif generator and isinstance(above, ast.Expr):
            yield f"{call} is a generator: nothing is sent until somebody iterates over it"
        elif is_async and not generator and not awaited:
            yield f"{call} is a coroutine and is not awaited: nothing is sent"
        elif awaited and not is_async and not self._returns_awaitable(function, home):
            yield f"{call} cannot be awaited"

    def _returns_awaitable(self, function: Function, home: str) -> bool:
        returns = function.returns
        if returns is None or {"Awaitable", "Coroutine"} & set(_WORD.findall(ast.unparse(returns))):
            return True
        names = python_syntax.dotted(
            returns.value if isinstance(returns, ast.Subscript) else returns
        )
        place = self._modules.class_named(home, names[-1]) if names else None
        return place is not None and self._modules.method(place, "__await__") is not None


def _argument_warnings(node: ast.Call, what: str, takes: _Signature) -> Iterator[str]:
    given = {keyword.arg for keyword in node.keywords}
    spread = None in given or any(isinstance(a, ast.Starred) for a in node.args)
    if not takes.any_keyword:
        for name in sorted(filter(None, given - set(takes.names))):
            yield f"{what} takes no argument {name}"
    if len(node.args) > takes.positional and not takes.any_positional:
        yield f"{what} takes at most {takes.positional} positional arguments"
    filled = {*takes.names[: len(node.args)], *given}
    for name in [] if spread else takes.required:
        if name not in filled:
            yield f"{what} needs the argument {name}"


def _signature(function: Function) -> _Signature:
    takes = function.args
    positional = [*takes.posonlyargs, *takes.args][1:]
    required = positional[: max(len(positional) - len(takes.defaults), 0)]
    required += [
        arg
        for arg, default in zip(takes.kwonlyargs, takes.kw_defaults, strict=True)
        if default is None
    ]
    return _Signature(
        names=tuple(arg.arg for arg in (*positional, *takes.kwonlyargs)),
        required=tuple(arg.arg for arg in required),
        positional=len(positional),
        any_keyword=takes.kwarg is not None,
        any_positional=takes.vararg is not None,
    )


def _undefined(tree: ast.Module) -> list[str]:
    """Return the names that a program uses and nobody binds, in the order of the alphabet."""
    used: set[str] = set()
    bound: set[str] = set()
    for node in python_syntax.nodes(tree):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound.update((a.asname or a.name).partition(".")[0] for a in node.names)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
    return [] if "*" in bound else sorted(used - bound - _BUILTINS)
