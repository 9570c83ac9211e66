"""OpenAPI Generator's TypeScript SDKs (``typescript-axios``): one module with all requests.

Their tarballs hold no snippets.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from snippet_widget.endpoints import METHODS
from snippet_widget.publishing.harvest import Found, Harvest

if TYPE_CHECKING:
    from snippet_widget.publishing.package import Package

LABEL = "OpenAPI Generator"
_MODULES = ("api.ts", "src/api.ts", "dist/api.js", "dist/esm/api.js", "dist/src/api.js")
_CREATOR = re.compile(r"\bconst (\w{1,200}?)AxiosParamCreator = function")
_NAME = re.compile(r"\s{1,40}(\w{1,200}): (?:async )?\(")
_PATH = re.compile(r"\b(?:const|let|var) localVarPath = [`'\"]([^`'\"]{0,1000})[`'\"]")
_METHOD = re.compile(r"\blocalVarRequestOptions\b.{0,200}?\bmethod: ['\"](\w{1,10})['\"]")
_BASE = re.compile(r"\bBASE_PATH = ['\"]https?://[^/'\"]{1,200}(/[^'\"]{0,200})?['\"]")
_MAX_LINE = 5000


def recognises(package: Package) -> bool:
    """Whether a module creates the parameters of requests for axios."""
    return package.type == "typescript" and _module(package) is not None


def wants_sdist(package: Package) -> bool:  # noqa: ARG001 - one of `Family`
    """There are no sdists of npm packages."""
    return False


def read(package: Package) -> Harvest:
    """Read what each creator of parameters says: a map without snippets."""
    harvest, path = Harvest(), _module(package) or ""
    base = _base_path(package, path)
    api = name = template = ""
    for number, line in enumerate(package.text(path).split("\n"), 1):
        if len(line) > _MAX_LINE:
            continue
        if creator := _CREATOR.search(line):
            api, name, template = creator.group(1), "", ""
        elif called := _NAME.match(line):
            name, template = called.group(1), ""
        elif told := _PATH.search(line):
            template = told.group(1)
        elif (sent := _METHOD.search(line)) and api and name and template:
            if sent.group(1).upper() in METHODS:
                found = Found(sent.group(1).upper(), f"{base}{template}", f"{api}.{name}")
                found.file, found.line = path, number
                harvest.found.append(found)
            template = ""
    return harvest


def _module(package: Package) -> str | None:
    candidates = (path for path in _MODULES if path in package.files)
    return next((p for p in candidates if b"AxiosParamCreator" in package.files[p]), None)


def _base_path(package: Package, path: str) -> str:
    """Return the path of the base URL, which stands in the module beside."""
    folder, _, file = path.rpartition("/")
    base = f"{folder}/{file.replace('api', 'base')}".lstrip("/")
    found = _BASE.search(package.text(base))
    return urlsplit(found.group(1) or "").path.rstrip("/") if found else ""
