"""Speakeasy's Python SDKs: wheels that say where each method sends its request.

They hold no snippets; those are in the vendor's overlay (``codeSamples.yaml``), which can be
published as a document.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from snippet_widget.endpoints import METHODS
from snippet_widget.publication import Problem
from snippet_widget.publishing.harvest import Found, Harvest
from snippet_widget.publishing.python_modules import Modules, methods

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publishing.package import Package
    from snippet_widget.publishing.python_modules import ClassName, Function

LABEL = "Speakeasy"
_BUILDERS = {"_build_request", "_build_request_async"}
_MAP = "_sub_sdk_map"
_DEPTH = 10


def recognises(package: Package) -> bool:
    """Whether there is a base SDK that builds requests, with a configuration beside it."""
    if package.type != "python":
        return False
    return any(
        b"class BaseSDK" in package.files[path]
        and path.replace("basesdk.py", "sdkconfiguration.py") in package.files
        for path in package.files
        if path.endswith("/basesdk.py")
    )


def wants_sdist(package: Package) -> bool:  # noqa: ARG001 - one of `Family`
    """Speakeasy's sdists add nothing to its wheels."""
    return False


def read(package: Package) -> Harvest:
    """Read the methods that the SDK's root reaches: a map without snippets."""
    modules, harvest = Modules(package), Harvest()
    seen: set[tuple[str, str]] = set()
    for root in _roots(modules):
        base = _base_path(modules, root)
        for place, names in _reached(modules, root, (), frozenset()):
            definition = modules.definition(place)
            for name, function in methods(definition).items() if definition else ():
                for method, path in sorted(_requests(function)):
                    key = (f"{method} {path}", ".".join((*names, name.removesuffix("_async"))))
                    if not name.startswith("_") and key not in seen:
                        seen.add(key)
                        call = f"client.{key[1]}"
                        found = Found(method, f"{base}/{path.lstrip('/')}", call)
                        found.file, found.line = place[0], function.lineno
                        harvest.found.append(found)
    harvest.problems.append(overlay_hint(package))
    return harvest


def overlay_hint(package: Package) -> Problem:
    """Return where to look for the snippets that the package does not hold."""
    return Problem(
        f"No snippet is published in {package.name} itself. Vendors who use Speakeasy keep them in "
        "codeSamples.yaml, in the SDK's repository: publish that file with "
        f"--sdk {package.type}:{package.name}=={package.version}."
    )


def _roots(modules: Modules) -> list[ClassName]:
    """Return the SDK's class; of several SDKs in one package, that of the package itself."""
    for path in modules.paths():  # shallow ones first
        module = modules.module(path) if path.endswith("/sdk.py") else None
        for name, definition in module.classes.items() if module else ():
            if any(
                isinstance(base, ast.Name) and base.id == "BaseSDK" for base in definition.bases
            ):
                return [(path, name)]
    return []


def _reached(
    modules: Modules, place: ClassName, names: tuple[str, ...], above: frozenset[ClassName]
) -> Iterator[tuple[ClassName, tuple[str, ...]]]:
    definition = modules.definition(place)
    if definition is None or place in above or len(names) > _DEPTH:
        return
    yield place, names
    for attribute, child in _children(modules, place, definition).items():
        yield from _reached(modules, child, (*names, attribute), above | {place})


def _children(modules: Modules, place: ClassName, definition: ast.ClassDef) -> dict[str, ClassName]:
    """Return the classes of ``chat: "Chat"`` and of the table of what is loaded when asked for."""
    found: dict[str, ClassName] = {}
    for node in definition.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if not isinstance(target, ast.Name):
            continue
        if target.id == _MAP and isinstance(getattr(node, "value", None), ast.Dict):
            found.update(_mapped(modules, node.value))  # type: ignore[attr-defined]
        elif isinstance(node, ast.AnnAssign):
            child = modules.class_named(place[0], _class_name(node.annotation))
            if child is not None:
                found.setdefault(target.id, child)
    return found


def _mapped(modules: Modules, table: ast.Dict) -> Iterator[tuple[str, ClassName]]:
    """Yield ``"chat": ("acme.chat", "Chat")``."""
    for key, value in zip(table.keys, table.values, strict=True):
        parts = [getattr(element, "value", None) for element in getattr(value, "elts", ())]
        name = getattr(key, "value", None)
        words = [part for part in parts if isinstance(part, str)]
        path = modules.find(words[0]) if len(words) == 2 else None  # noqa: PLR2004
        child = modules.class_named(path, words[1]) if path else None
        if isinstance(name, str) and child is not None:
            yield name, child


def _class_name(annotation: ast.expr) -> str:
    text = (
        annotation.value if isinstance(annotation, ast.Constant) else getattr(annotation, "id", "")
    )
    return text.rpartition(".")[2] if isinstance(text, str) else ""


def _requests(function: Function) -> set[tuple[str, str]]:
    """Return (method, path) of the requests that a method builds."""
    found: set[tuple[str, str]] = set()
    for node in ast.walk(function):
        if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") not in _BUILDERS:
            continue
        told = {
            keyword.arg: keyword.value.value
            for keyword in node.keywords
            if isinstance(keyword.value, ast.Constant)
        }
        method, path = told.get("method"), told.get("path")
        if isinstance(method, str) and isinstance(path, str) and method.upper() in METHODS:
            found.add((method.upper(), path))
    return found


def _base_path(modules: Modules, root: ClassName) -> str:
    """Return the path of the first server's URL."""
    module = modules.module(root[0].replace("/sdk.py", "/sdkconfiguration.py"))
    servers = module.values.get("SERVERS") if module else None
    for node in ast.walk(servers) if servers is not None else ():
        if isinstance(node, ast.Constant) and str(node.value).startswith(("http://", "https://")):
            return urlsplit(str(node.value)).path.rstrip("/")
    return ""
