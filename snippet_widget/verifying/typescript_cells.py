"""TypeScript snippets as cells: imports become calls, and cells of one process share their names.

A module cannot be run piece by piece. A cell is run as the body of an async function instead, in
which ``import`` may not stand; so each import is rewritten as what TypeScript's own compiler makes
of it, on as many lines as it had. Types stay: Node takes them off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.syntax.typescript import parse, string_value, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

IMPORT = "__import"
"""The function that the rewritten imports call: the name of a module in, its exports out."""

_TYPED = {
    "ERROR",
    "abstract_class_declaration",
    "accessibility_modifier",
    "ambient_declaration",
    "as_expression",
    "decorator",
    "enum_declaration",
    "function_signature",
    "implements_clause",
    "interface_declaration",
    "internal_module",
    "module",
    "non_null_expression",
    "optional_parameter",
    "override_modifier",
    "readonly",
    "satisfies_expression",
}
"""Kinds of syntax that JavaScript has not, besides those of types."""


def cell(source: str, *, shared: bool) -> str:
    """Return a snippet as the body of an async function.

    Parameters
    ----------
    shared
        Assign what it declares at its top to global names, for the cells after it.

    Examples
    --------
    >>> cell('import { A as B } from "a";', shared=False)
    'const { A: B } = await __import("a");'
    """
    data = source.encode("utf-8", "replace")
    edits = [
        (node.start_byte, node.end_byte, _padded(node, new))
        for node in parse(data).children
        if (new := _rewritten(node, shared=shared)) is not None
    ]
    for start, end, new in reversed(edits):
        data = data[:start] + new.encode() + data[end:]
    return data.decode("utf-8", "replace")


def imported_modules(sources: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the modules that snippets import, each once."""
    found: dict[str, None] = {}
    for source in sources:
        for node in parse(source.encode("utf-8", "replace")).children:
            name = string_value(node.child_by_field_name("source"))
            if node.type == "import_statement" and name is not None:
                found[name] = None
    return tuple(found)


def has_types(source: str) -> bool:
    """Return whether a snippet holds what JavaScript does not.

    Examples
    --------
    >>> has_types("const a: number = 1;"), has_types("const a = [1];")
    (True, False)
    """
    waiting = [parse(source.encode("utf-8", "replace"))]
    while waiting:
        node = waiting.pop()
        if "type" in node.type or node.type in _TYPED:
            return True
        waiting += node.children
    return False


def _rewritten(node: Node, *, shared: bool) -> str | None:
    """Return what takes the place of a statement; None: it stays."""
    if node.type == "import_statement":
        return "".join(_assigned(name, value, shared=shared) for name, value in _imports(node))
    if node.type == "export_statement":
        declaration = node.child_by_field_name("declaration")
        return text(declaration) if declaration is not None else ""
    if shared and node.type in {"lexical_declaration", "variable_declaration"}:
        return "".join(_declarators(node))
    return None


def _padded(node: Node, new: str) -> str:
    return new + "\n" * (text(node).count("\n") - new.count("\n"))


def _assigned(pattern: str, value: str, *, shared: bool) -> str:
    if not pattern:
        return f"{value};"
    return f"({pattern} = {value});" if shared else f"const {pattern} = {value};"


def _imports(node: Node) -> Iterator[tuple[str, str]]:
    """Yield pattern and value of what an import declares; nothing for types alone."""
    children = [child.type for child in node.children]
    source = node.child_by_field_name("source")
    clause = next((c for c in node.named_children if c.type != "string"), None)
    if source is None and clause is not None:
        source = clause.child_by_field_name("source")
    name = string_value(source)
    if name is None or "type" in children:
        return
    module = f'await {IMPORT}("{name}")'
    if clause is None:
        yield "", module
    elif clause.type == "import_require_clause":
        yield text(clause.named_child(0)), module
    for part in clause.named_children if clause is not None else ():
        if part.type == "identifier" and clause is not None and clause.type == "import_clause":
            yield text(part), f"({module}).default"
        elif part.type == "namespace_import":
            yield text(part.named_child(0)), module
        elif part.type == "named_imports" and (names := ", ".join(_named(part))):
            yield f"{{ {names} }}", module


def _named(clause: Node) -> Iterator[str]:
    for part in clause.named_children:
        if part.type == "import_specifier" and "type" not in [c.type for c in part.children]:
            name, alias = (part.child_by_field_name(field) for field in ("name", "alias"))
            yield text(name) if alias is None else f"{text(name)}: {text(alias)}"


def _declarators(node: Node) -> Iterator[str]:
    for part in node.named_children:
        if part.type == "variable_declarator":
            value = part.child_by_field_name("value")
            name = text(part.child_by_field_name("name"))
            yield f"({name} = {text(value) if value is not None else 'undefined'});"
