"""Snippets of a distribution that is installed in this kernel, into this kernel's own catalog."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from snippet_widget.cards.sdk_compatibility import installed_version
from snippet_widget.catalog import open_catalog, sqlite_path
from snippet_widget.errors import AlreadyPublished, SourceNotFound
from snippet_widget.publishing import read_source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.catalog import Catalog
    from snippet_widget.publication import Publication

ORGANIZATION = "installed"
"""What is read out of this environment belongs to this organization; the API is the package."""


def required_version(package: str) -> str:
    """Return the version of an installed distribution.

    Raises
    ------
    SourceNotFound
        It is not installed in this kernel.
    """
    version = installed_version(package)
    if version is None:
        raise SourceNotFound(
            f"{package!r} is not installed in this kernel. Run `%pip install {package}` first, or "
            f"publish it without installing: `snippet-widget publish pypi:{package} --org ORG "
            "--api API`."
        )
    return version


def own_catalog(catalog_url: str | None) -> str | None:
    """Return the catalog that a kernel may publish into: a file, never a team's database."""
    return catalog_url if sqlite_path(catalog_url) is not None else None


def publish_installed(package: str, version: str, catalog_url: str | None) -> None:
    """Publish an installed distribution, unless this version of it is there already.

    Raises
    ------
    SourceError
        Nothing can be read out of it.
    CatalogError
        The catalog takes nothing.
    """
    asyncio.run(_publish(package, version, catalog_url))


async def _publish(package: str, version: str, catalog_url: str | None) -> None:
    async with open_catalog(catalog_url) as catalog:
        if not await _is_published(catalog, package, version):
            await _pour(catalog, package, read_source(f"installed:{package}"))


async def _is_published(catalog: Catalog, package: str, version: str) -> bool:
    apis = [
        api.key for api in await catalog.apis() if (api.org, api.api) == (ORGANIZATION, package)
    ]
    published = (await catalog.sdks(apis)).values() if apis else ()
    return any(sdk.version == version for sdks in published for sdk in sdks)


async def _pour(catalog: Catalog, package: str, publications: Sequence[Publication]) -> None:
    for publication in publications:
        with suppress(AlreadyPublished):  # by another kernel, a moment ago
            await catalog.publish(ORGANIZATION, package, publication)
