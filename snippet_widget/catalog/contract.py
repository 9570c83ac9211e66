"""What a catalog does, whichever database holds it. Read this file; the stores follow it.

A catalog holds APIs of organizations; an API has endpoints, numbered from 0 in the order in which
they were first published (the *ordinal*: dense, only ever appended to), and SDK versions; an SDK
version has a snippet, or none, of each endpoint that it knows.

Two numbers tell readers whether what they remember is still true. The *stamp* grows with every
change, tokens included; the *revision* grows with every publication. Reads that a request is
answered from return the stamp they were made at: when it is the stamp of everything else that the
answer was built from, the answer is of one moment, and no transaction has to span the reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Mapping, Sequence

    from snippet_widget.catalog.audit import Actor, AuditEntry
    from snippet_widget.catalog.backup import Row
    from snippet_widget.catalog.records import (
        Api,
        CatalogState,
        EndpointName,
        EndpointRuns,
        EndpointSnippets,
        Grant,
        NewToken,
        PoolState,
        PublishedSdk,
        PublishReport,
        SdkStatus,
        SnippetPage,
        Token,
    )
    from snippet_widget.models import LoadLevel, SdkSelector
    from snippet_widget.publication import Publication, PublishMode

PAGE_ENDPOINTS = 100
"""Ordinals of one page."""


class Catalog(Protocol):
    """A store of snippets and tokens; `open_catalog` gives one.

    Every method raises `CatalogUnusable` when the database is not ours, damaged, read-only or
    full, and `CatalogUnavailable` while it is unavailable or locked: that is safe to repeat.
    """

    @property
    def name(self) -> str:
        """The database for people and logs, without a password."""

    def pool(self) -> PoolState:
        """Return how many connections there are to read the database; none for a file."""

    def acting_as(self, actor: Actor) -> Catalog:
        """Return the same catalog, whose changes are recorded as that actor's.

        Without it they are those of the user who runs this process.
        """

    async def publish(
        self, org: str, api: str, publication: Publication, *, replace: bool = False
    ) -> PublishReport:
        """Store one SDK version: `publish_all` with one, in the mode NEW or REPLACE."""

    async def publish_all(
        self,
        org: str,
        api: str,
        publications: Sequence[Publication],
        *,
        mode: PublishMode,
        dry_run: bool = False,
    ) -> list[PublishReport]:
        """Store SDK versions: all of them or, after any error, nothing.

        What changes nothing leaves the revision as it is. A dry run raises and returns the same,
        and stores nothing.

        Raises
        ------
        AlreadyPublished
            A version is there and the mode is NEW; the message says what differs.
        ConfigurationError
            The name of the organization or API, or a publication's SDK, cannot be used.
        """

    async def record_runs(
        self, org: str, api: str, sdk: SdkSelector, runs: Sequence[EndpointRuns]
    ) -> int:
        """Store what running the snippets of one SDK version has shown: all of it or nothing.

        A snippet that is published with other sources by now keeps what it has; publishing the
        same snippet again keeps what is recorded of it.

        Returns
        -------
        The number of endpoints whose snippets were given their runs.
        """

    async def set_status(
        self, org: str, api: str, sdk: SdkSelector, status: SdkStatus, reason: str
    ) -> bool:
        """Say whether people should use an SDK version; False: it is not published."""

    async def unpublish(self, org: str, api: str, sdk: SdkSelector) -> int | None:
        """Remove an SDK version, and the API with the last of them.

        Returns
        -------
        The number of its endpoints; None: it is not published.
        """

    async def rename_organization(self, org: str, new: str) -> int:
        """Rename an organization, in the tokens that cover it too; return its number of APIs.

        This and the two below raise `AlreadyPublished` where the new name is taken, and
        `ConfigurationError` where it cannot be used; then nothing has changed.
        """

    async def rename_api(self, org: str, api: str, new: str) -> bool:
        """Rename an API; False: it is not there."""

    async def rename_package(self, org: str, api: str, sdk: SdkSelector, new: str) -> int:
        """Rename the package of an SDK, in its snippets too; return its number of versions."""

    async def state(self) -> CatalogState:
        """Return stamp and revision, as of now: also what other processes have written."""

    async def apis(self) -> Sequence[Api]:
        """Return all APIs, by organization and name."""

    async def sdks(self, apis: Collection[int]) -> Mapping[int, Sequence[PublishedSdk]]:
        """Return the SDK versions by key of the API."""

    async def find(
        self, api: int, method: str, path_key: str, sdks: Sequence[int], level: LoadLevel
    ) -> EndpointSnippets | None:
        """Return the snippets of the endpoint with exactly that `path_key`.

        None: no SDK version of the API knows it. One that only others than `sdks` know, or that
        they have no snippet of, is found, without texts.
        """

    async def templates(self, api: int, method: str, path_key: str) -> Sequence[str]:
        """Return the path keys with parameters that a concrete path may be one of.

        All that it is one of are among them; the case of letters, say, may still differ.
        """

    async def neighbors(self, api: int, path_key: str, limit: int) -> Sequence[EndpointName]:
        """Return up to `limit` endpoints on either side of a path in the order of their keys."""

    async def page(
        self, api: int, number: int, sdks: Sequence[int], level: LoadLevel
    ) -> SnippetPage:
        """Return the endpoints whose ordinal lies in the `number`-th hundred, from 1."""

    async def create_token(
        self, token_hash: bytes, grant: Grant, label: str, created_by: str = ""
    ) -> None:
        """Store a token by its SHA-256."""

    async def grant(self, token_hash: bytes) -> Grant | None:
        """Return what the token with that SHA-256 allows; None: unknown, or revoked.

        Whether it has expired is for the caller to see.
        """

    async def tokens(self) -> Sequence[Token]:
        """Return all tokens, revoked ones too, the oldest first."""

    async def record_uses(self, uses: Mapping[str, int]) -> None:
        """Record when tokens were last used, by their ids, in seconds since the epoch."""

    async def audit(
        self, org: str | None = None, api: str | None = None, *, most: int = 100
    ) -> Sequence[AuditEntry]:
        """Return the newest changes, of an organization or API where it is named.

        Those of an organization are also the changes of the tokens that cover it now.
        """

    async def audit_of_request(self, request: str) -> Sequence[AuditEntry]:
        """Return what a request (`Actor.request`) has changed."""

    def dump(self) -> AsyncIterator[Row]:
        """Yield every row of the catalog as of one moment, by the tables of `backup.TABLES`."""

    async def restore(self, rows: AsyncIterator[Row]) -> int:
        """Store the rows of a `dump`, all of them or none; return how many.

        Raises
        ------
        CatalogNotEmpty
            Something is here already.
        """

    async def replace_token(self, token_id: str, at: int, new: NewToken) -> int | None:
        """Store a token in the place of another, which ends at a moment, or earlier if it would.

        Returns
        -------
        moment
            When that one ends; None: there is no token of that id, and nothing was stored.

        Raises
        ------
        TokenReplaced
            It was replaced before, by a token that is valid.
        """

    async def revoke_token(self, token_id: str) -> bool:
        """End a token at once and for ever; False: there is none of that id."""
