"""The clients of a Fern TypeScript SDK: from its root down, with the requests they send."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING

from snippet_widget.endpoints import METHODS
from snippet_widget.publishing.families.client_tree import walk_clients
from snippet_widget.publishing.typescript.js_modules import entry_path
from snippet_widget.syntax import typescript as ts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

    from snippet_widget.publishing.package import Package
    from snippet_widget.publishing.typescript.js_modules import ClassName, JsModules

_ROOTS = ("Client.js", "Client.mjs")
_URL_KEY = re.compile(rb"(?<![\w$.])url:")
_NEW = re.compile(rb"\bnew\b")
_DELEGATE = re.compile(r"\bthis\.(_\w+)\(")
_BASE_NAME = re.compile(r"\)\s*\.(\w+)\s*$")


@dataclass(frozen=True)
class Route:
    """A request that a method sends.

    Parameters
    ----------
    method
        HTTP method.
    path
        Template; None where it is computed.
    base
        Name of the base URL, empty for the only one.
    """

    method: str
    path: str | None
    base: str


@dataclass
class Method:
    """A method of a client, with the comment before it and the requests it sends."""

    name: str
    node: Node
    comment: str = ""
    line: int = 0
    routes: list[Route] = field(default_factory=list)


@dataclass(frozen=True)
class Client:
    """One client class as it is reached from the root."""

    place: ClassName
    names: tuple[str, ...]
    methods: dict[str, Method]


def root_clients(package: Package, modules: JsModules) -> list[ClassName]:
    """Return the SDK's root client: the class in the Client.js nearest the package's entry."""
    for path in _root_files(package):
        module = modules.module(path)
        names = list(module.classes) if module else []
        if names:
            return [(path, names[-1])]
    return []


def clients(modules: JsModules, root: ClassName) -> Iterator[Client]:
    """Yield the clients that the root reaches."""
    for place, names, methods in walk_clients(root, cache(partial(_read, modules))):
        yield Client(place, names, methods)


def _root_files(package: Package) -> list[str]:
    folder = posixpath.dirname(entry_path(package))
    candidates = [
        path
        for path in package.files
        if posixpath.basename(path) in _ROOTS and "resources" not in path.split("/")
    ]
    below = [path for path in candidates if not folder or path.startswith(f"{folder}/")]
    return sorted(below or candidates, key=lambda path: (path.count("/"), path))


def _read(
    modules: JsModules, place: ClassName
) -> tuple[dict[str, Method], Iterable[tuple[str, ClassName]]] | None:
    """Return the public methods of a client, and the clients in its attributes."""
    node = modules.class_node(place)
    if node is None:
        return None
    methods = _methods(node)
    children = _children(modules, place, node, methods)
    public = {n: m for n, m in methods.items() if not n.startswith("_") and n not in children}
    return public, children.items()


def _methods(node: Node) -> dict[str, Method]:
    """Return the methods of a class; one that delegates to ``this.__get`` sends its requests."""
    methods: dict[str, Method] = {}
    comment = ""
    body = node.child_by_field_name("body")
    for child in body.named_children if body is not None else ():
        if child.type == "comment":
            comment = ts.text(child)
        elif child.type == "method_definition":
            name = ts.text(child.child_by_field_name("name"))
            routes = _routes(child)
            methods[name] = Method(name, child, comment, child.start_point[0] + 1, routes)
            comment = ""
    for method in methods.values():
        if not method.routes and not method.name.startswith("_"):
            for delegate in _DELEGATE.findall(ts.text(method.node)):
                method.routes += methods[delegate].routes if delegate in methods else []
    return methods


def _children(
    modules: JsModules, place: ClassName, node: Node, methods: dict[str, Method]
) -> dict[str, ClassName]:
    """Return the clients that getters, and fields of old SDKs, construct."""
    found: dict[str, ClassName] = {}
    for method in methods.values():
        getter = any(child.type == "get" for child in method.node.children)
        if getter or method.name == "constructor":
            for target, names in _constructed(method.node):
                child = modules.class_named(place[0], names)
                if child is not None:
                    found[method.name if getter else target] = child
    found |= _fields(modules, place, node)
    return {name: child for name, child in found.items() if not name.startswith("_")}


def _fields(modules: JsModules, place: ClassName, node: Node) -> dict[str, ClassName]:
    """Return the clients that fields of a class hold: ``users = new UsersClient(…)``."""
    found: dict[str, ClassName] = {}
    body = node.child_by_field_name("body")
    for member in body.named_children if body is not None else ():
        if member.type in {"public_field_definition", "field_definition"}:
            value = member.child_by_field_name("value")
            if value is not None and value.type == "new_expression":
                built = ts.dotted(value.child_by_field_name("constructor"))
                child = modules.class_named(place[0], built)
                if child is not None:
                    found[ts.text(member.child_by_field_name("name"))] = child
    return found


def _constructed(method: Node) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield (attribute, class) of each ``this.attribute = new Client_1.X(…)`` in a method."""
    for new in _nodes_at(method, _NEW, "new_expression"):
        above = new.parent
        while above is not None and above.type in {"parenthesized_expression", "binary_expression"}:
            above = above.parent
        target = ""
        if above is not None and above.type == "assignment_expression":
            names = ts.dotted(above.child_by_field_name("left"))
            target = names[-1] if names else ""
        yield target, ts.dotted(new.child_by_field_name("constructor"))


def _routes(method: Node) -> list[Route]:
    """Return the requests in a method: objects with a ``url`` and a ``method``."""
    found: list[Route] = []
    for obj in _nodes_at(method, _URL_KEY, "object"):
        values = ts.pairs(obj)
        verb = (ts.string_value(values.get("method")) or "").upper()
        if "url" in values and verb in METHODS:
            path, base = _path_and_base(values["url"])
            found.append(Route(verb, path, base))
    return found


def _nodes_at(node: Node, pattern: re.Pattern[bytes], type_: str) -> Iterator[Node]:
    """Yield the nearest nodes of a type around the places in a node's text where words stand.

    Finding the words first is many times faster than walking the tree.
    """
    text, start = node.text or b"", node.start_byte
    for match in pattern.finditer(text):
        found = node.descendant_for_byte_range(start + match.start(), start + match.start() + 1)
        while found is not None and found.type != type_ and found.id != node.id:
            found = found.parent
        if found is not None and found.type == type_:
            yield found


def _path_and_base(value: Node) -> tuple[str | None, str]:
    if value.type == "call_expression":
        given = ts.arguments(value)
        base = _BASE_NAME.search(ts.text(given[0])) if given else None
        path = _template(given[-1]) if len(given) > 1 else ""  # one argument: the root path
        return path, base.group(1) if base and base.group(1) != "get" else ""
    path = _template(value)
    root = path is None and any(word in ts.text(value) for word in ("Supplier", "environments"))
    return ("" if root else path), ""


def _template(node: Node) -> str | None:
    """Return the path that a string or template says, None for a computed one."""
    if node.type == "string":
        return ts.string_value(node)
    if node.type != "template_string":
        return None
    parts = [
        _parameter(child) if child.type == "template_substitution" else ts.text(child)
        for child in node.named_children
    ]
    return None if None in parts else "".join(part for part in parts if part)


def _parameter(substitution: Node) -> str | None:
    """Return ``{id}`` for ``${encodeURIComponent(id)}``, however often it is wrapped."""
    value = substitution.named_child(0)
    while value is not None and value.type == "call_expression":
        given = ts.arguments(value)
        if not given:
            break
        value = given[0]
    names = ts.dotted(value)
    return f"{{{names[-1]}}}" if names else None
