"""Mechanical repairs of Python snippets that only the source of their SDK can tell."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from snippet_widget.syntax import python as python_syntax
from snippet_widget.syntax.python import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publishing.python.imports import Imports
    from snippet_widget.publishing.python.modules import ClassName, Function, Modules


class SdkRepairs:
    """Repairs snippets against the modules of their SDK."""

    def __init__(self, modules: Modules, imports: Imports) -> None:
        self._modules, self._imports = modules, imports

    def repaired(self, source: str) -> tuple[str, list[str]]:
        """Return a snippet that names things as its SDK does, and a sentence for each change.

        Two forms are known, both where a vendor wrapped what a generator wrote: an import from
        the package's root instead of the module inside it, and an argument of the generated
        client that the vendor's class over it hands on under another name.
        """
        source, moved = self._imports.repaired(source)
        source, renamed = self._renamed(source)
        return source, [*moved, *renamed]

    def _renamed(self, source: str) -> tuple[str, list[str]]:
        tree = python_syntax.parse(source)
        if tree is None:
            return source, []
        text, sentences = Source(source), dict[str, None]()
        edits: list[tuple[ast.expr | ast.stmt | ast.keyword, str]] = []
        imported = self._imports.places(tree)
        for construction in python_syntax.client_constructions(tree).values():
            name = python_syntax.dotted(construction.func)[-1]
            for keyword, right in self._wrong_keywords(construction, imported.get(name)):
                wrong = keyword.arg or ""
                edits.append((keyword, right + text.cut(keyword)[len(wrong) :]))
                sentences[f"the argument {wrong} of {name} is called {right}"] = None
        return (text.replaced(edits), list(sentences)) if edits else (source, [])

    def _wrong_keywords(
        self, construction: ast.Call, place: ClassName | None
    ) -> Iterator[tuple[ast.keyword, str]]:
        """Yield the arguments that a client does not take, with its own name for each."""
        init = self._modules.method(place, "__init__") if place is not None else None
        if init is None or init.args.kwarg is not None:
            return
        takes = {arg.arg for arg in (*init.args.args, *init.args.kwonlyargs)}
        given = {keyword.arg for keyword in construction.keywords}
        handed_on = _handed_on(init)
        for keyword in construction.keywords:
            right = handed_on.get(keyword.arg or "", "")
            if keyword.arg not in takes and right in takes - given:
                yield keyword, right


def _handed_on(init: Function) -> dict[str, str]:
    """Return ``{"token": "api_key"}`` for ``Base.__init__(self, token=api_key)``."""
    return {
        keyword.arg: keyword.value.id
        for node in python_syntax.nodes(init)
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "__init__"
        for keyword in node.keywords
        if keyword.arg and isinstance(keyword.value, ast.Name)
    }
