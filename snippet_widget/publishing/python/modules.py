"""The modules of a Python package as its source tells: classes, imports, and what leads where.

Nothing is imported. Files are parsed when first asked for, and once.
"""

from __future__ import annotations

import ast
import functools
import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publishing.package import Package

Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef"
ClassName: TypeAlias = tuple[str, str]
"""A class: the path of its module inside the package, and its name."""

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEPTH = 8
_LONGEST = 4 * 2**20
"""Characters of a module; a longer one is no generated client."""


@dataclass
class Module:
    """One module: its tree, its source, and its top level by name."""

    path: str
    source: str
    tree: ast.Module
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    values: dict[str, ast.expr] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Local name -> (dotted module without its package's dots, name in it; empty: the module)."""
    stars: list[str] = field(default_factory=list)
    """Modules whose every name is imported."""

    @functools.cached_property
    def lines(self) -> list[str]:
        """Lines of the source, which syntax nodes count from 1."""
        return self.source.split("\n")


class Modules:
    """The Python modules of one package."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._parsed: dict[str, Module | None] = {}
        self._exported: dict[tuple[str | None, str], ClassName | None] = {}
        self._paths = {path for path in package.files if path.endswith(".py")}

    def paths(self) -> list[str]:
        """Return the paths of all modules, shallow ones first."""
        return sorted(self._paths, key=lambda path: (path.count("/"), path))

    def source(self, path: str) -> str:
        """Return the text of a module."""
        return self._package.text(path)

    def module(self, path: str | None) -> Module | None:
        """Return a module by its path; None where it is not there or does not parse."""
        if path is None or path not in self._paths:
            return None
        if path not in self._parsed:
            source = self._package.text(path)
            tree = python_syntax.parse(source) if len(source) <= _LONGEST else None
            self._parsed[path] = None if tree is None else _read(path, source, tree)
        return self._parsed[path]

    def unreadable(self) -> list[str]:
        """Return the modules asked for so far that do not parse."""
        return sorted(path for path, module in self._parsed.items() if module is None)

    def find(self, dotted: str) -> str | None:
        """Return the path of a module by its name in full, ``acme.users.client``."""
        base = dotted.replace(".", "/")
        candidates = (f"{base}.py", f"{base}/__init__.py")
        return next((path for path in candidates if path in self._paths), None)

    def exported(self, path: str | None, name: str, depth: int = 0) -> ClassName | None:
        """Return where a name that is imported from a module is defined.

        Follows imports, those for type checkers and those done lazily by a module's
        ``__getattr__`` over a dict of names included. None: there is no such name.
        """
        if depth:
            return self._looked_up(path, name, depth)
        if (path, name) not in self._exported:
            self._exported[path, name] = self._looked_up(path, name, 0)
        return self._exported[path, name]

    def _looked_up(self, path: str | None, name: str, depth: int) -> ClassName | None:
        module = self.module(path)
        if module is None or depth > _DEPTH:
            return None
        if name in module.classes or name in module.functions:
            return (module.path, name)
        if name in module.values:
            value = module.values[name]
            alias = value.id if isinstance(value, ast.Name) and value.id != name else ""
            return (alias and self.exported(path, alias, depth + 1)) or (module.path, name)
        if name in module.imports:
            return self._imported(*module.imports[name], depth)
        found = (self.exported(self.find(star), name, depth + 1) for star in module.stars)
        return next((place for place in found if place), None) or self._submodule(module, name)

    def class_named(self, path: str, name: str) -> ClassName | None:
        """Return the class that a name stands for in a module."""
        place = self.exported(path, name)
        module = self.module(place[0]) if place else None
        return place if place and module and place[1] in module.classes else None

    def definition(self, place: ClassName) -> ast.ClassDef | None:
        """Return a class."""
        module = self.module(place[0])
        return module.classes.get(place[1]) if module else None

    def lineage(self, place: ClassName, depth: int = 0) -> Iterator[ClassName]:
        """Return a class and its bases in this package, nearest first."""
        definition = self.definition(place)
        if definition is None or depth > _DEPTH:
            return
        yield place
        for base in definition.bases:
            names = python_syntax.dotted(base.value if isinstance(base, ast.Subscript) else base)
            found = self.class_named(place[0], names[-1]) if len(names) == 1 else None
            if found is not None and found != place:
                yield from self.lineage(found, depth + 1)

    def method(self, place: ClassName, name: str) -> Function | None:
        """Return a method, an inherited one too."""
        for owner in self.lineage(place):
            definition = self.definition(owner)
            found = methods(definition).get(name) if definition else None
            if found is not None:
                return found
        return None

    def _imported(self, dotted: str, name: str, depth: int) -> ClassName | None:
        path = self.find(dotted)
        if not name:
            return (path, "") if path else None
        found = self.exported(path, name, depth + 1)
        submodule = self.find(f"{dotted}.{name}")
        return found or ((submodule, "") if submodule else None)

    def _submodule(self, module: Module, name: str) -> ClassName | None:
        if posixpath.basename(module.path) != "__init__.py":
            return None
        path = self.find(f"{posixpath.dirname(module.path)}/{name}".replace("/", "."))
        return (path, "") if path else None


def methods(definition: ast.ClassDef) -> dict[str, Function]:
    """Return the methods of a class by name; of several with one name, the last."""
    return {node.name: node for node in definition.body if isinstance(node, _FUNCTIONS)}


def _read(path: str, source: str, tree: ast.Module) -> Module:
    module = Module(path, source, tree)
    for node in _statements(tree):
        if isinstance(node, ast.ImportFrom):
            _note_import(module, node)
    for node in _top_level(tree.body):
        if isinstance(node, ast.ClassDef):
            module.classes.setdefault(node.name, node)
        elif isinstance(node, _FUNCTIONS):
            module.functions.setdefault(node.name, node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            _note_values(module, node)
    return module


def _statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Walk the statements of a tree, in functions too, without entering expressions."""
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        for part in ("body", "orelse", "finalbody", "handlers"):
            for child in getattr(node, part, ()):
                if isinstance(child, ast.stmt):
                    yield child
                stack.append(child)


def _top_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Walk what a module defines, under ``if`` and ``try`` too."""
    for node in body:
        if isinstance(node, (ast.If, ast.Try)):
            yield from _top_level([*node.body, *node.orelse])
        else:
            yield node


def _note_import(module: Module, node: ast.ImportFrom) -> None:
    folder = posixpath.dirname(module.path).split("/") if node.level else []
    parents = folder[: len(folder) - max(node.level - 1, 0)]
    dotted = ".".join([*parents, *([node.module] if node.module else [])])
    for alias in node.names:
        if alias.name == "*":
            module.stars.append(dotted)
        else:
            module.imports.setdefault(alias.asname or alias.name, (dotted, alias.name))


def _note_values(module: Module, node: ast.Assign | ast.AnnAssign) -> None:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    for target in targets:
        if isinstance(target, ast.Name) and node.value is not None:
            module.values.setdefault(target.id, node.value)
            if isinstance(node.value, ast.Dict):
                _note_lazy_imports(module, node.value)


def _note_lazy_imports(module: Module, names: ast.Dict) -> None:
    """Note ``{"Acme": ".client"}``: what a package's ``__getattr__`` imports when asked."""
    folder = posixpath.dirname(module.path).replace("/", ".")
    for key, value in zip(names.keys, names.values, strict=True):
        name = key.value if isinstance(key, ast.Constant) else None
        home = value.value if isinstance(value, ast.Constant) else None
        if isinstance(name, str) and isinstance(home, str) and home.startswith("."):
            dotted = f"{folder}{home}" if home != "." else folder
            module.imports.setdefault(name, (dotted, name))
