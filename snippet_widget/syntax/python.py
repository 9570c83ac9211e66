"""Reading Python source without running it: parse, find SDK calls, cut text out by its tree.

Text is always sliced, never regenerated from a tree: comments and formatting stay as they were.
"""

from __future__ import annotations

import ast
import functools
import io
import re
import tokenize
import warnings
from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TOP_LEVEL_AWAIT = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
"""How a notebook compiles its cells."""

_LONG_STRINGS = ('"""', "'''", "\\\n")
"""Without one of these no string goes on in another line."""
_UNREADABLE = (SyntaxError, ValueError, RecursionError)
_CHAIN = re.compile(r"(?:\.\w+)+")
_LONGEST_CHAIN = 5000
_PARSED_BYTES = 1000
"""Bytes that a tree takes for each character of its text, at most: 860 were measured."""


class Source:
    """Python text whose syntax nodes can be cut out; a node's columns count UTF-8 bytes."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.lines = self.text.split("\n")
        self._data = self.text.encode("utf-8", "replace")
        self._starts = [0]
        for line in self._data.split(b"\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    def span(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        """Return the byte offsets at which a node begins and ends."""
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or 0
        return (
            self._starts[node.lineno - 1] + node.col_offset,
            self._starts[end_line - 1] + end_column,
        )

    def cut(self, node: ast.expr | ast.stmt | ast.keyword) -> str:
        """Return the text of one node, as written."""
        start, end = self.span(node)
        return self._data[start:end].decode()

    def between(self, start: int, end: int) -> str:
        """Return the text between two byte offsets."""
        return self._data[start:end].decode()

    def inserted(self, offset: int, new: str) -> str:
        """Return the text with something put in at a byte offset."""
        return (self._data[:offset] + new.encode() + self._data[offset:]).decode()

    def opening(self, call: ast.Call) -> int:
        """Return the byte offset behind the parenthesis that a call's arguments begin with."""
        return self._data.index(b"(", self.span(call.func)[1]) + 1

    def replaced(self, edits: Sequence[tuple[ast.expr | ast.stmt | ast.keyword, str]]) -> str:
        """Return the text with nodes that do not overlap replaced."""
        data = self._data
        for node, new in sorted(edits, key=lambda edit: self.span(edit[0]), reverse=True):
            start, end = self.span(node)
            data = data[:start] + new.encode() + data[end:]
        return data.decode()

    def indentation(self, line: int) -> int:
        """Return the number of blanks that a line (from 1) begins with."""
        text = self.lines[line - 1]
        return len(text) - len(text.lstrip())


def _is_too_deep(text: str) -> bool:
    """Whether there is an attribute of so many attributes that Python 3.10 ends without a word."""
    return text.count(".") > _LONGEST_CHAIN and any(
        chain[0].count(".") > _LONGEST_CHAIN for chain in _CHAIN.finditer(text)
    )


_PLAIN_FIELDS = {
    *("arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "level", "module"),
    *("simple", "type_comment"),
}
"""Fields that hold texts and numbers in every kind of node, and the contexts."""
_fields: dict[type[ast.AST], tuple[str, ...]] = {}
"""Of each kind of node, those in which it may have others."""


@functools.lru_cache(maxsize=32)
def parse(text: str) -> ast.Module | None:
    """Return the tree of a source text, or None when it is no Python.

    The last trees are kept, as several questions are asked of one snippet: change none of them.

    Raises
    ------
    MemoryError
        There is no memory left for the tree.
    """
    if _is_too_deep(text):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except _UNREADABLE:
        return None
    except MemoryError:
        _require_memory(text)
        return None


def _require_memory(text: str) -> None:
    """Raise `MemoryError` unless there was enough to parse a text.

    Python's parser raises it for an expression nested too deeply as well, which is no shortage.
    """
    bytearray(_PARSED_BYTES * len(text))


def children(node: ast.AST) -> list[ast.AST]:
    """Return the nodes right below one, contexts left out.

    Its fields alone: operators are shared by all trees of a process, and other libraries hang a
    ``parent`` on them (`executing`, for each traceback that IPython shows).
    """
    found: list[ast.AST] = []
    kind = type(node)
    fields = _fields.get(kind)
    if fields is None:
        fields = _fields[kind] = _fields_of(kind)
    for name in fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [child for child in value if isinstance(child, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def _fields_of(kind: type[ast.AST]) -> tuple[str, ...]:
    """Return the fields in which nodes of a kind may have others: two nodes in three have none."""
    if kind is ast.Constant:
        return ()
    return tuple(name for name in kind._fields if name not in _PLAIN_FIELDS)


@functools.lru_cache(maxsize=32)
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return a node and all below it, contexts left out: `ast.walk` in a third of its time."""
    found = [tree]
    for node in found:
        found += children(node)
    return tuple(found)


def compile_error(text: str, flags: int = TOP_LEVEL_AWAIT) -> str | None:
    """Return why a text does not compile (nothing is run), or None when it does.

    Raises
    ------
    MemoryError
        There is no memory left to compile it.
    """
    if _is_too_deep(text):
        return "nested too deeply"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<snippet>", "exec", flags, dont_inherit=True)
    except SyntaxError as error:
        return f"{error.msg} (line {error.lineno})"
    except _UNREADABLE as error:
        return type(error).__name__
    except MemoryError:
        _require_memory(text)
        return "nested too deeply"
    return None


def dotted(node: ast.AST) -> tuple[str, ...]:
    """Return the names of ``a.b.c``; nothing for any other expression."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return (*[node.id], *reversed(names)) if isinstance(node, ast.Name) else ()


def same_tree(one: ast.AST, other: ast.AST) -> bool:
    """Whether two nodes say the same, wherever they stand: as their dumps do, in less time."""
    pairs: list[tuple[object, object]] = [(one, other)]
    while pairs:
        left, right = pairs.pop()
        if type(left) is not type(right):
            return False
        if isinstance(left, ast.AST):
            pairs += [
                (getattr(left, name, None), getattr(right, name, None)) for name in left._fields
            ]
        elif isinstance(left, list) and isinstance(right, list):
            if len(left) != len(right):
                return False
            pairs += zip(left, right, strict=True)
        elif left != right:
            return False
    return True


def is_construction(node: ast.AST | None) -> TypeGuard[ast.Call]:
    """Whether an expression looks like ``Client(...)``, ``acme.AsyncClient(...)``."""
    if not isinstance(node, ast.Call):
        return False
    names = dotted(node.func)
    return bool(names) and names[-1].lstrip("_")[:1].isupper()


@functools.lru_cache(maxsize=32)
def constructions(tree: ast.AST) -> dict[str, ast.Call]:
    """Return what is bound to a variable by ``x = X(...)`` or ``with X(...) as x``.

    Of the last trees it is kept, as is what the functions below return: change none of it.
    """
    found: dict[str, ast.Call] = {}
    for node in nodes(tree):
        for target, value in _bindings(node):
            if isinstance(target, ast.Name) and is_construction(value):
                found.setdefault(target.id, value)
    return found


def client_constructions(tree: ast.AST) -> dict[str, ast.Call]:
    """Return those constructions on whose variable a method is called: the SDK's clients."""
    bound = constructions(tree)
    used = {call[0] for call, _ in method_calls(tree)}
    return {name: call for name, call in bound.items() if name in used}


@functools.lru_cache(maxsize=32)
def method_calls(tree: ast.AST) -> list[tuple[tuple[str, ...], ast.Call]]:
    """Return every call ``a.b.c(...)`` with its names, in the order of the text."""
    calls = [
        (names, node)
        for node in nodes(tree)
        if isinstance(node, ast.Call) and len(names := dotted(node.func)) > 1
    ]
    return sorted(calls, key=lambda call: (call[1].lineno, call[1].col_offset))


@functools.lru_cache(maxsize=32)
def sdk_calls(tree: ast.AST) -> list[tuple[tuple[str, ...], ast.Call]]:
    """Return the calls on a client: on a variable bound to a construction, else on ``client``."""
    clients = set(constructions(tree)) | {"client"}
    return [(names, call) for names, call in method_calls(tree) if names[0] in clients]


@functools.lru_cache(maxsize=32)
def parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    """Return the parent of each node of a tree."""
    return {child: node for node in nodes(tree) for child in children(node)}


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Walk a function or module without entering the functions defined in it."""
    stack = children(function)
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            stack += children(node)


@functools.lru_cache(maxsize=256)
def is_generator(function: ast.AST) -> bool:
    """Whether a function yields; of the last functions it is remembered."""
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own_nodes(function))


def dedented(lines: list[str], columns: int) -> list[str]:
    """Take up to so many blanks off each line, except inside of multi-line strings."""
    kept = string_lines("\n".join(lines))
    return [
        line if number in kept else line[min(columns, len(line) - len(line.lstrip())) :]
        for number, line in enumerate(lines)
    ]


def string_lines(text: str) -> set[int]:
    """Return the lines (from 0) that begin inside of a string."""
    inside: set[int] = set()
    if not any(mark in text for mark in _LONG_STRINGS):
        return inside
    starts: list[int] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(f"if 1:\n{text}\n").readline):
            name = tokenize.tok_name[token.type]
            if name in {"FSTRING_START", "TSTRING_START"}:
                starts.append(token.start[0])
            elif name in {"FSTRING_END", "TSTRING_END"} and starts:
                inside.update(range(starts.pop() + 1, token.end[0] + 1))
            elif name == "STRING":
                inside.update(range(token.start[0] + 1, token.end[0] + 1))
    except (tokenize.TokenError, SyntaxError):
        pass
    return {line - 2 for line in inside}


def _bindings(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        yield node.targets[0], node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        yield node.target, node.value
    elif isinstance(node, (ast.With, ast.AsyncWith)):
        for item in node.items:
            if item.optional_vars is not None:
                yield item.optional_vars, item.context_expr
