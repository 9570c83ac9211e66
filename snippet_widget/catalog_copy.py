"""Copy a catalog into another, of the other kind too, and compare the two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.catalog import existing_catalog, open_catalog
from snippet_widget.endpoints import path_key
from snippet_widget.errors import CatalogUnusable, ConfigurationError
from snippet_widget.models import LoadLevel, SdkSelector
from snippet_widget.publication import Publication, PublishedEndpoint, PublishMode
from snippet_widget.snippet_wire import snippet_from_json

if TYPE_CHECKING:
    from snippet_widget.catalog import Api, Catalog, PublishedSdk
    from snippet_widget.models import Snippet

_Texts = dict[tuple[str, str], str | None]


@dataclass(frozen=True)
class CopyReport:
    """What was copied, between which catalogs."""

    source: str
    target: str
    apis: int
    sdks: int
    snippets: int


async def copy_catalog(source_url: str, target_url: str) -> CopyReport:
    """Copy all SDK versions with their status; those of the target that are the same are replaced.

    Raises
    ------
    ConfigurationError
        Both are the same catalog.
    CatalogUnusable
        The copy is not what was copied.
    """
    async with existing_catalog(source_url) as source, open_catalog(target_url) as target:
        if source.name == target.name:
            raise ConfigurationError(f"{source.name} cannot be copied to itself. Name another.")
        count = snippets = 0
        apis = await source.apis()
        for api in apis:
            for sdk in (await source.sdks([api.key]))[api.key]:
                await _copy(source, target, api, sdk)
                count, snippets = count + 1, snippets + sdk.snippets
        return CopyReport(source.name, target.name, len(apis), count, snippets)


async def _copy(source: Catalog, target: Catalog, api: Api, sdk: PublishedSdk) -> None:
    selector = SdkSelector(sdk.type, sdk.package, sdk.version)
    full = await texts_of(source, api, sdk, LoadLevel.FULL)
    short = await texts_of(source, api, sdk, LoadLevel.ENDPOINT)
    endpoints = tuple(
        PublishedEndpoint(*place, _snippet(text), _snippet(short.get(place)))
        for place, text in full.items()
    )
    publication = Publication(selector, endpoints)
    await target.publish_all(api.org, api.api, [publication], mode=PublishMode.REPLACE)
    copied = await _found(target, api, selector)
    if (copied[1].status, copied[1].reason) != (sdk.status, sdk.reason):
        await target.set_status(api.org, api.api, selector, sdk.status, sdk.reason)
    for level, texts in ((LoadLevel.FULL, full), (LoadLevel.ENDPOINT, short)):
        if _by_key(await texts_of(target, *copied, level)) != _by_key(texts):
            raise CatalogUnusable(
                f"{sdk.type}:{sdk.package}=={sdk.version} of {api.org}/{api.api} is not the same "
                f"in {target.name} as in {source.name}. Was it published again meanwhile? Copy "
                "again."
            )


async def _found(catalog: Catalog, of: Api, sdk: SdkSelector) -> tuple[Api, PublishedSdk]:
    api = next(a for a in await catalog.apis() if (a.org, a.api) == (of.org, of.api))
    for each in (await catalog.sdks([api.key]))[api.key]:
        if SdkSelector(each.type, each.package, each.version) == sdk:
            return api, each
    raise CatalogUnusable(
        f"{sdk.package} {sdk.version} was removed from {catalog.name} meanwhile. Copy again."
    )


async def texts_of(catalog: Catalog, api: Api, sdk: PublishedSdk, level: LoadLevel) -> _Texts:
    """Return the JSON text of each endpoint of an SDK version; None where it has no snippet."""
    texts: _Texts = {}
    number: int | None = 1
    while number is not None:
        page = await catalog.page(api.key, number, [sdk.key], level)
        texts |= {(each.method, each.path): each.texts.get(sdk.key) for each in page.endpoints}
        number = page.next
    return texts


def _by_key(texts: _Texts) -> _Texts:
    """Return texts without the names of parameters, which an API spells in one way."""
    return {(method, path_key(path)): text for (method, path), text in texts.items()}


def _snippet(text: str | None) -> Snippet | None:
    return None if text is None else snippet_from_json(text)
