"""OpenAPI Generator's Python SDKs: one class for each tag, whose methods say path and method.

Their READMEs, which a wheel's metadata has, show whole programs for a call or a few.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from snippet_widget.endpoints import METHODS
from snippet_widget.publishing.extraction import ExtractedExample, ExtractionResult
from snippet_widget.publishing.markdown_code import ShownProgram, readme_code, with_programs
from snippet_widget.publishing.python import documentation
from snippet_widget.publishing.python.example_checker import ExampleChecker
from snippet_widget.publishing.python.modules import Modules, methods
from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from snippet_widget.publishing.markdown_code import Code
    from snippet_widget.publishing.package import Package
    from snippet_widget.publishing.python.modules import Function

LABEL = "OpenAPI Generator"
_FENCES = {"python", "py"}
_SENDERS = {"param_serialize", "call_api"}
_VARIANTS = ("_with_http_info", "_without_preload_content", "_serialize")


def recognizes(package: Package) -> bool:
    """Whether there is an API client and a folder of API classes beside it."""
    if package.type != "python":
        return False
    tops = {
        path.removesuffix("api_client.py")
        for path in package.files
        if path.endswith("api_client.py") and b"class ApiClient" in package.files[path]
    }
    return any(path.startswith(tuple(f"{top}api/" for top in tops)) for path in package.files)


def wants_sdist(package: Package) -> bool:  # noqa: ARG001 - one of `Family`
    """Sdists of the generator add nothing to its wheels."""
    return False


def read(package: Package) -> ExtractionResult:
    """Read the methods of all API classes, and the programs of the README."""
    modules, extracted = Modules(package), ExtractionResult()
    functions: dict[str, tuple[str, Function]] = {}
    base = _base_path(modules)
    for path in modules.paths():
        module = modules.module(path) if "/api/" in path else None
        for name, definition in module.classes.items() if module else ():
            for method_name, function in methods(definition).items():
                for method, template in sorted(_requests(function)):
                    called = _public(method_name)
                    found = ExtractedExample(
                        method, f"{base}/{template.lstrip('/')}", f"{name}.{called}"
                    )
                    found.file, found.line = path, function.lineno
                    public = methods(definition).get(called, function)
                    functions[f"{name}.{called}"] = (path, public)
                    found.summary = documentation.summary(public)
                    found.parameters = documentation.parameters(public, public)
                    extracted.found.append(found)
    checker = ExampleChecker(package, modules)
    shown = (_shown(code, functions, checker) for code in readme_code(package, _FENCES))
    extracted.found = with_programs(extracted.found, filter(None, shown))
    return extracted


def _shown(
    code: Code, functions: dict[str, tuple[str, Function]], checker: ExampleChecker
) -> ShownProgram | None:
    """Return the one call that a program makes on an API; None where it makes none, or several."""
    tree = python_syntax.parse(code.source)
    if tree is None:
        return None
    built = {
        name: python_syntax.dotted(node.func)[-1]
        for name, node in python_syntax.constructions(tree).items()
    }
    called = {
        f"{built[names[0]]}.{names[1]}"
        for names, _ in python_syntax.sdk_calls(tree)
        if names[0] in built and len(names) == 2  # noqa: PLR2004
    } & set(functions)
    if len(called) != 1:
        return None
    (call,) = called
    home, function = functions[call]
    client = "async_client" if isinstance(function, ast.AsyncFunctionDef) else "sync_client"
    owner = (home, call.partition(".")[0])
    return ShownProgram(code, call, client, checker.checked(code.source, call, function, owner))


def _public(name: str) -> str:
    """Return the method that people call, for the variant of it that sends the request."""
    for variant in _VARIANTS:
        name = name.removesuffix(variant)
    return name.lstrip("_")


def _requests(function: Function) -> set[tuple[str, str]]:
    """Return (method, path) of what a method hands to the API client."""
    found: set[tuple[str, str]] = set()
    for node in ast.walk(function):
        if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") not in _SENDERS:
            continue
        keywords: dict[str | None, ast.expr] = {k.arg: k.value for k in node.keywords}
        first = dict(zip(("resource_path", "method"), node.args, strict=False))
        path = getattr(keywords.get("resource_path", first.get("resource_path")), "value", None)
        method = getattr(keywords.get("method", first.get("method")), "value", None)
        if isinstance(path, str) and isinstance(method, str) and method.upper() in METHODS:
            found.add((method.upper(), path))
    return found


def _base_path(modules: Modules) -> str:
    """Return the path of the host that the configuration has by default."""
    for path in modules.paths():
        module = modules.module(path) if path.endswith("/configuration.py") else None
        for node in ast.walk(module.tree) if module else ():
            if not isinstance(node, ast.Assign) or "host" not in ast.unparse(node):
                continue
            for part in ast.walk(node.value):
                value = part.value if isinstance(part, ast.Constant) else None
                if isinstance(value, str) and value.startswith(("http://", "https://")):
                    return urlsplit(value).path.rstrip("/")
    return ""
