"""What a folder is, and what is read of it."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

from snippet_widget.ecosystems import is_installable
from snippet_widget.errors import LayoutNotRecognized, SourceError
from snippet_widget.publishing.checkouts.folder import FolderFiles
from snippet_widget.publishing.checkouts.go_tests import is_go_sdk, read_go_sdk
from snippet_widget.publishing.checkouts.java_examples import is_java_sdk, read_java_sdk
from snippet_widget.publishing.checkouts.marked_markdown import read_marked_markdown
from snippet_widget.publishing.descriptions.documents import publications_of, types_of
from snippet_widget.publishing.package import Package

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from snippet_widget.models import SdkSelector
    from snippet_widget.publication import Publication

_READERS = (
    (lambda _: True, read_marked_markdown),
    (is_go_sdk, read_go_sdk),
    (is_java_sdk, read_java_sdk),
)
_ASSIGNED = re.compile(r"^__version__\s*(?::\s*\w+\s*)?=\s*[\"']([^\"']+)", re.MULTILINE)


def read_folder(path: Path, sdks: Sequence[SdkSelector]) -> tuple[Publication, ...] | Package:
    """Read a folder: marked Markdown, a Go SDK, or the source of a Python or npm package.

    Returns
    -------
    What its examples are, for the SDKs given; of the source of a package that package, which is
    read as a published one is.

    Raises
    ------
    LayoutNotRecognized
        It is nothing that is known here.
    ConfigurationError
        It does not say which SDK version its examples are for, and none is given.
    """
    files = FolderFiles(path)
    by_type = types_of(sdks)
    for recognized, read in _READERS:
        if recognized(files) and (contents := read(files, by_type)).counts:
            return publications_of(contents, by_type, path.name)
    package = _package(files, sdks)
    if package is None:
        raise LayoutNotRecognized(
            f"{path.name} is a folder without marked examples (<!-- UsageSnippet … -->), and no "
            "checkout of a Go, Java, Python or npm SDK that is known here. Name one file of it, or "
            "the published package."
        )
    return package


def _package(files: FolderFiles, sdks: Sequence[SdkSelector]) -> Package | None:
    given = {sdk.type: sdk for sdk in sdks}
    if "pyproject.toml" in files:
        sdk = given.get("python")
        name, version = _python_name(files)
        package, of = (sdk.package, sdk.version) if sdk else (name, version)
        _check("python", package, of)
        flat = {p.removeprefix("src/"): p for p in files}
        contents = _Renamed(files, flat)
        return Package("python", package or "", of or "", "sdist", contents)
    if "package.json" in files:
        description = Package("typescript", "", "", "npm", files).json("package.json")
        described: dict[str, Any] = description if isinstance(description, dict) else {}
        sdk = given.get("typescript")
        package = sdk.package if sdk else str(described.get("name", ""))
        of = sdk.version if sdk else str(described.get("version", ""))
        _check("typescript", package, of)
        return Package("typescript", package or "", of or "", "npm", files)
    return None


def _python_name(files: FolderFiles) -> tuple[str, str]:
    """Return name and version of a Python project; empty ones where it does not say."""
    try:
        content = tomllib.loads(files.text("pyproject.toml"))
    except tomllib.TOMLDecodeError as error:
        raise SourceError(f"pyproject.toml is not TOML: {error}.") from None
    tool = content.get("tool", {})
    project = content.get("project") or tool.get("poetry") or {}
    version = project.get("version") or tool.get("poetry", {}).get("version") or ""
    if not version:
        modules = (path for path in files if path.endswith(("_version.py", "/version.py")))
        found = (_ASSIGNED.search(files.text(path)) for path in modules)
        version = next((match[1] for match in found if match), "")
    return str(project.get("name", "")), str(version)


def _check(type_: str, package: str | None, version: str | None) -> None:
    if not is_installable(type_, package or "", version or ""):
        raise SourceError(
            f"The folder does not say which version of {package or 'which package'} it is. Add "
            f"--sdk {type_}:{package or 'PACKAGE'}==VERSION."
        )


class _Renamed(FolderFiles):
    """Files of a folder under other paths."""

    def __init__(self, files: FolderFiles, paths: dict[str, str]) -> None:
        self._files, self._names = files, paths
        self._paths = dict.fromkeys(paths)

    def __getitem__(self, path: str) -> bytes:
        return self._files[self._names[path]]
