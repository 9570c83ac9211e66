"""Go SDKs of Stainless and Fern: programs out of the tests that their generators write.

Both write a test for each call, with a client, example values and the call. Stainless's ``api.md``
has the endpoint of each call; Fern's tests verify the request, and its ``raw_client.go`` files have
the templates of the paths. What a test needs besides (a mock server, assertions) is left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from snippet_widget.endpoints import METHODS
from snippet_widget.publication import Problem
from snippet_widget.publishing.extraction import (
    DocumentContents,
    ExtractedExample,
    ExtractionResult,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from snippet_widget.publishing.checkouts.folder import FolderFiles

_API_LINE = re.compile(r'<code title="([a-z]+) ([^"]+)">(.*)</code>')
_TAG = re.compile(r"<[^>]+>")
_API_CALL = re.compile(r"(client\.[\w.]+)\(")
_TEST = re.compile(
    r"^func Test\w*\(\s*t \*testing\.T,?\s*\) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL
)
_CALL = re.compile(r"\b(client(?:\.[A-Z]\w*)+)\(")
_IMPORTS = re.compile(r"^import \(\n(.*?)^\)", re.MULTILINE | re.DOTALL)
_IMPORT = re.compile(r'\s*(?:(\w+)\s+)?"([^"]+)"')
_VERIFIED = re.compile(r'VerifyRequestCount\(t, (?:"[^"]*", )??"([A-Z]+)", "(/[^"]*)"')
_RAW = re.compile(r'baseURL\s*\+\s*"(/[^"]*)".{0,2000}?http\.Method(\w+)', re.DOTALL)
_BASE_URL = re.compile(r"\n\t\toption\.WithBaseURL\(\s*\w+,?\s*\),")
_MAJOR = re.compile(r"/v\d+$")
_OF_CALL = re.compile(r"\t(?:client|request|\w+(?:, \w+)*) :?= |\t(?:\w+(?:, \w+)* :?= )?client\.")
_LEFT_OUT = re.compile(r"\t(?:baseURL|WireMockBaseURL|envURL)\b")
_COMPOSED = "Composed of the SDK's own test: package, imports and the check of the error are added."


class TestProgram(NamedTuple):
    """What a test calls: its program, the request that it verifies if it does, and where it is."""

    call: str
    source: str
    verified: tuple[str, str] | None
    file: str
    line: int


def is_go_sdk(files: FolderFiles) -> bool:
    """Tell a Go SDK of Stainless or Fern by its module and the list of its calls."""
    return "go.mod" in files and ("api.md" in files or "reference.md" in files)


def read_go_sdk(files: FolderFiles, types: Collection[str]) -> DocumentContents:
    """Return the endpoints of a Go SDK with a program each, where a test has one."""
    endpoints = _stainless_endpoints(files.text("api.md"))
    programs: dict[str, TestProgram] = {}
    for path in files:
        if path.endswith("_test.go"):
            for program in test_programs(files.text(path), path):
                programs.setdefault(program.call, program)
    contents = DocumentContents()
    found = _found(endpoints, programs) if endpoints else _fern(files, programs, contents)
    contents.counts["go"] = sum(bool(one.sources) for one in found)
    contents.extractions = {
        type_: ExtractionResult(found if type_ == "go" else []) for type_ in types
    }
    return contents


def test_programs(text: str, file: str) -> Iterator[TestProgram]:
    """Yield the program of each test that makes one call of a client."""
    block = _IMPORTS.search(text)
    imports = [(match[1], match[2]) for match in _IMPORT.finditer(block[1] if block else "")]
    for test in _TEST.finditer(text):
        statements = [
            s for s in _statements(test[1]) if _OF_CALL.match(s) and not _LEFT_OUT.match(s)
        ]
        called = [s for s in statements if not s.startswith("\tclient :=")]
        call = next((m[1] for s in called if (m := _CALL.search(s)) is not None), None)
        if call is None:
            continue
        body = _BASE_URL.sub("", "".join(statements)).replace("invocationErr", "err")
        body = body.replace("(\n\t)\n", "()\n")
        verified = _VERIFIED.search(test[1])
        line = text.count("\n", 0, test.start()) + 1
        request = (verified[1], verified[2]) if verified else None
        yield TestProgram(call, _program(body, imports), request, file, line)


def _statements(body: str) -> Iterator[str]:
    """Yield the statements of a function, by the indentation that gofmt gives them."""
    current = ""
    for line in body.splitlines(keepends=True):
        starts = line.startswith("\t") and line[1:2] not in {"\t", "}", ")", "\n", ""}
        if starts and current:
            yield current
            current = ""
        current += line if line.strip() else ""
    if current:
        yield current


def _program(body: str, imports: list[tuple[str | None, str]]) -> str:
    used = [
        f'\t{alias} "{path}"\n' if alias and alias != path else f'\t"{path}"\n'
        for alias, path in imports
        if any(re.search(rf"\b{name}\.", body) for name in _names(alias, path))
        and "/internal/" not in path
    ]
    checked = "\tif err != nil {\n\t\tpanic(err)\n\t}\n" if re.search(r"\berr :?=", body) else ""
    listed = "".join(used)
    return f"package main\n\nimport (\n{listed})\n\nfunc main() {{\n{body}{checked}}}\n"


def _names(alias: str | None, path: str) -> list[str]:
    """Return how a file may call a package that it imports."""
    if alias:
        return [alias]
    last = _MAJOR.sub("", path).rpartition("/")[2]
    return [re.escape(name) for name in {last, last.removesuffix("-go"), last.removeprefix("go-")}]


def _stainless_endpoints(api: str) -> dict[str, tuple[str, str]]:
    """Return method and path by call, as ``api.md`` has them."""
    endpoints = {}
    for method, path, shown in _API_LINE.findall(api):
        call = _API_CALL.match(_TAG.sub("", shown))
        if call and method.upper() in METHODS:
            endpoints[call[1]] = (method.upper(), path)
    return endpoints


def _found(
    endpoints: Mapping[str, tuple[str, str]], programs: Mapping[str, TestProgram]
) -> list[ExtractedExample]:
    found = []
    for call, (method, path) in endpoints.items():
        example = ExtractedExample(method, path, call)
        if program := programs.get(call):
            example.sources["client"] = program.source
            example.repairs.append(_COMPOSED)
            example.file, example.line = program.file, program.line
        found.append(example)
    return found


def _fern(
    files: FolderFiles, programs: Mapping[str, TestProgram], contents: DocumentContents
) -> list[ExtractedExample]:
    templates = set(_templates(files))
    endpoints = {}
    for call, program in programs.items():
        if program.verified is None:
            continue
        method, path = program.verified
        fitting = [t for m, t in templates if m == method and _fits(path, t)]
        if len(fitting) == 1 or path in fitting:
            endpoints[call] = (method, path if path in fitting else fitting[0])
        else:
            message = f"{call} is left out: {method} {path} is not among the SDK's paths."
            contents.problems.append(Problem(message, program.file, program.line))
    return _found(endpoints, programs)


def _templates(files: FolderFiles) -> Iterator[tuple[str, str]]:
    for path in files:
        if path.endswith("raw_client.go"):
            for template, method in _RAW.findall(files.text(path)):
                parts = template.split("%v")
                joined = parts[0]
                for number, part in enumerate(parts[1:], 1):
                    joined += f"{{id{number if number > 1 else ''}}}{part}"
                yield method.upper(), joined


def _fits(path: str, template: str) -> bool:
    return re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)), path) is not None
