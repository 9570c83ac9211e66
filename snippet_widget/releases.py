"""Publish into a catalog so that SDKs meet on the endpoints of their API, whichever came first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.ecosystems import same_package
from snippet_widget.models import LoadLevel, SdkSelector
from snippet_widget.publication import Publication, PublishedEndpoint, PublishMode
from snippet_widget.publishing.path_alignment import align_to
from snippet_widget.versions import latest

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from snippet_widget.catalog import Api, Catalog, PublishedSdk, PublishReport


async def release(  # noqa: PLR0913 - what, where and how
    catalog: Catalog,
    org: str,
    api: str,
    publications: Sequence[Publication],
    *,
    mode: PublishMode,
    dry_run: bool = False,
) -> tuple[list[Publication], list[PublishReport]]:
    """Align SDK versions with what the catalog holds of their API, and store them.

    Returns
    -------
    publications, reports
        As they were stored, and what that did. Paths that were respelled are in the problems.

    Raises
    ------
    AlreadyPublished, ConfigurationError
        As `Catalog.publish_all`.
    """
    aligned = await _aligned(catalog, org, api, publications)
    reports = await catalog.publish_all(org, api, aligned, mode=mode, dry_run=dry_run)
    return aligned, reports


async def _aligned(
    catalog: Catalog, org: str, api: str, publications: Sequence[Publication]
) -> list[Publication]:
    known = next(
        (each for each in await catalog.apis() if (each.org, each.api) == (org, api)), None
    )
    if known is None:
        return list(publications)
    listed = (await catalog.sdks([known.key]))[known.key]
    named = [_as_known(publication, listed) for publication in publications]
    packages = {(publication.sdk.type, publication.sdk.package) for publication in named}
    leader = await _leader(catalog, known, listed, packages)
    return [p if leader is None else align_to(p, leader) for p in named]


def _as_known(publication: Publication, listed: Sequence[PublishedSdk]) -> Publication:
    """Return a publication with its package spelled as the catalog has it, of those that are one.

    ``My_Pkg`` and ``my-pkg`` are one in Python (PEP 503).
    """
    sdk = publication.sdk
    for known in listed:
        if known.type == sdk.type and same_package(sdk.type, known.package, sdk.package or ""):
            spelled = SdkSelector(sdk.type, known.package, sdk.version)
            return msgspec.structs.replace(publication, sdk=spelled)
    return publication


async def _leader(
    catalog: Catalog,
    api: Api,
    listed: Sequence[PublishedSdk],
    packages: Collection[tuple[str, str | None]],
) -> Publication | None:
    """Return the endpoints of the largest SDK: of another package where there is one.

    An earlier version of the same package may be one that never met the others.
    """
    by_package: dict[tuple[str, str], list[PublishedSdk]] = {}
    for sdk in listed:
        by_package.setdefault((sdk.type, sdk.package), []).append(sdk)
    newest = [_latest(versions) for versions in by_package.values()]
    others = [sdk for sdk in newest if (sdk.type, sdk.package) not in packages]
    chosen = max(others or newest, key=lambda sdk: sdk.snippets, default=None)
    return None if chosen is None else await _endpoints(catalog, api, chosen)


def _latest(versions: Sequence[PublishedSdk]) -> PublishedSdk:
    by_version = {sdk.version: sdk for sdk in versions}
    return by_version[latest(versions[0].type, list(by_version))]


async def _endpoints(catalog: Catalog, api: Api, sdk: PublishedSdk) -> Publication:
    endpoints: list[PublishedEndpoint] = []
    number: int | None = 1
    while number is not None:
        page = await catalog.page(api.key, number, [sdk.key], LoadLevel.FULL)
        endpoints += [PublishedEndpoint(each.method, each.path) for each in page.endpoints]
        number = page.next
    return Publication(SdkSelector(sdk.type, sdk.package, sdk.version), tuple(endpoints))
