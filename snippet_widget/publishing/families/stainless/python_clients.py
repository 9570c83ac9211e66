"""The resources of a Stainless Python SDK: from its clients down, and the requests they send."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from snippet_widget.publishing.families.client_tree import walk_clients
from snippet_widget.publishing.python.modules import methods
from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from snippet_widget.publishing.python.modules import ClassName, Function, Module, Modules

_BASES = {"SyncAPIClient": False, "AsyncAPIClient": True}
_VERBS = {
    "_get": "GET",
    "_post": "POST",
    "_put": "PUT",
    "_patch": "PATCH",
    "_delete": "DELETE",
    "_get_api_list": "GET",
}
_PROPERTIES = {"cached_property", "property"}


@dataclass(frozen=True)
class Resource:
    """A client, or a resource as it is reached from one.

    Parameters
    ----------
    place
        The class.
    names
        What leads to it: ``("chat", "completions")``.
    is_async
        Whether its client is the async one.
    methods
        Its methods and the paths of the modules that they are in, inherited ones included.
    """

    place: ClassName
    names: tuple[str, ...]
    is_async: bool
    methods: dict[str, tuple[str, Function]]


def roots(modules: Modules) -> dict[bool, ClassName]:
    """Return the client class of the package: under False the sync one, under True the async."""
    found: dict[bool, ClassName] = {}
    for path in modules.paths():
        module = modules.module(path) if path.endswith("/_client.py") else None
        for name, definition in module.classes.items() if module else ():
            for base in definition.bases:
                if isinstance(base, ast.Name) and base.id in _BASES:
                    found.setdefault(_BASES[base.id], (path, name))
    return found


def resources(modules: Modules) -> Iterator[Resource]:
    """Yield the clients and the resources that they reach, each in the order of its attributes."""
    for is_async, root in sorted(roots(modules).items()):
        for place, names, own in walk_clients(root, partial(_read, modules)):
            yield Resource(place, names, is_async, own)


def requests(function: Function, *, of_client: bool) -> set[tuple[str, str | None]]:
    """Return (method, path) of the requests a method sends; None for a path that is computed.

    A client sends with ``self.get``, a resource with ``self._get``.
    """
    found = set()
    for node in ast.walk(function):
        verb = _verb(node) if isinstance(node, ast.Call) and node.args else ""
        method = _VERBS.get(f"_{verb}" if of_client else verb)
        if isinstance(node, ast.Call) and method is not None:
            for keyword in node.keywords:
                value = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
                if keyword.arg == "method" and isinstance(value, str):
                    method = value.upper()
            found.add((method, _template(node.args[0])))
    return found


def asked_first(function: Function) -> list[str]:
    """Return the methods whose answer has the address of a method's own request.

    ``batch = self.retrieve(id)`` with ``self._get(batch.results_url)`` after it.
    """
    asked: dict[str, str] = {}
    used: set[str] = set()
    for node in python_syntax.nodes(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = node.value.value if isinstance(node.value, ast.Await) else node.value
            name = _own_method(value)
            if name and not name.startswith("_"):
                asked[node.targets[0].id] = name
        elif isinstance(node, ast.Call) and node.args and _own_method(node).startswith("_"):
            parts = python_syntax.nodes(node.args[0])
            used |= {part.id for part in parts if isinstance(part, ast.Name)}
    return sorted({method for name, method in asked.items() if name in used})


def _own_method(node: ast.AST) -> str:
    """Return ``get`` for ``self.get(…)``, nothing for anything else."""
    names = python_syntax.dotted(node.func) if isinstance(node, ast.Call) else ()
    return names[1] if len(names) == 2 and names[0] == "self" else ""  # noqa: PLR2004


def base_path(modules: Modules) -> str:
    """Return the path of the base URL that clients have by default, ``/v1`` or nothing."""
    client = next((path for path, _ in roots(modules).values()), "")
    top = client.partition("/")[0] + "/"
    others = [path for path in modules.paths() if path != client and path.startswith(top)]
    for path in [client, *others]:
        if path != client and "base_url = " not in modules.source(path):
            continue
        module = modules.module(path)
        url = next(_base_urls(module), None) if module else None
        if url is not None:
            return urlsplit(url).path.rstrip("/")
    return ""


def _read(
    modules: Modules, place: ClassName
) -> tuple[dict[str, tuple[str, Function]], Iterable[tuple[str, ClassName]]] | None:
    """Return the methods of a resource, and the resources in its attributes."""
    if modules.definition(place) is None:
        return None
    own = _methods(modules, place)
    return own, _children(modules, own).items()


def _methods(modules: Modules, place: ClassName) -> dict[str, tuple[str, Function]]:
    """Return what a class has of its own and of its bases outside of the base client."""
    found: dict[str, tuple[str, Function]] = {}
    for owner in modules.lineage(place):
        definition = modules.definition(owner)
        if definition is not None and not owner[0].endswith(("_base_client.py", "_resource.py")):
            for name, function in methods(definition).items():
                found.setdefault(name, (owner[0], function))
    return found


def _children(modules: Modules, own: dict[str, tuple[str, Function]]) -> dict[str, ClassName]:
    """Return the classes that lazy properties, or ``__init__`` in old layouts, construct."""
    found: dict[str, ClassName] = {}
    for name, (home, function) in own.items():
        if name == "__init__":
            made = _assigned(function)
        elif not name.startswith("_") and _is_property(function):
            made = [(name, node) for node in _returned(function)]
        else:
            continue
        for attribute, called in made:
            child = _class(modules, home, called)
            if child is not None and "With" not in child[1] and not attribute.startswith("_"):
                found.setdefault(attribute, child)
    return found


def _assigned(function: Function) -> list[tuple[str, ast.expr]]:
    """Return attribute and class of each ``self.chat = resources.Chat(self)``."""
    return [
        (target.attr, node.value.func)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        for target in node.targets
        if isinstance(target, ast.Attribute) and _takes_self(node.value)
    ]


def _returned(function: Function) -> list[ast.expr]:
    return [
        node.value.func
        for node in ast.walk(function)
        if isinstance(node, ast.Return)
        and isinstance(node.value, ast.Call)
        and _takes_self(node.value)
    ]


def _takes_self(call: ast.Call) -> bool:
    """Whether a call hands on ``self``, its client, or the client that ``__init__`` is given."""
    first = call.args[0] if call.args else None
    if isinstance(first, ast.Attribute) and first.attr == "_client":
        first = first.value
    return isinstance(first, ast.Name) and first.id in {"self", "client"}


def _is_property(function: Function) -> bool:
    names = {getattr(node, "attr", getattr(node, "id", "")) for node in function.decorator_list}
    return bool(names & _PROPERTIES)


def _class(modules: Modules, path: str, called: ast.expr) -> ClassName | None:
    """Return the class that ``Chat`` or ``resources.Chat`` names in a module."""
    if isinstance(called, ast.Name):
        return modules.class_named(path, called.id)
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
        home = modules.exported(path, called.value.id)
        return modules.class_named(home[0], called.attr) if home else None
    return None


def _verb(node: ast.Call) -> str:
    """Return the name of ``self._get`` and the like, nothing for calls on something else."""
    function = node.func
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
        return ""
    return function.attr if function.value.id == "self" else ""


def _template(node: ast.expr) -> str | None:
    """Return the path of a string, an f-string or ``path_template("/x/{id}", id=id)``."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Name):
        return _template(node.args[0])
    if isinstance(node, ast.IfExp):  # f"/x?beta=true" if … else "/x"
        return _template(node.body)
    if not isinstance(node, ast.JoinedStr):
        return None
    parts = [
        str(part.value) if isinstance(part, ast.Constant) else _parameter(part)
        for part in node.values
    ]
    return None if None in parts else "".join(part for part in parts if part)


def _parameter(node: ast.expr) -> str | None:
    value = node.value if isinstance(node, ast.FormattedValue) else node
    while isinstance(value, ast.Call) and value.args:
        value = value.args[0]
    name = getattr(value, "id", getattr(value, "attr", None))
    return f"{{{name}}}" if name else None


def _base_urls(module: Module) -> Iterator[str]:
    """Yield the URLs that are given to a variable ``base_url``, or to a table of environments."""
    for node in ast.walk(module.tree):
        if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = {getattr(target, "id", "") for target in targets}
        if names & {"base_url", "ENVIRONMENTS"}:
            for part in ast.walk(node.value):
                value = part.value if isinstance(part, ast.Constant) else None
                if isinstance(value, str) and value.startswith(("https://", "http://")):
                    yield value
