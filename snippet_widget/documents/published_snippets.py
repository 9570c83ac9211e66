"""What a service publishes today, as a check of documents asks for it: each question once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from snippet_widget.api_choice import answer_of_meant_api, listed_scopes, meant_scopes
from snippet_widget.cards.recorded_card import recorded_card, recorded_query
from snippet_widget.documents.endpoint_snippets import EndpointClient, meant_snippets
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
from snippet_widget.versions import in_range, latest, version_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from snippet_widget.api_choice import Scope
    from snippet_widget.cards.content import CardContent, SnippetQuery
    from snippet_widget.documents.policy import VersionRange
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

_YANKED = "yanked"

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
    versions
        Ranges that limit which version of a package counts as its newest.
    preferred
        Organization and API of the settings, meant where a document leaves open which of several.

    Every method raises `RequestProblem` where the service declines, and `ServiceError` when no
    answer can be had.
    """

    def __init__(
        self,
        client: Client,
        versions: Iterable[VersionRange] = (),
        preferred: Scope = (None, None),
    ) -> None:
        self._client = client
        self._preferred = preferred
        self._ranges = tuple(versions)
        self._known: dict[Any, Any] = {}

    def newest(self, record: Origin) -> Snippet | None:
        """Return the newest version's snippet, or the record's own where that is newer still.

        Raises
        ------
        NoVersionInRange
            Versions are limited, and none that is published lies within.
        NewerThanPublished
            As `is_withdrawn_newest`.
        """
        if self.allowed(record.sdk, record.version_range):
            version = self._newest_in_range(record)
            return self.at(record, version)
        if self.is_withdrawn_newest(record):
            return self.at(record, record.sdk.version or "")
        found = self._snippet(record, ())
        if found is None or found.sdk.version == record.sdk.version:
            return found
        type_, version = record.sdk.type, record.sdk.version or ""
        older = version_key(type_, found.sdk.version) < version_key(type_, version)
        return self.at(record, version) if older else found

    def at(self, record: Origin, version: str) -> Snippet | None:
        """Return the snippet of one version of the record's SDK."""
        return self._snippet(record, (SdkSelector(record.sdk.type, record.sdk.package, version),))

    def card(self, snippet: Snippet, record: Origin) -> CardContent | None:
        """Return what a record's cell would hold of a snippet, as `recorded_card` does."""
        how = (record.form, record.credentials, record.example, record.required_only)
        shape = (record.client, *how)
        key = (recorded_query(record), snippet.type, snippet.sdk, shape)
        if key not in self._known:
            self._known[key] = recorded_card(snippet, record)
        card: CardContent | None = self._known[key]
        return card

    def newest_sdk(self, record: Origin) -> SdkSelector:
        """Return the SDK with its newest version, as far as the service can say."""
        package = record.sdk.package or ""
        self.is_withdrawn_newest(record)
        version = (
            self._newest_in_range(record)
            if self.allowed(record.sdk, record.version_range)
            else latest(record.sdk.type, self._offered(record) or [record.sdk.version or ""])
        )
        return SdkSelector(record.sdk.type, package, version)

    def newest_version(self, org: str | None, api: str | None, sdk: SdkSelector) -> str:
        """Return the newest version of an SDK in its range, or its own where that is newer."""
        own = sdk.version or ""
        versions = [
            each.version
            for each in self.sdks(org, api)
            if (each.type, each.package) == (sdk.type, sdk.package)
            and (each.status != _YANKED or each.version == own)
        ]
        return self._newest_of(sdk, versions or [own], self.allowed(sdk))

    def is_withdrawn_newest(self, record: Origin) -> bool:
        """Tell whether the record's version was yanked, and is newer than all that are offered.

        What holds it stays with it: a document would hold snippets of two versions.

        Raises
        ------
        NewerThanPublished
            It is newer, and not published there.
        """
        sdk, known = record.sdk, self._known_versions(record)
        offered = [version for version, status in known.items() if status != _YANKED]
        if not offered or not sdk.version or self.allowed(sdk, record.version_range):
            return False
        newest = latest(sdk.type, offered)
        if version_key(sdk.type, sdk.version) <= version_key(sdk.type, newest):
            return False
        if sdk.version not in known:
            raise NewerThanPublished(
                f"The document is newer than what it is compared with: {sdk.package} {sdk.version} "
                f"is not in it, {sdk.package} {newest} is the newest. Export it anew, name the "
                "right one (--catalog, --url, --export), or insert the snippet again."
            )
        return known[sdk.version] == _YANKED

    def _known_versions(self, record: Origin) -> dict[str, str | None]:
        """Return the published versions of the record's SDK, with what became of each."""
        return {
            each.version: each.status
            for each in self.sdks(record.org, record.api)
            if (each.type, each.package) == (record.sdk.type, record.sdk.package)
        }

    def withdrawal(self, record: Origin) -> tuple[str, str]:
        """Return whether people should use the record's version any more.

        Returns
        -------
        status, sentence
            ``yanked`` or ``deprecated``, and a sentence for people; two empty texts as a rule.
        """
        sdk = record.sdk
        for each in self.sdks(record.org, record.api):
            same = (each.type, each.package, each.version) == (sdk.type, sdk.package, sdk.version)
            if same and each.status:
                word = "was yanked" if each.status == _YANKED else f"is {each.status}"
                reason = f": {each.reason}" if each.reason else ""
                others = [v for v in self._offered(record) if v != each.version]
                hint = f" Use {sdk.package} {latest(sdk.type, others)}." if others else ""
                hint = hint if each.status == _YANKED else ""
                return each.status, f"{sdk.package} {sdk.version} {word}{reason}.{hint}"
        return "", ""

    def allowed(self, sdk: SdkSelector, recorded: str | None = None) -> str:
        """Return the range that limits an SDK's versions: the record's, else the policy's."""
        ranges = (each.allowed for each in self._ranges if each.is_for(sdk))
        return recorded or next(ranges, "")

    def selectors(
        self,
        org: str | None,
        api: str | None,
        asked: tuple[SdkSelector, ...],
        held: Iterable[Origin] = (),
    ) -> tuple[SdkSelector, ...]:
        """Return the SDKs that a document is about, each in its newest version.

        Those of `held` records that `is_withdrawn_newest` stay in theirs.
        """
        staying = {
            (each.sdk.type, each.sdk.package): each.sdk.version
            for each in held
            if self.is_withdrawn_newest(each)
        }
        if not staying:
            return self._selectors(org, api, asked)
        every = (SdkSelector(sdk.type, sdk.package) for sdk in self.sdks(org, api))
        return tuple(
            msgspec.structs.replace(sdk, version=staying[sdk.type, sdk.package])
            if (sdk.type, sdk.package) in staying
            else sdk
            for sdk in self._selectors(org, api, asked or tuple(dict.fromkeys(every)))
        )

    def _selectors(
        self, org: str | None, api: str | None, asked: tuple[SdkSelector, ...]
    ) -> tuple[SdkSelector, ...]:
        """Return the SDKs that are offered, each in its newest version.

        Of a package that was asked for in several versions each stays as it is; so does a version
        that is newer than the newest one, a pre-release that somebody chose.
        """
        published: dict[tuple[str, str], list[str]] = {}
        for sdk in self.sdks(org, api):
            chosen = any(_names(each, (sdk.type, sdk.package), sdk.version) for each in asked)
            if sdk.status != _YANKED or chosen:
                published.setdefault((sdk.type, sdk.package), []).append(sdk.version)
        if not published:
            return tuple(msgspec.structs.replace(sdk, version=None) for sdk in asked)
        if not asked and not any(self.allowed(SdkSelector(*sdk)) for sdk in published):
            return ()
        packages = [
            (type_, package)
            for selector in asked or (SdkSelector(""),)
            for type_, package in published
            if selector.type in ("", type_) and selector.package in (None, package)
        ]
        given = {sdk: [each.version for each in asked if _names(each, sdk)] for sdk in packages}
        return tuple(
            SdkSelector(*sdk, version)
            for sdk, versions in given.items()
            for version in (
                versions if len(versions) > 1 else [self._chosen(sdk, published[sdk], versions)]
            )
        )

    def _chosen(
        self, sdk: tuple[str, str], published: list[str], asked: Sequence[str | None]
    ) -> str:
        """Return the newest version in its range, or the one asked for where that is newer."""
        own = asked[0] if asked else None
        return self._newest_of(SdkSelector(*sdk, own), published, self.allowed(SdkSelector(*sdk)))

    def versions(self, record: Origin) -> list[str]:
        """Return the published versions of the record's SDK."""
        return [
            sdk.version
            for sdk in self.sdks(record.org, record.api)
            if (sdk.type, sdk.package) == (record.sdk.type, record.sdk.package)
        ]

    def _offered(self, record: Origin) -> list[str]:
        """Return the versions of the record's SDK that people may be led to: no yanked one."""
        sdk = record.sdk
        return [
            each.version
            for each in self.sdks(record.org, record.api)
            if (each.type, each.package) == (sdk.type, sdk.package)
            and (each.status != _YANKED or each.version == sdk.version)
        ]

    def sdks(self, org: str | None, api: str | None) -> list[SdkOverview]:
        """Return the SDK versions of the API meant; none where the service has no list of them."""
        overview = self._overview()
        scopes = set(meant_scopes(listed_scopes(overview, org, api), self._preferred))
        return [
            sdk
            for organization in (overview.organizations if overview else ())
            for each in organization.apis
            if (organization.id, each.id) in scopes
            for sdk in each.sdks
        ]

    def packages(self) -> set[str]:
        """Return the packages that are published in any API, as far as the service can say."""
        overview = self._overview()
        organizations = overview.organizations if overview else ()
        return {sdk.package for each in organizations for api in each.apis for sdk in api.sdks}

    def _overview(self) -> CatalogOverview | None:
        overview: CatalogOverview | None = self._once("catalog", self._client.catalog)
        return overview

    def listing(self, org: str | None, api: str | None, sdk: SdkSelector) -> list[EndpointCall]:
        """Return the endpoints that one SDK version has snippets of; none where the API is open."""

        def load() -> list[EndpointCall]:
            try:
                found = list(self.all_snippets(org, api, (sdk,), LoadLevel.ENDPOINT))
            except (OrgIdRequired, ApiIdRequired):
                return []
            return [
                EndpointCall(method, path, snippets[0].call)
                for method, path, snippets in found
                if snippets
            ]

        listed: list[EndpointCall] = self._once(("listing", org, api, sdk), load)
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
        self, org: str | None, api: str | None, sdks: tuple[SdkSelector, ...], level: LoadLevel
    ) -> Iterator[tuple[str, str, list[Snippet]]]:
        """Yield method, path and snippets of each endpoint of an API."""

        def load(scope: Scope) -> SnippetsPage:
            return self._client.load_all(
                org_id=scope[0], api_id=scope[1], sdks=sdks, load_level=level
            )

        _, whole = self._once(
            ("all", org, api, sdks, level),
            lambda: answer_of_meant_api((org, api), load, self._preferred),
        )
        for path, methods in whole.snippets.items():
            for method, snippets in methods.items():
                yield method, path, snippets

    def _newest_in_range(self, record: Origin) -> str:
        published = self._offered(record) or [record.sdk.version or ""]
        return self._newest_of(
            record.sdk, published, self.allowed(record.sdk, record.version_range)
        )

    @staticmethod
    def _newest_of(sdk: SdkSelector, published: Sequence[str], allowed: str) -> str:
        """Return the newest version in a range, or the SDK's own where that is newer."""
        type_, own = sdk.type, sdk.version or ""
        try:
            within = [each for each in published if not allowed or in_range(type_, each, allowed)]
        except ValueError:
            raise NoVersionInRange(
                f"{allowed!r} is not a range of versions of {sdk.package}. Correct it where it is "
                "given (`version_range` of the record, or --versions), as in '>=1,<2'."
            ) from None
        if not within:
            raise NoVersionInRange(
                f"No published version of {sdk.package} lies in {allowed}: there are "
                f"{', '.join(published)}. Widen the range, or publish a version that lies in it."
            )
        newest = latest(type_, within)
        own_is_newer = own in within and version_key(type_, own) > version_key(type_, newest)
        return own if own_is_newer else newest

    def _snippet(self, record: Origin, sdks: tuple[SdkSelector, ...]) -> Snippet | None:
        for snippet in self.snippets(recorded_query(record), sdks):
            same = (snippet.type, snippet.sdk.package) == (record.sdk.type, record.sdk.package)
            if same and snippet.sources.get(record.client, "").strip():
                return snippet
        return None

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


def _names(selector: SdkSelector, sdk: tuple[str, str], version: str | None = None) -> bool:
    named = selector.type == sdk[0] and selector.package in (None, sdk[1])
    return named and version in (None, selector.version)
