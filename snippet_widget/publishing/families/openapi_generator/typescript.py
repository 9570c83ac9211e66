"""OpenAPI Generator's TypeScript SDKs (``typescript-axios``): a module with all requests.

Or a folder of them, where the generator was told to separate the APIs. Newer ones have a program
for each method in their documentation.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from snippet_widget.endpoints import METHODS
from snippet_widget.publishing.extraction import ExtractedExample, ExtractionResult
from snippet_widget.publishing.families.openapi_generator.typescript_examples import (
    methods_of,
    shown_calls,
)
from snippet_widget.publishing.markdown_code import with_programs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publishing.package import Package

LABEL = "OpenAPI Generator"
_MODULES = ("api.ts", "src/api.ts", "dist/api.js", "dist/esm/api.js", "dist/src/api.js")
_CREATOR = re.compile(r"\bconst (\w{1,200}?)AxiosParamCreator = function")
_NAME = re.compile(r"\s{1,40}(\w{1,200}): (?:async )?\(")
_PATH = re.compile(r"\b(?:const|let|var) localVarPath = [`'\"]([^`'\"]{0,1000})[`'\"]")
_METHOD = re.compile(r"\blocalVarRequestOptions\b.{0,200}?\bmethod: ['\"](\w{1,10})['\"]")
_BASE = re.compile(r"\bBASE_PATH = ['\"]https?://[^/'\"]{1,200}(/[^'\"]{0,200})?['\"]")
_MAX_LINE = 5000
_MARK = b"AxiosParamCreator"
_SPLIT = re.compile(r"(^|/)apis?/[\w-]+\.[jt]s$")
"""Modules of separated APIs; declarations have one more dot."""


def recognizes(package: Package) -> bool:
    """Whether a module creates the parameters of requests for axios."""
    return package.type == "typescript" and bool(_modules(package))


def wants_sdist(package: Package) -> bool:  # noqa: ARG001 - one of `Family`
    """There are no sdists of npm packages."""
    return False


def read(package: Package) -> ExtractionResult:
    """Read what each creator of parameters says, and the programs of the documentation."""
    extracted, paths = ExtractionResult(), _modules(package)
    base = next(filter(None, (_base_path(package, path) for path in paths)), "")
    for path in paths:
        extracted.found += _found(package.text(path), path, base)
    methods = methods_of([package.text(path) for path in paths])
    calls = {found.call for found in extracted.found if found.call}
    extracted.found = with_programs(extracted.found, shown_calls(package, calls, methods))
    return extracted


def _found(source: str, path: str, base: str) -> Iterator[ExtractedExample]:
    api = name = template = ""
    for number, line in enumerate(source.split("\n"), 1):
        if len(line) > _MAX_LINE:
            continue
        if creator := _CREATOR.search(line):
            api, name, template = creator.group(1), "", ""
        elif called := _NAME.match(line):
            name, template = called.group(1), ""
        elif matched := _PATH.search(line):
            template = matched.group(1)
        elif (sent := _METHOD.search(line)) and api and name and template:
            if sent.group(1).upper() in METHODS:
                found = ExtractedExample(
                    sent.group(1).upper(), f"{base}{template}", f"{api}.{name}"
                )
                found.file, found.line = path, number
                yield found
            template = ""


def _modules(package: Package) -> list[str]:
    """Return the modules that create parameters: one, or those in the shallowest folder of them."""
    for path in _MODULES:
        if path in package.files and _MARK in package.files[path]:
            return [path]
    split = [
        p for p in package.paths(".ts", ".js") if _SPLIT.search(p) and _MARK in package.files[p]
    ]
    folder = split[0].rpartition("/")[0] if split else ""
    return [path for path in split if path.rpartition("/")[0] == folder]


def _base_path(package: Package, path: str) -> str:
    """Return the path of the base URL, which stands in a module beside, or beside the folder."""
    folder, _, file = path.rpartition("/")
    beside = file.replace("api", "base") if path in _MODULES else f"../base.{file[-2:]}"
    found = _BASE.search(package.text(posixpath.normpath(posixpath.join(folder, beside))))
    return urlsplit(found.group(1) or "").path.rstrip("/") if found else ""
