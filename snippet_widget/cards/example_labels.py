"""What the examples of an endpoint are called where people choose one.

Vendors name some of theirs; the others go by their call and a number, which says nothing. These
are distinguished by the arguments of their calls. Their names stay: records of cells refer to them.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from snippet_widget.models import Snippet

_NUMBERED = re.compile(r"(?P<base>client(\.\w+)+|example)( \(\d+\))?")
_LONGEST = 30
_NAMES_SHOWN = 2

_Arguments = dict[str, str]
"""Source of each named argument of a call."""


def example_labels(snippets: Iterable[Snippet]) -> dict[str, str]:
    """Return labels by the examples' names, of those whose names say nothing.

    Parameters
    ----------
    snippets
        Of one endpoint: an example has one name in all languages, and Python tells what differs.
    """
    labels: dict[str, str] = {}
    for snippet in sorted(snippets, key=lambda each: each.type != "python"):
        names = [example.name for example in snippet.examples]
        calls = {
            example.name: _arguments(example.sources) if snippet.type == "python" else {}
            for example in snippet.examples
        }
        for number, name in enumerate(names, 1):
            siblings = [calls[each] for each in names if _is_sibling(name, each)]
            if siblings and name not in labels:
                what = _difference(calls[name], siblings)
                labels[name] = f"Example {number}: {what}" if what else f"Example {number}"
    return labels


def _is_sibling(name: str, other: str) -> bool:
    """Whether two examples differ by a number alone."""
    one, two = _NUMBERED.fullmatch(name), _NUMBERED.fullmatch(other)
    return name != other and one is not None and two is not None and one["base"] == two["base"]


def _arguments(sources: Mapping[str, str]) -> _Arguments:
    """Return the named arguments of the SDK call in a program."""
    tree = python_syntax.parse(next(iter(sources.values()), ""))
    calls = python_syntax.sdk_calls(tree) if tree is not None else ()
    for _, node in calls:
        return {each.arg: ast.unparse(each.value) for each in node.keywords if each.arg}
    return {}


def _difference(own: _Arguments, others: Sequence[_Arguments]) -> str:
    """Return the arguments that no other has, else one whose value is another everywhere."""
    more = [name for name in own if not any(name in other for other in others)]
    if more:
        rest = ", …" if len(more) > _NAMES_SHOWN else ""
        return f"with {', '.join(more[:_NAMES_SHOWN])}{rest}"
    for name, value in own.items():
        label = f"{name}={value}"
        if len(label) <= _LONGEST and all(other.get(name) != value for other in others):
            return label
    return ""
