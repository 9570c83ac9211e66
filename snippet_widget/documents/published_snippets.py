"""What a service publishes today, as a check of documents asks for it: each question once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from snippet_widget.api_choice import answer_of_meant_api, listed_scopes, meant_scopes
from snippet_widget.cards.recorded_card import recorded_card, recorded_query
from snippet_widget.client.endpoint_client import EndpointClient
from snippet_widget.documents.endpoint_snippets import meant_snippets
from snippet_widget.errors import (
    ApiIdRequired,
    ApiNotFound,
    BodyTooLarge,
    CatalogEmpty,
    EndpointNotFound,
    InvalidRequest,
    NewerThanPublished,
    NoVersionInRange,
    OrgIdRequired,
    OrgNotFound,
    RequestProblem,
    SdkNotFound,
)
from snippet_widget.models import LoadLevel, SdkSelector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from snippet_widget.api_choice import Scope
    from snippet_widget.cards.content import CardContent, SnippetQuery
    from snippet_widget.models import Snippet, SnippetsPage
    from snippet_widget.overviews import CatalogOverview, SdkOverview
    from snippet_widget.provenance import Origin

NOT_FOUND = (EndpointNotFound, SdkNotFound)
"""Problems that say: the API has no such thing."""

_UNRESOLVED = (
    OrgIdRequired,
    ApiIdRequired,
    OrgNotFound,
    ApiNotFound,
    InvalidRequest,
    BodyTooLarge,
)

UNDECIDED = (*_UNRESOLVED, NoVersionInRange, NewerThanPublished)
"""Problems that say: it cannot be known which API or version is meant."""


Problem = RequestProblem | NoVersionInRange | NewerThanPublished
"""Any of them."""

_DECLINED = (*NOT_FOUND, *_UNRESOLVED)
"""What a service answers to a request that it does not carry out."""


@dataclass(frozen=True)
class EndpointCall:
    """An endpoint that an SDK version has a snippet of."""

    method: str
    path: str
    call: str | None

    def __str__(self) -> str:
        """Return ``GET /v1/x (client.x.get)``."""
        return f"{self.method} {self.path}" + (f" ({self.call})" if self.call else "")


class Client(EndpointClient, Protocol):
    """What a check needs of a `SnippetClient`."""

    def load_all(
        self,
        *,
        org_id: str | None,
        api_id: str | None,
        sdks: Sequence[SdkSelector],
        load_level: LoadLevel,
    ) -> SnippetsPage:
        """Return the snippets of all endpoints, as if they were one page."""


class PublishedSnippets:
    """Answers about what is published, each asked of the service once.

    Parameters
    ----------
    client
        The service.
    preferred
        Organization and API of the settings, meant where a document leaves open which of several.

    Every method raises `RequestProblem` where the service declines, and `ServiceError` when no
    answer can be had.
    """

    def __init__(self, client: Client, preferred: Scope = (None, None)) -> None:
        self._client = client
        self._preferred = preferred
        self._known: dict[Any, Any] = {}

    def at(self, record: Origin, version: str) -> Snippet | None:
        """Return the snippet of one version of the record's SDK."""
        sdk = SdkSelector(record.sdk.type, record.sdk.package, version)
        return self.snippet(record, (sdk,))

    def snippet(self, record: Origin, sdks: tuple[SdkSelector, ...]) -> Snippet | None:
        """Return the first snippet with a record's package and client, of those of some SDKs."""
        for snippet in self.snippets(recorded_query(record), sdks):
            same = (snippet.type, snippet.sdk.package) == (record.sdk.type, record.sdk.package)
            if same and snippet.sources.get(record.client, "").strip():
                return snippet
        return None

    def card(self, snippet: Snippet, record: Origin) -> CardContent | None:
        """Return what a record's cell would hold of a snippet, as `recorded_card` does."""
        how = (record.form, record.credentials, record.example, record.required_only)
        shape = (record.client, *how)
        key = (recorded_query(record), snippet.type, snippet.sdk, shape)
        if key not in self._known:
            self._known[key] = recorded_card(snippet, record)
        card: CardContent | None = self._known[key]
        return card

    def sdks(self, scope: Scope) -> list[SdkOverview]:
        """Return the SDK versions of the API meant; none where the service has no list of them."""
        overview = self._overview()
        scopes = set(meant_scopes(listed_scopes(overview, *scope), self._preferred))
        return [
            sdk
            for organization in (overview.organizations if overview else ())
            for each in organization.apis
            if (organization.id, each.id) in scopes
            for sdk in each.sdks
        ]

    def has_list(self) -> bool:
        """Tell whether the service says what it publishes."""
        return self._overview() is not None

    def versions(self, scope: Scope, sdk: SdkSelector) -> list[SdkOverview]:
        """Return the versions of one SDK, as `sdks`."""
        return [
            each
            for each in self.sdks(scope)
            if (each.type, each.package) == (sdk.type, sdk.package)
        ]

    def packages(self) -> set[tuple[str, str]]:
        """Return the packages that are published in any API, by language and name."""
        overview = self._overview()
        organizations = overview.organizations if overview else ()
        return {
            (sdk.type, sdk.package)
            for each in organizations
            for api in each.apis
            for sdk in api.sdks
        }

    def _overview(self) -> CatalogOverview | None:
        overview: CatalogOverview | None = self._once("catalog", self._client.catalog)
        return overview

    def recorded(self, record: Origin) -> Snippet | None:
        """Return the snippet of a record's own version, if it is still published."""
        try:
            return self.at(record, record.sdk.version or "")
        except RequestProblem:
            return None

    def has_package(self, record: Origin) -> bool:
        """Tell whether a record's package is published, or may be: not every service has a list."""
        return not self.has_list() or bool(self.versions(record.scope, record.sdk))

    def listing(self, scope: Scope, sdk: SdkSelector) -> list[EndpointCall]:
        """Return the endpoints that one SDK version has snippets of; none where the API is open."""

        def load() -> list[EndpointCall]:
            try:
                found = list(self.all_snippets(scope, (sdk,), LoadLevel.ENDPOINT))
            except (OrgIdRequired, ApiIdRequired):
                return []
            return [
                EndpointCall(method, path, snippets[0].call)
                for method, path, snippets in found
                if snippets
            ]

        listed: list[EndpointCall] = self._once(("listing", scope, sdk), load)
        return listed

    def snippets(self, query: SnippetQuery, sdks: tuple[SdkSelector, ...]) -> list[Snippet]:
        """Return the snippets of one endpoint: one question answers for all of its SDKs."""
        return self._meant(query, sdks)[1]

    def meant_query(self, query: SnippetQuery, sdks: tuple[SdkSelector, ...]) -> SnippetQuery:
        """Return a query with the API that is meant, where several could be."""
        return self._meant(query, sdks)[0]

    def _meant(
        self, query: SnippetQuery, sdks: tuple[SdkSelector, ...]
    ) -> tuple[SnippetQuery, list[Snippet]]:
        found: tuple[SnippetQuery, list[Snippet]] = self._once(
            (query, sdks), lambda: meant_snippets(self._client, query, sdks, self._preferred)
        )
        return found

    def all_snippets(
        self, scope: Scope, sdks: tuple[SdkSelector, ...], level: LoadLevel
    ) -> Iterator[tuple[str, str, list[Snippet]]]:
        """Yield method, path and snippets of each endpoint of an API."""

        def load(meant: Scope) -> SnippetsPage:
            return self._client.load_all(
                org_id=meant[0], api_id=meant[1], sdks=sdks, load_level=level
            )

        _, whole = self._once(
            ("all", scope, sdks, level),
            lambda: answer_of_meant_api(scope, load, self._preferred, sdks),
        )
        for path, methods in whole.snippets.items():
            for method, snippets in methods.items():
                yield method, path, snippets

    def _once(self, key: Any, ask: Callable[[], Any]) -> Any:
        """Ask once; a problem that was answered is raised again."""
        if key not in self._known:
            try:
                self._known[key] = ask()
            except UnicodeEncodeError:  # a lone surrogate: JSON can hold it, UTF-8 cannot
                self._known[key] = InvalidRequest(
                    "It names characters that UTF-8 cannot hold. Correct it, or insert the snippet "
                    "again."
                )
            except _DECLINED as problem:
                self._require_publications(problem)
                self._known[key] = problem
        answer = self._known[key]
        if isinstance(answer, RequestProblem):
            raise answer
        return answer

    def _require_publications(self, problem: RequestProblem) -> None:
        """Raise `CatalogEmpty` where nothing at all is published: then nothing is "gone"."""
        if isinstance(problem, (ApiNotFound, OrgNotFound)):
            overview = self._client.catalog()
            if overview is not None and not any(org.apis for org in overview.organizations):
                raise CatalogEmpty(
                    "The catalog that was asked is empty, so nothing can be said about any "
                    "document. Name the right one with --catalog, --url or --export, or publish "
                    "an SDK into it with `snippet-widget publish`."
                ) from None
