"""Which method a snippet's call really reaches: from the class that is imported, with overrides.

A vendor's hand-written class over a generated one may override a method, replace a sub-client or
mark a method as never returning. Attributes are followed as Python would look them up: the nearest
class first, what ``__init__`` assigns before what a property declares.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.publishing.python.modules import methods
from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from snippet_widget.publishing.python.modules import ClassName, Function, Modules

_NEVER = {"Never", "NoReturn"}
_WRAPPERS = {"Optional", "Type", "ClassVar", "Final"}


@dataclass(frozen=True)
class Method:
    """A method as a call reaches it.

    Parameters
    ----------
    owner
        The class that defines it.
    function
        Its definition; None where the class declares that it never returns.
    """

    owner: ClassName
    function: Function | None

    @property
    def home(self) -> str:
        """Path of the module that it is in."""
        return self.owner[0]


class Calls:
    """Follows ``client.users.get`` through the classes of a package."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._attributes: dict[tuple[ClassName, str], ClassName | None] = {}
        self._assigned: dict[ClassName, dict[str, ClassName]] = {}

    def method(self, place: ClassName, names: Sequence[str]) -> Method | None:
        """Return the method that names lead to from a class; None where that cannot be seen."""
        for name in names[:-1]:
            child = self.attribute(place, name)
            if child is None:
                return None
            place = child
        return self._member(place, names[-1])

    def attribute(self, place: ClassName, name: str) -> ClassName | None:
        """Return the class of an instance's attribute; None where that cannot be seen."""
        if (place, name) not in self._attributes:
            self._attributes[place, name] = self._attribute(place, name)
        return self._attributes[place, name]

    def _member(self, place: ClassName, name: str) -> Method | None:
        for owner in self._modules.lineage(place):
            definition = self._modules.definition(owner)
            for node in definition.body if definition else ():
                if _declares_never(node, name):
                    return Method(owner, None)
            function = methods(definition).get(name) if definition else None
            if function is not None:
                return Method(owner, function)
        return None

    def _attribute(self, place: ClassName, name: str) -> ClassName | None:
        for owner in self._modules.lineage(place):
            definition = self._modules.definition(owner)
            function = methods(definition).get(name) if definition else None
            if function is not None:
                return self._of_property(place, owner, function)
            child = self._assigned_in(owner).get(name)
            child = child or self._declared(owner, definition, name)
            if child is not None:
                return child
        return None

    def _of_property(
        self, place: ClassName, owner: ClassName, function: Function
    ) -> ClassName | None:
        """Return the class of what a property returns."""
        stored = set(_returned_attributes(function))
        for above in self._modules.lineage(place):
            for attribute in stored & set(self._assigned_in(above)):
                return self._assigned_in(above)[attribute]
        for called in _constructed(function, stored):
            child = self._class(owner[0], called)
            if child is not None:
                return child
        return None if function.returns is None else self._annotated(owner[0], function.returns)

    def _assigned_in(self, place: ClassName) -> dict[str, ClassName]:
        """Return the classes of what ``__init__`` of exactly this class constructs on ``self``."""
        if place not in self._assigned:
            definition = self._modules.definition(place)
            init = methods(definition).get("__init__") if definition else None
            pairs = _assignments(init) if init is not None else ()
            classes = ((name, self._class(place[0], called)) for name, called in pairs)
            self._assigned[place] = {name: found for name, found in classes if found is not None}
        return self._assigned[place]

    def _declared(
        self, owner: ClassName, definition: ast.ClassDef | None, name: str
    ) -> ClassName | None:
        """Return the class of ``users: Users`` or ``utils = Utils()`` in the body of a class."""
        for node in definition.body if definition else ():
            if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == name:
                return self._annotated(owner[0], node.annotation)
            targets = node.targets if isinstance(node, ast.Assign) else ()
            value = node.value if isinstance(node, ast.Assign) else None
            if name in {getattr(t, "id", "") for t in targets} and isinstance(value, ast.Call):
                return self._class(owner[0], value.func)
        return None

    def _annotated(self, path: str, annotation: ast.expr) -> ClassName | None:
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            tree = python_syntax.parse(annotation.value)
            first = tree.body[0] if tree is not None and tree.body else None
            return self._annotated(path, first.value) if isinstance(first, ast.Expr) else None
        if isinstance(annotation, ast.Subscript):
            names = python_syntax.dotted(annotation.value)
            inner = annotation.slice if names[-1:] and names[-1] in _WRAPPERS else annotation.value
            return self._class(path, inner)
        return self._class(path, annotation)

    def _class(self, path: str, called: ast.expr) -> ClassName | None:
        """Return the class that ``Chat`` or ``resources.Chat`` names in a module."""
        names = python_syntax.dotted(called)
        if len(names) == 1:
            return self._modules.class_named(path, names[0])
        home = self._modules.exported(path, names[0]) if len(names) == 2 else None  # noqa: PLR2004
        return self._modules.class_named(home[0], names[1]) if home else None


def _declares_never(node: ast.stmt, name: str) -> bool:
    if not isinstance(node, ast.AnnAssign) or getattr(node.target, "id", "") != name:
        return False
    names = python_syntax.dotted(node.annotation)
    return bool(names) and names[-1] in _NEVER


def _returned_attributes(function: Function) -> Iterator[str]:
    """Yield ``_users`` for ``return self._users``, or a cast of it."""
    for node in python_syntax.nodes(function):
        value = node.value if isinstance(node, ast.Return) else None
        if isinstance(value, ast.Call) and value.args:  # typing.cast(Users, self._users)
            value = value.args[-1]
        if isinstance(value, ast.Attribute) and getattr(value.value, "id", "") == "self":
            yield value.attr


def _assignments(function: Function) -> Iterator[tuple[str, ast.expr]]:
    """Yield attribute and class of each ``self.users = Users(…)``."""
    for node in python_syntax.nodes(function):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Call):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Attribute) and getattr(target.value, "id", "") == "self":
                    yield target.attr, node.value.func


def _constructed(function: Function, stored: set[str]) -> Iterator[ast.expr]:
    """Yield the classes that a property constructs to return, or to keep in what it returns."""
    yield from (called for name, called in _assignments(function) if name in stored)
    for node in python_syntax.nodes(function):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Call):
            yield node.value.func
