"""From a request to the JSON of its answer, out of one snapshot of the catalog."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from snippet_widget.decoding import json_decoder
from snippet_widget.endpoints import display_path, method_name, path_key
from snippet_widget.errors import EndpointNotFound
from snippet_widget.models import LoadLevel, SnippetRequest, SnippetsRequest
from snippet_widget.overviews import ApiOverview, CatalogOverview, OrganizationOverview, SdkOverview
from snippet_widget.service.apis import chosen_api
from snippet_widget.service.examples import examples_of
from snippet_widget.service.path_matching import best_template, nearest
from snippet_widget.service.request_parsing import page_number
from snippet_widget.service.snapshot import Choice
from snippet_widget.service.withdrawn import with_status

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from snippet_widget.catalog import (
        Api,
        Catalog,
        EndpointSnippets,
        Grant,
        PublishedSdk,
        SnippetPage,
    )
    from snippet_widget.service.request_parsing import RequestData
    from snippet_widget.service.sdks import ApiSdks
    from snippet_widget.service.snapshot import CatalogSnapshot

_NEIGHBORS = 100

_GET = json_decoder(SnippetRequest)
_LOAD = json_decoder(SnippetsRequest)


class LookupSource(NamedTuple):
    """Where an answer comes from: the catalog, what is known of it, and what the token allows."""

    catalog: Catalog
    snapshot: CatalogSnapshot
    grant: Grant


class LookupResult(NamedTuple):
    """What was looked up.

    Parameters
    ----------
    content
        JSON.
    stamp
        The catalog's when it was read; None: not known.
    api
        Key of the API that it is of; None: of all that the token covers.
    """

    content: bytes
    stamp: int | None
    api: int | None


class Lookup(Protocol):
    """What an operation answers."""

    async def __call__(self, source: LookupSource, data: RequestData) -> LookupResult:
        """Return the answer to a request.

        Raises
        ------
        RequestProblem
            The request cannot be answered.
        """


async def look_up_endpoint(source: LookupSource, data: RequestData) -> LookupResult:
    """Answer ``POST /snippets``: a JSON list of snippets."""
    request = data.decoded(_GET)
    method, path = method_name(request.endpoint.method), request.endpoint.path
    api, sdks, withdrawn = _known(source, request) or await chosen(source, request)
    found = await _endpoint(source.catalog, api, (method, path), sdks, _level(request))
    by_sdk = with_status(found.texts, withdrawn)
    texts = [by_sdk[sdk] for sdk in sdks if sdk in by_sdk]
    if request.example_identifier is not None:
        texts = examples_of(texts, request.example_identifier)
    return LookupResult(f"[{','.join(texts)}]".encode(), found.stamp, api.key)


async def look_up_page(source: LookupSource, data: RequestData) -> LookupResult:
    """Answer ``POST /snippets/load``: a snippet map and the number of the next page."""
    request, page = data.decoded(_LOAD), page_number(data.query)
    api, sdks, withdrawn = _known(source, request) or await chosen(source, request)
    found = await source.catalog.page(api.key, page, sdks, _level(request))
    return LookupResult(_page_json(found, sdks, withdrawn), found.stamp, api.key)


async def look_up_catalog(source: LookupSource, data: RequestData) -> LookupResult:
    """Answer ``GET /catalog``: all that the token covers."""
    del data
    snapshot, grant = source.snapshot, source.grant
    apis = [api for api in snapshot.apis if grant.covers(api.org)]
    sdks = await snapshot.sdks(apis)
    by_org: dict[str, list[ApiOverview]] = {}
    for api in apis:
        listed = tuple(overview for _, overview in sdk_overviews(sdks[api.key]))
        by_org.setdefault(api.org, []).append(ApiOverview(api.api, api.endpoints, listed))
        await asyncio.sleep(0)
    overview = CatalogOverview(
        tuple(OrganizationOverview(org, tuple(items)) for org, items in by_org.items())
    )
    return LookupResult(msgspec.json.encode(overview), None, None)


def sdk_overviews(sdks: ApiSdks) -> Iterator[tuple[PublishedSdk, SdkOverview]]:
    """Yield the SDK versions of an API, each with what is said of it on the wire."""
    newest = {sdk.key for sdk in sdks.latest}
    for sdk in sdks.all:
        latest = sdk.key in newest
        names = (sdk.type, sdk.package, sdk.version)
        yield sdk, SdkOverview(*names, latest, sdk.snippets, sdk.status.value, sdk.reason)


def _known(source: LookupSource, request: SnippetsRequest) -> Choice | None:
    return source.snapshot.known_choice(source.grant, request)


async def chosen(source: LookupSource, request: SnippetsRequest) -> Choice:
    """Return what a request is about, and remember it.

    Raises
    ------
    RequestProblem
        No API, or more than one, is meant.
    """
    snapshot, grant = source.snapshot, source.grant
    api = chosen_api(snapshot.apis, grant, request)
    sdks = (await snapshot.sdks([api]))[api.key]
    keys = [sdk.key for sdk in sdks.chosen(request.sdks or ())]
    choice = Choice(api, keys, sdks.withdrawn)
    snapshot.remember_choice(grant, request, choice)
    return choice


async def _endpoint(
    catalog: Catalog, api: Api, name: tuple[str, str], sdks: Sequence[int], level: LoadLevel
) -> EndpointSnippets:
    """Return the endpoint's snippets: of that very template, or of the one it is one of."""
    method, path = name
    key = path_key(path)
    found = await catalog.find(api.key, method, key, sdks, level)
    if found is None:
        template = best_template(key, await catalog.templates(api.key, method, key))
        if template is not None:
            found = await catalog.find(api.key, method, template, sdks, level)
    if found is not None:
        return found
    around = await catalog.neighbors(api.key, key, _NEIGHBORS)
    raise EndpointNotFound(
        f"The API {api.api!r} has no endpoint {method} {display_path(path)}.",
        candidates=nearest(method, display_path(path), around),
    )


def _level(request: SnippetsRequest) -> LoadLevel:
    return request.load_level or LoadLevel.FULL


def _page_json(
    page: SnippetPage, order: Sequence[int], marked: Mapping[int, PublishedSdk]
) -> bytes:
    """Join the stored texts: path -> method -> list, each path where it first occurs."""
    paths: dict[str, list[str]] = {}
    for endpoint in page.endpoints:
        by_sdk = with_status(endpoint.texts, marked)
        texts = ",".join(by_sdk[sdk] for sdk in order if sdk in by_sdk)
        paths.setdefault(endpoint.path, []).append(f"{_quoted(endpoint.method)}:[{texts}]")
    entries = (f"{_quoted(path)}:{{{','.join(methods)}}}" for path, methods in paths.items())
    following = "" if page.next is None else f',"next":{page.next}'
    return f'{{"snippets":{{{",".join(entries)}}}{following}}}'.encode()


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()
