"""Stainless's Python SDKs: the endpoints out of the code, the snippets out of the sdist's tests.

A wheel has no snippet. The sdist has the SDK's tests, which call every method as a user would,
and ``api.md``, which says under which endpoint a method stands.
"""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from snippet_widget.endpoints import METHODS, path_key
from snippet_widget.publication import Problem
from snippet_widget.publishing.extraction import CheckedProgram, ExtractedExample, ExtractionResult
from snippet_widget.publishing.families.stainless.python_clients import (
    asked_first,
    base_path,
    requests,
    resources,
    roots,
)
from snippet_widget.publishing.families.stainless.python_tests import tested_calls
from snippet_widget.publishing.python import documentation
from snippet_widget.publishing.python.example_checker import ExampleChecker
from snippet_widget.publishing.python.modules import Modules
from snippet_widget.publishing.python.program import REPAIR, Programs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publishing.families.stainless.python_tests import TestedCall
    from snippet_widget.publishing.package import Package
    from snippet_widget.publishing.python.modules import Function

LABEL = "Stainless"
_HEAD = re.compile(r'<code title="(\w+) ([^"<>]+)">')
_CALL = re.compile(r"([\w.]+)\(")
_TAG = re.compile(r"<[^<>]*>")
_MAX_LINE = 2000


def recognizes(package: Package) -> bool:
    """Whether clients derive from a base client in a module beside them."""
    if package.type != "python":
        return False
    bases = [path for path in package.files if path.endswith("/_base_client.py")]
    return any(
        b"class SyncAPIClient" in package.files[path]
        and path.replace("_base_client.py", "_client.py") in package.files
        for path in bases
    )


def wants_sdist(package: Package) -> bool:
    """Snippets are in the sdist's tests alone."""
    return package.kind != "sdist"


def read(package: Package) -> ExtractionResult:
    """Read the methods that clients reach, with the calls of the tests where those are there."""
    reader = _Reader(package)
    for resource in resources(reader.modules):
        for name, (home, function) in resource.methods.items():
            if not name.startswith("_"):
                call = ".".join(("client", *resource.names, name))
                reader.add(call, home, function, is_async=resource.is_async)
    for tested in tested_calls(package):
        reader.take(tested)
    return reader.extracted()


class _Reader:
    """Collects what clients, api.md and tests say of each call."""

    def __init__(self, package: Package) -> None:
        self.modules = Modules(package)
        self._base = base_path(self.modules)
        self._documented = _api_md(package)
        self._checker = ExampleChecker(package, self.modules)
        clients = roots(self.modules)
        top = next((path.partition("/")[0] for path, _ in clients.values()), "")
        self._programs = Programs(self.modules, top, clients)
        self._functions: dict[tuple[str, bool], tuple[str, Function]] = {}
        self._endpoints: dict[str, list[ExtractedExample]] = {}
        self._examples: dict[tuple[str, str], ExtractedExample] = {}
        self._problems: dict[str, Problem] = {}

    def add(self, call: str, home: str, function: Function, *, is_async: bool) -> None:
        """Add the endpoints that one method calls."""
        sent = requests(function, of_client=call.count(".") == 1)
        if not sent:
            return
        self._functions[call, is_async] = (home, function)
        for method, written in sorted(sent, key=str):
            documented = self._documented.get(call)
            path = written if written is not None else documented[1] if documented else None
            if path is None:
                message = f"The path that {call} calls is computed, not written down."
                self._problem(message, home, function.lineno)
                continue
            self._check(call, (method, path), home, function)
            found = ExtractedExample(method, f"{self._base}/{path.lstrip('/')}", call)
            found.file, found.line = home, function.lineno
            described = documentation.documented(self.modules, home, function)
            found.summary = documentation.summary(described)
            found.parameters = documentation.parameters(function, described)
            known = self._endpoints.setdefault(call, [])
            if found.endpoint not in {one.endpoint for one in known}:
                known.append(found)

    def take(self, tested: TestedCall) -> None:
        """Make a snippet of what a test calls."""
        endpoints = self._endpoints.get(tested.call)
        program = self._programs.program(
            tested.statement, tested.imports(), is_async=tested.is_async
        )
        if endpoints is None or program is None:
            message = f"A test calls {tested.call}, which sends no request that can be found."
            self._problem(message, tested.file, tested.line)
            return
        found = self._examples.get((tested.call, tested.name))
        if found is None:
            first = endpoints[0]
            found = ExtractedExample(first.method, first.path, tested.call, name=tested.name)
            found.file, found.line, found.repairs = tested.file, tested.line, [REPAIR]
            found.summary, found.parameters = first.summary, first.parameters
            self._examples[tested.call, tested.name] = found
        field = "async_client" if tested.is_async else "sync_client"
        if field not in found.sources:
            self._add_program(found, field, tested, program)

    def extracted(self) -> ExtractionResult:
        """Return what was found: of each call the plain example first."""
        examples: dict[str, list[ExtractedExample]] = {}
        for (call, _), found in self._examples.items():
            examples.setdefault(call, []).append(found)
        extracted = ExtractionResult(problems=list(self._problems.values()))
        extracted.credentials = self._checker.credentials()
        for call, endpoints in self._endpoints.items():
            ordered = sorted(examples.get(call, ()), key=lambda found: len(found.name))
            extracted.found += [one for one in endpoints if not ordered or one is not endpoints[0]]
            extracted.found += _distinct(ordered)
        return extracted

    def _add_program(
        self, found: ExtractedExample, field: str, tested: TestedCall, program: str
    ) -> None:
        if (tested.call, tested.is_async) not in self._functions:
            warnings = [f"{tested.call} is not there in this client"]
            found.add(field, CheckedProgram(program, warnings=warnings))
            return
        home, function = self._functions[tested.call, tested.is_async]
        checked = self._checker.checked(program, tested.call, function, (home, ""))
        warnings = [*checked.warnings, *self._first_requests(tested.call, function)]
        if tested.deprecated:
            warnings.append(f"the SDK marks {tested.call} as deprecated")
        checked = replace(checked, warnings=warnings)
        found.add(field, checked)
        found.checked = True

    def _first_requests(self, call: str, function: Function) -> Iterator[str]:
        """Yield a warning where a method learns the address of its request by another request."""
        resource = call.rpartition(".")[0]
        for other in asked_first(function):
            for endpoint in self._endpoints.get(f"{resource}.{other}", ())[:1]:
                yield f"{call} first sends {endpoint.endpoint}, whose answer says where to ask"

    def _check(self, call: str, sent: tuple[str, str], home: str, function: Function) -> None:
        documented = self._documented.get(call)
        if documented is not None and (documented[0], path_key(documented[1])) != (
            sent[0],
            path_key(sent[1]),
        ):
            message = f"{call} sends {' '.join(sent)}; api.md says {' '.join(documented)}."
            self._problem(message, home, function.lineno)

    def _problem(self, message: str, file: str, line: int) -> None:
        self._problems.setdefault(message, Problem(message, file, line))


def _distinct(ordered: list[ExtractedExample]) -> list[ExtractedExample]:
    """Leave examples out that say the same as one before them."""
    distinct: list[ExtractedExample] = []
    for found in ordered:
        if found.sources not in [one.sources for one in distinct]:
            distinct.append(found)
    return distinct


def _api_md(package: Package) -> dict[str, tuple[str, str]]:
    """Return (method, path) by call, as the SDK's own list of its methods has it."""
    documented: dict[str, tuple[str, str]] = {}
    for line in package.text("api.md").split("\n"):
        head = _HEAD.search(line) if len(line) < _MAX_LINE else None
        if head is None or head.group(1).upper() not in METHODS:
            continue
        call = _CALL.match(html.unescape(_TAG.sub("", line[head.end() :])))
        if call is not None:
            documented.setdefault(call.group(1), (head.group(1).upper(), head.group(2)))
    return documented
