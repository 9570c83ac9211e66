"""The operations of a snippet service: each is one request, and what came back as our types.

What is made of it where another service than ours answers is in ``tolerant_lookups.py``.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from snippet_widget.client.snippet_decoding import decode_page, decode_snippets
from snippet_widget.creation import CREATE_PATH, CreationResult
from snippet_widget.errors import MethodNotAllowed, RouteNotFound, UnexpectedAnswer
from snippet_widget.overviews import ENDPOINTS_PATH, CatalogOverview, EndpointList

if TYPE_CHECKING:
    from collections.abc import Mapping

    from snippet_widget.client.session import ServiceSession
    from snippet_widget.creation import Creation
    from snippet_widget.models import Snippet, SnippetRequest, SnippetsPage, SnippetsRequest

_Answer = TypeVar("_Answer")

_CREATE_SECONDS = 180.0
_DONE = (200, 201, 204)
_NO_CATALOG = (404, 405, 501)


class ServiceOperations:
    """What a snippet service can be asked, over one session with it.

    Parameters
    ----------
    session
        Sends the requests.
    timeout
        Its seconds; publishing has more.
    """

    def __init__(self, session: ServiceSession, timeout: float) -> None:
        self._session = session
        self._timeout = timeout

    def snippets(self, request: SnippetRequest) -> list[Snippet]:
        """Return the snippets of one endpoint (``POST /snippets``)."""
        answer = self._session.send("POST", "/snippets", msgspec.json.encode(request))
        entries = answer.decoded(list[Any])
        with answer.as_specified():
            return decode_snippets(entries)

    def page(self, request: SnippetsRequest, page: int | None) -> SnippetsPage:
        """Return one page of all snippets (``POST /snippets/load``); the first one when None."""
        query = {} if page is None else {"page": page}
        body = msgspec.json.encode(request)
        answer = self._session.send("POST", "/snippets/load", body, query)
        fields = answer.decoded(dict[str, Any])
        with answer.as_specified():
            return decode_page(fields)

    def endpoints(self, query: Mapping[str, Any]) -> EndpointList | None:
        """Return endpoints without their snippets; None from an earlier version of our service."""
        try:
            return self._session.send("GET", ENDPOINTS_PATH, query=query).decoded(EndpointList)
        except (RouteNotFound, MethodNotAllowed):
            return None

    def catalog(self) -> CatalogOverview | None:
        """Return what the token covers; None when the service has only the two operations."""
        answer = self._session.send("GET", "/catalog")
        if answer.status in _NO_CATALOG:
            return None
        try:
            return answer.decoded(CatalogOverview)
        except UnexpectedAnswer:
            return None  # a page for people

    def create(self, creation: Creation) -> CreationResult | None:
        """Publish (``POST /snippets/create``); None where the service does not say what it did."""
        body = msgspec.json.encode(creation)
        timeout = max(self._timeout, _CREATE_SECONDS)
        once = {"Idempotency-Key": uuid.uuid4().hex}  # sent again, it is the same request
        answer = self._session.send("POST", CREATE_PATH, body, timeout=timeout, headers=once)
        if answer.status in _DONE and not answer.content.strip():
            return None
        return answer.decoded(CreationResult)

    def ask(self, method: str, path: str, type_: type[_Answer], body: bytes | None) -> _Answer:
        """Return what another operation answers, as a type that msgspec decodes."""
        return self._session.send(method, path, body).decoded(type_)
