"""Speakeasy's Python SDKs: wheels that say where each method sends its request.

Their README shows whole programs for a few calls. The other snippets are in the vendor's overlay
(``codeSamples.yaml``), which can be published as a document.
"""

from __future__ import annotations

import ast
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from snippet_widget.endpoints import METHODS, path_key
from snippet_widget.publication import Problem
from snippet_widget.publishing.extraction import ExtractedExample, ExtractionResult
from snippet_widget.publishing.families.client_tree import walk_clients
from snippet_widget.publishing.markdown_code import ShownProgram, readme_code, with_programs
from snippet_widget.publishing.python.documentation import documented, parameters, summary
from snippet_widget.publishing.python.example_checker import ExampleChecker
from snippet_widget.publishing.python.modules import Modules, methods
from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from snippet_widget.publishing.markdown_code import Code
    from snippet_widget.publishing.package import Package
    from snippet_widget.publishing.python.modules import ClassName, Function

LABEL = "Speakeasy"
_BUILDERS = {"_build_request", "_build_request_async"}
_MAP = "_sub_sdk_map"
_FENCES = {"python", "py"}


def recognizes(package: Package) -> bool:
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


def read(package: Package) -> ExtractionResult:
    """Read the methods that the SDK's root reaches, and the programs of its README."""
    modules, extracted = Modules(package), ExtractionResult()
    methods_by_call: dict[str, tuple[str, Function]] = {}
    seen: set[tuple[str, str]] = set()
    roots = _roots(modules)
    for root in roots:
        base = _base_path(modules, root)
        for place, names, definition in walk_clients(root, partial(_read, modules)):
            for name, function in methods(definition).items():
                methods_by_call[".".join(("client", *names, name))] = (place[0], function)
                for method, path in sorted(_requests(function)):
                    key = (f"{method} {path}", ".".join((*names, name.removesuffix("_async"))))
                    if not name.startswith("_") and key not in seen:
                        seen.add(key)
                        call = f"client.{key[1]}"
                        found = ExtractedExample(method, f"{base}/{path.lstrip('/')}", call)
                        found.file, found.line = place[0], function.lineno
                        described = documented(modules, place[0], function)
                        found.summary = summary(described)
                        found.parameters = parameters(function, described)
                        extracted.found.append(found)
    shown = _Shown(package, modules, {name for _, name in roots}, methods_by_call)
    extracted.found = with_programs(
        extracted.found, filter(None, map(shown.of, readme_code(package, _FENCES)))
    )
    extracted.problems.append(overlay_hint(package, extracted.found))
    return extracted


def overlay_hint(package: Package, found: list[ExtractedExample]) -> Problem:
    """Return where to look for the snippets that the package does not hold."""
    shown = {(one.method, path_key(one.path)) for one in found if one.sources}
    here = (
        f"only the {len(shown)} snippets of its README" if len(shown) > 1 else "one, in its README"
    )
    return Problem(
        f"{package.name} itself shows {here if shown else 'no snippet'}. Vendors who use Speakeasy "
        "keep the others in codeSamples.yaml, in the SDK's repository: publish that file with "
        f"--sdk {package.type}:{package.name}=={package.version}."
    )


class _Shown:
    """Tells which call of the SDK a program of the README shows."""

    def __init__(
        self,
        package: Package,
        modules: Modules,
        roots: set[str],
        calls: dict[str, tuple[str, Function]],
    ) -> None:
        self._roots, self._calls = roots, calls
        self._checker = ExampleChecker(package, modules)

    def of(self, code: Code) -> ShownProgram | None:
        """Return the one call that a program makes; None where it makes none, or several."""
        tree = python_syntax.parse(code.source)
        if tree is None:
            return None
        built = python_syntax.constructions(tree)
        clients = {
            name
            for name, node in built.items()
            if python_syntax.dotted(node.func)[-1] in self._roots
        }
        called = {
            ".".join(("client", *names[1:]))
            for names, _ in python_syntax.sdk_calls(tree)
            if names[0] in clients
        }
        known = sorted(called & set(self._calls))
        if len(known) != 1:
            return None
        is_async = known[0].endswith("_async")
        client = "async_client" if is_async else "sync_client"
        home, function = self._calls[known[0]]
        checked = self._checker.checked(code.source, known[0], function, (home, ""))
        return ShownProgram(code, known[0].removesuffix("_async"), client, checked)


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


def _read(
    modules: Modules, place: ClassName
) -> tuple[ast.ClassDef, Iterable[tuple[str, ClassName]]] | None:
    """Return a class, and those of its attributes."""
    definition = modules.definition(place)
    if definition is None:
        return None
    return definition, _children(modules, place, definition).items()


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
        given = {
            keyword.arg: keyword.value.value
            for keyword in node.keywords
            if isinstance(keyword.value, ast.Constant)
        }
        method, path = given.get("method"), given.get("path")
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
