"""The calls that a Stainless Python SDK's own tests make: the examples its sdist publishes.

A test is ``test_method_create(self, client)`` and calls the endpoint as a user would. What it
asserts is left behind; the call is cut out as it is written.
"""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.syntax import python as python_syntax
from snippet_widget.syntax.python import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publishing.package import Package

_TEST = re.compile(r"test_method_\w+?(?:_(overload_\d+))?(_with_all_params)?(?:_(overload_\d+))?")
_CLIENTS = {"client": False, "async_client": True}
_HELPERS = {"parse_date": "date.fromisoformat", "parse_datetime": "datetime.fromisoformat"}


@dataclass(frozen=True)
class TestedCall:
    """The call of one test.

    Parameters
    ----------
    call
        ``client.chat.completions.create``.
    is_async
        Whether it is made on the async client.
    name
        What is special about it: nothing, ``with all parameters``, ``overload 2``…
    statement
        The statement, on a variable ``client``.
    deprecated
        Whether the test expects a warning of deprecation.
    file, line
        Where it stands.
    """

    call: str
    is_async: bool
    name: str
    statement: str
    deprecated: bool
    file: str
    line: int

    def imports(self) -> list[str]:
        """Return the lines that the statement's own names need."""
        used = [
            name
            for name in ("date", "datetime")
            if re.search(rf"(?<![\w.]){name}\.fromisoformat\(", self.statement)
        ]
        lines = [f"from datetime import {', '.join(used)}"] if used else []
        return lines + (["from pathlib import Path"] if "Path(" in self.statement else [])


def tested_calls(package: Package) -> Iterator[TestedCall]:
    """Yield the calls of all tests of the API's methods, in the order of the files."""
    for path in sorted(package.files):
        if "tests/api_resources/" in path and path.endswith(".py"):
            source = package.text(path)
            tree = python_syntax.parse(source)
            text = Source(source)
            for group in tree.body if tree is not None else ():
                for node in group.body if isinstance(group, ast.ClassDef) else [group]:
                    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                        yield from _calls_of(node, text, path)


def _calls_of(
    function: ast.FunctionDef | ast.AsyncFunctionDef, text: Source, path: str
) -> Iterator[TestedCall]:
    named = _TEST.fullmatch(function.name)
    if named is None:
        return
    for statement, deprecated in _statements(function.body):
        for names, _ in python_syntax.method_calls(statement):
            if names[0] in _CLIENTS and names[-1] != "with_options":
                cut = _cut(text, statement)
                if cut is not None:
                    call = ".".join(("client", *names[1:]))
                    is_async = _CLIENTS[names[0]]
                    yield TestedCall(
                        call, is_async, _special(named), cut, deprecated, path, statement.lineno
                    )
                return


def _statements(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield the simple statements of a test, and whether a deprecation is expected of them."""
    for statement in body:
        if isinstance(statement, ast.With):
            warns = "DeprecationWarning" in ast.unparse(statement.items[0].context_expr)
            yield from ((inner, warns) for inner, _ in _statements(statement.body))
        elif isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Expr)):
            yield statement, False


def _special(named: re.Match[str]) -> str:
    overload = (named.group(1) or named.group(3) or "").replace("_", " ")
    everything = "with all parameters" if named.group(2) else ""
    return " ".join(part for part in (overload, everything) if part)


def _cut(text: Source, statement: ast.stmt) -> str | None:
    """Cut a statement out, on ``client`` and without the tests' helpers.

    None where its text cannot be moved without changing what it says.
    """
    lines = text.lines[statement.lineno - 1 : statement.end_lineno]
    cut = textwrap.dedent("\n".join(lines))
    tree = python_syntax.parse(cut)
    if tree is None or not python_syntax.same_tree(tree, ast.Module([statement], [])):
        return None
    edits: list[tuple[ast.expr | ast.stmt, str]] = [
        (node, name)
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and (name := _renamed(node)) != node.id
    ]
    edits += [
        (node, _moment(node))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _HELPERS
    ]
    return Source(cut).replaced(edits)


def _renamed(node: ast.Name) -> str:
    """Return ``client`` for both clients, and another name for a result that hits it."""
    if isinstance(node.ctx, ast.Store):
        return "response" if node.id in _CLIENTS else node.id
    return "client" if node.id == "async_client" else node.id


def _moment(node: ast.Call) -> str:
    """Return the standard library's way to say ``parse_datetime("2019-12-27T18:11:19Z")``."""
    value = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else ""
    function = _HELPERS[getattr(node.func, "id", "")]
    return f'{function}("{re.sub("Z$", "+00:00", str(value))}")'
