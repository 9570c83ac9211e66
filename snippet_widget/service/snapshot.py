"""What the service knows of the catalog at one moment, and whether that is still so."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, NamedTuple

from snippet_widget.errors import Unauthorized
from snippet_widget.service.sdks import ApiSdks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from snippet_widget.catalog import Api, Catalog, CatalogState, Grant, PublishedSdk
    from snippet_widget.models import SnippetsRequest

_Version = tuple[frozenset[tuple[int, str, str]], int | None]

_MOST_GRANTS = 10_000
_TOKENS_AT_ONCE = 2
_MOST_CHOICES = 1000
_SELECTORS_OF_A_CHOICE = 4


class Choice(NamedTuple):
    """What a request is about.

    Parameters
    ----------
    api
        The API.
    sdks
        Keys of the SDK versions, in the order of an answer.
    withdrawn
        The API's SDK versions with a status to be told, by key.
    """

    api: Api
    sdks: Sequence[int]
    withdrawn: Mapping[int, PublishedSdk]


class CoveredVersions:
    """What changes when responses for some organizations may.

    Parameters
    ----------
    names
        Which APIs there are in those organizations: one more could be meant as well.
    revisions
        Of all APIs, by key.
    revision
        The catalog's.
    """

    def __init__(
        self, names: frozenset[tuple[int, str, str]], revisions: Mapping[int, int], revision: int
    ) -> None:
        self.names = names
        self._revisions = revisions
        self._revision = revision
        self._versions: dict[int | None, _Version] = {}

    def version(self, api: int | None) -> _Version:
        """Return it for responses of one API (None: of all): one object for all of them."""
        version = self._versions.get(api)
        if version is None:
            revision = self._revision if api is None else self._revisions.get(api)
            version = self._versions[api] = (self.names, revision)
        return version


class CatalogSnapshot:
    """All APIs at one stamp, and the tokens and SDKs that were asked for so far.

    Parameters
    ----------
    catalog
        Where the rest is.
    state
        The catalog's when `apis` was read.
    apis
        All APIs.
    grants
        Tokens that the catalog need not know, by SHA-256.
    before
        The snapshot before; what it knows of APIs that have not changed is still true.
    """

    def __init__(
        self,
        catalog: Catalog,
        state: CatalogState,
        apis: Sequence[Api],
        grants: Mapping[bytes, Grant],
        before: CatalogSnapshot | None = None,
    ) -> None:
        self.state = state
        self.apis = apis
        self._revisions = {api.key: api.revision for api in apis}
        self._covered: dict[frozenset[str] | None, CoveredVersions] = {}
        self._names_before = {} if before is None else before.known_names()
        self._catalog = catalog
        self._grants = dict(grants)
        self._asking = asyncio.Semaphore(_TOKENS_AT_ONCE)
        self._sdks = {} if before is None else before.known_sdks(self._revisions)
        self._choices: dict[object, Choice] = {}

    def covered_by(self, organizations: frozenset[str] | None) -> CoveredVersions:
        """Return the versions of responses to a token of those organizations; None: of all."""
        covered = self._covered.get(organizations)
        if covered is None:
            names = self._names_of(organizations)
            covered = CoveredVersions(names, self._revisions, self.state.revision)
            self._covered[organizations] = covered
        return covered

    def known_grant(self, digest: bytes) -> Grant | None:
        """Return what a token that was seen before allows; None: `authenticate` has to ask."""
        grant = self._grants.get(digest)
        return None if grant is None or _has_expired(grant) else grant

    async def authenticate(self, digest: bytes) -> Grant:
        """Return what the token of that SHA-256 allows.

        Unknown tokens are not remembered, as they could be any number. Whoever guesses waits for
        others who do, and has few of the store's connections: nobody else waits for them.

        Raises
        ------
        Unauthorized
            It is unknown, revoked or expired.
        """
        grant = self._grants.get(digest)
        if grant is None:
            async with self._asking:
                grant = await self._catalog.grant(digest)
            if grant is None:
                raise invalid_token("The access token is not known here, or was revoked.")
            if len(self._grants) < _MOST_GRANTS:
                self._grants[digest] = grant
        if _has_expired(grant):
            raise invalid_token("The access token has expired.")
        return grant

    async def sdks(self, apis: Sequence[Api]) -> Mapping[int, ApiSdks]:
        """Return the SDK versions by key of the API; one read for all that are not known yet."""
        unknown = [api.key for api in apis if api.key not in self._sdks]
        if unknown:
            for key, published in (await self._catalog.sdks(unknown)).items():
                self._sdks[key] = ApiSdks(published)
                await asyncio.sleep(0)  # ordering thousands of versions is no reason to wait
        return self._sdks

    def known_choice(self, grant: Grant, request: SnippetsRequest) -> Choice | None:
        """Return what was chosen for such a request before."""
        return self._choices.get(_choice_key(grant, request))

    def remember_choice(self, grant: Grant, request: SnippetsRequest, choice: Choice) -> None:
        """Keep what was chosen for a request; long ones are rare, and would take the room."""
        few = len(request.sdks or ()) <= _SELECTORS_OF_A_CHOICE
        if few and len(self._choices) < _MOST_CHOICES:
            self._choices[_choice_key(grant, request)] = choice

    def _names_of(self, organizations: frozenset[str] | None) -> frozenset[tuple[int, str, str]]:
        names = frozenset(
            (api.key, api.org, api.api)
            for api in self.apis
            if organizations is None or api.org in organizations
        )
        before = self._names_before.get(organizations)
        return before if before is not None and before == names else names  # compared at once then

    def known_names(self) -> dict[frozenset[str] | None, frozenset[tuple[int, str, str]]]:
        """Return the APIs that there are for the tokens that have asked so far."""
        names = {organizations: covered.names for organizations, covered in self._covered.items()}
        return {**self._names_before, **names}

    def known_sdks(self, revisions: Mapping[int, int]) -> dict[int, ApiSdks]:
        """Return what is known of the SDK versions of APIs that still have the same revision."""
        return {
            key: sdks
            for key, sdks in self._sdks.items()
            if revisions.get(key) == self._revisions[key]
        }


class Snapshots:
    """The newest snapshot of a catalog, renewed when it is found out of date.

    Parameters
    ----------
    catalog
        What changes, also by other processes.
    grants
        As in `CatalogSnapshot`.
    """

    def __init__(self, catalog: Catalog, grants: Mapping[bytes, Grant]) -> None:
        self._catalog = catalog
        self._grants = grants
        self._snapshot: CatalogSnapshot | None = None
        self._turn = 0
        self._validated_in = -1

    @property
    def revision(self) -> int:
        """The catalog's, as far as it is known; 0 before the first request."""
        return self._snapshot.state.revision if self._snapshot else 0

    @property
    def cached(self) -> CatalogSnapshot | None:
        """The last snapshot: the catalog may have changed meanwhile. None: there is none yet."""
        return self._snapshot

    async def validated_snapshot(self) -> CatalogSnapshot:
        """Return a snapshot of the catalog as it is now.

        Requests that are worked on in one turn of the event loop had all arrived before it began:
        where the catalog answers without a wait, its answer to the first is true for all. Without
        this a cached response costs 1.3 times as much (``benchmarks.service``, "lookup, hot").
        """
        if self._snapshot is not None and self._validated_in == self._turn:
            return self._snapshot
        turn = self._turn
        asyncio.get_running_loop().call_soon(self._end_turn)
        state = await self._catalog.state()
        if self._snapshot is None or self._snapshot.state != state:
            return await self._renewed()
        if turn == self._turn:
            self._validated_in = turn
        return self._snapshot

    def _end_turn(self) -> None:
        self._turn += 1

    def is_current(self, snapshot: CatalogSnapshot, stamp: int | None) -> bool:
        """Return whether `newer_snapshot` would give None without asking the catalog."""
        if stamp is None:
            return snapshot is self._snapshot and self._validated_in == self._turn
        return stamp == snapshot.state.stamp

    async def newer_snapshot(
        self, snapshot: CatalogSnapshot, stamp: int | None
    ) -> CatalogSnapshot | None:
        """Return what to answer from again; None: the answer is of the snapshot's moment.

        Parameters
        ----------
        stamp
            The catalog's when the answer was read; None: it was not read, so ask now.
        """
        if self.is_current(snapshot, stamp):
            return None
        if stamp is not None:
            return await self._renewed()
        now = await self.validated_snapshot()
        return None if now is snapshot else now

    async def _renewed(self) -> CatalogSnapshot:
        state = await self._catalog.state()
        apis = await self._catalog.apis()
        self._snapshot = CatalogSnapshot(self._catalog, state, apis, self._grants, self._snapshot)
        return self._snapshot


def _has_expired(grant: Grant) -> bool:
    return grant.expires_at is not None and grant.expires_at <= time.time()


def invalid_token(reason: str) -> Unauthorized:
    """Return the problem of an invalid token (RFC 6750, section 3.1)."""
    return Unauthorized(
        f"{reason} `snippet-widget token create` makes a token.",
        headers={"WWW-Authenticate": 'Bearer error="invalid_token"'},
    )


def _choice_key(grant: Grant, request: SnippetsRequest) -> object:
    return (grant.organizations, request.org_id, request.api_id, request.sdks)
