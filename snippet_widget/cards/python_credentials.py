"""Placeholders in Python programs become ``os.environ["…"]``."""

from __future__ import annotations

import ast

from snippet_widget.cards.credential_names import holds_placeholder, variable
from snippet_widget.syntax.python import Source, parse


def placeholders(source: str, package: str) -> dict[str, str]:
    """Return the arguments that hold a placeholder, and the variable that each could read.

    Parameters
    ----------
    source
        A Python program.
    package
        The SDK's package: ``acme-client`` gives ``ACME_CLIENT_API_KEY`` for ``api_key``.
    """
    tree = parse(source)
    found = _found(tree) if tree else []
    return {keyword.arg: variable(package, keyword.arg) for keyword, _ in found if keyword.arg}


def from_environment(source: str, package: str) -> str:
    """Return the program with ``os.environ["…"]`` in place of each placeholder.

    Examples
    --------
    >>> print(from_environment('client = Acme(token="YOUR_TOKEN")', "acme"))
    import os
    <BLANKLINE>
    client = Acme(token=os.environ["ACME_TOKEN"])
    """
    tree = parse(source)
    found = _found(tree) if tree else []
    if tree is None or not found:
        return source
    edits = [
        (value, f'os.environ["{variable(package, keyword.arg or "")}"]') for keyword, value in found
    ]
    replaced = Source(source).replaced([*edits])
    return replaced if _imports_os(tree) else _with_import(replaced, tree)


def _found(tree: ast.Module) -> list[tuple[ast.keyword, ast.expr]]:
    return [
        (keyword, keyword.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg and _holds_placeholder(keyword.arg, keyword.value)
    ]


def _holds_placeholder(argument: str, value: ast.expr) -> bool:
    return (
        isinstance(value, ast.Constant)
        and isinstance(value.value, str)
        and holds_placeholder(argument, value.value)
    )


def _imports_os(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Import) and any(alias.name == "os" for alias in node.names)
        for node in tree.body
    )


def _with_import(source: str, tree: ast.Module) -> str:
    """Put ``import os`` before the first import, else at the top."""
    plain = [node for node in tree.body if isinstance(node, ast.Import)]
    others = [
        node
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module != "__future__"
    ]
    if not plain and not others:
        return f"import os\n\n{source}"
    line = (plain or others)[0].lineno - 1
    lines = source.splitlines(keepends=True)
    gap = "import os\n" if plain else "import os\n\n"
    return "".join([*lines[:line], gap, *lines[line:]])
