"""Placeholders in Python programs become ``os.environ["…"]``."""

from __future__ import annotations

import ast
from itertools import takewhile
from typing import TYPE_CHECKING

from snippet_widget.syntax.python import Source, compile_error, is_construction, parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.cards.credential_names import Variables

_EXPLANATION = "  # must be set"
"""True in every kernel: what a notebook stores shall not depend on where it was written."""
_EARLIER = (
    "",
    "  # set this environment variable first",
    "  # set this environment variable if it is not set",
)


def credential_variables(source: str, naming: Variables) -> dict[str, str]:
    """Return the arguments that hold a placeholder, and the variable that each could read.

    Parameters
    ----------
    source
        A Python program.
    naming
        How the SDK's variables are called.
    """
    tree = parse(source)
    found = _found(tree, naming) if tree else []
    return {keyword.arg: naming.variable(keyword.arg) for keyword, _ in found if keyword.arg}


def credential_values(tree: ast.Module, naming: Variables) -> list[ast.expr]:
    """Return the values of a program's client that are a placeholder of a credential."""
    return [value for _, value in _found(tree, naming)]


def from_environment(source: str, naming: Variables) -> str:
    """Return the program with ``os.environ["…"]`` in place of each placeholder.

    ``import os`` goes where an import may stand: after the docstring and ``from __future__``. A
    program that would not compile afterwards is returned as it was.

    Examples
    --------
    >>> print(from_environment('client = Acme(token="YOUR_TOKEN")', Variables("acme")))
    import os
    <BLANKLINE>
    client = Acme(token=os.environ["ACME_TOKEN"])  # must be set
    """
    tree = parse(source)
    found = _found(tree, naming) if tree else []
    if tree is None or not found:
        return source
    edits = [
        (value, f'os.environ["{naming.variable(keyword.arg or "")}"]') for keyword, value in found
    ]
    replaced = _explained(Source(source).replaced([*edits]), [new for _, new in edits])
    complete = replaced if _binds_os(tree) else _with_import(replaced, tree)
    return source if compile_error(complete) else complete


def earlier_forms(source: str) -> list[str]:
    """Return the program as it was written before variables were explained in these words."""
    return [source.replace(_EXPLANATION, earlier) for earlier in _EARLIER]


def _explained(source: str, readings: Sequence[str]) -> str:
    """Say beside each variable what to do: where it is not set Python names it and nothing else."""
    lines = source.split("\n")
    for number, line in enumerate(lines):
        takes_comment = "#" not in line and not line.endswith("\\")
        if takes_comment and any(reading in line for reading in readings):
            lines[number] = line + _EXPLANATION
    return "\n".join(lines)


def _found(tree: ast.Module, naming: Variables) -> list[tuple[ast.keyword, ast.expr]]:
    """Return the credentials of clients: of constructions that are no argument of a call."""
    inner = {
        id(node)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        for argument in (*call.args, *call.keywords)
        for node in ast.walk(argument)
    }
    return [
        (keyword, keyword.value)
        for node in ast.walk(tree)
        if is_construction(node) and id(node) not in inner
        for keyword in node.keywords
        if keyword.arg and _holds_placeholder(naming, keyword.arg, keyword.value)
    ]


def _holds_placeholder(naming: Variables, argument: str, value: ast.expr) -> bool:
    return (
        isinstance(value, ast.Constant)
        and isinstance(value.value, str)
        and naming.holds_placeholder(argument, value.value)
    )


def _binds_os(tree: ast.Module) -> bool:
    """Tell whether the name ``os`` is the module: ``import os.path`` binds it too."""
    return any(
        alias.asname == "os" if alias.asname else alias.name.partition(".")[0] == "os"
        for node in _leading_imports(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == "os" or not alias.asname
    )


def _with_import(source: str, tree: ast.Module) -> str:
    """Put ``import os`` before the first of the leading imports, else above all statements."""
    lines = Source(source).lines
    leading = _leading_imports(tree)
    plain = [node for node in leading if isinstance(node, ast.Import)]
    if leading:
        line = (plain or leading)[0].lineno - 1
        return "\n".join([*lines[:line], "import os", *([] if plain else [""]), *lines[line:]])
    head = _head(tree)
    line = (head[-1].end_lineno or 0) if head else 0
    return "\n".join([*lines[:line], *([""] if head else []), "import os", "", *lines[line:]])


def _head(tree: ast.Module) -> list[ast.stmt]:
    """Return the docstring and the ``from __future__`` imports, which nothing may precede."""
    docstring = [] if ast.get_docstring(tree, clean=False) is None else tree.body[:1]
    future = (
        node
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
    )
    return [*docstring, *future]


def _leading_imports(tree: ast.Module) -> list[ast.stmt]:
    """Return the imports that stand before any other statement."""
    return list(
        takewhile(
            lambda node: isinstance(node, (ast.Import, ast.ImportFrom)),
            tree.body[len(_head(tree)) :],
        )
    )
