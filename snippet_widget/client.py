"""Ask a snippet service: the one door through which snippets come back into Python."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from snippet_widget._version import __version__
from snippet_widget.errors import ConfigurationError, ServiceUnavailable, UnexpectedAnswer
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
from snippet_widget.service_response import TRANSIENT_STATUSES, ServiceResponse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typing_extensions import Self

    from snippet_widget.models import SdkSelector, Snippet, SnippetsPage

_RETRIES = 2
_BACKOFF_SECONDS = 0.2
_NO_CATALOG = (404, 405, 501)


class SnippetClient:
    """A snippet service, over one HTTP session.

    Both operations only read, so what fails in passing (no connection, 502, 503, 504) is tried
    three times in all. Every method raises `ServiceUnavailable` when nothing answers,
    `UnexpectedAnswer` when what answers is no snippet service, and the `RequestProblem` that the
    service describes when it declines.

    Parameters
    ----------
    url
        Where the service is: ``https://snippets.example``, with a path if it has one.
    token
        The access token; it is in no repr, message or URL.
    timeout
        Seconds to wait for the connection, and again for each part of the answer.

    Raises
    ------
    ConfigurationError
        The URL is not one of ``http`` or ``https`` without credentials.
    """

    def __init__(self, url: str, token: str, *, timeout: float = 10.0) -> None:
        self.url = _checked(url)
        self._timeout = timeout
        self._session = requests.Session()
        self._session.auth = _Bearer(token)
        self._session.headers["User-Agent"] = f"snippet-widget/{__version__}"
        # A proxy cannot reach what listens on this machine alone.
        self._session.trust_env = not _is_loopback(self.url)
        adapter = HTTPAdapter(max_retries=_retries())
        self._session.mount("http://", adapter)
        self._session.mount("https://", adapter)

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
        """Send a request and return the answer, whatever it says."""
        try:
            answer = self._session.request(
                method,
                self.url + path,
                params=query,
                data=None if body is None else msgspec.json.encode(body),
                headers={"Content-Type": "application/json"} if body is not None else {},
                timeout=self._timeout,
                allow_redirects=False,
                stream=True,
            )
        except requests.Timeout as error:
            raise ServiceUnavailable(
                f"{self.url} did not answer within {self._timeout:g} seconds. Try again, or allow "
                "it more time (SNIPPET_WIDGET_TIMEOUT)."
            ) from error
        except requests.RequestException as error:
            raise ServiceUnavailable(
                f"Nothing answers at {self.url}. Is the service running (`snippet-widget serve`), "
                "and is the address right?"
            ) from error
        return ServiceResponse.read(self.url, answer)


class _Bearer(requests.auth.AuthBase):
    """The token as `Session.auth`: a netrc file cannot replace it, no redirect carries it away."""

    def __init__(self, token: str) -> None:
        self._token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers["Authorization"] = f"Bearer {self._token}"
        return request


def _retries() -> Retry:
    return Retry(
        total=_RETRIES,
        read=0,  # a slow answer is not asked for again: that would only add to the load
        backoff_factor=_BACKOFF_SECONDS,
        status_forcelist=TRANSIENT_STATUSES,
        allowed_methods=None,  # both operations are POST, and both only read
        respect_retry_after_header=False,
        raise_on_status=False,
    )


def _checked(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise ConfigurationError(
            f"The service's address must be like https://snippets.example, not "
            f"{parts.scheme or url!r}. The token is given apart from it."
        )
    return url.rstrip("/")


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
