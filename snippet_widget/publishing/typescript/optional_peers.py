"""Packages that an npm package leaves to its users to install, where a snippet needs them."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publishing.package import Package

_IMPORTED = re.compile(r"""\b(?:from|import|import\(|require\()\s*["']([^"'\n]{1,200})["']""")
_SCRIPTS = ("", ".js", ".mjs", ".cjs", "/index.js", "/index.mjs")
_MOST_MODULES = 2000


class OptionalPeers:
    """What the ``package.json`` of an SDK calls an optional peer."""

    def __init__(self, package: Package) -> None:
        self._package = package
        description = package.json("package.json")
        self._description = description if isinstance(description, dict) else {}
        ranges, meta = (self._table(key) for key in ("peerDependencies", "peerDependenciesMeta"))
        self._ranges = {
            name: str(versions)
            for name, versions in ranges.items()
            if meta.get(name) == {"optional": True}
        }

    def warnings(self, source: str) -> Iterator[str]:
        """Yield a warning for each optional peer that a program, or what it imports, imports."""
        for name in sorted(self._needed(source)) if self._ranges else ():
            wanted = f"{name}@{self._ranges[name]}"
            yield f"{name} has to be installed as well: npm install '{wanted}'"

    def _needed(self, source: str) -> set[str]:
        needed: set[str] = set()
        waiting, seen = [("", source)], set[str]()
        while waiting and len(seen) < _MOST_MODULES:
            path, text = waiting.pop()
            needed |= {name for name in self._ranges if re.search(_quoted(name), text)}
            for module in _IMPORTED.findall(text):
                found = self._found(path, module)
                if found and found not in seen:
                    seen.add(found)
                    waiting.append((found, self._package.text(found)))
        return needed

    def _found(self, path: str, module: str) -> str:
        """Return the path of what a module of the package imports; only what is beside its root."""
        if module.startswith("."):
            stem = posixpath.normpath(posixpath.join(posixpath.dirname(path), module))
        elif module.startswith(f"{self._package.name}/"):
            stem = self._exported(f".{module.removeprefix(self._package.name)}")
        else:
            return ""
        files = self._package.files
        return next((f"{stem}{end}" for end in _SCRIPTS if f"{stem}{end}" in files), "")

    def _exported(self, name: str) -> str:
        """Return the script that ``exports`` names for ``./extra``."""
        target = self._table("exports").get(name)
        while isinstance(target, dict):
            target = target.get("import", target.get("default", target.get("require")))
        return posixpath.normpath(target) if isinstance(target, str) else name[2:]

    def _table(self, key: str) -> dict[str, object]:
        table = self._description.get(key)
        return table if isinstance(table, dict) else {}


def _quoted(name: str) -> str:
    """Return the pattern of a module's name, or of one inside it: loaders are given it, too."""
    return rf"""["']{re.escape(name)}(?:/[\w./-]*)?["']"""
