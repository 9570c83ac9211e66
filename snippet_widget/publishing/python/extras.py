"""Extras of a package that a snippet needs: what it imports is installed with them alone."""

# ruff: noqa: PLC0415 - packaging takes a seventh of a reader's start, and few packages have extras

from __future__ import annotations

import ast
import re
from email.parser import HeaderParser
from typing import TYPE_CHECKING

from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from snippet_widget.publishing.package import Package
    from snippet_widget.publishing.python.modules import ClassName, Modules

_EXTRA = re.compile(r"""extra\s*==\s*["']([\w.-]+)["']""")
_METADATA = ("METADATA", "PKG-INFO")
_LONGEST = 2**20


class Extras:
    """What the metadata of a package says of its optional dependencies."""

    def __init__(self, package: Package, modules: Modules) -> None:
        self._package, self._modules = package, modules
        self._named = re.compile(rf"{re.escape(package.name)}\[([\w-]+)\]", re.IGNORECASE)
        self._needed: dict[str, str] | None = None

    def warnings(self, tree: ast.Module, imported: Mapping[str, ClassName]) -> Iterator[str]:
        """Yield a warning for each import that needs an extra.

        Parameters
        ----------
        tree
            The program.
        imported
            Where the names are defined that it imports from the package itself: a function whose
            module names an extra, as its errors do, needs that.
        """
        for needed in sorted(_imported(tree)):
            extra = self._extra_of(needed)
            if extra is not None:
                wanted = f"{self._package.name}[{extra}]"
                yield f"{needed} has to be installed as well: pip install '{wanted}'"
        for name, (path, function) in imported.items():
            module = self._modules.module(path)
            if module is not None and function in module.functions:
                named = self._named.search(module.source)
                if named is not None:
                    yield f"{name} needs an extra: pip install '{named.group()}'"

    def _extra_of(self, module: str) -> str | None:
        """Return the extra that brings a module, whose name begins with its distribution's."""
        optional = self._optional()
        if not optional:
            return None
        from packaging.utils import canonicalize_name

        wanted = canonicalize_name(module.replace(".", "-"))
        for name, extra in optional.items():
            if wanted == name or wanted.startswith(f"{name}-"):
                return extra
        return None

    def _optional(self) -> dict[str, str]:
        """Return the extra that each optional dependency belongs to."""
        if self._needed is None:
            self._needed = dict(_optional_dependencies(self._package))
        return self._needed


def _optional_dependencies(package: Package) -> Iterator[tuple[str, str]]:
    path = next((path for path in package.paths(*_METADATA) if path.count("/") <= 1), "")
    headers = HeaderParser().parsestr(package.text(path)[:_LONGEST], headersonly=True)
    lines = headers.get_all("Requires-Dist", [])
    if not lines:
        return
    from packaging.requirements import InvalidRequirement, Requirement
    from packaging.utils import canonicalize_name

    optional: dict[str, str] = {}
    always: set[str] = set()
    for line in lines:
        try:
            requirement = Requirement(str(line))
        except InvalidRequirement:
            continue
        extra = _EXTRA.search(str(requirement.marker or ""))
        name = canonicalize_name(requirement.name)
        if extra is None:
            always.add(name)
        else:
            optional.setdefault(name, extra.group(1))
    yield from ((name, extra) for name, extra in optional.items() if name not in always)


def _imported(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in python_syntax.nodes(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return found
