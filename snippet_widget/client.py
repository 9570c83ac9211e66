"""Ask a snippet service: the one entry point through which snippets come back into Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.access_token import AccessToken
from snippet_widget.errors import UnexpectedAnswer
from snippet_widget.models import (
    CatalogOverview,
    EndpointSelector,
    LoadLevel,
    SdkRequest,
    SnippetRequest,
    SnippetsRequest,
    page_from_wire,
    snippet_from_wire,
)
from snippet_widget.service_session import ServiceSession, checked_address
from snippet_widget.settings import checked_timeout

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from requests.adapters import BaseAdapter
    from typing_extensions import Self

    from snippet_widget.models import SdkSelector, Snippet, SnippetsPage
    from snippet_widget.service_response import ServiceResponse

_NO_CATALOG = (404, 405, 501)
_NO_TOKEN = "None was given: token=…, --token or SNIPPET_WIDGET_TOKEN."  # noqa: S105 - a message


class SnippetClient:
    """A snippet service, over one HTTP session.

    Both operations only read, so what fails in passing (no connection, a reset, 502, 503, 504) is
    tried three times in all, and a 429 again after its ``Retry-After``. Every method raises
    `ServiceUnavailable` when nothing answers, `UnexpectedAnswer` when what answers is no snippet
    service, and the `RequestProblem` that the service describes when it declines.

    Parameters
    ----------
    url
        Where the service is: ``https://snippets.example``, with a path if it has one.
    token
        The access token; it is in no repr, message, traceback or URL. Without one, none is sent.
    timeout
        Seconds to wait for the connection, and again for each part of the answer.
    patience
        Seconds that one request may wait because the service asks for fewer (429).
    adapter
        What carries the requests; by default HTTP over the network.
    name
        What messages call the service; its address when None.
    without_token
        What the message of a 401 says where there is no token.

    Raises
    ------
    ConfigurationError
        The URL is not one of ``http`` or ``https`` without credentials, the token cannot stand in
        a header (RFC 6750, section 2.1), or the time-out is not a finite number above 0.
    """

    def __init__(  # noqa: PLR0913 - keywords, each with a default
        self,
        url: str,
        token: str | AccessToken | None = None,
        *,
        timeout: float = 10.0,
        patience: float = 30.0,
        adapter: BaseAdapter | None = None,
        name: str | None = None,
        without_token: str = _NO_TOKEN,
    ) -> None:
        token = AccessToken.of(token)  # from here on no variable has its text
        self.url = ""  # for the repr, should the address be refused
        self.url = checked_address(url)
        if token is not None:
            token.require_valid()
        self._session = ServiceSession(
            self.url,
            token,
            timeout=checked_timeout(timeout),
            patience=patience,
            adapter=adapter,
            name=name,
            without_token="" if token else without_token,
        )

    def __repr__(self) -> str:
        """Return the address, without the token."""
        return f"SnippetClient({self.url!r})"

    def __enter__(self) -> Self:
        """Return itself, to be closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connections."""
        self.close()

    def close(self) -> None:
        """Close the connections; the next call opens new ones."""
        self._session.close()

    def get(  # noqa: PLR0913 - the operation's fields
        self,
        method: str,
        path: str,
        *,
        org_id: str | None = None,
        api_id: str | None = None,
        sdks: Sequence[SdkSelector] = (),
        load_level: LoadLevel = LoadLevel.FULL,
    ) -> list[Snippet]:
        """Return the snippets of one endpoint (specification, "Get snippet for endpoint").

        Parameters
        ----------
        method, path
            ``"GET"``, ``"/users/{id}"``.
        org_id
            Needed when the same API is defined in several organizations.
        api_id
            Needed when the token covers several APIs.
        sdks
            SDKs to answer for; the latest published ones when empty.
        load_level
            Whole programs, or the calls alone.
        """
        body = SnippetRequest(
            endpoint=EndpointSelector(method, path),
            org_id=org_id,
            api_id=api_id,
            sdks=tuple(map(SdkRequest.of, sdks)),
            load_level=LoadLevel(load_level),
        )
        answer = self._send("POST", "/snippets", body)
        entries = answer.decoded(list[dict[str, Any]])
        with answer.as_specified():
            return [snippet_from_wire(entry) for entry in entries]

    def load(
        self,
        *,
        page: int | None = None,
        org_id: str | None = None,
        api_id: str | None = None,
        sdks: Sequence[SdkSelector] = (),
        load_level: LoadLevel = LoadLevel.FULL,
    ) -> SnippetsPage:
        """Return one page of all snippets (specification, "Load all snippets").

        Parameters
        ----------
        page
            The `next` of the page before; the first page when None.
        org_id, api_id, sdks, load_level
            As in `get`.
        """
        body = SnippetsRequest(
            org_id, api_id, tuple(map(SdkRequest.of, sdks)), LoadLevel(load_level)
        )
        query = {} if page is None else {"page": page}
        answer = self._send("POST", "/snippets/load", body, query)
        fields = answer.decoded(dict[str, Any])
        with answer.as_specified():
            return page_from_wire(fields)

    def pages(
        self,
        *,
        org_id: str | None = None,
        api_id: str | None = None,
        sdks: Sequence[SdkSelector] = (),
        load_level: LoadLevel = LoadLevel.FULL,
    ) -> Iterator[SnippetsPage]:
        """Yield all pages, each when it has arrived; the arguments are those of `load`."""
        page: int | None = None
        seen: set[int] = set()
        while True:
            loaded = self.load(
                page=page, org_id=org_id, api_id=api_id, sdks=sdks, load_level=load_level
            )
            yield loaded
            page = loaded.next
            if page is None:
                return
            if page in seen:
                raise UnexpectedAnswer(f"{self.url} leads in a circle: page {page} came twice.")
            seen.add(page)

    def catalog(self) -> CatalogOverview | None:
        """Return what the token covers; None when the service has only the two operations."""
        answer = self._send("GET", "/catalog")
        if answer.status in _NO_CATALOG:
            return None
        return answer.decoded(CatalogOverview)

    def _send(
        self,
        method: str,
        path: str,
        body: SnippetsRequest | None = None,
        query: dict[str, int] | None = None,
    ) -> ServiceResponse:
        encoded = None if body is None else msgspec.json.encode(body)
        return self._session.send(method, path, encoded, query)
