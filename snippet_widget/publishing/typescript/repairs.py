"""Mechanical repairs of TypeScript snippets, each with the sentence that tells people of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from snippet_widget.syntax import typescript as ts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from snippet_widget.publishing.package import Package

AWAITED = "the next page was assigned without `await`: it is a promise"
DATED = "a text became the `Date` that the SDK asks for"
VARIABLE = "a constant that is assigned again became a variable"
_PROMISED = re.compile(r"\bgetNextPage\(\): Promise<")
_DATED = re.compile(
    rb"""["']?\b(\w{1,80})["']?: ("\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:\d\d)")"""
)
_TYPED = re.compile(r"^\s*(?:readonly )?(\w{1,80})\??: ([\w.]{1,80})", re.MULTILINE)
_ASSIGNED = re.compile(rb"\bgetNextPage\(\)")


def promises_pages(package: Package) -> bool:
    """Whether the declarations of a package say that ``getNextPage()`` returns a promise."""
    pages = package.paths("pagination/Page.d.ts", "pagination/Page.d.mts")
    return any(_PROMISED.search(package.text(path)) for path in pages)


def repaired(source: str) -> tuple[str, list[str]]:
    """Return a program whose loop over pages runs, for an SDK that promises pages.

    Two forms are known, both of examples that a generator wrote: ``page = page.getNextPage()``
    without ``await``, after which no page is one, and ``const page`` before it.
    """
    data = source.encode()
    if not _ASSIGNED.search(data):
        return source, []
    root = ts.parse(data)
    edits: dict[tuple[int, int], tuple[bytes, str]] = {}
    names: set[str] = set()
    for name, value in _next_pages(root):
        names.add(name)
        if value.type == "call_expression":
            edits[value.start_byte, value.start_byte] = (b"await ", AWAITED)
    for declaration in ts.walk(root, "lexical_declaration"):
        keyword = declaration.children[0]
        bound = {ts.text(node.child_by_field_name("name")) for node in declaration.named_children}
        if keyword.type == "const" and bound & names:
            edits[keyword.start_byte, keyword.end_byte] = (b"let", VARIABLE)
    for (start, end), (text, _) in sorted(edits.items(), reverse=True):
        data = data[:start] + text + data[end:]
    return data.decode(), list(dict.fromkeys(sentence for _, sentence in edits.values()))


def _next_pages(root: Node) -> Iterator[tuple[str, Node]]:
    """Yield variable and value of each ``page = page.getNextPage()``."""
    for assignment in ts.walk(root, "assignment_expression"):
        left, right = (assignment.child_by_field_name(side) for side in ("left", "right"))
        value = ts.unwrapped(right)
        called = value.child_by_field_name("function") if value is not None else None
        if right is not None and ts.dotted(called) == (ts.text(left), "getNextPage"):
            yield ts.text(left), right


class DateRepairs:
    """Repairs texts in the place of dates, for an SDK whose declarations ask for a ``Date``."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._known: frozenset[str] | None = None

    def repaired(self, source: str) -> tuple[str, list[str]]:
        """Return a program whose dates are dates, wherever a property of that name has to be one.

        Examples of a generator have ``timestamp: "2024-01-15T09:30:00Z"`` inside of unions.
        """
        data = source.encode()
        if not _DATED.search(data):
            return source, []
        wrapped = _DATED.sub(self._wrapped, data)
        return wrapped.decode(), [DATED] if wrapped != data else []

    def _wrapped(self, found: re.Match[bytes]) -> bytes:
        if found[1].decode() not in self._dates():
            return found[0]
        return found[0].replace(found[2], b"new Date(" + found[2] + b")")

    def _dates(self) -> frozenset[str]:
        """Return the properties that are a `Date` somewhere, and a text nowhere."""
        if self._known is None:
            types: dict[str, set[str]] = {}
            for path in self._package.paths(".d.ts"):
                if "serialization/" not in path:
                    for name, type_ in _TYPED.findall(self._package.text(path)):
                        types.setdefault(name, set()).add(type_)
            dates = (name for name, found in types.items() if "Date" in found)
            self._known = frozenset(name for name in dates if "string" not in types[name])
        return self._known
