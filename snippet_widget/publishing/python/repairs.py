"""Mechanical repairs of Python snippets, each with the sentence that tells people of it."""

from __future__ import annotations

import ast
import textwrap

from snippet_widget.publishing.python.names import undefined_names
from snippet_widget.syntax import python as python_syntax
from snippet_widget.syntax.python import Source

IMPORTED = "the missing import of a standard module was added"
PRINTED = "a stray `yield` at top level became print()"
WRAPPED = "top-level `await` was wrapped in main(), so that the program runs as a script"
_MODULES = {"json", "os", "sys", "time", "uuid"}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def repaired(source: str) -> tuple[str, list[str]]:
    """Return a program that compiles as a script, where only its form was in the way.

    Three forms are known, all of examples that a generator wrote: ``yield item`` in the loop over
    pages or events, ``await`` outside of a function, and ``os.environ`` without ``import os``.
    """
    repairs: list[str] = []
    for repair, sentence in _REPAIRS:
        changed = repair(source)
        if changed is not None and python_syntax.parse(changed) is not None:
            source = changed
            repairs.append(sentence)
    return source, repairs


def _yields_printed(source: str) -> str | None:
    tree = python_syntax.parse(source)
    if tree is None:
        return None
    text = Source(source)
    edits: list[tuple[ast.expr | ast.stmt, str]] = [
        (node, f"print({text.cut(node.value)})")
        for scope in (tree, *_entry_points(tree))
        for node in python_syntax.own_nodes(scope)
        if isinstance(node, ast.Yield) and node.value is not None
    ]
    return text.replaced(edits) if edits else None


def _entry_points(tree: ast.Module) -> list[ast.AsyncFunctionDef | ast.FunctionDef]:
    """Return the functions that the program runs by ``asyncio.run(main())``."""
    run = {
        node.args[0].func.id
        for node in python_syntax.nodes(tree)
        if isinstance(node, ast.Call)
        and python_syntax.dotted(node.func)[-1:] == ("run",)
        and node.args
        and isinstance(node.args[0], ast.Call)
        and isinstance(node.args[0].func, ast.Name)
    }
    return [node for node in tree.body if isinstance(node, _FUNCTIONS) and node.name in run]


def _awaits_wrapped(source: str) -> str | None:
    tree = python_syntax.parse(source)
    if tree is None or not tree.body:
        return None
    asynchronous = (ast.Await, ast.AsyncFor, ast.AsyncWith)
    first = next(
        (
            statement
            for statement in tree.body
            if not isinstance(statement, _FUNCTIONS)
            and any(
                isinstance(n, asynchronous)
                for n in [statement, *python_syntax.own_nodes(statement)]
            )
        ),
        None,
    )
    if first is None:
        return None
    lines = Source(source).lines
    head, body = lines[: first.lineno - 1], lines[first.lineno - 1 :]
    inner = _indented("\n".join(body).rstrip())
    top = "\n".join(head).rstrip()
    importing = "" if "import asyncio" in source else "import asyncio\n\n"
    return f"{importing}{top}\n\n\nasync def main() -> None:\n{inner}\n\n\nasyncio.run(main())"


def _imports_added(source: str) -> str | None:
    named = {name for name in _MODULES if f"{name}." in source and f"import {name}" not in source}
    missing = sorted(named & set(undefined_names(source))) if named else []
    lines = "".join(f"import {name}\n" for name in missing)
    return f"{lines}{source}" if missing and "from __future__" not in source else None


def _indented(text: str) -> str:
    """Indent a block, leaving the inside of multi-line strings as it is."""
    lines = text.split("\n")
    inside = python_syntax.string_lines(text)
    return "\n".join(
        line if number in inside or not line.strip() else textwrap.indent(line, "    ")
        for number, line in enumerate(lines)
    )


_REPAIRS = (
    (_yields_printed, PRINTED),
    (_awaits_wrapped, WRAPPED),
    (_imports_added, IMPORTED),
)
