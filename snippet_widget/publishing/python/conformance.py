"""What a Python snippet promises that its SDK does not keep, found in the SDK's own source.

Nothing is run: names are looked up, arguments compared with signatures and models, generators
recognized.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from snippet_widget.publishing.python.call_repairs import (
    find_call,
    local_switches,
    returns_awaitable,
    yields,
)
from snippet_widget.publishing.python.names import unbound_names, undefined_names
from snippet_widget.publishing.python.signatures import (
    missing_arguments,
    required_fields,
    signature,
)
from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publishing.python.calls import Method
    from snippet_widget.publishing.python.extras import Extras
    from snippet_widget.publishing.python.imports import Imports
    from snippet_widget.publishing.python.modules import ClassName, Function, Modules
    from snippet_widget.publishing.python.signatures import Signature


class Conformance:
    """Checks snippets against the modules of their SDK."""

    def __init__(self, modules: Modules, imports: Imports, extras: Extras) -> None:
        self._modules, self._imports, self._extras = modules, imports, extras

    def warnings(self, source: str, call: str, method: Method, published: Function) -> list[str]:
        """Return why a snippet may not work, one line each; nothing for one that keeps its word.

        Parameters
        ----------
        source
            The snippet, a whole program.
        call
            The SDK call it shows, ``client.users.get``.
        method
            The method that this call reaches.
        published
            The generated method that sends the endpoint's request.
        """
        tree = python_syntax.parse(source)
        if tree is None:
            return []
        imported = self._imports.places(tree)
        node = find_call(tree, call)
        return [
            *(f"{what} is not there to import" for what in self._imports.missing(tree)),
            *self._extras.warnings(tree, imported),
            *self._constructor_warnings(tree, imported),
            *self._model_warnings(tree, imported),
            *(() if node is None else self._call_warnings(tree, node, call, method)),
            *(() if node is None else _override_warnings(node, call, method, published)),
            *(f"the name {name} is used without being defined" for name in undefined_names(source)),
            *(f"the name {name} is used before it has a value" for name in unbound_names(tree)),
        ]

    def _constructor_warnings(
        self, tree: ast.Module, imported: dict[str, ClassName]
    ) -> Iterator[str]:
        for construction in python_syntax.client_constructions(tree).values():
            name = python_syntax.dotted(construction.func)[-1]
            init = self._modules.method(imported[name], "__init__") if name in imported else None
            if init is not None:
                yield from _argument_warnings(construction, name, signature(init))

    def _model_warnings(self, tree: ast.Module, imported: dict[str, ClassName]) -> Iterator[str]:
        for node in python_syntax.nodes(tree):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if not isinstance(node, ast.Call) or name not in imported or node.args:
                continue
            fields = required_fields(self._modules, imported[name])
            given = {keyword.arg for keyword in node.keywords}
            for field, alias in (fields or {}).items() if None not in given else ():
                if not {field, alias} & given:
                    yield f"{name} needs the field {field}"

    def _call_warnings(
        self, tree: ast.Module, node: ast.Call, call: str, method: Method
    ) -> Iterator[str]:
        function = method.function
        if function is None:
            yield f"{call} only raises an error in this version of the SDK"
            return
        yield from _argument_warnings(node, call, signature(function))
        above = python_syntax.parents(tree).get(node)
        awaited = isinstance(above, ast.Await)
        generator = yields(method)
        is_async = isinstance(function, ast.AsyncFunctionDef)
        if generator and is_async and awaited:
            yield f"{call} is an async generator: iterate over it with `async for`, do not await it"
        elif generator and isinstance(above, ast.Expr):
            yield f"{call} is a generator: nothing is sent until somebody iterates over it"
        elif is_async and not generator and not awaited:
            yield f"{call} is a coroutine and is not awaited: nothing is sent"
        elif awaited and not is_async and not returns_awaitable(self._modules, method):
            yield f"{call} cannot be awaited"


def _override_warnings(
    node: ast.Call, call: str, method: Method, published: Function
) -> Iterator[str]:
    """Yield a warning where a vendor's override may answer without sending the request."""
    if method.function is None:
        return
    given = {
        keyword.arg for keyword in node.keywords if getattr(keyword.value, "value", None) is False
    }
    for name in local_switches(method.function, published):
        if name not in given:
            yield f"{call} may send nothing while its argument {name} is true"


def _argument_warnings(node: ast.Call, what: str, takes: Signature) -> Iterator[str]:
    given = {keyword.arg for keyword in node.keywords}
    if not takes.any_keyword:
        for name in sorted(filter(None, given - set(takes.parameters))):
            yield f"{what} takes no argument {name}"
    if len(node.args) > takes.positional and not takes.any_positional:
        yield f"{what} takes at most {takes.positional} positional arguments"
    for name in missing_arguments(node, takes):
        yield f"{what} needs the argument {name}"
