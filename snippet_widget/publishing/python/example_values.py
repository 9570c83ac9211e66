"""A value for a required argument that an example leaves out, by the argument's type."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from snippet_widget.publishing.python.modules import Modules

_FILE = re.compile(r"\b(?:File|FileTypes|FileContent|IO|BinaryIO|BufferedReader)\b")
_LISTS = {"List", "Sequence", "Iterable", "list"}
_PLAIN = {
    "str": '"{name}"',
    "Any": '"{name}"',
    "int": "1",
    "float": "1.0",
    "bool": "True",
    "bytes": 'b"YOUR_BYTES"',
}
_DEPTH = 5


def is_file(annotation: ast.expr | None) -> bool:
    """Whether a parameter takes a file, or several."""
    return annotation is not None and _FILE.search(ast.unparse(annotation)) is not None


def example_value(
    modules: Modules, path: str, annotation: ast.expr | None, name: str, depth: int = 0
) -> str | None:
    """Return source code of a value that a parameter takes; None where its type is not known.

    Parameters
    ----------
    path
        The module that the annotation stands in.
    name
        The parameter's; a text gets it as its value.
    """
    if annotation is None or depth > _DEPTH:
        return None
    if isinstance(annotation, ast.Subscript):
        return _of_generic(modules, path, annotation, name, depth)
    names = python_syntax.dotted(annotation)
    if is_file(annotation):
        return f'open("path/to/{name}", "rb")'
    plain = _PLAIN.get(names[-1]) if names else None
    if plain is not None:
        return plain.format(name=name)
    place = modules.exported(path, names[-1]) if len(names) == 1 else None
    module = modules.module(place[0]) if place is not None else None
    alias = module.values.get(place[1]) if module is not None and place is not None else None
    if place is None or alias is None:
        return None
    return example_value(modules, place[0], alias, name, depth + 1)


def _of_generic(
    modules: Modules, path: str, node: ast.Subscript, name: str, depth: int
) -> str | None:
    outer = python_syntax.dotted(node.value)[-1:]
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if outer == ("Literal",):
        return ast.unparse(parts[0])
    if outer[:1] and outer[0] in _LISTS:
        inner = example_value(modules, path, parts[0], name, depth + 1)
        return None if inner is None else f"[{inner}]"
    if outer in {("Dict",), ("Mapping",), ("dict",)}:
        return "{}"
    if outer in {("Optional",), ("Annotated",), ("Union",)}:
        if is_file(node):
            return f'open("path/to/{name}", "rb")'
        values = (example_value(modules, path, part, name, depth + 1) for part in parts)
        return next((value for value in values if value is not None), None)
    return None
