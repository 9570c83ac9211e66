"""Fern's Python SDKs: wheels with a snippet in the docstring of every method.

Layouts since early 2024 are read: HTTP calls stand in ``client.py``, since 2025 in
``raw_client.py`` beside it.
"""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

from snippet_widget.endpoints import METHODS
from snippet_widget.publication import Problem
from snippet_widget.publishing.extraction import CheckedProgram, ExtractedExample, ExtractionResult
from snippet_widget.publishing.families.fern.python_clients import Client, clients
from snippet_widget.publishing.parallel_map import parallel_map
from snippet_widget.publishing.python.documentation import documented, parameters, summary
from snippet_widget.publishing.python.example_checker import ExampleChecker
from snippet_widget.publishing.python.modules import Modules
from snippet_widget.syntax import python as python_syntax

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publishing.package import Package
    from snippet_widget.publishing.python.modules import ClassName, Function, Module

LABEL = "Fern"
_Checked: TypeAlias = tuple[CheckedProgram, list[tuple[str, str]]]
_WRAPPER = b"ClientWrapper"
_EXAMPLES = re.compile(r"^Examples?\n-{3,}\n", re.MULTILINE)
_OLD_EXAMPLES = re.compile(r"^---\n(?=\s*(?:from|import|\w+ ?=|await|client))", re.MULTILINE)
_HEADING = re.compile(r"^\w[\w ]{0,60}\n-{4,}[ \t]*$", re.MULTILINE)
_LITERAL = re.compile(r"\s*[rRuU]?(\"\"\"|''')(.*)\1\s*$", re.DOTALL)


@dataclass(frozen=True)
class HttpCall:
    """One call of the SDK's HTTP client.

    Parameters
    ----------
    method, path
        None where they are not written down as they are.
    base
        The environment's name for the base URL, None for the only one.
    """

    method: str | None
    path: str | None
    base: str | None


def recognizes(package: Package) -> bool:
    """Whether there is a client wrapper and code that sends requests through it."""
    if package.type != "python":
        return False
    wrappers = [path for path in package.files if path.endswith("core/client_wrapper.py")]
    return any(_WRAPPER in package.files[path] for path in wrappers)


def wants_sdist(package: Package) -> bool:  # noqa: ARG001 - one of `Family`
    """Fern's sdists add nothing to its wheels."""
    return False


def read(package: Package) -> ExtractionResult:
    """Read every method that a client reaches from its root, with the example of its docstring."""
    modules, extracted = Modules(package), ExtractionResult()
    reader = _Reader(package, modules, extracted)
    for client in clients(modules):
        for name, function in client.methods.items():
            if not name.startswith("_"):
                reader.add(client, name, function)
    reader.check_examples()
    extracted.found = list(reader.found.values())
    extracted.credentials = reader.credentials()
    extracted.problems += [
        Problem("This module does not parse; what it holds is missing here.", path)
        for path in modules.unreadable()
    ]
    return extracted


@dataclass(frozen=True)
class _Example:
    """The example of a method's docstring, not checked yet."""

    found: ExtractedExample
    client: str
    source: str
    function: Function
    owner: ClassName


class _Reader:
    """Collects what the methods of all clients say, sync and async together."""

    def __init__(self, package: Package, modules: Modules, extracted: ExtractionResult) -> None:
        self._modules, self._extracted = modules, extracted
        self._checker = ExampleChecker(package, modules)
        self._prefixes = _prefixes(modules)
        self.found: dict[tuple[str, str, str], ExtractedExample] = {}
        self._examples: list[_Example] = []

    def add(self, client: Client, name: str, function: Function) -> None:
        """Add the endpoints that one method of one client calls."""
        calls = _http_calls(function)
        for raw in _raw_methods(function) if client.raw and not calls else ():
            delegate = self._modules.method(client.raw, raw) if client.raw else None
            calls |= _http_calls(delegate) if delegate else set()
        if not calls:
            return
        module = self._modules.module(client.place[0])
        if module is None:
            return
        call = ".".join(("client", *client.names, name))
        for http in sorted(calls, key=str):
            if http.method is None or http.path is None:
                self._problem(
                    f"The path that {call} calls is computed, not written down.", client, function
                )
                continue
            path = self._prefix(module.path, http.base) + "/" + http.path.lstrip("/")
            found = self.found.setdefault(
                (http.method, path, call),
                ExtractedExample(
                    http.method,
                    path,
                    call,
                    warnings=self._joining_warnings(call, http.path),
                    file=module.path,
                    line=function.lineno,
                ),
            )
            if not found.parameters:
                described = documented(self._modules, module.path, function)
                found.summary = summary(described)
                found.parameters = parameters(function, described)
            self._take_example(found, client, module, function)

    def check_examples(self) -> None:
        """Repair and check all examples against the SDK: most of what reading takes."""
        results = parallel_map(self._checked, self._examples, list[_Checked])
        for example, (program, seen) in zip(self._examples, results, strict=True):
            example.found.add(example.client, program)
            example.found.checked = True
            self._checker.clients.update(seen)

    def _checked(self, example: _Example) -> _Checked:
        """Return an example's program, and the clients of all seen so far."""
        call = example.found.call or ""
        program = self._checker.checked(example.source, call, example.function, example.owner)
        return program, sorted(self._checker.clients)

    def credentials(self) -> dict[str, str]:
        """Return the variables that the SDK's clients read."""
        return self._checker.credentials()

    def _take_example(
        self, found: ExtractedExample, client: Client, module: Module, function: Function
    ) -> None:
        example = _example(module, function)
        if example is None:
            return
        field = "async_client" if client.is_async else "sync_client"
        tree = python_syntax.parse(example)
        called = python_syntax.sdk_calls(tree) if tree is not None else []
        spelled = [".".join(("client", *names[1:])) for names, _ in called]
        if found.call not in spelled:
            what = f"calls {spelled[0]}" if spelled else "makes no call that can be found"
            self._problem(
                f"The example of {found.call} {what if tree else 'cannot be parsed'}; left out.",
                client,
                function,
                found.endpoint,
            )
            return
        self._examples.append(_Example(found, field, example, function, client.place))

    def _joining_warnings(self, call: str, path: str) -> list[str]:
        """Return a warning where the SDK's `urljoin` takes the beginning of a path for a scheme."""
        scheme = urlsplit(path).scheme
        joins = bool(scheme) and any(
            "urljoin(" in self._modules.source(module)
            for module in self._modules.paths()
            if module.endswith("core/http_client.py")
        )
        sentence = f"{call} sends another path: the SDK takes {scheme}: in it for a URL's scheme"
        return [sentence] if joins else []

    def _prefix(self, module: str, base: str | None) -> str:
        nearest = max(
            (folder for folder in self._prefixes if module.startswith(folder)), key=len, default=""
        )
        return self._prefixes.get(nearest, {}).get(base, "")

    def _problem(
        self, message: str, client: Client, function: Function, endpoint: str = ""
    ) -> None:
        problem = Problem(message, client.place[0], function.lineno, endpoint)
        self._extracted.problems.append(problem)


# -- where requests go ---------------------------------------------------------------------------


def _raw_methods(function: Function) -> set[str]:
    """Return what a method calls on ``self._raw_client``."""
    return {
        names[2]
        for statement in function.body
        for names, _ in python_syntax.method_calls(statement)
        if names[:2] == ("self", "_raw_client") and len(names) == 3  # noqa: PLR2004
    }


def _http_calls(function: Function) -> set[HttpCall]:
    """Return the requests that a method's own code sends."""
    return {
        _http_call(node)
        for statement in function.body
        for node in python_syntax.nodes(statement)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"request", "stream"}
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr in {"httpx_client", "_httpx_client"}
    }


def _http_call(node: ast.Call) -> HttpCall:
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    arguments = list(node.args)
    method = keywords.get("method")
    if method is None and arguments and _constant(arguments[0]).upper() in METHODS:
        method = arguments.pop(0)  # early 2024: request("POST", urljoin(...))
    path = arguments[0] if arguments else keywords.get("path", keywords.get("url"))
    base: ast.AST | None = keywords.get("base_url")
    if isinstance(path, ast.Call) and _name(path.func) == "urljoin" and len(path.args) == 2:  # noqa: PLR2004
        base = next((n for n in ast.walk(path.args[0]) if _of_environment(n)), base)
        path = path.args[1]
    return HttpCall(
        method=_constant(method).upper() or None,
        path="" if path is None else _template(path),  # Fern leaves the root path out
        base=base.attr if isinstance(base, ast.Attribute) else None,
    )


def _of_environment(node: ast.AST) -> bool:
    """Whether an expression is ``….get_environment().production``."""
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Call)
        and _name(node.value.func) == "get_environment"
    )


def _template(node: ast.expr) -> str | None:
    """Return the path that a string or f-string writes down, None for anything else."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _template(node.left), _template(node.right)
        return None if left is None or right is None else left + right
    if not isinstance(node, ast.JoinedStr):
        return None
    parts = [
        str(part.value) if isinstance(part, ast.Constant) else _parameter(part)
        for part in node.values
    ]
    return None if None in parts else "".join(part for part in parts if part)


def _parameter(node: ast.expr) -> str | None:
    """Return ``{id}`` for ``{jsonable_encoder(id)}``, however often it is wrapped."""
    value = node.value if isinstance(node, ast.FormattedValue) else node
    while isinstance(value, ast.Call) and value.args:
        value = value.args[0]
    name = _name(value)
    return f"{{{name.rstrip('_')}}}" if name else None


def _name(node: ast.AST | None) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _constant(node: ast.AST | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _prefixes(modules: Modules) -> dict[str, dict[str | None, str]]:
    """Return the paths of base URLs by the folder of their environment.py and their name."""
    found: dict[str, dict[str | None, str]] = {}
    for path in modules.paths():
        if path.endswith("environment.py") and (module := modules.module(path)) is not None:
            folder = path[: -len("environment.py")]
            for name, url in _urls(module.tree):
                found.setdefault(folder, {}).setdefault(name, urlsplit(url).path.rstrip("/"))
    return found


def _urls(tree: ast.Module) -> Iterator[tuple[str | None, str]]:
    """Yield (name, URL): an enum's members have no name, several base URLs have each theirs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name.endswith("Environment"):
            values = [member.value for member in node.body if isinstance(member, ast.Assign)]
            yield from ((None, _constant(v)) for v in values if "://" in _constant(v))
        elif isinstance(node, ast.Call) and _name(node.func).endswith("Environment"):
            for keyword in node.keywords:
                if "://" in _constant(keyword.value):
                    yield keyword.arg, _constant(keyword.value)


# -- examples ------------------------------------------------------------------------------------


def _example(module: Module, function: Function) -> str | None:
    """Return the example of a docstring as written: evaluating it first would break escapes.

    One that cannot be parsed either way is returned as it is.
    """
    first = function.body[0]
    value = first.value if isinstance(first, ast.Expr) else None
    if not isinstance(value, ast.Constant) or not isinstance(value.value, str):
        return None
    lines = module.lines[value.lineno - 1 : value.end_lineno]
    literal = _LITERAL.match("\n".join(lines))
    candidates = [literal.group(2)] if literal else []
    sections = [_examples_section(_clean(text)) for text in (*candidates, value.value)]
    examples = [section for section in sections if section]
    parsed = (text for text in examples if python_syntax.parse(text) is not None)
    return next(parsed, examples[0] if examples else None)


def _clean(docstring: str) -> str:
    first, _, rest = docstring.expandtabs().partition("\n")
    return f"{first.strip()}\n{textwrap.dedent(rest)}"


def _examples_section(docstring: str) -> str | None:
    head = _EXAMPLES.search(docstring) or _OLD_EXAMPLES.search(docstring)
    if head is None:
        return None
    rest = docstring[head.end() :]
    following = _HEADING.search(rest)
    section = rest[: following.start()] if following else rest
    return textwrap.dedent(section).strip("\n").rstrip() or None
