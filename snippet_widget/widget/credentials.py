"""Placeholders of secrets become environment variables: no key is ever typed into a cell."""

from __future__ import annotations

import ast
import re

from snippet_widget.python_syntax import Source, parse

_CREDENTIAL = re.compile(
    r"(^|_)(api_?key|token|secret|password|access_key|auth|credentials?|bearer)(_|$)", re.IGNORECASE
)
_PLACEHOLDER = re.compile(
    r"(your|my|insert|replace|enter)[ _-].*|<[^<>]*>|x{3,}|\.{3}|\w*(api[ _-]?key|token|secret)\w*",
    re.IGNORECASE,
)


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
    return {keyword.arg: _variable(package, keyword.arg) for keyword, _ in found if keyword.arg}


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
        (value, f'os.environ["{_variable(package, keyword.arg or "")}"]')
        for keyword, value in found
    ]
    replaced = Source(source).replaced([*edits])
    return replaced if _imports_os(tree) else _with_import(replaced, tree)


def _found(tree: ast.Module) -> list[tuple[ast.keyword, ast.expr]]:
    return [
        (keyword, keyword.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg and _CREDENTIAL.search(keyword.arg) and _is_placeholder(keyword.value)
    ]


def _is_placeholder(value: ast.expr) -> bool:
    return (
        isinstance(value, ast.Constant)
        and isinstance(value.value, str)
        and _PLACEHOLDER.fullmatch(value.value.strip()) is not None
    )


def _variable(package: str, argument: str) -> str:
    """Return ``ACME_API_KEY``: an SDK's readers expect its own name before the argument's."""
    words = re.findall(r"[A-Za-z0-9]+", f"{package} {argument}")
    name = "_".join(words).upper()
    return f"_{name}" if name[:1].isdigit() else name


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
