"""The modules of a TypeScript package as its source tells: classes, and which name is which."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from snippet_widget.syntax import typescript as ts

if TYPE_CHECKING:
    from tree_sitter import Node

    from snippet_widget.publishing.package import Package

ClassName: TypeAlias = tuple[str, str]
"""A class: the path of its module inside the package, and its name."""

_CLASSES = ("class_declaration", "abstract_class_declaration")
_DEPTH = 8


@dataclass
class Module:
    """One module: its classes and where its other names come from."""

    path: str
    root: Node
    classes: dict[str, Node] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Local name -> (module as written, name in it; ``*`` for all of the module)."""
    stars: list[str] = field(default_factory=list)
    """Modules whose every name is exported again."""


class Modules:
    """The TypeScript modules of one package, parsed when first asked for."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._parsed: dict[str, Module] = {}

    def module(self, path: str | None) -> Module | None:
        """Return a module by its path; None where it is not there."""
        if path is None or path not in self._package.files:
            return None
        if path not in self._parsed:
            self._parsed[path] = _read(path, self._package.text(path))
        return self._parsed[path]

    def resolved(self, path: str, specifier: str) -> str | None:
        """Return the path of the module that ``./chat`` means in another."""
        if not specifier.startswith("."):
            return None
        base = posixpath.normpath(posixpath.join(posixpath.dirname(path), specifier))
        stem = base.removesuffix(".js")
        candidates = (f"{stem}.ts", f"{base}/index.ts", base)
        return next((path for path in candidates if path in self._package.files), None)

    def class_named(self, path: str | None, name: str, depth: int = 0) -> ClassName | None:
        """Return the class that ``Chat`` or ``API.Chat`` stands for in a module."""
        module = self.module(path)
        if module is None or depth > _DEPTH:
            return None
        if name in module.classes:
            return (module.path, name)
        head, _, rest = name.partition(".")
        if head in module.imports:
            specifier, original = module.imports[head]
            target = self.resolved(module.path, specifier)
            wanted = rest if original == "*" else original
            return self.class_named(target, wanted, depth + 1)
        found = (
            self.class_named(self.resolved(module.path, star), name, depth + 1)
            for star in module.stars
        )
        return next((place for place in found if place), None)

    def body(self, place: ClassName) -> list[Node]:
        """Return the members of a class, comments between them included."""
        module = self.module(place[0])
        definition = module.classes.get(place[1]) if module else None
        body = definition.child_by_field_name("body") if definition is not None else None
        return body.named_children if body is not None else []


def _read(path: str, source: str) -> Module:
    module = Module(path, ts.parse(source))
    for node in module.root.named_children:
        _note(module, node)
    return module


def _note(module: Module, node: Node) -> None:
    if node.type in _CLASSES:
        module.classes.setdefault(ts.text(node.child_by_field_name("name")), node)
    elif node.type in {"import_statement", "export_statement"}:
        declaration = node.child_by_field_name("declaration")
        if declaration is not None:
            _note(module, declaration)
        specifier = ts.string_value(node.child_by_field_name("source"))
        if specifier is not None:
            _note_names(module, node, specifier)


def _note_names(module: Module, node: Node, specifier: str) -> None:
    if any(child.type == "*" for child in node.children):
        module.stars.append(specifier)
    for clause in node.named_children:
        if clause.type == "import_clause":
            for child in clause.named_children:
                if child.type == "identifier":
                    module.imports.setdefault(ts.text(child), (specifier, "default"))
                elif child.type == "namespace_import":
                    name = ts.text(child.named_child(0))
                    module.imports.setdefault(name, (specifier, "*"))
    for one in ts.walk(node, "import_specifier", "export_specifier"):
        name = ts.text(one.child_by_field_name("name"))
        alias = ts.text(one.child_by_field_name("alias")) or name
        module.imports.setdefault(alias, (specifier, name))
