"""The clients of a Fern Python SDK: from its roots down, each with the names that lead to it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from snippet_widget.publishing.families.client_tree import walk_clients
from snippet_widget.publishing.python.modules import methods
from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from snippet_widget.publishing.python.modules import ClassName, Function, Modules

_ROOTS = {"SyncClientWrapper": False, "AsyncClientWrapper": True}


@dataclass(frozen=True)
class Client:
    """One client class as it is reached from a root.

    Parameters
    ----------
    place
        The class.
    names
        What leads to it: ``("users", "roles")`` for ``client.users.roles``.
    is_async
        Whether its root is the async one.
    methods
        Its own methods.
    raw
        The class that sends its requests, where it is another one.
    """

    place: ClassName
    names: tuple[str, ...]
    is_async: bool
    methods: dict[str, Function]
    raw: ClassName | None


def clients(modules: Modules) -> Iterator[Client]:
    """Yield the clients that roots reach, each root's in the order of its attributes."""
    for path in modules.paths():
        if not _may_hold_root(modules, path):
            continue
        module = modules.module(path)
        for name in module.classes if module else ():
            is_async = _root_kind(modules, (path, name))
            if is_async is not None:
                for place, names, (own, raw) in walk_clients((path, name), partial(_read, modules)):
                    yield Client(place, names, is_async, own, raw)


def _may_hold_root(modules: Modules, path: str) -> bool:
    if "/core/" in path or "/types/" in path:
        return False
    return any(f"{name}(" in modules.source(path) for name in _ROOTS)


def _root_kind(modules: Modules, place: ClassName) -> bool | None:
    """Whether a class is an async root; None for no root."""
    definition = modules.definition(place)
    init = methods(definition).get("__init__") if definition else None
    for node in python_syntax.nodes(init) if init else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            kind = _ROOTS.get(node.func.id)
            if kind is not None:
                return kind
    return None


def _read(
    modules: Modules, place: ClassName
) -> tuple[tuple[dict[str, Function], ClassName | None], Iterable[tuple[str, ClassName]]] | None:
    """Return the methods of a client with its raw client, and the clients in its attributes."""
    definition = modules.definition(place)
    if definition is None:
        return None
    own = methods(definition)
    attributes = _attributes(modules, place, own)
    raw = attributes.pop("_raw_client", None)
    return (own, raw), attributes.items()


def _attributes(
    modules: Modules, place: ClassName, own: dict[str, Function]
) -> dict[str, ClassName]:
    """Return the classes that ``self.users = UsersClient(…)`` and lazy properties construct."""
    found: dict[str, ClassName] = {}
    for name, function in own.items():
        if name != "__init__" and not function.decorator_list:
            continue
        for target, called in _constructed(function):
            child = modules.class_named(place[0], called)
            if child is None:
                continue
            if target == "_raw_client":
                found[target] = child
            elif called.endswith("Client") or name != "__init__":
                found[target if name == "__init__" else name] = child
    return found


def _constructed(function: Function) -> Iterator[tuple[str, str]]:
    """Yield (attribute, class) of each ``self.attribute = Class(…)``."""
    for statement in function.body:
        for node in python_syntax.nodes(statement):
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Call):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                called = node.value.func
                for target in targets:
                    if (
                        isinstance(called, ast.Name)
                        and isinstance(target, ast.Attribute)
                        and isinstance(target.value, ast.Name)
                        and target.value.id == "self"
                    ):
                        yield target.attr, called.id
