"""Imports of a Python snippet that its SDK does not keep, and where the names really are.

Nothing is run: names are looked up in the package's own source.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from snippet_widget.syntax import python as python_syntax
from snippet_widget.syntax.python import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publishing.python.modules import ClassName, Modules

_INIT = "/__init__.py"
_SHALLOW = 2
"""Slashes in the path of a package that is looked at for a name missing elsewhere."""
_FROM = re.compile(r"from\s+[\w.]+\s+import\b")


class Imports:
    """Looks up what snippets import from the package that they belong to."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._top = {path.partition("/")[0].removesuffix(".py") for path in modules.paths()}
        self._public = [path for path in modules.paths() if "/_" not in path.removesuffix(_INIT)]

    def own(self, tree: ast.Module) -> Iterator[tuple[ast.ImportFrom, str]]:
        """Yield each import from the package itself, with the module that it names."""
        for node in python_syntax.nodes(tree):
            module = node.module if isinstance(node, ast.ImportFrom) and not node.level else None
            if isinstance(node, ast.ImportFrom) and module:
                yield from [(node, module)] if module.partition(".")[0] in self._top else []

    def places(self, tree: ast.Module) -> dict[str, ClassName]:
        """Return where the names that are imported from the package are defined."""
        found: dict[str, ClassName] = {}
        for node, module in self.own(tree):
            for alias in node.names:
                place = self._modules.exported(self._modules.find(module), alias.name)
                if place is not None:
                    found[alias.asname or alias.name] = place
        return found

    def missing(self, tree: ast.Module) -> Iterator[str]:
        """Yield in words what is imported and is not there."""
        for node, module in self.own(tree):
            if self._modules.find(module) is None:
                yield f"the module {module}"
                continue
            for name in self._missing_names(node, module):
                homes = self._homes(module, name)
                have = "has it" if len(homes) == 1 else "each have another"
                hint = f" (but {' and '.join(homes)} {have})" if homes else ""
                yield f"{name} of {module}{hint}"

    def repaired(self, source: str) -> tuple[str, list[str]]:
        """Return a snippet that imports names from where they are, and a sentence for each change.

        A name is imported from elsewhere only where it is missing, and only where everybody in
        the package who exports it means the same by it.
        """
        tree = python_syntax.parse(source)
        text, sentences = Source(source), dict[str, None]()
        edits: list[tuple[ast.expr | ast.stmt | ast.keyword, str]] = []
        for node, module in self.own(tree) if tree is not None else ():
            moved = self._moved(node, module)
            if moved:
                edits.append((node, _rewritten(text, node, moved)))
                for home in dict.fromkeys(moved.values()):
                    sentences[f"what was imported from {module} is imported from {home}"] = None
        return (text.replaced(edits), list(sentences)) if edits else (source, [])

    def _moved(self, node: ast.ImportFrom, module: str) -> dict[str, str]:
        """Return the module that each missing name is in, if there is one and no other."""
        homes = {name: self._homes(module, name) for name in self._missing_names(node, module)}
        return {name: found[0] for name, found in homes.items() if len(found) == 1}

    def _missing_names(self, node: ast.ImportFrom, module: str) -> list[str]:
        path = self._modules.find(module)
        if path is not None and self._open(path):
            return []
        names = [alias.name for alias in node.names if alias.name != "*"]
        return [name for name in names if path is None or not self._modules.exported(path, name)]

    def _open(self, path: str) -> bool:
        """Whether a module gets names from elsewhere, so that none can be said to be missing."""
        module = self._modules.module(path)
        return module is None or any(self._modules.find(star) is None for star in module.stars)

    def _homes(self, module: str, name: str) -> list[str]:
        """Return the public modules that have a name: the shallowest for each meaning of it.

        Below a module that lacks the name, its shallowest packages are looked at; for a module
        that is not there, those that end as it does: ``acme.api.users`` for ``acme.users``.
        """
        found: dict[ClassName, str] = {}
        depth: int | None = None
        for path in self._candidates(module):
            place = self._modules.exported(path, name)
            if place is not None and depth in {None, path.count("/")}:
                depth = path.count("/")
                dotted = path.removesuffix(_INIT).removesuffix(".py").replace("/", ".")
                found.setdefault(place, dotted)
        return list(found.values())

    def _candidates(self, module: str) -> list[str]:
        top, _, rest = module.partition(".")
        if self._modules.find(module) is not None:
            below = f"{module.replace('.', '/')}/"
            near = [path for path in self._public if path.count("/") <= _SHALLOW]
            return [path for path in near if path.startswith(below) and path.endswith(_INIT)]
        tail = f"/{rest.replace('.', '/')}"
        ends = (f"{tail}.py", tail + _INIT)
        return [path for path in self._public if path.startswith(f"{top}/") and path.endswith(ends)]


def _rewritten(text: Source, node: ast.ImportFrom, moved: dict[str, str]) -> str:
    """Return an import with names taken from other modules; only their module is written anew."""
    homes = set(moved.values())
    if len(moved) == len(node.names) and len(homes) == 1:
        return _FROM.sub(f"from {homes.pop()} import", text.cut(node), count=1)
    by_module: dict[str, list[str]] = {}
    for alias in node.names:
        spelled = f"{alias.name} as {alias.asname}" if alias.asname else alias.name
        by_module.setdefault(moved.get(alias.name, node.module or ""), []).append(spelled)
    lines = [f"from {module} import {', '.join(names)}" for module, names in by_module.items()]
    return f"\n{' ' * text.indentation(node.lineno)}".join(lines)
