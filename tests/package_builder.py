"""Builds the packages that the tests read, from dicts of their files."""

from __future__ import annotations

import io
import tarfile
import zipfile
from typing import TYPE_CHECKING

from snippet_widget.publishing.package import Package

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def package(
    files: Mapping[str, str], type_: str = "python", name: str = "acme", version: str = "1.0"
) -> Package:
    """Return a package in memory."""
    data = {path: text.encode() for path, text in files.items()}
    kind = "wheel" if type_ == "python" else "npm"
    return Package(type_, name, version, kind, data)  # type: ignore[arg-type]


def build_wheel(
    folder: Path, files: Mapping[str, str], name: str = "acme", version: str = "1.0"
) -> Path:
    """Write a wheel."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for inner, text in files.items():
            archive.writestr(inner, text)
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        archive.writestr(f"{info}/METADATA", metadata)
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\n")
        archive.writestr(f"{info}/RECORD", "")
    return path


def build_sdist(
    folder: Path, files: Mapping[str, str], name: str = "acme", version: str = "1.0"
) -> Path:
    """Write an sdist."""
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    path = folder / f"{name}-{version}.tar.gz"
    return _build_tar(path, f"{name}-{version}", {**files, "PKG-INFO": metadata})


def build_tarball(folder: Path, files: Mapping[str, str], name: str = "acme-1.0") -> Path:
    """Write an npm tarball; `files` has its package.json."""
    return _build_tar(folder / f"{name}.tgz", "package", files)


def _build_tar(path: Path, top: str, files: Mapping[str, str]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for inner, text in files.items():
            entry = tarfile.TarInfo(f"{top}/{inner}")
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    return path
