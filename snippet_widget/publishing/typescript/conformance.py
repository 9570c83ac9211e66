"""What a TypeScript snippet promises that its SDK's declarations do not keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.plurals import counted
from snippet_widget.syntax import typescript as ts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node

    from snippet_widget.publishing.package import Package
    from snippet_widget.publishing.typescript.js_modules import ClassName

_METHODS = {"method_signature", "method_definition", "abstract_method_signature"}


class Declarations:
    """The ``.d.ts`` files beside a package's scripts."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._known: dict[str, dict[tuple[str, str], list[Node]]] = {}

    def warnings(self, example: str, call: str, place: ClassName, method: str) -> Iterator[str]:
        """Yield why an example's call does not fit the method that it calls."""
        yield from arity_warnings(example, call, self.overloads(place, method))

    def overloads(self, place: ClassName, method: str) -> list[Node]:
        """Return the declarations of a method."""
        return self._methods(place[0]).get((place[1], method), [])

    def _methods(self, script: str) -> dict[tuple[str, str], list[Node]]:
        """Return the declared methods of a module by class and name, with their overloads."""
        if script not in self._known:
            stem, _, suffix = script.rpartition(".")
            declared = f"{stem}.d.{suffix.replace('js', 'ts')}"
            root = ts.parse(self._package.text(declared))
            self._known[script] = _by_class(root)
        return self._known[script]


def arity_warnings(example: str, call: str, overloads: Sequence[Node]) -> Iterator[str]:
    """Yield why the number of a call's arguments fits none of a method's signatures."""
    node = next((n for c, n in ts.sdk_calls(ts.parse(example)) if ".".join(c) == call), None)
    given = ts.arguments(node)
    if node is None or not overloads or any(one.type == "spread_element" for one in given):
        return
    takes = [_arity(overload) for overload in overloads]
    if all(len(given) < least for least, _ in takes):
        least = min(least for least, _ in takes)
        yield f"{call} needs {counted(least, 'argument')}, not {len(given)}"
    elif all(len(given) > most for _, most in takes):
        most = max(most for _, most in takes)
        yield f"{call} takes at most {counted(most, 'argument')}"


def uncalled_warnings(source: str, call: str) -> Iterator[str]:
    """Yield why a program never makes a call: it stands in a function that nothing calls."""
    root = ts.parse(source)
    calls = [node for names, node in ts.sdk_calls(root) if ".".join(names) == call]
    functions = [ts.function_of(node) for node in calls]
    names = {ts.text(f.child_by_field_name("name")) if f is not None else "" for f in functions}
    used = [ts.text(node) for node in ts.walk(root, "identifier", "shorthand_property_identifier")]
    for name in sorted(names) if names and "" not in names else ():
        if used.count(name) == 1:
            yield f"nothing calls {name}, which would send the request"


def _by_class(root: Node) -> dict[tuple[str, str], list[Node]]:
    found: dict[tuple[str, str], list[Node]] = {}
    for node in root.named_children:
        inner = node
        while inner is not None and inner.type in {"export_statement", "ambient_declaration"}:
            children = [c for c in inner.named_children if c.type != "comment"]
            inner = children[0] if children else None  # type: ignore[assignment]
        if inner is None or inner.type != "class_declaration":
            continue
        name, body = ts.text(inner.child_by_field_name("name")), inner.child_by_field_name("body")
        for member in body.named_children if body is not None else ():
            if member.type in _METHODS:
                method = ts.text(member.child_by_field_name("name"))
                found.setdefault((name, method), []).append(member)
    return found


def _arity(method: Node) -> tuple[int, int]:
    """Return how many arguments a method needs, and how many it takes."""
    parameters = method.child_by_field_name("parameters")
    given = [p for p in parameters.named_children if p.type != "comment"] if parameters else []
    rest = any(ts.text(p).startswith("...") for p in given)
    needed = [p for p in given if p.type == "required_parameter" and not _is_default(p)]
    return len(needed) - rest, 1000 if rest else len(given)


def _is_default(parameter: Node) -> bool:
    return parameter.child_by_field_name("value") is not None
