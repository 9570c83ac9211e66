"""A catalog that is read from a replica, as long as that is known not to lag too much.

Whether it lags is asked of both servers: what the primary's stamp was at a moment, the replica's
has to be soon after. So a revoked token opens nothing after `most_lag` seconds, and what was
published is seen by then; while the primary cannot be asked, nothing is read after that either.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from snippet_widget.errors import CatalogUnavailable, CatalogUnusable

if TYPE_CHECKING:
    from collections.abc import (
        AsyncIterator,
        Awaitable,
        Callable,
        Collection,
        Mapping,
        Sequence,
    )

    from snippet_widget.catalog.audit import Actor, AuditEntry
    from snippet_widget.catalog.backup import Row
    from snippet_widget.catalog.contract import Catalog
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

_Result = TypeVar("_Result")

_CHECKS = 4
"""In the time that a replica may lag."""


class ReplicatedCatalog:
    """A `Catalog` (see there) whose snippets and tokens are read from a replica; else the primary.

    Parameters
    ----------
    primary
        Written to; read where the replica lags or cannot be read.
    replica
        A physical replica of it, so that stamps and keys are the same.
    most_lag
        Seconds that an answer may be behind the primary.
    """

    def __init__(self, primary: Catalog, replica: Catalog, most_lag: float) -> None:
        self._primary = primary
        self._replica = replica
        self._most_lag = most_lag
        self._level_at = float("-inf")  # a moment whose primary the replica has reached
        self._check_at = float("-inf")
        self._check: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """The primary's name."""
        return self._primary.name

    def acting_as(self, actor: Actor) -> Catalog:
        """Return the primary: who changes something reads what they change there."""
        return self._primary.acting_as(actor)

    def pool(self) -> PoolState:
        """Return the connections to both."""
        primary, replica = self._primary.pool(), self._replica.pool()
        return type(primary)(*(one + other for one, other in zip(primary, replica, strict=True)))

    # ---- Reads ---------------------------------------------------------------------------

    async def state(self) -> CatalogState:
        """As `Catalog.state`."""
        return await self._read(lambda catalog: catalog.state())

    async def apis(self) -> Sequence[Api]:
        """As `Catalog.apis`."""
        return await self._read(lambda catalog: catalog.apis())

    async def sdks(self, apis: Collection[int]) -> Mapping[int, Sequence[PublishedSdk]]:
        """As `Catalog.sdks`."""
        return await self._read(lambda catalog: catalog.sdks(apis))

    async def find(
        self, api: int, method: str, path_key: str, sdks: Sequence[int], level: LoadLevel
    ) -> EndpointSnippets | None:
        """As `Catalog.find`."""
        return await self._read(lambda catalog: catalog.find(api, method, path_key, sdks, level))

    async def templates(self, api: int, method: str, path_key: str) -> Sequence[str]:
        """As `Catalog.templates`."""
        return await self._read(lambda catalog: catalog.templates(api, method, path_key))

    async def neighbors(self, api: int, path_key: str, limit: int) -> Sequence[EndpointName]:
        """As `Catalog.neighbors`."""
        return await self._read(lambda catalog: catalog.neighbors(api, path_key, limit))

    async def page(
        self, api: int, number: int, sdks: Sequence[int], level: LoadLevel
    ) -> SnippetPage:
        """As `Catalog.page`."""
        return await self._read(lambda catalog: catalog.page(api, number, sdks, level))

    async def grant(self, token_hash: bytes) -> Grant | None:
        """As `Catalog.grant`; a token that the replica does not have may be a new one."""
        found = await self._read(lambda catalog: catalog.grant(token_hash))
        if found is None:
            with suppress(CatalogUnavailable, CatalogUnusable):
                return await self._primary.grant(token_hash)
        return found

    async def _read(self, ask: Callable[[Catalog], Awaitable[_Result]]) -> _Result:
        """Return what the replica answers, else the primary."""
        if await self._reads_replica():
            try:
                return await ask(self._replica)
            except CatalogUnavailable:
                self._level_at = float("-inf")
        return await ask(self._primary)

    async def _reads_replica(self) -> bool:
        """Return whether the replica is known not to be too far behind."""
        now = time.monotonic()
        fresh = now - self._level_at <= self._most_lag
        if now >= self._check_at or not fresh:
            check = self._checking()
            if not fresh:
                await asyncio.shield(check)
        return time.monotonic() - self._level_at <= self._most_lag

    def _checking(self) -> asyncio.Task[None]:
        if self._check is None or self._check.done():
            self._check_at = time.monotonic() + self._most_lag / _CHECKS
            self._check = asyncio.create_task(self._compare())
        return self._check

    async def _compare(self) -> None:
        began = time.monotonic()
        with suppress(CatalogUnavailable, CatalogUnusable):
            wanted = (await self._primary.state()).stamp
            if (await self._replica.state()).stamp >= wanted:
                self._level_at = began

    # ---- All else is the primary's -------------------------------------------------------

    async def publish(
        self, org: str, api: str, publication: Publication, *, replace: bool = False
    ) -> PublishReport:
        """As `Catalog.publish`."""
        return await self._primary.publish(org, api, publication, replace=replace)

    async def publish_all(
        self,
        org: str,
        api: str,
        publications: Sequence[Publication],
        *,
        mode: PublishMode,
        dry_run: bool = False,
    ) -> list[PublishReport]:
        """As `Catalog.publish_all`."""
        return await self._primary.publish_all(org, api, publications, mode=mode, dry_run=dry_run)

    async def record_runs(
        self, org: str, api: str, sdk: SdkSelector, runs: Sequence[EndpointRuns]
    ) -> int:
        """As `Catalog.record_runs`."""
        return await self._primary.record_runs(org, api, sdk, runs)

    async def set_status(
        self, org: str, api: str, sdk: SdkSelector, status: SdkStatus, reason: str
    ) -> bool:
        """As `Catalog.set_status`."""
        return await self._primary.set_status(org, api, sdk, status, reason)

    async def unpublish(self, org: str, api: str, sdk: SdkSelector) -> int | None:
        """As `Catalog.unpublish`."""
        return await self._primary.unpublish(org, api, sdk)

    async def rename_organization(self, org: str, new: str) -> int:
        """As `Catalog.rename_organization`."""
        return await self._primary.rename_organization(org, new)

    async def rename_api(self, org: str, api: str, new: str) -> bool:
        """As `Catalog.rename_api`."""
        return await self._primary.rename_api(org, api, new)

    async def rename_package(self, org: str, api: str, sdk: SdkSelector, new: str) -> int:
        """As `Catalog.rename_package`."""
        return await self._primary.rename_package(org, api, sdk, new)

    async def create_token(
        self, token_hash: bytes, grant: Grant, label: str, created_by: str = ""
    ) -> None:
        """As `Catalog.create_token`."""
        await self._primary.create_token(token_hash, grant, label, created_by)

    async def tokens(self) -> Sequence[Token]:
        """As `Catalog.tokens`."""
        return await self._primary.tokens()

    async def replace_token(self, token_id: str, at: int, new: NewToken) -> int | None:
        """As `Catalog.replace_token`."""
        return await self._primary.replace_token(token_id, at, new)

    async def revoke_token(self, token_id: str) -> bool:
        """As `Catalog.revoke_token`."""
        return await self._primary.revoke_token(token_id)

    async def record_uses(self, uses: Mapping[str, int]) -> None:
        """As `Catalog.record_uses`."""
        await self._primary.record_uses(uses)

    async def audit(
        self, org: str | None = None, api: str | None = None, *, most: int = 100
    ) -> Sequence[AuditEntry]:
        """As `Catalog.audit`."""
        return await self._primary.audit(org, api, most=most)

    async def audit_of_request(self, request: str) -> Sequence[AuditEntry]:
        """As `Catalog.audit_of_request`."""
        return await self._primary.audit_of_request(request)

    def dump(self) -> AsyncIterator[Row]:
        """As `Catalog.dump`."""
        return self._primary.dump()

    async def restore(self, rows: AsyncIterator[Row]) -> int:
        """As `Catalog.restore`."""
        return await self._primary.restore(rows)
