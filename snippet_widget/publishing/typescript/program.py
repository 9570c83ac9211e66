"""A whole TypeScript program around a call: imports, the package's own root client, the call.

How the client is constructed is taken from the package's README where that shows it, else from
the declarations of its options.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.publishing.client_options import is_essential
from snippet_widget.publishing.markdown_code import TYPESCRIPT_FENCES, code_fences
from snippet_widget.publishing.typescript.js_modules import entry_path
from snippet_widget.syntax import typescript as ts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from tree_sitter import Node

    from snippet_widget.publishing.package import Package
    from snippet_widget.publishing.typescript.js_modules import ClassName, JsModules

BUILT = "the package publishes the call alone; its import and client were added around it"
_NODE_MODULES = {"fs": "fs", "path": "path", "createReadStream": "fs", "Readable": "stream"}
_NAMED = {"createReadStream", "Readable"}
_AUTHENTICATION = re.compile(
    r"^\s*(?:readonly\s+)?\[?(apiKey|token|accessToken|bearerToken|apiToken|authToken|username|"
    r"password|clientId|clientSecret|key|secret)\??:",
    re.MULTILINE,
)
_PARAMETER = re.compile(r"_PARAM: \"(\w+)\"")
_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_GLOBALS = frozenset(
    """
    Array ArrayBuffer BigInt Blob Boolean Buffer Date Error File FormData Headers Infinity JSON
    Map Math NaN Number Object Promise ReadableStream RegExp Request Response Set String Symbol
    TextDecoder TextEncoder URL URLSearchParams Uint8Array WebSocket arguments console fetch
    globalThis parseFloat parseInt process require setTimeout structuredClone undefined
    clearTimeout setInterval atob btoa crypto AbortController AbortSignal
    """.split()  # noqa: SIM905 - a list of one word a line would fill a page
)
_TYPES = {"identifier", "shorthand_property_identifier"}
_OPTIONS = {"Options", "BaseClientOptions"}


@dataclass
class Program:
    """A program, and what people should know of how it came about."""

    source: str
    repairs: list[str]
    warnings: list[str]


class ProgramBuilder:
    """Builds programs for the calls of one root client."""

    def __init__(self, package: Package, modules: JsModules, root: ClassName) -> None:
        self._package = package
        self._exports = modules.exported_names(entry_path(package))
        self._client = self._exported_client(modules, root)
        self._construction = self._readme_construction() or self._declared_construction(root)
        self.optional = frozenset(self._optional_options(root))
        """Names of the client's options that it can be made without."""

    def program(self, call: str) -> Program:
        """Return the program that makes a call, with the names that it uses imported."""
        own_imports, call = split_imports(call)
        body = f"const client = {self._construction};\n{call}"
        used = undefined_names("\n".join((*own_imports, body)))
        own = sorted(name for name in used if name in self._exports or name == self._client)
        node = missing_imports(used - set(own))
        imports = list(node.values())
        imports.append(f'import {{ {", ".join(own)} }} from "{self._package.name}";')
        return Program(
            source="\n".join((*own_imports, *imports, "", body)),
            repairs=import_repairs(node),
            warnings=undefined_warnings(used - set(own) - set(node)),
        )

    def _exported_client(self, modules: JsModules, root: ClassName) -> str:
        """Return the name under which the package exports the root client or a class over it."""
        found = [
            name
            for name in sorted(self._exports)
            if (place := modules.exported(entry_path(self._package), name))
            and root in modules.lineage(place)
        ]
        return root[1] if root[1] in found or not found else found[0]

    def _readme_construction(self) -> str:
        """Return ``new AcmeClient({ … })`` as the README shows it, if of exactly this client."""
        for code in code_fences(self._package.text("README.md"), TYPESCRIPT_FENCES):
            for new in ts.walk(ts.parse(code.source), "new_expression"):
                shown = ts.text(new)
                if (
                    ts.dotted(new.child_by_field_name("constructor")) == (self._client,)
                    and not new.has_error
                    and undefined_names(shown) <= self._exports | {self._client}
                ):
                    return shown
        return ""

    def _declarations(self, root: ClassName) -> list[str]:
        """Return the texts in which the options of the root client are declared."""
        folder, name = posixpath.split(root[0])
        names = (name.replace(".js", ".d.ts"), "BaseClient.d.ts")
        return [self._package.text(posixpath.join(folder, each)) for each in names]

    def _optional_options(self, root: ClassName) -> Iterator[str]:
        for text in self._declarations(root):
            for interface in ts.walk(ts.parse(text), "interface_declaration"):
                if ts.text(interface.child_by_field_name("name")) in _OPTIONS:
                    yield from (n for n in optional_properties(interface) if not is_essential(n))

    def _declared_construction(self, root: ClassName) -> str:
        folder = posixpath.dirname(root[0])
        texts = self._declarations(root)
        auth = posixpath.join(folder, "auth/")
        providers = [
            self._package.text(path)
            for path in self._package.paths("AuthProvider.d.ts")
            if path.startswith(auth)
        ]
        names = [n for text in texts for n in _AUTHENTICATION.findall(text)]
        names += [n for text in providers for n in _PARAMETER.findall(text)]
        options = ", ".join(f'{name}: "YOUR_{_upper(name)}"' for name in dict.fromkeys(names))
        return f"new {self._client}({{ {options} }})" if options else f"new {self._client}()"


def optional_properties(interface: Node) -> Iterator[str]:
    """Yield the names of an interface's properties that may be left out."""
    for node in ts.walk(interface, "property_signature"):
        if any(child.type == "?" for child in node.children):
            yield ts.text(node.child_by_field_name("name")).strip("\"'")


def missing_imports(names: Collection[str]) -> dict[str, str]:
    """Return the imports of those names that are of Node's own modules."""
    return {name: _node_import(name) for name in sorted(names) if name in _NODE_MODULES}


def import_repairs(names: Iterable[str]) -> list[str]:
    """Return a sentence for each import that was added."""
    return [f"the missing import of {name} was added" for name in names]


def undefined_warnings(names: Iterable[str]) -> list[str]:
    """Return a sentence for each name that nobody defines."""
    return [f"the name {name} is used without being defined" for name in sorted(names)]


def split_imports(source: str) -> tuple[list[str], str]:
    """Return the import statements of a source, and the rest of it."""
    data = source.encode()
    imports = [n for n in ts.parse(source).named_children if n.type == "import_statement"]
    for node in reversed(imports):
        data = data[: node.start_byte] + data[node.end_byte :].lstrip(b"\n")
    return [ts.text(node) for node in imports], data.decode().strip("\n")


def undefined_names(source: str) -> set[str]:
    """Return the names that a program uses as values and neither declares nor imports."""
    root = ts.parse(source)
    used: set[str] = set()
    bound: set[str] = set()
    for node in ts.walk(root, *_TYPES):
        name, above = ts.text(node), node.parent
        if above is not None and _declares(node, above):
            bound.add(name)
        else:
            used.add(name)
    for node in ts.walk(root, "shorthand_property_identifier_pattern"):
        bound.add(ts.text(node))
    return used - bound - _GLOBALS


def _declares(node: Node, above: Node) -> bool:
    if above.type in {"variable_declarator", "function_declaration", "class_declaration"}:
        name = above.child_by_field_name("name")
        return name is not None and name.id == node.id
    if above.type == "for_in_statement":
        left = above.child_by_field_name("left")
        return left is not None and left.id == node.id
    return above.type in {
        "import_specifier",
        "namespace_import",
        "import_clause",
        "required_parameter",
        "optional_parameter",
        "array_pattern",
        "rest_pattern",
        "catch_clause",
        "arrow_function",
    } and not _is_body(node, above)


def _is_body(node: Node, above: Node) -> bool:
    body = above.child_by_field_name("body")
    return body is not None and body.id == node.id


def _node_import(name: str) -> str:
    module = _NODE_MODULES[name]
    what = f"{{ {name} }}" if name in _NAMED else f"* as {name}"
    return f'import {what} from "{module}";'


def _upper(name: str) -> str:
    return _WORDS.sub("_", name).upper()
