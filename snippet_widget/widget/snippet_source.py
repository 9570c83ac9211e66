"""What the service answers, asked for in the panel's terms; the last good answers are cached."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from snippet_widget.client.endpoint_client import EndpointClient
from snippet_widget.client.snippet_selection import with_meaning
from snippet_widget.errors import ServiceUnavailable
from snippet_widget.models import LoadLevel
from snippet_widget.widget.offers import Choices, choices_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from snippet_widget.cards.content import SnippetQuery
    from snippet_widget.models import EndpointSelector, SdkSelector, Snippet, SnippetsPage
    from snippet_widget.widget.state import SdkScope

CACHED_ANSWERS = 200
"""Endpoints whose last good answer is cached, for when the service is unavailable."""


class Client(EndpointClient, Protocol):
    """What the panel needs of a `SnippetClient`."""

    def listing(
        self,
        *,
        page: int | None = None,
        org_id: str | None,
        api_id: str | None,
        sdks: Sequence[SdkSelector],
    ) -> Iterator[SnippetsPage]:
        """Yield all endpoints in as few pages as that takes, from one on."""

    def close(self) -> None:
        """Close the connections."""


class SnippetSource:
    """The service behind a panel. Every method but `last` blocks, and may raise as a client does.

    Parameters
    ----------
    connect
        Returns the client, when it is first needed and whenever its service is gone: it may start
        a service.
    """

    def __init__(self, connect: Callable[[], Client]) -> None:
        self._connect = connect
        self._client: Client | None = None
        self._closed = False
        self._last: dict[tuple[SdkScope, SnippetQuery], tuple[Snippet, ...]] = {}

    def choices(self) -> Choices:
        """Return what there is to choose from; empty where the service does not say."""
        with self._connected() as client:
            overview = client.catalog()
        return {} if overview is None else choices_of(overview)

    def pages(self, scope: SdkScope, page: int | None = None) -> Iterator[SnippetsPage]:
        """Yield the pages of all endpoints from one on, with the code that they are found by."""
        with self._connected() as client:
            yield from client.listing(page=page, **scope.request())

    def snippets(self, scope: SdkScope, query: SnippetQuery) -> tuple[Snippet, ...]:
        """Return the snippets of one endpoint; calls alone with what is said of the programs."""
        with self._connected() as client:
            programs: tuple[Snippet, ...] = ()
            if query.load_level is LoadLevel.ENDPOINT:
                programs = self._get(client, scope, query.endpoint, LoadLevel.FULL)
            calls = self._get(client, scope, query.endpoint, query.load_level)
            answer = tuple(with_meaning(calls, programs))
        self._last.pop((scope, query), None)
        self._last[scope, query] = answer
        if len(self._last) > CACHED_ANSWERS:
            self._last.pop(next(iter(self._last)), None)
        return answer

    @staticmethod
    def _get(
        client: Client, scope: SdkScope, endpoint: EndpointSelector, level: LoadLevel
    ) -> tuple[Snippet, ...]:
        found = client.get(endpoint.method, endpoint.path, **scope.request(), load_level=level)
        return tuple(found)

    def last(self, scope: SdkScope, query: SnippetQuery) -> tuple[Snippet, ...] | None:
        """Return the last good answer of `snippets`, None where there was none."""
        return self._last.get((scope, query))

    def close(self) -> None:
        """Close the client's connections; a request under way ends with its answer."""
        self._closed = True
        self._disconnect()

    @contextmanager
    def _connected(self) -> Iterator[Client]:
        if self._client is None:
            self._client = self._connect()
        try:
            yield self._client
        except ServiceUnavailable:
            self._disconnect()
            raise
        finally:
            if self._closed:
                self._disconnect()

    def _disconnect(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            client.close()
