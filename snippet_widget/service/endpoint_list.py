"""``GET /endpoints``: all endpoints of an API in one answer, without their snippets."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import msgspec

from snippet_widget.decoding import convert, json_decoder
from snippet_widget.errors import ConfigurationError
from snippet_widget.models import LoadLevel, SnippetsRequest
from snippet_widget.overviews import EndpointList, ListedEndpoint
from snippet_widget.sdk_selector import parse_sdk
from snippet_widget.service.lookup import LookupResult, chosen, sdk_overviews
from snippet_widget.service.request_parsing import invalid_body, invalid_request, page_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.catalog import Api, PageEndpoint
    from snippet_widget.service.lookup import LookupSource
    from snippet_widget.service.request_parsing import RequestData

_MOST_PAGES = 200  # 20,000 endpoints, a few megabytes

_Key = tuple[int, int, tuple[int, ...], int]


class _Parameter(msgspec.Struct):
    name: str


class _Outline(msgspec.Struct):
    """What the list shows of a stored snippet."""

    call: str | None = None
    summary: str = ""
    parameters: tuple[_Parameter, ...] = ()


_OUTLINE = json_decoder(_Outline)


class EndpointListing:
    """The operation. Those who ask for the same at once wait for one reading of it."""

    def __init__(self) -> None:
        self._reading: dict[_Key, asyncio.Task[bytes]] = {}

    async def __call__(self, source: LookupSource, data: RequestData) -> LookupResult:
        """Return the list; its moment is the one at which the reading began.

        The reading takes long enough for other APIs to change meanwhile. It counts when this one
        has not, by its revision.
        """
        request, page = _request(data), page_number(data.query)
        choice = source.snapshot.known_choice(source.grant, request)
        api, sdks, _ = choice or await chosen(source, request)
        snapshot = source.snapshot
        began = await source.catalog.state()
        if began != snapshot.state:
            return LookupResult(b"", began.stamp, api.key)  # asked again, from a newer snapshot
        content = await self._read(source, api, sdks, page)
        ended = await source.catalog.state()
        changed = ended != began and api not in await source.catalog.apis()
        return LookupResult(content, ended.stamp if changed else began.stamp, api.key)

    async def _read(self, source: LookupSource, api: Api, sdks: Sequence[int], page: int) -> bytes:
        key = (api.key, api.revision, tuple(sdks), page)
        reading = self._reading.get(key)
        if reading is None:
            reading = asyncio.create_task(_list(source, api, sdks, page))
            self._reading[key] = reading
            reading.add_done_callback(lambda done: self._end(key, done))
        return await asyncio.shield(reading)

    def _end(self, key: _Key, reading: asyncio.Task[bytes]) -> None:
        self._reading.pop(key, None)
        if not reading.cancelled():
            reading.exception()  # retrieved, should nobody wait any more


def _request(data: RequestData) -> SnippetsRequest:
    """Read ``orgId``, ``apiId`` and any number of ``sdk`` as ``TYPE:PACKAGE==VERSION``.

    Raises
    ------
    InvalidRequest
        One of them is invalid.
    """
    given = parse_qs(data.query.decode("latin-1"), keep_blank_values=True)
    selectors = given.get("sdk", [])
    if len(selectors) > data.selectors:
        raise invalid_request("/sdks", f"more than {data.selectors} selectors")
    try:
        fields: dict[str, Any] = {n: given[n][0] for n in ("orgId", "apiId") if n in given}
        sdks = [msgspec.to_builtins(parse_sdk(text)) for text in selectors]
        return convert({**fields, "sdks": sdks}, SnippetsRequest)
    except msgspec.ValidationError as error:
        raise invalid_body(str(error)) from None
    except ConfigurationError as error:
        raise invalid_request("/sdks", str(error)) from None


async def _list(source: LookupSource, api: Api, sdks: Sequence[int], page: int) -> bytes:
    of_api = (await source.snapshot.sdks([api]))[api.key]
    places = {key: place for place, key in enumerate(sdks)}
    overviews = {sdk.key: overview for sdk, overview in sdk_overviews(of_api)}
    endpoints: list[ListedEndpoint] = []
    following: int | None = page
    while following is not None and following < page + _MOST_PAGES:
        found = await source.catalog.page(api.key, following, sdks, LoadLevel.FULL)
        endpoints += [_listed(endpoint, places) for endpoint in found.endpoints]
        following = found.next
        await asyncio.sleep(0)  # others wait for a page at most
    listed = EndpointList(
        api.org, api.api, tuple(overviews[key] for key in sdks), tuple(endpoints), following
    )
    return msgspec.json.encode(listed)


def _listed(endpoint: PageEndpoint, places: dict[int, int]) -> ListedEndpoint:
    by_place = sorted((places[sdk], text) for sdk, text in endpoint.texts.items())
    outlines = [_outline(text) for _, text in by_place]
    described = next((each for each in outlines if each.summary), _Outline())
    return ListedEndpoint(
        endpoint.method,
        endpoint.path,
        tuple(place for place, _ in by_place),
        call=next((each.call for each in outlines if each.call), ""),
        summary=described.summary,
        parameters=tuple(parameter.name for parameter in described.parameters),
    )


def _outline(text: str) -> _Outline:
    try:
        return _OUTLINE.decode(text)
    except msgspec.ValidationError:  # another vendor's fields, by the same names
        return _Outline()
