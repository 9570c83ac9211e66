"""Whether the SDK of a snippet is the one that a kernel has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.ecosystems import is_installable
from snippet_widget.versions import is_version, version_key

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class SdkCompatibility:
    """What a card says about the kernel's own copy of its SDK.

    Parameters
    ----------
    note
        For people; empty where the very version is installed.
    install
        Source of a cell that installs it; empty where there is nothing to install.
    """

    note: str = ""
    install: str = ""


COMPATIBLE = SdkCompatibility()
"""Nothing to say."""


def installed_version(package: str) -> str | None:
    """Return the version of a distribution in this environment; nothing of it is imported."""
    from importlib import metadata  # noqa: PLC0415 - 20 ms that a check of documents never needs

    if not package:  # Python 3.10 takes that for any distribution
        return None
    try:
        return metadata.version(package)
    except (metadata.PackageNotFoundError, ValueError):
        return None


def sdk_compatibility(
    package: str, version: str, installed: Callable[[str], str | None] = installed_version
) -> SdkCompatibility:
    """Compare a snippet's Python SDK with what is installed.

    Parameters
    ----------
    package, version
        The snippet's SDK.
    installed
        Returns the version of a package here, None where it is not installed.
    """
    from snippet_widget.samples import made_up_packages  # noqa: PLC0415 - reads files

    if package in made_up_packages():
        return SdkCompatibility("A made-up sample SDK: its code can be inserted, but not run.")
    here = installed(package)
    if here is not None and _same(here, version):
        return COMPATIBLE
    install = install_line(package, version)
    if here is None:
        return SdkCompatibility(f"{package} is not installed in this kernel.", install)
    return SdkCompatibility(
        f"This kernel has {package} {here}: the snippet is for {version}.", install
    )


def install_line(package: str, version: str) -> str:
    """Return ``%pip install acme==1.0``; empty where these are no name and version of a package."""
    if is_version("python", version) and is_installable("python", package, version):
        return f"%pip install {package}=={version}"
    return ""


def _same(one: str, other: str) -> bool:
    return version_key("python", one) == version_key("python", other)
