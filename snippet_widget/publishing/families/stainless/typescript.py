"""Stainless's TypeScript SDKs: npm tarballs that carry their sources in ``src``.

Methods call ``this._client.post("/x")``; many have an ``@example`` in the comment before them,
which is the call alone.
"""

from __future__ import annotations

import re
import textwrap
from functools import partial
from typing import TYPE_CHECKING

from snippet_widget.endpoints import METHODS
from snippet_widget.publication import Problem
from snippet_widget.publishing.extraction import ExtractedExample, ExtractionResult
from snippet_widget.publishing.families.client_tree import walk_clients
from snippet_widget.publishing.typescript.conformance import arity_warnings
from snippet_widget.publishing.typescript.documentation import (
    Interfaces,
    client_credentials,
    summary,
)
from snippet_widget.publishing.typescript.modules import Modules
from snippet_widget.publishing.typescript.program import (
    import_repairs,
    missing_imports,
    undefined_names,
    undefined_warnings,
)
from snippet_widget.publishing.typescript.required_only import required_only
from snippet_widget.syntax import typescript as ts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

    from snippet_widget.publishing.package import Package
    from snippet_widget.publishing.typescript.modules import ClassName

LABEL = "Stainless"
REPAIR = "The vendor publishes the call alone: import and construction of the client are added."
COMPLETED = "the object that the call needs was added: it may be empty"
_ROOTS = ("src/client.ts", "src/index.ts")
_VERBS = {
    "get": "GET",
    "post": "POST",
    "put": "PUT",
    "patch": "PATCH",
    "delete": "DELETE",
    "getAPIList": "GET",
}
_SIGNATURES = {"method_signature", "abstract_method_signature"}
_FENCE = re.compile(r"```\w*\n(.*?)\n?```\s*", re.DOTALL)


def recognizes(package: Package) -> bool:
    """Whether resources derive from a base and send requests through their client."""
    if package.type != "typescript":
        return False
    bases = ("src/core/resource.ts", "src/resource.ts")
    return any(b"class APIResource" in package.files[p] for p in bases if p in package.files)


def wants_sdist(package: Package) -> bool:  # noqa: ARG001 - one of `Family`
    """There are no sdists of npm packages."""
    return False


def read(package: Package) -> ExtractionResult:
    """Read every method that the client reaches, with the example of its comment."""
    modules = Modules(package)
    roots = [place for path in _ROOTS for place in _clients(modules, path)]
    reader = _Reader(package, roots[0][1] if roots else "")
    for root in roots[:1]:
        for place, names, body in walk_clients(root, partial(_read, modules)):
            for name, signatures, comment in _methods(body):
                reader.add(".".join(("client", *names, name)), place[0], signatures, comment)
    reader.extracted.credentials = client_credentials(package, iter(_ROOTS))
    return reader.extracted


class _Reader:
    """Collects what methods send, and their examples."""

    def __init__(self, package: Package, client: str) -> None:
        self._interfaces = Interfaces(package)
        self._base = next(filter(None, (_base_path(package.text(path)) for path in _ROOTS)), "")
        self._head = _head(package, client)
        self.extracted = ExtractionResult()

    def add(self, call: str, file: str, signatures: list[Node], comment: str) -> None:
        """Add the endpoints that one method calls; its definition is the last of `signatures`."""
        node = signatures[-1]
        line = node.start_point[0] + 1
        for method, path in sorted(_requests(node), key=str):
            if path is None:
                message = f"The path that {call} calls is computed, not written down."
                self.extracted.problems.append(Problem(message, file, line))
                continue
            found = ExtractedExample(
                method, f"{self._base}/{path.lstrip('/')}", call, file=file, line=line
            )
            found.summary = summary(comment)
            found.parameters = self._interfaces.of_signature(signatures[0], file)
            self.extracted.found.append(found)
            statement = next(iter(_examples(comment)), None)
            if statement is not None:
                overloads = signatures[:-1] or signatures
                completed = self._completed(statement, call, overloads[0], file)
                self._take(found, completed, deprecated="@deprecated" in comment)
                found.repairs += [COMPLETED] if completed != statement else []
                found.warnings += arity_warnings(completed, call, overloads)

    def _completed(self, statement: str, call: str, signature: Node, file: str) -> str:
        """Give a call the object that it needs and leaves out, where all of that is optional."""
        node = next((n for c, n in ts.sdk_calls(ts.parse(statement)) if ".".join(c) == call), None)
        given = node.child_by_field_name("arguments") if node is not None else None
        missing = self._interfaces.required_types(signature)[len(ts.arguments(node)) :]
        if given is None or len(missing) != 1:
            return statement
        if not self._interfaces.needs_nothing(missing[0], file):
            return statement
        data, last = statement.encode(), ts.arguments(node)[-1:]
        end, text = (last[0].end_byte, b", {}") if last else (given.end_byte - 1, b"{}")
        return (data[:end] + text + data[end:]).decode()

    def _take(self, found: ExtractedExample, statement: str, *, deprecated: bool) -> None:
        calls = {".".join(names) for names, _ in ts.sdk_calls(ts.parse(statement))}
        if found.call not in calls:
            message = f"The example of {found.call} calls something else; left out."
            self.extracted.problems.append(Problem(message, found.file, found.line, found.endpoint))
            return
        program = f"{self._head}\n{statement}"
        used = undefined_names(program)
        added = missing_imports(used)
        program = "\n".join([*added.values(), program])
        found.sources = {"client": program}
        shorter = required_only(program, found.call or "", found.parameters)
        found.required_only = {"client": shorter} if shorter else {}
        found.repairs = [REPAIR, *import_repairs(added)]
        found.warnings += undefined_warnings(used - set(added))
        if deprecated:
            found.warnings += [f"The SDK marks {found.call} as deprecated"]


def _clients(modules: Modules, path: str) -> Iterator[ClassName]:
    """Yield the classes of a module that hold resources."""
    module = modules.module(path)
    for name in module.classes if module else ():
        if _resources(modules, (path, name)):
            yield (path, name)


def _read(modules: Modules, place: ClassName) -> tuple[list[Node], Iterable[tuple[str, ClassName]]]:
    """Return the body of a class, and the resources in its attributes."""
    return modules.body(place), _resources(modules, place).items()


def _resources(modules: Modules, place: ClassName) -> dict[str, ClassName]:
    """Return the classes of ``chat: API.Chat = new API.Chat(this)``."""
    found: dict[str, ClassName] = {}
    for node in modules.body(place):
        value = node.child_by_field_name("value")
        if node.type != "public_field_definition" or value is None:
            continue
        if value.type == "new_expression" and "this" in ts.text(value):
            called = ".".join(ts.dotted(value.child_by_field_name("constructor")))
            child = modules.class_named(place[0], called)
            if child is not None:
                found[ts.text(node.child_by_field_name("name"))] = child
    return found


def _methods(members: list[Node]) -> Iterator[tuple[str, list[Node], str]]:
    """Yield name, signatures and comment of the methods: overloads, then the definition."""
    comment = ""
    comments: dict[str, str] = {}
    overloads: dict[str, list[Node]] = {}
    for node in members:
        name = ts.text(node.child_by_field_name("name"))
        if node.type == "comment":
            comment = ts.text(node)
            continue
        if node.type in _SIGNATURES:
            overloads.setdefault(name, []).append(node)
            if "@example" in comment:
                comments.setdefault(name, comment)
        if node.type == "method_definition" and not name.startswith(("_", "#")):
            own = comment if "@example" in comment else comments.get(name, comment)
            yield name, [*overloads.get(name, ()), node], own
        comment = ""


def _requests(node: Node) -> set[tuple[str, str | None]]:
    """Return (method, path) of the requests of a method."""
    found: set[tuple[str, str | None]] = set()
    for call in ts.walk(node, "call_expression"):
        names = ts.dotted(call.child_by_field_name("function"))
        own = names[:2] == ("this", "_client") and len(names) == 3  # noqa: PLR2004
        root = names[:1] == ("this",) and len(names) == 2  # noqa: PLR2004
        arguments = ts.arguments(call)
        if (own or root) and names[-1] in _VERBS and arguments:
            method = _method_option(arguments) or _VERBS[names[-1]]
            found.add((method, _template(arguments[0])))
    return found


def _method_option(arguments: list[Node]) -> str:
    """Return the method that the options of a request name, in a function around them or not."""
    for options in (found for given in arguments for found in ts.walk(given, "object")):
        method = (ts.string_value(ts.pairs(options).get("method")) or "").upper()
        if method in METHODS:
            return method
    return ""


def _template(node: Node) -> str | None:
    """Return the path of a string, or of a template with or without a tag."""
    if node.type == "string":
        return ts.string_value(node)
    if node.type == "call_expression":  # path`/x/${id}`
        inner = node.child_by_field_name("arguments")
        return _template(inner) if inner is not None else None
    if node.type != "template_string":
        return None
    parts = [_part(child) for child in node.named_children]
    return None if None in parts else "".join(part for part in parts if part)


def _part(node: Node) -> str | None:
    if node.type == "string_fragment":
        return ts.text(node)
    value: Node | None = node.named_child(0)
    while value is not None and value.type == "call_expression":
        value = next(iter(ts.arguments(value)), None)
    names = ts.dotted(value)
    return f"{{{names[-1]}}}" if names else None


def _examples(comment: str) -> list[str]:
    """Return the ``@example`` blocks of a comment, without fences."""
    body = comment.strip().removeprefix("/**").removesuffix("*/")
    lines = [re.sub(r"^\s*\* ?", "", line) for line in body.split("\n")]
    blocks: list[list[str]] = []
    inside = False
    for line in lines:
        if line.lstrip().startswith("@example"):
            inside = True
            blocks.append([line.split("@example", 1)[1].strip()])
        elif re.match(r"@\w+", line):
            inside = False
        elif inside:
            blocks[-1].append(line)
    texts = [textwrap.dedent("\n".join(block)).strip("\n").rstrip() for block in blocks]
    fenced = [(_FENCE.fullmatch(text.lstrip()), text) for text in texts]
    return [(match.group(1) if match else text).strip("\n") for match, text in fenced if text]


def _head(package: Package, client: str) -> str:
    """Return the lines that import and construct the client, which is the default export."""
    index = package.text("src/index.ts") or package.text("src/client.ts")
    default = re.search(rf"\b{re.escape(client)} as default\b|export default {client}\b", index)
    imported = client if default else f"{{ {client} }}"
    return f"import {imported} from '{package.name}';\n\nconst client = new {client}();\n"


def _base_path(source: str) -> str:
    """Return the path of the base URL that the client has by default."""
    found = re.search(r"""baseURL[^'"`\n]{0,200}['"`]https?://[^/'"`]+(/[^'"`]*)?['"`]""", source)
    return (found.group(1) or "").rstrip("/") if found else ""
