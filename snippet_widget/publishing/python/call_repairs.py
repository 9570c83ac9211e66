"""Repairs of a snippet's call that the method it reaches calls for, each with its sentence."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, TypeAlias

from snippet_widget.publishing.python.example_values import example_value
from snippet_widget.publishing.python.omitted_files import OmittedFiles
from snippet_widget.publishing.python.signatures import missing_arguments, signature
from snippet_widget.syntax import python as python_syntax
from snippet_widget.syntax.python import Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from snippet_widget.publishing.python.calls import Calls, Method
    from snippet_widget.publishing.python.modules import Function, Modules

Repaired: TypeAlias = "tuple[str, list[str]]"
"""A source, and a sentence for each change."""

_WORD = re.compile(r"\w+")
_READ = "the SDK reads its default as if it were a file, and fails"
_WIDTH = 88
_ITERATORS = {"Iterator", "Generator", "AsyncIterator", "AsyncGenerator"}


def find_call(tree: ast.Module, call: str) -> ast.Call | None:
    """Return the first place at which a program makes a call, ``client.users.get``."""
    names = tuple(call.split("."))[1:]
    return next((node for c, node in python_syntax.sdk_calls(tree) if c[1:] == names), None)


def yields(method: Method) -> bool:
    """Whether calling a method gives an iterator that sends nothing until it is asked for more."""
    function = method.function
    return function is not None and python_syntax.is_generator(function)


class CallRepairs:
    """Repairs calls against the methods that they reach."""

    def __init__(self, modules: Modules, calls: Calls) -> None:
        self._modules = modules
        self._omitted_files = OmittedFiles(modules, calls)

    def repaired(self, source: str, call: str, method: Method, published: Function) -> Repaired:
        """Return a snippet whose call sends its request, as far as that is mechanical.

        Parameters
        ----------
        source
            The snippet, a whole program.
        call
            The SDK call it shows, ``client.users.get``.
        method
            The method that this call reaches.
        published
            The generated method that sends the endpoint's request: another one where a class of
            the vendor overrides it.
        """
        sentences: list[str] = []
        for name, value, sentence in self._arguments(source, call, method, published):
            changed = _with_argument(source, call, f"{name}={value}")
            if changed is not None:
                source, sentences = changed, [*sentences, sentence]
        source, iterated = _iterated(source, call, method)
        source, awaited = _awaited(source, call, method, self._modules)
        if sentences:
            source = _one_a_line(source, call)
        return source, [*sentences, *filter(None, (iterated, awaited))]

    def _arguments(
        self, source: str, call: str, method: Method, published: Function
    ) -> Iterator[tuple[str, str, str]]:
        """Yield name, value and sentence of each argument to add."""
        tree = python_syntax.parse(source)
        node = find_call(tree, call) if tree is not None else None
        if node is None or method.function is None:
            return
        takes = signature(method.function)
        given = {keyword.arg for keyword in node.keywords}
        for name in missing_arguments(node, takes):
            annotation = takes.parameters[name].annotation
            value = example_value(self._modules, method.home, annotation, name)
            if value is not None:
                yield name, value, f"the required argument {name} was added"
        for name in self._omitted_files.needed(method):
            if name not in given and None not in given:
                value = f'open("path/to/{name}", "rb")'
                yield name, value, f"the argument {name} was added: {_READ}"
        for name in local_switches(method.function, published):
            if name not in given and None not in given:
                yield name, "False", f"{name}=False was added, so that the request is sent"


def local_switches(function: Function, published: Function) -> list[str]:
    """Return the parameters, true by default, under which an override may send nothing."""
    if function is published:
        return []
    takes = signature(function)
    switches = {
        name for name, default in takes.defaults.items() if getattr(default, "value", None) is True
    }
    return sorted(
        node.test.id
        for node in python_syntax.own_nodes(function)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id in switches
        if any(isinstance(inner, ast.Return) for inner in ast.walk(node))
    )


# -- arguments -------------------------------------------------------------------------------------


def _with_argument(source: str, call: str, argument: str) -> str | None:
    """Return a program whose call has one keyword argument more; None where it cannot be added."""
    tree = python_syntax.parse(source)
    node = find_call(tree, call) if tree is not None else None
    if node is None:
        return None
    text = Source(source)
    last = _last_argument(text, node)
    if last is None:
        changed = text.inserted(text.opening(node), argument)
    else:
        own_line = text.lines[last.lineno - 1][: last.col_offset].strip() == ""
        blank = "\n" + text.lines[last.lineno - 1][: last.col_offset] if own_line else " "
        changed = text.inserted(text.span(last)[1], f",{blank}{argument}")
    again = python_syntax.parse(changed)
    found = find_call(again, call) if again is not None else None
    count = len(node.args) + len(node.keywords) + 1
    return changed if found and len(found.args) + len(found.keywords) == count else None


def _one_a_line(source: str, call: str) -> str:
    """Give each argument of a call a line of its own, where one line is too long for them."""
    tree = python_syntax.parse(source)
    node = find_call(tree, call) if tree is not None else None
    if node is None or node.lineno != node.end_lineno:
        return source
    text = Source(source)
    if len(text.lines[node.lineno - 1]) <= _WIDTH:
        return source
    blank = " " * text.indentation(node.lineno)
    arguments: Sequence[ast.expr | ast.keyword] = [*node.args, *node.keywords]
    lines = "".join(
        f"{blank}    {text.between(*span)},\n" for span in sorted(map(text.span, arguments))
    )
    changed = f"{text.between(text.span(node)[0], text.opening(node))}\n{lines}{blank})"
    return text.replaced([(node, changed)])


def _last_argument(text: Source, node: ast.Call) -> ast.expr | ast.keyword | None:
    arguments: Sequence[ast.expr | ast.keyword] = [*node.args, *node.keywords]
    return max(arguments, key=lambda argument: text.span(argument)[1], default=None)


# -- iterating and awaiting ------------------------------------------------------------------------


def _iterated(source: str, call: str, method: Method) -> tuple[str, str]:
    """Iterate over what a generator yields, where a program only calls or awaits it."""
    tree = python_syntax.parse(source)
    node = find_call(tree, call) if tree is not None else None
    if tree is None or node is None or not yields(method) or method.function is None:
        return source, ""
    above = python_syntax.parents(tree)
    is_async = isinstance(method.function, ast.AsyncFunctionDef)
    outer: ast.expr = node
    parent = above[node]
    if isinstance(parent, ast.Await):
        outer, parent = parent, above[parent]
    awaited = outer is not node
    if is_async and not _in_coroutine(node, above):
        return source, ""
    text = Source(source)
    if isinstance(parent, ast.Assign) and _used_later(tree, parent):
        return _without_await(text, outer, node) if awaited else (source, "")
    if isinstance(parent, ast.Expr):
        return _loop(text, parent, node, method.function)
    if isinstance(parent, ast.Assign):
        return _collected(text, outer, node, method.function)
    return _without_await(text, outer, node) if awaited else (source, "")


def _in_coroutine(node: ast.AST, above: dict[ast.AST, ast.AST]) -> bool:
    while node in above:
        node = above[node]
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            return False
        if isinstance(node, ast.AsyncFunctionDef):
            return True
    return False


def _used_later(tree: ast.Module, statement: ast.Assign) -> bool:
    targets = {target.id for target in statement.targets if isinstance(target, ast.Name)}
    return any(
        isinstance(node, ast.Name) and node.id in targets and isinstance(node.ctx, ast.Load)
        for node in python_syntax.nodes(tree)
    )


def _without_await(text: Source, outer: ast.expr, node: ast.Call) -> tuple[str, str]:
    sentence = "`await` was dropped: what is called there is an iterator"
    return text.replaced([(outer, text.cut(node))]), sentence


def _loop(text: Source, statement: ast.Expr, node: ast.Call, function: Function) -> tuple[str, str]:
    """Put a loop in the place of a call that stands alone; bytes are joined instead."""
    is_async = isinstance(function, ast.AsyncFunctionDef)
    call = text.cut(node)
    if _of_bytes(function):
        joined = f"data = {_bytes(call, is_async=is_async)}"
        return text.replaced([(statement, joined)]), _sentence(is_async=is_async)
    indentation = " " * text.indentation(statement.lineno)
    head = f"{'async ' if is_async else ''}for item in {call}:"
    loop = f"{head}\n{indentation}    print(item)"
    return text.replaced([(statement, loop)]), _sentence(is_async=is_async)


def _collected(
    text: Source, outer: ast.expr, node: ast.Call, function: Function
) -> tuple[str, str]:
    is_async = isinstance(function, ast.AsyncFunctionDef)
    call = text.cut(node)
    if _of_bytes(function):
        new = _bytes(call, is_async=is_async)
    else:
        new = f"[item async for item in {call}]" if is_async else f"list({call})"
    return text.replaced([(outer, new)]), _sentence(is_async=is_async)


def _bytes(call: str, *, is_async: bool) -> str:
    return f'b"".join([chunk async for chunk in {call}])' if is_async else f'b"".join({call})'


def _of_bytes(function: Function) -> bool:
    """Whether a generator's annotation says that it yields bytes."""
    returns = function.returns
    if not isinstance(returns, ast.Subscript):
        return False
    names = python_syntax.dotted(returns.value)
    first = returns.slice.elts[0] if isinstance(returns.slice, ast.Tuple) else returns.slice
    return names[-1:] != () and names[-1] in _ITERATORS and getattr(first, "id", "") == "bytes"


def _sentence(*, is_async: bool) -> str:
    kind = "an asynchronous generator" if is_async else "a generator"
    return f"what the call gives is read to its end: it is {kind}, which sends nothing by itself"


def returns_awaitable(modules: Modules, method: Method) -> bool:
    """Whether what a plain function returns can be awaited, as far as its annotation tells."""
    returns = method.function.returns if method.function is not None else None
    if returns is None or {"Awaitable", "Coroutine"} & set(_WORD.findall(ast.unparse(returns))):
        return True
    names = python_syntax.dotted(returns.value if isinstance(returns, ast.Subscript) else returns)
    place = modules.class_named(method.home, names[-1]) if names else None
    return place is not None and modules.method(place, "__await__") is not None


def _awaited(source: str, call: str, method: Method, modules: Modules) -> tuple[str, str]:
    """Await a coroutine that is not awaited; drop the await of anything else."""
    tree = python_syntax.parse(source)
    node = find_call(tree, call) if tree is not None else None
    function = method.function
    if tree is None or node is None or function is None or yields(method):
        return source, ""
    above, text = python_syntax.parents(tree), Source(source)
    outer = above[node]
    is_async = isinstance(function, ast.AsyncFunctionDef)
    if isinstance(outer, ast.Await) and not is_async and not returns_awaitable(modules, method):
        sentence = "`await` was dropped: what is called there is no coroutine"
        return text.replaced([(outer, text.cut(node))]), sentence
    stands_alone = isinstance(outer, (ast.Expr, ast.Assign, ast.AnnAssign))
    if is_async and stands_alone and _in_coroutine(node, above):
        changed = text.inserted(text.span(node)[0], "await ")
        return changed, "`await` was added: the call gives a coroutine"
    return source, ""
