"""What the examples of an endpoint are called where people choose one, and which correspond.

Vendors name some of theirs; the others go by their call and a number, which says nothing. These
are distinguished by the arguments of their calls. Their names stay: records of cells refer to them.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, NamedTuple

from snippet_widget.syntax import python as python_syntax
from snippet_widget.syntax import typescript as typescript_syntax

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tree_sitter import Node

    from snippet_widget.models import Snippet

_NUMBERED = re.compile(r"(?P<base>client(\.\w+)+|example)( \(\d+\))?")
_LONGEST = 30
_NAMES_SHOWN = 2


class _Argument(NamedTuple):
    """A named argument of a call: its source, and the names within it."""

    source: str
    inner: tuple[str, ...]


_Arguments = dict[str, _Argument]


def example_labels(snippets: Iterable[Snippet]) -> dict[str, dict[str, str]]:
    """Return what examples are called, by language and package, and by their names.

    Parameters
    ----------
    snippets
        Of one endpoint. Python tells what differs for languages whose calls are not read.
    """
    labels: dict[str, dict[str, str]] = {}
    of_python: dict[str, str] = {}
    for snippet in sorted(snippets, key=lambda each: each.type != "python"):
        own = _labels(snippet, of_python)
        labels[f"{snippet.type} {snippet.sdk.package}"] = own
        if snippet.type == "python":
            of_python.update(own)
    return labels


def corresponding_example(name: str, others: Sequence[str]) -> int | None:
    """Return the number of the example that another language has of the same; None: it has none.

    Parameters
    ----------
    name
        Of an example.
    others
        The names in the other language: of the same name, else of the same call however that is
        spelled (``chat_stream``, ``chatStream``).
    """
    spelled = [_spelling(each) for each in others]
    for own, theirs in ((name, others), (_spelling(name), spelled)):
        if own in theirs:
            return theirs.index(own)
    return None


def _spelling(name: str) -> str:
    return name.replace("_", "").lower() if name.startswith("client.") else name


def _labels(snippet: Snippet, of_python: Mapping[str, str]) -> dict[str, str]:
    """Return the labels of one snippet's examples."""
    names = [example.name for example in snippet.examples]
    if not any(_is_sibling(name, other) for name in names for other in names):
        return dict(zip(names, names, strict=True))
    read = _READERS.get(snippet.type, _nothing)
    calls = {each.name: read(next(iter(each.sources.values()), "")) for each in snippet.examples}
    labels = {}
    for number, name in enumerate(names, 1):
        siblings = [calls[each] for each in names if _is_sibling(name, each)]
        is_read = any((calls[name], *siblings))
        if not siblings:
            labels[name] = name
        elif what := _difference(calls[name], siblings):
            labels[name] = f"Example {number}: {what}"
        elif not is_read and name in of_python:
            labels[name] = of_python[name]
        else:
            says_call = " (" not in name and len(siblings) + 1 < len(names)
            labels[name] = name if says_call else f"Example {number}"
    return labels


def _is_sibling(name: str, other: str) -> bool:
    """Whether two examples differ by a number alone."""
    one, two = _NUMBERED.fullmatch(name), _NUMBERED.fullmatch(other)
    return name != other and one is not None and two is not None and one["base"] == two["base"]


def _nothing(_source: str) -> _Arguments:
    return {}


def _of_python(source: str) -> _Arguments:
    """Return the named arguments of the SDK call in a program."""
    tree = python_syntax.parse(source)
    calls = python_syntax.sdk_calls(tree) if tree is not None else ()
    for _, node in calls:
        return {
            each.arg: _Argument(ast.unparse(each.value), tuple(_inner_of_python(each.value)))
            for each in node.keywords
            if each.arg
        }
    return {}


def _inner_of_python(value: ast.expr) -> Iterator[str]:
    for node in ast.walk(value):
        if isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.Dict):
            keys = (key.value for key in node.keys if isinstance(key, ast.Constant))
            yield from (key for key in keys if isinstance(key, str))


def _of_typescript(source: str) -> _Arguments:
    """Return the properties that the SDK call in a program is given."""
    for _, call in typescript_syntax.sdk_calls(typescript_syntax.parse(source)):
        objects = [each for each in typescript_syntax.arguments(call) if each.type == "object"]
        return {
            name: _Argument(typescript_syntax.text(value), tuple(_inner_of_typescript(value)))
            for each in objects
            for name, value in typescript_syntax.pairs(each).items()
        }
    return {}


def _inner_of_typescript(value: Node) -> Iterator[str]:
    for pair in typescript_syntax.walk(value, "pair"):
        yield typescript_syntax.text(pair.child_by_field_name("key")).strip("\"'")


_READERS: dict[str, Callable[[str], _Arguments]] = {
    "python": _of_python,
    "typescript": _of_typescript,
}


def _difference(own: _Arguments, others: Sequence[_Arguments]) -> str:
    """Return the arguments that no other has, else a value, else names within the values."""
    more = [name for name in own if not any(name in other for other in others)]
    if more:
        return _with(more)
    for name, value in own.items():
        label = f"{name}={value.source}"
        if len(label) <= _LONGEST and all(
            name not in other or other[name].source != value.source for other in others
        ):
            return label
    theirs = {name for other in others for each in other.values() for name in each.inner}
    inner = (name for each in own.values() for name in each.inner if name not in theirs)
    return _with(list(dict.fromkeys(inner)))


def _with(names: Sequence[str]) -> str:
    rest = ", …" if len(names) > _NAMES_SHOWN else ""
    return f"with {', '.join(names[:_NAMES_SHOWN])}{rest}" if names else ""
