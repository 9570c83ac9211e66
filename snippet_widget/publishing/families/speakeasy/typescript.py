"""Speakeasy's TypeScript SDKs: npm tarballs whose methods delegate to one function each.

Their README and examples show whole programs for a few calls, as in `speakeasy_python`.
"""

from __future__ import annotations

import posixpath
import re
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from snippet_widget.endpoints import METHODS
from snippet_widget.publishing.extraction import (
    CheckedProgram,
    ExtractedExample,
    ExtractionResult,
)
from snippet_widget.publishing.families.client_tree import walk_clients
from snippet_widget.publishing.families.speakeasy.python import overlay_hint
from snippet_widget.publishing.markdown_code import (
    TYPESCRIPT_FENCES,
    Code,
    ShownProgram,
    readme_code,
    with_programs,
)
from snippet_widget.publishing.typescript.conformance import uncalled_warnings
from snippet_widget.publishing.typescript.modules import Modules
from snippet_widget.publishing.typescript.optional_peers import OptionalPeers
from snippet_widget.syntax import typescript as ts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

    from snippet_widget.publishing.package import Package
    from snippet_widget.publishing.typescript.modules import ClassName

LABEL = "Speakeasy"
_ROOT = "src/sdk/sdk.ts"
_PATH = re.compile(r"""\bpathToFunc\(\s*["']([^"'\n]{0,1000})["']""")
_METHOD = re.compile(r"""\bmethod:\s*["'](\w{1,10})["']""")
_URL = re.compile(r"""["'`]https?://[^"'`\s]{1,500}["'`]""")


def recognizes(package: Package) -> bool:
    """Whether there is a root SDK and a folder of functions that it delegates to."""
    return (
        package.type == "typescript"
        and _ROOT in package.files
        and any(path.startswith("src/funcs/") for path in package.files)
    )


def wants_sdist(package: Package) -> bool:  # noqa: ARG001 - one of `Family`
    """There are no sdists of npm packages."""
    return False


def read(package: Package) -> ExtractionResult:
    """Read the methods that the SDK's root reaches, and the programs of README and examples."""
    modules, extracted = Modules(package), ExtractionResult()
    url = _URL.search(package.text("src/lib/config.ts"))
    base = urlsplit(url.group(0)[1:-1]).path.rstrip("/") if url else ""
    root = modules.module(_ROOT)
    for name in root.classes if root else ():
        for place, names, methods in walk_clients((_ROOT, name), partial(_read, modules)):
            for method_name, node in methods:
                request = _request(package, modules, place[0], node)
                if request is not None:
                    path = f"{base}/{request[1].lstrip('/')}"
                    found = ExtractedExample(
                        request[0], path, ".".join(("client", *names, method_name))
                    )
                    found.file, found.line = place[0], node.start_point[0] + 1
                    extracted.found.append(found)
    roots, peers = set(root.classes) if root else set(), OptionalPeers(package)
    shown = (_shown(code, roots, peers) for code in _programs(package))
    extracted.found = with_programs(extracted.found, filter(None, shown))
    extracted.problems.append(overlay_hint(package, extracted.found))
    return extracted


def _programs(package: Package) -> Iterator[Code]:
    yield from readme_code(package, TYPESCRIPT_FENCES)
    for path in sorted(package.files):
        if path.startswith("examples/") and path.endswith(".ts"):
            name = posixpath.basename(path).removesuffix(".ts").removesuffix(".example")
            yield Code(package.text(path).strip(), name, 1, path)


def _shown(code: Code, roots: set[str], peers: OptionalPeers) -> ShownProgram | None:
    """Return the one call that a program makes on the SDK; None where there is none, or several."""
    tree = ts.parse(code.source)
    built = ts.constructions(tree)
    clients = {
        name
        for name, node in built.items()
        if ts.dotted(node.child_by_field_name("constructor"))[-1:] in {(root,) for root in roots}
    }
    called = {
        ".".join(("client", *names[1:])) for names, _ in ts.sdk_calls(tree) if names[0] in clients
    }
    if len(called) != 1:
        return None
    spelled = {".".join(names) for names, _ in ts.sdk_calls(tree) if names[0] in clients}
    uncalled = [w for call in sorted(spelled) for w in uncalled_warnings(code.source, call)]
    warnings = [*peers.warnings(code.source), *uncalled]
    return ShownProgram(
        code, called.pop(), "client", CheckedProgram(code.source, warnings=warnings)
    )


def _read(
    modules: Modules, place: ClassName
) -> tuple[list[tuple[str, Node]], Iterable[tuple[str, ClassName]]]:
    """Return the methods of a class, and the classes that its getters make."""
    return list(_methods(modules, place, getters=False)), _children(modules, place)


def _children(modules: Modules, place: ClassName) -> Iterator[tuple[str, ClassName]]:
    for name, node in _methods(modules, place, getters=True):
        for made in ts.walk(node, "new_expression"):
            called = ".".join(ts.dotted(made.child_by_field_name("constructor")))
            child = modules.class_named(place[0], called)
            if child is not None:
                yield name, child
                break


def _methods(modules: Modules, place: ClassName, *, getters: bool) -> Iterator[tuple[str, Node]]:
    """Yield the methods of a class, or its ``get chat()``."""
    for node in modules.body(place):
        name = ts.text(node.child_by_field_name("name"))
        if node.type == "method_definition" and not name.startswith(("_", "#")):
            is_getter = any(child.type == "get" for child in node.children)
            yield from [(name, node)] if is_getter == getters else []


def _request(package: Package, modules: Modules, path: str, node: Node) -> tuple[str, str] | None:
    """Return method and path of the request that the function a method calls sends."""
    module = modules.module(path)
    for call in ts.walk(node, "call_expression") if module else ():
        names = ts.dotted(call.child_by_field_name("function"))
        imported = module.imports.get(names[0]) if module and len(names) == 1 else None
        target = modules.resolved(path, imported[0]) if imported else None
        if target is not None and target.startswith("src/funcs/"):
            source = package.text(target)
            url, method = _PATH.search(source), _METHOD.search(source)
            if url and method and method.group(1).upper() in METHODS:
                return method.group(1).upper(), url.group(1)
    return None
