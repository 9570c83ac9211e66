"""Fern's TypeScript SDKs: npm packages with a ``reference.md`` and examples in comments.

What is published of an endpoint is its call alone; the whole program is built around it from the
package's own root client (``publishing/typescript/program.py``).
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from snippet_widget.publication import Problem
from snippet_widget.publishing.extraction import ExtractedExample, ExtractionResult
from snippet_widget.publishing.families.fern.typescript_clients import (
    Method,
    clients,
    root_clients,
)
from snippet_widget.publishing.families.fern.typescript_examples import (
    jsdoc_examples,
    reference_examples,
)
from snippet_widget.publishing.typescript.conformance import Declarations
from snippet_widget.publishing.typescript.documentation import (
    Interfaces,
    client_credentials,
    summary,
)
from snippet_widget.publishing.typescript.js_modules import JsModules
from snippet_widget.publishing.typescript.program import BUILT, ProgramBuilder, split_imports
from snippet_widget.publishing.typescript.repairs import (
    DateRepairs,
    promises_pages,
    repaired,
)
from snippet_widget.publishing.typescript.required_only import required_only
from snippet_widget.syntax import typescript as ts

if TYPE_CHECKING:
    from snippet_widget.models import Parameter
    from snippet_widget.publishing.package import Package
    from snippet_widget.publishing.typescript.js_modules import ClassName

LABEL = "Fern"
_URL = re.compile(r"(\w+):\s*[\"'](\w+://[^\"'\s]+)[\"']")
_FETCHER = re.compile(r"(^|/)core/fetcher/")
_LOOSE = re.compile(r"[\s;]+")


@dataclass(frozen=True)
class _Sources:
    """What a package says about its calls besides its code."""

    reference: dict[str, list[str]]
    prefixes: dict[str, str]
    """Path of the base URL by its name, the first one under no name too."""


def recognizes(package: Package) -> bool:
    """Whether there is a Fern fetcher and a root client that reaches it."""
    if package.type != "typescript" or not any(map(_FETCHER.search, package.files)):
        return False
    return bool(root_clients(package, JsModules(package)))


def wants_sdist(package: Package) -> bool:  # noqa: ARG001 - one of `Family`
    """Npm knows no sdists."""
    return False


def read(package: Package) -> ExtractionResult:
    """Read every method that the root client reaches, with its examples."""
    modules, extracted = JsModules(package), ExtractionResult()
    reference = reference_examples(package.text("reference.md"))
    for root in root_clients(package, modules):
        sources = _Sources(reference, _prefixes(package, root[0]))
        builder = ProgramBuilder(package, modules, root)
        reader = _Reader(package, sources, builder, extracted)
        for client in clients(modules, root):
            for method in client.methods.values():
                reader.add(client.place, client.names, method)
        folder = posixpath.dirname(root[0])
        near = (path for path in package.paths(".js") if _constructs_client(folder, path))
        extracted.credentials |= client_credentials(package, near)
    return extracted


def _constructs_client(folder: str, path: str) -> bool:
    """Whether a script beside the root client may read its credentials."""
    above, _, name = path.rpartition("/")
    if above == folder:
        return name in {"Client.js", "BaseClient.js"}
    return above == posixpath.join(folder, "auth")


class _Reader:
    """Puts the routes of methods and their examples together."""

    def __init__(
        self,
        package: Package,
        sources: _Sources,
        builder: ProgramBuilder,
        extracted: ExtractionResult,
    ) -> None:
        self._sources, self._builder, self._extracted = sources, builder, extracted
        self._declarations, self._interfaces = Declarations(package), Interfaces(package)
        self._promises_pages, self._dates = promises_pages(package), DateRepairs(package)

    def add(self, place: ClassName, names: tuple[str, ...], method: Method) -> None:
        """Add the endpoints that one method calls, with each of its examples."""
        call = ".".join(("client", *names, method.name))
        for route in dict.fromkeys(method.routes):
            if route.path is None:
                self._extracted.problems.append(
                    Problem(
                        f"The path that {call} calls is computed, not written down.",
                        place[0],
                        method.line,
                    )
                )
                continue
            prefix = self._sources.prefixes.get(route.base, "")
            path = f"{prefix}/{route.path.lstrip('/')}"
            here = {"file": place[0], "line": method.line}
            examples = self._examples(call, method, f"{route.method} {path}", place)
            if not examples:
                self._extracted.found.append(ExtractedExample(route.method, path, call, **here))  # type: ignore[arg-type]
            for example in examples:
                found = ExtractedExample(route.method, path, call, **here)  # type: ignore[arg-type]
                found.summary = summary(method.comment)
                found.parameters = self._parameters(place, method)
                self._fill(found, example, place, method)
                self._extracted.found.append(found)

    def _parameters(self, place: ClassName, method: Method) -> tuple[Parameter, ...]:
        """Return what a method takes: its comment leaves that out where it streams."""
        found = self._interfaces.of_comment(method.comment)
        declared = () if found else self._declarations.overloads(place, method.name)
        return self._interfaces.of_signature(declared[0], "") if declared else found

    def _examples(self, call: str, method: Method, endpoint: str, place: ClassName) -> list[str]:
        """Return the different examples of a call that do make it and do parse."""
        found: dict[str, str] = {}
        for example in (*self._sources.reference.get(call, ()), *jsdoc_examples(method.comment)):
            called = [".".join(names) for names, _ in ts.sdk_calls(ts.parse(example))]
            if call in called and ts.syntax_error(example) is None:
                found.setdefault(_LOOSE.sub("", split_imports(example)[1]), example)
            else:
                what = f"calls {called[0]}" if called else "makes no call that can be found"
                problem = Problem(
                    f"An example of {call} {what} or does not parse; left out.",
                    place[0],
                    method.line,
                    endpoint,
                )
                self._extracted.problems.append(problem)
        return list(found.values())

    def _fill(
        self, found: ExtractedExample, example: str, place: ClassName, method: Method
    ) -> None:
        example, repairs = repaired(example) if self._promises_pages else (example, [])
        example, dated = self._dates.repaired(example)
        program = self._builder.program(example)
        found.sources["client"] = program.source
        takes, optional = found.parameters, self._builder.optional
        shorter = required_only(program.source, found.call or "", takes, optional)
        found.required_only = {"client": shorter} if shorter else {}
        found.repairs += [BUILT, *program.repairs, *repairs, *dated]
        found.warnings += program.warnings
        found.warnings += self._declarations.warnings(example, found.call or "", place, method.name)


def _prefixes(package: Package, root: str) -> dict[str, str]:
    folder = posixpath.dirname(root)
    for name in ("environments.js", "environments.mjs"):
        found: dict[str, str] = {}
        for base, url in _URL.findall(package.text(posixpath.join(folder, name))):
            path = urlsplit(url).path.rstrip("/")
            found.setdefault("", path)
            found.setdefault(base, path)
        if found:
            return found
    return {}
