"""Optional files without which a method fails: what it does with the marker of a left-out value.

Fern's methods give an optional file the default ``OMIT`` and ask ``file is not None``, which that
marker is not either. Its HTTP client then drops the marker, where it stands as it is in the files
of the request (``core/http_client.py``, ``remove_omit_from_dict``). It does not where the file was
wrapped (Square's ``core.with_content_type``), nor in versions whose client drops None alone: there
httpx is given the marker to read.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from snippet_widget.publishing.python.example_values import is_file
from snippet_widget.publishing.python.signatures import signature
from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publishing.python.calls import Calls, Method
    from snippet_widget.publishing.python.modules import Function, Modules

_DROPPING = "remove_omit_from_dict"


class OmittedFiles:
    """Finds the files that a call must be given although its method calls them optional."""

    def __init__(self, modules: Modules, calls: Calls) -> None:
        self._modules, self._calls = modules, calls
        self._dropping: bool | None = None

    def needed(self, method: Method) -> list[str]:
        """Return the file parameters whose default makes the method fail."""
        function = method.function
        omitted = _omitted(function) if function is not None else set()
        if not omitted or function is None:
            return []
        bodies = [function, *self._delegates(method, function)]
        return sorted(omitted & {name for body in bodies for name in self._read(body)})

    def _delegates(self, method: Method, function: Function) -> Iterator[Function]:
        """Yield the methods of ``self._raw_client`` that a method calls."""
        for names, _ in python_syntax.method_calls(function):
            if names[:2] == ("self", "_raw_client"):
                found = self._calls.method(method.owner, names[1:])
                if found is not None and found.function is not None:
                    yield found.function

    def _read(self, function: Function) -> Iterator[str]:
        """Yield the names that a body uses as values once they are not None."""
        dropped = _values_of_files(function) if self._drops_omitted() else set()
        for tested in python_syntax.nodes(function):
            if isinstance(tested, (ast.If, ast.IfExp)):
                names = set(_not_none(tested.test))
                body = tested.body if isinstance(tested.body, list) else [tested.body]
                inner = (node for part in body for node in python_syntax.nodes(part))
                for node in inner if names else ():
                    if isinstance(node, ast.Name) and id(node) not in dropped and node.id in names:
                        yield node.id

    def _drops_omitted(self) -> bool:
        """Whether the SDK's HTTP client takes the marker out of a request's files."""
        if self._dropping is None:
            clients = [p for p in self._modules.paths() if p.endswith("core/http_client.py")]
            self._dropping = any(map(self._drops_omitted_files, clients))
        return self._dropping

    def _drops_omitted_files(self, path: str) -> bool:
        module = self._modules.module(path)
        return module is not None and any(
            isinstance(node, ast.Call)
            and python_syntax.dotted(node.func) == (_DROPPING,)
            and "files" in {getattr(inner, "id", "") for inner in ast.walk(node)}
            for node in ast.walk(module.tree)
        )


def _omitted(function: Function) -> set[str]:
    """Return the file parameters whose default is the marker."""
    takes = signature(function)
    return {
        name
        for name, default in takes.defaults.items()
        if python_syntax.dotted(default)[-1:] == ("OMIT",)
        and is_file(takes.parameters[name].annotation)
    }


def _values_of_files(function: Function) -> set[int]:
    """Return the nodes that are a file as it is, in requests that say what their marker is."""
    files = [
        keyword.value
        for node in python_syntax.nodes(function)
        if isinstance(node, ast.Call) and "omit" in {keyword.arg for keyword in node.keywords}
        for keyword in node.keywords
        if keyword.arg == "files"
    ]
    return {
        id(value)
        for each in files
        for node in ast.walk(each)
        if isinstance(node, ast.Dict)
        for value in node.values
    }


def _not_none(test: ast.expr) -> Iterator[str]:
    """Yield the names that a condition asks not to be None."""
    for node in python_syntax.nodes(test):
        if (
            isinstance(node, ast.Compare)
            and isinstance(node.left, ast.Name)
            and isinstance(node.ops[0], ast.IsNot)
            and getattr(node.comparators[0], "value", ...) is None
        ):
            yield node.left.id
