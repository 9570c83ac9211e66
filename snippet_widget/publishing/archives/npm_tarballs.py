"""npm tarballs as `Package`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.ecosystems import is_installable
from snippet_widget.errors import UnsafeArchive
from snippet_widget.publishing.archives.bounded import open_archive
from snippet_widget.publishing.package import Package

if TYPE_CHECKING:
    from pathlib import Path


def archive_package(path: Path) -> Package | None:
    """Return the npm package in an archive; None for an archive of something else."""
    remarks: list[str] = []
    files = open_archive(path, remarks)
    if "package.json" not in files:
        return None
    package = Package("typescript", path.name, "", "npm", files, remarks)
    description = package.json("package.json")
    name = description.get("name") if isinstance(description, dict) else None
    version = description.get("version") if isinstance(description, dict) else None
    if not isinstance(name, str) or not isinstance(version, str):
        raise UnsafeArchive(f"The package.json of {path.name} names no package and version.")
    if not is_installable("typescript", name, version):
        raise UnsafeArchive(
            f"The package.json of {path.name} names {name[:100]!r} {version[:100]!r}, which no "
            "registry takes for a package and its version. Correct it there."
        )
    return Package("typescript", name, version, "npm", files, remarks)
