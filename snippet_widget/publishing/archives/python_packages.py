"""Python packages as `Package`: wheels, sdists and what is installed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from email.parser import HeaderParser
from pathlib import Path
from typing import TYPE_CHECKING

from snippet_widget.ecosystems import is_installable
from snippet_widget.errors import UnsafeArchive
from snippet_widget.publishing.archives.bounded import LIMITS, open_archive
from snippet_widget.publishing.package import Package

if TYPE_CHECKING:
    from collections.abc import Sequence


def is_wheel(files: Mapping[str, bytes]) -> bool:
    """Whether an archive's files are those of a wheel (PyPA binary distribution format)."""
    return any(_in_dist_info(path, "METADATA") for path in files)


def is_sdist(files: Mapping[str, bytes]) -> bool:
    """Whether an archive's files are those of an sdist (PyPA source distribution format)."""
    return "PKG-INFO" in files


def wheel(files: Mapping[str, bytes], remarks: list[str]) -> Package:
    """Return the package of a wheel's files; name and version stand in its METADATA."""
    path = next(path for path in files if _in_dist_info(path, "METADATA"))
    name, version = _name_and_version(files[path], path)
    return Package("python", name, version, "wheel", files, remarks)


def sdist(files: Mapping[str, bytes], remarks: list[str]) -> Package:
    """Return the package of an sdist's files; what is under ``src/`` stands at the top."""
    name, version = _name_and_version(files["PKG-INFO"], "PKG-INFO")
    return Package("python", name, version, "sdist", _FromSrc(files), remarks)


def installed(root: str, paths: Sequence[str], name: str, version: str) -> Package:
    """Return the package of an installed distribution, read where it lies, never imported."""
    remarks: list[str] = []
    return Package("python", name, version, "installed", _Folder(root, paths, remarks), remarks)


def archive_package(path: Path) -> Package | None:
    """Return the Python package in an archive; None for an archive of something else."""
    remarks: list[str] = []
    files = open_archive(path, remarks)
    if is_wheel(files):
        return wheel(files, remarks)
    return sdist(files, remarks) if is_sdist(files) else None


class _FromSrc(Mapping[str, bytes]):
    """Files of an sdist, with its ``src`` layout made flat: where a wheel has them."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._paths = {path.removeprefix("src/"): path for path in files}

    def __getitem__(self, path: str) -> bytes:
        return self._files[self._paths[path]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


class _Folder(Mapping[str, bytes]):
    """Files of an installed distribution that lie below its root."""

    def __init__(self, root: str, paths: Sequence[str], remarks: list[str]) -> None:
        self._root = os.path.realpath(root)
        self._paths = {path: real for path in paths if (real := self._inside(path, remarks))}

    def _inside(self, path: str, remarks: list[str]) -> str:
        real = os.path.realpath(os.path.join(self._root, path))  # noqa: PTH118 - many files
        if os.path.commonpath([real, self._root]) != self._root:
            remarks.append(f"{path[:200]} lies outside of the environment; left out")
            return ""
        return real

    def __getitem__(self, path: str) -> bytes:
        real = Path(self._paths[path])
        try:
            with real.open("rb") as file:
                return file.read(LIMITS.file)
        except OSError as error:
            raise UnsafeArchive(
                f"The installed file {path} cannot be read ({error.strerror}). Install the "
                "package again."
            ) from error

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


def _in_dist_info(path: str, name: str) -> bool:
    folder, _, file = path.rpartition("/")
    return file == name and folder.endswith(".dist-info") and "/" not in folder


def _name_and_version(metadata: bytes, path: str) -> tuple[str, str]:
    headers = HeaderParser().parsestr(metadata[:65536].decode("utf-8", "replace"), headersonly=True)
    name, version = headers.get("Name", "").strip(), headers.get("Version", "").strip()
    if not name or not version:
        raise UnsafeArchive(f"{path} names no package and version: the archive is damaged.")
    if not is_installable("python", name, version):
        raise UnsafeArchive(
            f"{path} names {name[:100]!r} {version[:100]!r}, which no index takes for a package "
            "and its version. Correct it there."
        )
    return name, version
