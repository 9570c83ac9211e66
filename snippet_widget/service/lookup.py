"""From a request to the bytes of its answer, out of one moment of the catalog."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, TypeVar

import msgspec

from snippet_widget.endpoints import display_path, method_name, path_key
from snippet_widget.errors import CatalogUnavailable, EndpointNotFound, RequestProblem
from snippet_widget.models import (
    ApiOverview,
    CatalogOverview,
    LoadLevel,
    OrganizationOverview,
    SdkOverview,
    SnippetRequest,
    SnippetsRequest,
)
from snippet_widget.service.apis import chosen_api
from snippet_widget.service.examples import examples_of
from snippet_widget.service.matching import best_template, nearest
from snippet_widget.service.request_parsing import unauthorized
from snippet_widget.service.snapshot import View

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from snippet_widget.catalog import Api, Catalog, Found, FoundPage, Grant

_Answer = TypeVar("_Answer")

_ATTEMPTS = 5
_NEIGHBOURS = 100
_MOST_CHOICES = 1000


class Answers:
    """Answers to the operations.

    Each is worked out from what is remembered of the catalog (`View`) and given only when the
    catalog's stamp is still the view's: else it has changed meanwhile, the view is renewed, and
    the answer worked out again. So an answer, a refusal too, is of one moment.

    Parameters
    ----------
    catalog
        Where the snippets are.
    grants
        Tokens that the catalog need not know, by SHA-256: the embedded service's own.
    """

    def __init__(self, catalog: Catalog, grants: Mapping[bytes, Grant]) -> None:
        self._catalog = catalog
        self._grants = grants
        self._view: View | None = None
        self._turn = 0
        self._known_in = -1

    @property
    def revision(self) -> int | None:
        """The revision of what is remembered."""
        return None if self._view is None else self._view.state.revision

    async def remembered(self) -> View:
        """Return what is remembered of the catalog, which may have changed meanwhile."""
        return self._view or await self._renewed()

    async def current(self) -> View:
        """Return what is remembered, once it is known to be still true.

        Requests that are worked on in one turn of the event loop had all arrived before it began:
        where the catalog answers without a wait, its answer to the first is true for all.
        """
        if self._view is not None and self._known_in == self._turn:
            return self._view
        turn = self._turn
        asyncio.get_running_loop().call_soon(self._end_turn)
        state = await self._catalog.state()
        if self._view is None or self._view.state != state:
            return await self._renewed()
        if turn == self._turn:
            self._known_in = turn
        return self._view

    def _end_turn(self) -> None:
        self._turn += 1

    async def granted(self, view: View, digest: bytes) -> Grant:
        """Return what the token of that SHA-256 allows.

        Raises
        ------
        Unauthorized
            It is unknown, revoked or expired.
        """
        grant = self._grants.get(digest) or await view.grant(digest)
        if grant is None:
            raise unauthorized("The access token is not known here, or was revoked.")
        if grant.expires_at is not None and grant.expires_at <= time.time():
            raise unauthorized("The access token has expired.")
        return grant

    async def get(self, digest: bytes, read: Callable[[], SnippetRequest]) -> bytes:
        """Answer ``POST /snippets``: a JSON list of snippets.

        Parameters
        ----------
        digest
            SHA-256 of the token.
        read
            Returns the request, or raises what is wrong with it: known to who has a token alone.
        """

        async def find(view: View) -> tuple[int, bytes]:
            grant = await self.granted(view, digest)
            request = read()
            method, path = method_name(request.endpoint.method), request.endpoint.path
            api, sdks = await self._chosen(view, grant, request)
            found = await self._endpoint(api, method, path, sdks, _level(request))
            texts = [found.texts[sdk] for sdk in sdks if sdk in found.texts]
            if request.example_identifier is not None:
                texts = examples_of(texts, request.example_identifier)
            return found.stamp, f"[{','.join(texts)}]".encode()

        return await self._of_one_moment(find)

    async def load(self, digest: bytes, read: Callable[[], tuple[SnippetsRequest, int]]) -> bytes:
        """Answer ``POST /snippets/load``: a snippet map and the number of the next page.

        Parameters
        ----------
        digest, read
            As in `get`; the page is beside the request.
        """

        async def find(view: View) -> tuple[int, bytes]:
            grant = await self.granted(view, digest)
            request, page = read()
            api, sdks = await self._chosen(view, grant, request)
            found = await self._catalog.page(api.key, page, sdks, _level(request))
            return found.stamp, _page_json(found, sdks)

        return await self._of_one_moment(find)

    async def overview(self, digest: bytes) -> bytes:
        """Answer ``GET /catalog``."""

        async def find(view: View) -> tuple[int, bytes]:
            grant = await self.granted(view, digest)
            apis = [api for api in view.apis if grant.covers(api.org)]
            overview = await _overview(view, apis)
            return (await self._catalog.state()).stamp, msgspec.json.encode(overview)

        return await self._of_one_moment(find)

    async def _of_one_moment(
        self, find: Callable[[View], Awaitable[tuple[int, _Answer]]]
    ) -> _Answer:
        for _ in range(_ATTEMPTS):
            view = await self.remembered()
            try:
                stamp, answer = await find(view)
            except RequestProblem:
                if (await self._catalog.state()).stamp == view.state.stamp:
                    raise
            else:
                if stamp == view.state.stamp:
                    return answer
            await self._renewed()
        raise CatalogUnavailable(
            "The catalog is changing too fast to be read. Try again in a moment.",
            headers={"Retry-After": "1"},
        )

    async def _renewed(self) -> View:
        state = await self._catalog.state()
        self._view = View(self._catalog, state, await self._catalog.apis())
        return self._view

    async def _chosen(
        self, view: View, grant: Grant, request: SnippetsRequest
    ) -> tuple[Api, list[int]]:
        """Return the API meant, and the keys of the SDKs meant in the order of an answer."""
        asked = (grant.organizations, request.org_id, request.api_id, request.sdks)
        chosen = view.choices.get(asked)
        if chosen is None:
            api = chosen_api(view.apis, grant, request)
            sdks = (await view.sdks(api.key)).chosen(request.sdks or ())
            chosen = (api, [sdk.key for sdk in sdks])
            if len(view.choices) < _MOST_CHOICES:
                view.choices[asked] = chosen
        return chosen

    async def _endpoint(
        self, api: Api, method: str, path: str, sdks: Sequence[int], level: LoadLevel
    ) -> Found:
        """Return the endpoint's snippets: of that very template, or of the one it is one of."""
        key = path_key(path)
        found = await self._catalog.find(api.key, method, key, sdks, level)
        if found is None:
            templates = await self._catalog.templates(api.key, method, key)
            template = best_template(key, templates)
            if template is not None:
                found = await self._catalog.find(api.key, method, template, sdks, level)
        if found is not None:
            return found
        around = await self._catalog.neighbors(api.key, key, _NEIGHBOURS)
        raise EndpointNotFound(
            f"The API {api.api!r} has no endpoint {method} {display_path(path)}. `candidates` "
            "lists the nearest that there are.",
            candidates=nearest(method, display_path(path), around),
        )


def _level(request: SnippetsRequest) -> LoadLevel:
    return request.load_level or LoadLevel.FULL


def _page_json(page: FoundPage, order: Sequence[int]) -> bytes:
    """Join the stored texts: path -> method -> list, each path where it first occurs."""
    paths: dict[str, list[str]] = {}
    for endpoint in page.endpoints:
        texts = ",".join(endpoint.texts[sdk] for sdk in order if sdk in endpoint.texts)
        paths.setdefault(endpoint.path, []).append(f"{_quoted(endpoint.method)}:[{texts}]")
    entries = (f"{_quoted(path)}:{{{','.join(methods)}}}" for path, methods in paths.items())
    following = "" if page.next is None else f',"next":{page.next}'
    return f'{{"snippets":{{{",".join(entries)}}}{following}}}'.encode()


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


async def _overview(view: View, apis: Sequence[Api]) -> CatalogOverview:
    by_org: dict[str, list[ApiOverview]] = {}
    for api in apis:
        sdks = await view.sdks(api.key)
        newest = {sdk.key for sdk in sdks.latest}
        listed = tuple(
            SdkOverview(sdk.type, sdk.package, sdk.version, sdk.key in newest, sdk.snippets)
            for sdk in sdks.all
        )
        by_org.setdefault(api.org, []).append(ApiOverview(api.api, api.endpoints, listed))
    return CatalogOverview(
        tuple(OrganizationOverview(org, tuple(items)) for org, items in by_org.items())
    )
