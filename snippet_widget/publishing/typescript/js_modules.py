"""The modules of an npm package as its compiled source tells: classes, imports and exports.

CommonJS as the TypeScript compiler writes it and ES modules are read; nothing is run. Files are
parsed when first asked for, and once.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from snippet_widget.syntax import typescript as ts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from snippet_widget.publishing.package import Package

ClassName: TypeAlias = tuple[str, str]
"""A class: the path of its module inside the package, and its name there."""

_REQUIRE = re.compile(
    r"(?:const|let|var)\s+(\w+)\s*=\s*(?:\w+\()?\s*require\([\"']([^\"'\n]+)[\"']\)"
)
_IMPORT = re.compile(r"import\s+(?:\*\s*as\s+(\w+)|\{([^{}]*)\})\s*from\s*[\"']([^\"'\n]+)[\"']")
_STAR = re.compile(r"(?:__exportStar\(require\(|export\s*\*\s*from\s*)[\"']([^\"'\n]+)[\"']")
_GETTER = re.compile(r"defineProperty\(exports,\s*\"(\w+)\",[^\n]{0,120}?return ([\w.]+)")
_EXPORTS = re.compile(
    r"^exports\.(\w+) = ([\w.]+|__importStar\(require\(\"[^\"\n]+\"\)\));", re.MULTILINE
)
_EXPORT_FROM = re.compile(r"export\s*\{([^{}]*)\}(?:\s*from\s*[\"']([^\"'\n]+)[\"'])?")
_DEPTH = 8


@dataclass
class JsModule:
    """One module."""

    path: str
    root: Node
    classes: dict[str, Node] = field(default_factory=dict)
    imports: dict[str, tuple[str | None, str]] = field(default_factory=dict)
    """Local name -> (path of the module, exported name; empty: the module itself)."""
    exports: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Exported name -> what it is here, ``("Client_1", "AcmeClient")``."""
    reexports: dict[str, tuple[str | None, str]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)


class JsModules:
    """The JavaScript modules of one package."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._parsed: dict[str, JsModule] = {}

    def module(self, path: str | None) -> JsModule | None:
        """Return a module by its path, None where it is not there."""
        if path is None or path not in self._package.files:
            return None
        if path not in self._parsed:
            self._parsed[path] = self._read(path, self._package.text(path))
        return self._parsed[path]

    def class_node(self, place: ClassName) -> Node | None:
        """Return the syntax node of a class."""
        module = self.module(place[0])
        return module.classes.get(place[1]) if module else None

    def class_named(self, path: str, names: tuple[str, ...]) -> ClassName | None:
        """Return the class that ``Client_1.AcmeClient`` or ``AcmeClient`` means in a module."""
        module = self.module(path)
        if module is None or not names:
            return None
        if len(names) == 1 and names[0] in module.classes:
            return (path, names[0])
        target, name = module.imports.get(names[0], (None, ""))
        wanted = names[1] if len(names) > 1 else name
        return self.exported(target, wanted) if target and wanted else None

    def exported(self, path: str | None, name: str, depth: int = 0) -> ClassName | None:
        """Return the class that a module exports under a name."""
        module = self.module(path)
        if module is None or depth > _DEPTH:
            return None
        if name in module.reexports:
            target, original = module.reexports[name]
            return self.exported(target, original, depth + 1)
        if name in module.exports:
            names = module.exports[name]
            if len(names) == 1 and names[0] in module.classes:
                return (module.path, names[0])
            target, original = module.imports.get(names[0], (None, ""))
            wanted = names[1] if len(names) > 1 else original
            if target and wanted:
                return self.exported(target, wanted, depth + 1)
        if name in module.classes:
            return (module.path, name)
        found = (self.exported(star, name, depth + 1) for star in module.stars)
        return next((place for place in found if place), None)

    def exported_names(self, path: str | None, depth: int = 0) -> set[str]:
        """Return all names that a module exports."""
        module = self.module(path)
        if module is None or depth > _DEPTH:
            return set()
        names = {*module.exports, *module.reexports}
        return names.union(*(self.exported_names(star, depth + 1) for star in module.stars))

    def lineage(self, place: ClassName, depth: int = 0) -> Iterator[ClassName]:
        """Return a class and its bases in this package, nearest first."""
        node = self.class_node(place)
        if node is None or depth > _DEPTH:
            return
        yield place
        heritage = next((n for n in node.children if n.type == "class_heritage"), None)
        names = _heritage(heritage) if heritage is not None else ()
        base = self.class_named(place[0], names)
        if base is not None and base != place:
            yield from self.lineage(base, depth + 1)

    def resolve(self, path: str, specifier: str) -> str | None:
        """Return the path of the module that ``require("./x")`` in another one means."""
        if not specifier.startswith("."):
            return None
        base = posixpath.normpath(posixpath.join(posixpath.dirname(path), specifier))
        suffixes = ("", ".js", ".mjs", "/index.js", "/index.mjs")
        files = self._package.files
        return next(
            (base + s for s in suffixes if base + s in files and _is_script(base + s)), None
        )

    def _read(self, path: str, source: str) -> JsModule:
        module = JsModule(path, ts.parse(source))
        for node in _top_level(module.root):
            name = ts.text(node.child_by_field_name("name"))
            module.classes.setdefault(name, node)
        for local, specifier in _REQUIRE.findall(source):
            module.imports.setdefault(local, (self.resolve(path, specifier), ""))
        for star, names, specifier in _IMPORT.findall(source):
            target = self.resolve(path, specifier)
            if star:
                module.imports.setdefault(star, (target, ""))
            for original, local in _renamed(names):
                module.imports.setdefault(local, (target, original))
        self._read_exports(module, source)
        return module

    def _read_exports(self, module: JsModule, source: str) -> None:
        for specifier in _STAR.findall(source):
            target = self.resolve(module.path, specifier)
            if target is not None:
                module.stars.append(target)
        for name, value in (*_GETTER.findall(source), *_EXPORTS.findall(source)):
            if value != "void":
                module.exports[name] = tuple(value.split("."))
        for names, specifier in _EXPORT_FROM.findall(source):
            for original, name in _renamed(names):
                if specifier:
                    module.reexports[name] = (self.resolve(module.path, specifier), original)
                else:
                    module.exports[name] = (original,)


def entry_path(package: Package) -> str:
    """Return the path of the module that ``import … from "package"`` means, CommonJS first."""
    description = package.json("package.json")
    fields = description if isinstance(description, dict) else {}
    named = [fields.get("main"), fields.get("module"), *_exported(fields.get("exports"))]
    paths = [posixpath.normpath(name) for name in named if isinstance(name, str)]
    with_index = [p for path in (*paths, "index.js") for p in (path, f"{path}/index.js")]
    return next((path for path in with_index if path in package.files), "")


def _exported(exports: object) -> Iterator[str]:
    """Yield the scripts that package.json exports for the package itself."""
    value = exports.get(".", exports) if isinstance(exports, dict) else exports
    stack = [value]
    while stack:
        value = stack.pop()
        if isinstance(value, str) and value.endswith((".js", ".mjs", ".cjs")):
            yield value
        elif isinstance(value, dict):
            stack += [value[key] for key in ("default", "import", "require") if key in value]


def _is_script(path: str) -> bool:
    return path.endswith((".js", ".mjs", ".cjs"))


def _top_level(root: Node) -> Iterator[Node]:
    """Yield the classes declared at the top of a module, exported or bound to a variable too."""
    for node in root.named_children:
        inner = node.child_by_field_name("declaration") if node.type == "export_statement" else node
        if inner is None:
            continue
        if inner.type in {"class_declaration", "abstract_class_declaration"}:
            yield inner


def _heritage(node: Node) -> tuple[str, ...]:
    """Return the names of the base in ``extends Client_1.AcmeClient``."""
    clause = next((n for n in node.named_children if n.type == "extends_clause"), node)
    value = clause.child_by_field_name("value") or clause.named_child(0)
    return ts.dotted(value)


def _renamed(names: str) -> Iterator[tuple[str, str]]:
    """Yield (original, local) of each ``a as b`` in a list of names."""
    for part in names.split(","):
        words = part.replace("type ", " ").split()
        if words:
            yield words[0], words[-1]
