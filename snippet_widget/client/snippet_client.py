"""Ask a snippet service: the one entry point through which snippets come back into Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from snippet_widget.access_token import AccessToken
from snippet_widget.client.operations import ServiceOperations
from snippet_widget.client.session import ServiceSession, checked_address
from snippet_widget.client.snippet_decoding import as_page
from snippet_widget.client.tolerant_lookups import TolerantLookups
from snippet_widget.creation import creation_of
from snippet_widget.models import EndpointSelector, LoadLevel
from snippet_widget.publication import PublishMode
from snippet_widget.sdk_selector import parse_sdks, sdk_text
from snippet_widget.settings import checked_timeout

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from requests.adapters import BaseAdapter
    from typing_extensions import Self

    from snippet_widget.creation import CreationResult
    from snippet_widget.models import SdkSelector, Snippet, SnippetsPage
    from snippet_widget.overviews import CatalogOverview, EndpointList
    from snippet_widget.publication import Publication
    from snippet_widget.sdk_selector import NamedSdks

_Answer = TypeVar("_Answer")

_LARGE = 1000  # endpoints, from which on a list does without their code
_NO_TOKEN = "None was given: token=…, --token or SNIPPET_WIDGET_TOKEN."  # noqa: S105 - a message


class SnippetClient:
    """A snippet service, over one HTTP session.

    Lookups only read and a publication carries an ``Idempotency-Key``, so what fails in passing (no
    connection, a reset, 502, 503, 504) is tried three times in all, and a 429 again after its
    ``Retry-After``; what is asked of tokens is sent once. Every method raises `ServiceUnavailable`
    when nothing answers, `UnexpectedAnswer` when what answers is no snippet service, and the
    `RequestProblem` that the service describes when it declines.

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
        timeout = checked_timeout(timeout)
        self._session = ServiceSession(
            self.url,
            token,
            timeout=timeout,
            patience=patience,
            adapter=adapter,
            name=name,
            without_token="" if token else without_token,
        )
        self._operations = ServiceOperations(self._session, timeout)
        self.name = name or self.url
        self._has_catalog: bool | None = None
        self._sizes: dict[tuple[str | None, str | None], int] = {}

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
        sdks: NamedSdks = (),
        load_level: LoadLevel = LoadLevel.FULL,
    ) -> list[Snippet]:
        """Return the snippets of one endpoint (specification, "Get snippet for endpoint").

        Parameters
        ----------
        method
            HTTP method of the endpoint: ``GET``.
        path
            Its path: ``/users/{id}``, or one of its cases: ``/users/42``.
        org_id
            Needed when the same API is defined in several organizations.
        api_id
            Needed when the token covers several APIs.
        sdks
            SDKs to answer for, each an `SdkSelector` or its text, ``"python:acme==1.0"``; the
            latest published ones when empty.
        load_level
            Whole programs, or the calls alone.

        Returns
        -------
        One snippet for each SDK, also where the service sends more of them.
        """
        endpoint = EndpointSelector(method.upper(), path)
        asked, level = parse_sdks(sdks), LoadLevel(load_level)
        return self._lookups.snippets(endpoint, (org_id, api_id), asked, level)

    def load(
        self,
        *,
        page: int | None = None,
        org_id: str | None = None,
        api_id: str | None = None,
        sdks: NamedSdks = (),
        load_level: LoadLevel = LoadLevel.FULL,
    ) -> SnippetsPage:
        """Return one page of all snippets (specification, "Load all snippets").

        Another service than ours may send every version of an SDK where `sdks` names none, and the
        snippets of an endpoint on several pages: `load_all` puts them together.

        Parameters
        ----------
        page
            The `next` of the page before; the first page when None.
        org_id, api_id, sdks, load_level
            As in `get`.
        """
        asked, level = parse_sdks(sdks), LoadLevel(load_level)
        return self._lookups.page(page, (org_id, api_id), asked, level)

    def pages(
        self,
        *,
        page: int | None = None,
        org_id: str | None = None,
        api_id: str | None = None,
        sdks: NamedSdks = (),
        load_level: LoadLevel = LoadLevel.FULL,
    ) -> Iterator[SnippetsPage]:
        """Yield all pages from one on, each when it has arrived; the arguments are `load`'s."""
        asked, level = parse_sdks(sdks), LoadLevel(load_level)
        yield from self._lookups.pages(page, (org_id, api_id), asked, level)

    def load_all(
        self,
        *,
        org_id: str | None = None,
        api_id: str | None = None,
        sdks: NamedSdks = (),
        load_level: LoadLevel = LoadLevel.FULL,
    ) -> SnippetsPage:
        """Return the snippets of all endpoints, as if they were one page.

        Each endpoint is there once, with one snippet for each SDK, of its latest version where
        `sdks` names none, whatever pieces and versions the service sends.

        Parameters
        ----------
        org_id, api_id, sdks, load_level
            As in `get`.
        """
        asked, level = parse_sdks(sdks), LoadLevel(load_level)
        return self._lookups.whole((org_id, api_id), asked, level)

    def endpoints(
        self,
        *,
        page: int | None = None,
        org_id: str | None = None,
        api_id: str | None = None,
        sdks: NamedSdks = (),
    ) -> EndpointList | None:
        """Return an API's endpoints without their snippets (``GET /endpoints``, an addition).

        Parameters
        ----------
        page
            The `next` of the answer before, where there are more than 20,000.
        org_id, api_id, sdks
            As in `get`.

        Returns
        -------
        None from a service that does not list them; `load` does.
        """
        if not self.lists_its_catalog():
            return None
        given = {
            "orgId": org_id,
            "apiId": api_id,
            "page": page,
            "sdk": [*map(sdk_text, parse_sdks(sdks))],
        }
        return self._operations.endpoints({name: value for name, value in given.items() if value})

    def listing(
        self,
        *,
        page: int | None = None,
        org_id: str | None = None,
        api_id: str | None = None,
        sdks: NamedSdks = (),
    ) -> Iterator[SnippetsPage]:
        """Yield all endpoints in as few pages as a list of them takes, to be found and shown.

        Of a small API these are the pages of `load` at level ``endpoint``. Of a large one that is
        the first; the others come from `endpoints`, with snippets that have no source.

        Parameters
        ----------
        page
            The `next` of the page before; the first page when None.
        org_id, api_id, sdks
            As in `get`.
        """
        asked = parse_sdks(sdks)
        if self._sizes.get((org_id, api_id), 0) > _LARGE:
            yield from self._large_listing(page, org_id, api_id, asked)
            return
        yield from self.pages(
            page=page, org_id=org_id, api_id=api_id, sdks=asked, load_level=LoadLevel.ENDPOINT
        )

    def _large_listing(
        self,
        page: int | None,
        org: str | None,
        api: str | None,
        sdks: Sequence[SdkSelector],
    ) -> Iterator[SnippetsPage]:
        level = LoadLevel.ENDPOINT
        if page is None:
            first = self.load(org_id=org, api_id=api, sdks=sdks, load_level=level)
            yield first
            page = first.next
        while page is not None:
            listed = self.endpoints(page=page, org_id=org, api_id=api, sdks=sdks)
            if listed is None:
                yield from self.pages(
                    page=page, org_id=org, api_id=api, sdks=sdks, load_level=level
                )
                return
            yield as_page(listed)
            page = listed.next

    def catalog(self) -> CatalogOverview | None:
        """Return what the token covers; None when the service has only the two operations."""
        overview = self._operations.catalog()
        self._has_catalog = overview is not None
        self._sizes = {
            (org.id, api.id): api.endpoints
            for org in (overview.organizations if overview else ())
            for api in org.apis
        }
        return overview

    def create(
        self,
        org_id: str,
        api_id: str,
        publications: Sequence[Publication],
        *,
        mode: PublishMode = PublishMode.MERGE,
        dry_run: bool = False,
    ) -> CreationResult | None:
        """Publish SDK versions (``POST /snippets/create``, an addition), all of them or none.

        Parameters
        ----------
        org_id, api_id
            Where they belong.
        publications
            One for each SDK version.
        mode
            What becomes of versions that are published already.
        dry_run
            Whether to be told what would happen, and to store nothing.

        Returns
        -------
        What became of each; None from a service that does not say. A dry run is not sent to one
        that is not ours, which would store it.

        Raises
        ------
        VersionExists
            A version is published, and the mode is NEW.
        Forbidden
            The token may not publish there.
        """
        if dry_run and not self.lists_its_catalog():
            return None
        return self._operations.create(
            creation_of(org_id, api_id, publications, mode=mode, dry_run=dry_run)
        )

    def ask(
        self, method: str, path: str, type_: type[_Answer], body: bytes | None = None
    ) -> _Answer:
        """Return what another operation of the service answers, as a type that msgspec decodes.

        Raises
        ------
        RequestProblem
            As the service describes it.
        """
        return self._operations.ask(method, path, type_, body)

    def lists_its_catalog(self) -> bool:
        """Return whether the service is one of ours, which is asked once.

        Another one may send every version instead of the latest, endpoints that there are not, and
        whole programs at every level.
        """
        if self._has_catalog is None:
            self.catalog()
        return bool(self._has_catalog)

    @property
    def _lookups(self) -> TolerantLookups:
        # Made each time: kept, the two would keep each other until the garbage collector comes.
        return TolerantLookups(self._operations, self.name, self.lists_its_catalog)
