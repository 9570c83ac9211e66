"""The SDKs of this environment, and those that were added, in this kernel's own catalog.

Environments of one user share that catalog: which version a panel shows is asked for by name.
"""

from __future__ import annotations

import asyncio
import difflib
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from packaging.utils import InvalidName, canonicalize_name

from snippet_widget.api_choice import INSTALLED
from snippet_widget.catalog import default_catalog_path, open_catalog, sqlite_path
from snippet_widget.errors import AlreadyPublished, SourceError, SourceNotFound
from snippet_widget.publishing import read_source
from snippet_widget.publishing.installed_sdks import InstalledSdk, installed_sdks, normalized_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from snippet_widget.catalog import Catalog
    from snippet_widget.publication import Publication

STAGES = {"download": "Downloading {source}…", "read": "Reading {source}…"}
"""What is said, for people, of what `read_source` is doing."""

_NAMES_SHOWN = 8


def _silent(stage: str) -> None:
    """Report to nobody."""


def own_catalog(catalog_url: str | None) -> str | None:
    """Return the catalog that a kernel may publish into: a file, never a team's database."""
    return catalog_url if sqlite_path(catalog_url) is not None else None


class InstalledCatalog:
    """Publishes installed SDKs when they are first asked for.

    Parameters
    ----------
    catalog_url
        The kernel's own catalog, as of `own_catalog`.
    find
        Returns the SDKs that are installed.
    """

    def __init__(
        self,
        catalog_url: str | None,
        find: Callable[[], Sequence[InstalledSdk]] = installed_sdks,
    ) -> None:
        self._catalog_url = catalog_url
        self._find = find
        self._lock = threading.Lock()
        self._published: set[InstalledSdk] = set()
        self.on_stage: Callable[[str], None] = _silent
        """Called with what is being read, for people; with nothing when that is done."""

    def has_catalog(self) -> bool:
        """Whether the kernel's own catalog was made before."""
        return (sqlite_path(self._catalog_url) or default_catalog_path()).exists()

    def sdks(self) -> Sequence[InstalledSdk]:
        """Return the SDKs that are installed now."""
        return self._find()

    def sdk(self, package: str) -> InstalledSdk:
        """Return an installed distribution, also one that is not recognized as an SDK.

        Raises
        ------
        SourceNotFound
            It is not installed in this kernel.
        """
        name = normalized_name(package)
        for sdk in self._find():
            if sdk.name == name:
                return sdk
        version = _version_of(name)
        if version is None:
            raise SourceNotFound(self._not_installed(package, name))
        return InstalledSdk(name, version)

    def publish(self, package: str) -> InstalledSdk:
        """Publish an installed distribution, unless this version of it is there already.

        Raises
        ------
        SourceError
            It is not installed, or nothing can be read out of it.
        CatalogError
            The catalog takes nothing.
        """
        sdk = self.sdk(package)
        with self._lock:  # the list and the cards ask for it at once
            if sdk not in self._published:
                asyncio.run(_publish(sdk, self._catalog_url, self.on_stage))
                self._published.add(sdk)
        return sdk

    def _not_installed(self, package: str, name: str) -> str:
        names = [sdk.name for sdk in self._find()]
        near = difflib.get_close_matches(name, names, n=_NAMES_SHOWN) or names[:_NAMES_SHOWN]
        known = f" SDKs that are installed: {', '.join(near)}." if near else ""
        if not _is_name(package):
            return f"{package!r} is not the name of a package.{known}"
        return (
            f"{package!r} is not installed in this kernel.{known} "
            f'`snippet_widget.add_sdk("{name}")` reads it from PyPI without installing it.'
        )


def _is_name(package: str) -> bool:
    """Return whether a distribution can have a name (PEP 508)."""
    try:
        canonicalize_name(package, validate=True)
    except InvalidName:
        return False
    return True


def _version_of(name: str) -> str | None:
    from importlib import metadata  # noqa: PLC0415 - most SDKs are found without

    try:
        return metadata.version(name)
    except (metadata.PackageNotFoundError, ValueError):
        return None


async def _publish(
    sdk: InstalledSdk, catalog_url: str | None, on_stage: Callable[[str], None]
) -> None:
    async with open_catalog(catalog_url) as catalog:
        if await _is_published(catalog, sdk):
            return
        try:
            for publication in _read(sdk, on_stage):
                with suppress(AlreadyPublished):  # by another kernel, a moment ago
                    await catalog.publish(INSTALLED, sdk.name, publication)
        finally:
            on_stage("")


def _read(sdk: InstalledSdk, on_stage: Callable[[str], None]) -> Sequence[Publication]:
    """Read what is installed; where it has no snippets, its source distribution too."""

    def report(stage: str) -> None:
        on_stage(STAGES[stage].format(source=f"{sdk.name} {sdk.version}"))

    publications = read_source(f"installed:{sdk.name}", on_stage=report)
    if any(endpoint.full for each in publications for endpoint in each.endpoints):
        return publications
    try:
        return read_source(f"pypi:{sdk.name}=={sdk.version}", on_stage=report)
    except SourceError:  # without a network the endpoints alone are shown, and why
        return publications


async def _is_published(catalog: Catalog, sdk: InstalledSdk) -> bool:
    keys = [a.key for a in await catalog.apis() if (a.org, a.api) == (INSTALLED, sdk.name)]
    published = (await catalog.sdks(keys)).values() if keys else ()
    return any(
        each.type == "python" and each.version == sdk.version for sdks in published for each in sdks
    )
