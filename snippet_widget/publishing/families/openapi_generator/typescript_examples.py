"""The programs in the ``docs`` of OpenAPI Generator's npm packages, one for each method.

Each argument is declared in a line of its own, its value left to the reader: ``let id: string;``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.publishing.extraction import CheckedProgram
from snippet_widget.publishing.markdown_code import (
    TYPESCRIPT_FENCES,
    ShownProgram,
    code_fences,
    readme_code,
)
from snippet_widget.syntax import typescript as ts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from snippet_widget.publishing.markdown_code import Code
    from snippet_widget.publishing.package import Package

FILLED = "the arguments that the call needs were given values: the vendor declares them alone"
WRAPPED = "the arguments became the one object that the method takes"
RENAMED = "the result has a name of its own"
_RESULT = "const { status, data } = "
_SINGLE = re.compile(r"\b(\w{1,200})\(requestParameters\b")
_DECLARED = re.compile(
    r"^let (?P<name>[\w$]{1,200}): (?P<type>[^;=\n]{1,2000});(?P<comment>[^\n]{0,20000})$",
    re.MULTILINE,
)
_ASSERTED = re.compile(r"""\bassertParamExists\)?\(['"](\w{1,200})['"], ['"](\w{1,200})['"]""")
_LITERAL = re.compile(r"""'[^'\\\n]*'|"[^"\\\n]*\"""")
_VALUES = {"number": "1", "boolean": "true", "File": 'new File(["0"], "file")'}


@dataclass(frozen=True)
class Methods:
    """What the code says of its methods that the documentation does not.

    Parameters
    ----------
    needed
        By method, the arguments without which it refuses to send.
    single
        Methods that take all their arguments as one object.
    """

    needed: dict[str, set[str]]
    single: frozenset[str]


def methods_of(sources: Collection[str]) -> Methods:
    """Return what modules with requests say of their methods."""
    needed: dict[str, set[str]] = {}
    for source in sources:
        for method, argument in _ASSERTED.findall(source):
            needed.setdefault(method, set()).add(argument)
    return Methods(needed, frozenset(name for s in sources for name in _SINGLE.findall(s)))


def shown_calls(
    package: Package, calls: Collection[str], methods: Methods
) -> Iterator[ShownProgram]:
    """Yield the programs of documentation and README that make one call of these.

    Parameters
    ----------
    calls
        ``UsersApi.getUser``.
    methods
        What the code says of them.
    """
    for code in _programs(package):
        root = ts.parse(code.source)
        built = {
            name: ".".join(ts.dotted(node.child_by_field_name("constructor"))[-1:])
            for name, node in ts.constructions(root).items()
        }
        made = [".".join((built.get(n[0], ""), *n[1:])) for n, _ in ts.sdk_calls(root)]
        known = sorted(set(made) & set(calls))
        if len(known) == 1:
            yield ShownProgram(code, known[0], "client", _repaired(code.source, known[0], methods))


def _programs(package: Package) -> Iterator[Code]:
    yield from readme_code(package, TYPESCRIPT_FENCES)
    for path in package.paths(".md"):
        if path.startswith("docs/"):
            yield from code_fences(package.text(path), TYPESCRIPT_FENCES, path)


def _repaired(source: str, call: str, methods: Methods) -> CheckedProgram:
    """Return a program whose call has the arguments that it needs, as the method takes them."""
    name = call.rpartition(".")[2]
    needed = methods.needed.get(name, set())
    program, repairs = _DECLARED.sub(lambda found: _declared(found, needed), source), []
    if program != source:
        repairs.append(FILLED)
    if name in methods.single and (wrapped := _with_object(program, name)) != program:
        program, repairs = wrapped, [*repairs, WRAPPED]
    if _RESULT in program and re.search(r"^let (?:status|data)\b", program, re.MULTILINE):
        program = program.replace(_RESULT, "const response = ")
        repairs.append(RENAMED)
    return CheckedProgram(program, source, repairs)


def _declared(found: re.Match[str], needed: Collection[str]) -> str:
    """Return the declaration of a variable, with a value where the call needs it."""
    name, type_, comment = found["name"], found["type"].strip(), found["comment"]
    if name in needed or "(optional)" not in comment:
        return f"let {name}: {type_} = {_value(name, type_)};{comment}"
    return f"let {name}: {type_} | undefined;{comment}"


def _with_object(source: str, name: str) -> str:
    """Return a program that gives the arguments of its call as one object."""
    calls = ts.sdk_calls(ts.parse(source))
    node = next((node for names, node in calls if names[-1] == name), None)
    given = node.child_by_field_name("arguments") if node is not None else None
    if given is None or not ts.arguments(node):
        return source
    if any(one.type != "identifier" for one in ts.arguments(node)):
        return source
    data, start, end = source.encode(), given.start_byte + 1, given.end_byte - 1
    return (data[:start] + b"{" + data[start:end] + b"}" + data[end:]).decode()


def _value(name: str, type_: str) -> str:
    literal = _LITERAL.match(type_)
    if literal is not None:
        return literal.group()
    if type_ == "string":
        return f'"{name}"'
    if type_.startswith("Array<") or type_.endswith("[]"):
        return "[]"
    return _VALUES.get(type_, f"{{}} as {type_}")
