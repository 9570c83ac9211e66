"""The catalog in a PostgreSQL database: a team's store, for any number of service processes.

Reads are single statements, each of one moment by itself (``reads.py``); a write has a
connection of its own. A server that was restarted is found again without a restart here.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from copy import copy
from typing import TYPE_CHECKING

from snippet_widget.catalog.audit import (
    Action,
    Change,
    entry_of,
    expiry,
    of_grant,
    process_actor,
    publications_of,
    removal,
    renaming,
    verification,
    withdrawal,
)
from snippet_widget.catalog.backup import ROWS_AT_ONCE, not_empty_error
from snippet_widget.catalog.contract import PAGE_ENDPOINTS
from snippet_widget.catalog.names import ANY_VERSION, checked_name, checked_names
from snippet_widget.catalog.postgresql.audit import NEWEST, OF_REQUEST, record
from snippet_widget.catalog.postgresql.backup import dump, finish, is_empty, restore
from snippet_widget.catalog.postgresql.connecting import connect_to_read, connected, masked_url
from snippet_widget.catalog.postgresql.errors import (
    FAILURES,
    catalog_error,
    translate_errors,
    translate_refusals,
)
from snippet_widget.catalog.postgresql.publish import publish, while_connected
from snippet_widget.catalog.postgresql.reads import CONNECTIONS, JoinedRead, ReadConnections
from snippet_widget.catalog.postgresql.renaming import (
    rename_api,
    rename_organization,
    rename_package,
)
from snippet_widget.catalog.postgresql.runs import record_runs
from snippet_widget.catalog.postgresql.schema import MIGRATIONS, check_version, migrate
from snippet_widget.catalog.postgresql.tokens import (
    GRANT,
    TOKENS,
    create_token,
    expire_token,
    grant_of,
    record_uses,
    refuse_if_replaced,
    revoke_token,
    token_of,
)
from snippet_widget.catalog.postgresql.withdrawal import set_status, unpublish
from snippet_widget.catalog.records import (
    Api,
    CatalogState,
    EndpointName,
    EndpointSnippets,
    Grant,
    NewToken,
    PoolState,
    PublishedSdk,
    PublishReport,
    SnippetPage,
    Token,
)
from snippet_widget.catalog.republishing import DryRun, unless_dry_run
from snippet_widget.catalog.rows import endpoints_of, first_ordinal, published_sdk, rows_of
from snippet_widget.models import LoadLevel, SdkSelector
from snippet_widget.publication import PublishMode

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Mapping, Sequence

    import asyncpg

    from snippet_widget.catalog.audit import Actor, AuditEntry
    from snippet_widget.catalog.backup import Row
    from snippet_widget.catalog.postgresql.schema import Connection
    from snippet_widget.catalog.records import EndpointRuns, SdkStatus
    from snippet_widget.publication import Publication

_TEXT = {
    LoadLevel.FULL: "full_text",
    LoadLevel.ENDPOINT: "coalesce(endpoint_text, full_text)",
}
_KNOWN = (
    "(SELECT true FROM snippet_widget.sdk JOIN snippet_widget.snippet known"
    " ON known.sdk_id = sdk.id WHERE sdk.api_id = e.api_id AND known.ordinal = e.ordinal LIMIT 1)"
)
"""An endpoint keeps its ordinal when the last SDK version that knew it was replaced.

EXISTS would say the same, and lead the planner to read all of the snippets for it.
"""


class PostgresqlCatalog:
    """A `Catalog` (see there) in the database that `url` names, which has its tables already."""

    def __init__(self, url: str, connections: int = CONNECTIONS) -> None:
        self._url = url
        self._name = masked_url(url)
        self._actor = process_actor()
        self._reads = ReadConnections(lambda: connect_to_read(url), most=connections)
        self._state = JoinedRead(self._read_state)

    @property
    def name(self) -> str:
        """The URL without password and options."""
        return self._name

    def pool(self) -> PoolState:
        return self._reads.state

    def acting_as(self, actor: Actor) -> PostgresqlCatalog:
        acting = copy(self)
        acting._actor = actor  # noqa: SLF001 - its own
        return acting

    async def close(self) -> None:
        """Let go of the database."""
        await self._reads.close()

    async def publish(
        self, org: str, api: str, publication: Publication, *, replace: bool = False
    ) -> PublishReport:
        mode = PublishMode.REPLACE if replace else PublishMode.NEW
        return (await self.publish_all(org, api, [publication], mode=mode))[0]

    async def publish_all(
        self,
        org: str,
        api: str,
        publications: Sequence[Publication],
        *,
        mode: PublishMode,
        dry_run: bool = False,
    ) -> list[PublishReport]:
        sdks = [checked_names(org, api, publication.sdk) for publication in publications]
        rows = [
            (sdk, await asyncio.to_thread(rows_of, publication, sdk))
            for sdk, publication in zip(sdks, publications, strict=True)
        ]
        try:
            async with self._writing() as connection:
                work = publish(connection, (org, api), rows, mode)
                reports = await while_connected(connection, work)
                await record(connection, self._actor, publications_of(reports))
                return unless_dry_run(reports, dry_run=dry_run)
        except DryRun as tried:
            return tried.reports

    async def record_runs(
        self, org: str, api: str, sdk: SdkSelector, runs: Sequence[EndpointRuns]
    ) -> int:
        async with self._writing() as connection:
            work = record_runs(connection, (org, api), sdk, runs)
            count = await while_connected(connection, work)
            await self._record(connection, verification(org, api, sdk, count))
            return count

    async def set_status(
        self, org: str, api: str, sdk: SdkSelector, status: SdkStatus, reason: str
    ) -> bool:
        async with self._writing() as connection:
            known = await set_status(connection, (org, api), sdk, status, reason)
            change = withdrawal(org, api, sdk, status, reason) if known else None
            await self._record(connection, change)
            return known

    async def unpublish(self, org: str, api: str, sdk: SdkSelector) -> int | None:
        async with self._writing() as connection:
            count = await unpublish(connection, (org, api), sdk)
            await self._record(connection, removal(org, api, sdk, count))
            return count

    async def rename_organization(self, org: str, new: str) -> int:
        checked_name("organization", new)
        async with self._writing() as connection:
            count = await rename_organization(connection, org, new)
            await self._record(connection, renaming(org, new, new) if count else None)
            return count

    async def rename_api(self, org: str, api: str, new: str) -> bool:
        checked_name("API", new)
        async with self._writing() as connection:
            known = await rename_api(connection, org, api, new)
            await self._record(connection, renaming(api, new, org, new) if known else None)
            return known

    async def rename_package(self, org: str, api: str, sdk: SdkSelector, new: str) -> int:
        checked_names(org, api, SdkSelector(sdk.type, new, ANY_VERSION))
        async with self._writing() as connection:
            count = await rename_package(connection, (org, api), sdk, new)
            before = f"{sdk.type}:{sdk.package}"
            await self._record(connection, renaming(before, new, org, api) if count else None)
            return count

    async def state(self) -> CatalogState:
        return await self._state.result()

    async def apis(self) -> Sequence[Api]:
        rows = await self._rows(
            "SELECT id, org, name, endpoints, revision FROM snippet_widget.api ORDER BY org, name"
        )
        return [Api(*row) for row in rows]

    async def sdks(self, apis: Collection[int]) -> Mapping[int, Sequence[PublishedSdk]]:
        found: dict[int, list[PublishedSdk]] = {api: [] for api in apis}
        query = (
            "SELECT api_id, id, type, package, version, snippets, status, reason, published_at"
            " FROM snippet_widget.sdk"
            " WHERE api_id = ANY($1) ORDER BY id"
        )
        for api, *columns in await self._rows(query, list(apis)):
            found[api].append(published_sdk(columns))
        return found

    async def find(
        self, api: int, method: str, path_key: str, sdks: Sequence[int], level: LoadLevel
    ) -> EndpointSnippets | None:
        rows = await self._rows(
            f"SELECT (SELECT stamp FROM snippet_widget.catalog), sdk_id, {_TEXT[level]}"
            " FROM snippet_widget.endpoint e LEFT JOIN snippet_widget.snippet s"
            " ON s.ordinal = e.ordinal AND sdk_id = ANY($1)"
            " WHERE api_id = $2 AND path_key = $3 AND method = $4"
            f" AND (sdk_id IS NOT NULL OR {_KNOWN})",
            list(sdks),
            api,
            _storable(path_key),
            method,
        )
        if not rows:
            return None
        return EndpointSnippets(
            rows[0][0], {sdk: text for _, sdk, text in rows if text is not None}
        )

    async def templates(self, api: int, method: str, path_key: str) -> Sequence[str]:
        rows = await self._rows(
            "SELECT path_key FROM snippet_widget.endpoint e"
            " WHERE api_id = $1 AND method = $2 AND segments = $3"
            f" AND path_key LIKE '%{{}}%' AND $4 LIKE replace(path_key, '{{}}', '%') ESCAPE ''"
            f" AND {_KNOWN}",
            api,
            method,
            path_key.count("/"),
            _storable(path_key),
        )
        return [path_key for (path_key,) in rows]

    async def neighbors(self, api: int, path_key: str, limit: int) -> Sequence[EndpointName]:
        query = (
            "SELECT method, path FROM snippet_widget.endpoint e WHERE api_id = $1"
            f" AND path_key {{}} $2 AND {_KNOWN}"
            " ORDER BY path_key {}, method {} LIMIT $3"
        )
        key = _storable(path_key)
        before = await self._rows(query.format("<", "DESC", "DESC"), api, key, limit)
        after = await self._rows(query.format(">=", "ASC", "ASC"), api, key, limit)
        return [EndpointName(*row) for row in [*before[::-1], *after]]

    async def page(
        self, api: int, number: int, sdks: Sequence[int], level: LoadLevel
    ) -> SnippetPage:
        first = first_ordinal(number)
        rows = await self._rows(
            "SELECT stamp, following, found.* FROM snippet_widget.catalog CROSS JOIN ("
            "  SELECT min(o.ordinal) AS following FROM unnest($2::bigint[]) AS k (id),"
            "  LATERAL (SELECT ordinal FROM snippet_widget.snippet"
            "   WHERE sdk_id = k.id AND ordinal >= $4 ORDER BY ordinal LIMIT 1) AS o"
            " ) AS n LEFT JOIN ("
            f" SELECT s.ordinal, method, path, sdk_id, {_TEXT[level]} FROM snippet_widget.snippet s"
            "  JOIN snippet_widget.endpoint e ON e.api_id = $1 AND e.ordinal = s.ordinal"
            "  AND e.ordinal >= $3 AND e.ordinal < $4"  # the planner does not infer it
            "  WHERE sdk_id = ANY($2) AND s.ordinal >= $3 AND s.ordinal < $4"
            " ) AS found ON true ORDER BY ordinal",
            api,
            list(sdks),
            first,
            first + PAGE_ENDPOINTS,
        )
        stamp, following = rows[0][:2]
        return SnippetPage(
            stamp,
            endpoints_of(row[2:] for row in rows if row["ordinal"] is not None),
            None if following is None else following // PAGE_ENDPOINTS + 1,
        )

    async def create_token(
        self, token_hash: bytes, grant: Grant, label: str, created_by: str = ""
    ) -> None:
        async with self._writing() as connection:
            await self._store_token(connection, NewToken(token_hash, grant, label, created_by))

    async def grant(self, token_hash: bytes) -> Grant | None:
        rows = await self._rows(GRANT, token_hash)
        return grant_of(tuple(rows[0])) if rows else None

    async def tokens(self) -> Sequence[Token]:
        return [token_of(tuple(row)) for row in await self._rows(TOKENS)]

    async def record_uses(self, uses: Mapping[str, int]) -> None:
        async with self._writing() as connection:
            await record_uses(connection, uses)

    async def audit(
        self, org: str | None = None, api: str | None = None, *, most: int = 100
    ) -> Sequence[AuditEntry]:
        rows = await self._rows(NEWEST, org, api, most)
        return [entry_of(row, label, only_org) for label, only_org, *row in rows]

    async def audit_of_request(self, request: str) -> Sequence[AuditEntry]:
        return [entry_of(tuple(row)) for row in await self._rows(OF_REQUEST, request)]

    async def dump(self) -> AsyncIterator[Row]:
        async with (
            self._connection() as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            async for row in dump(connection):
                yield row

    async def restore(self, rows: AsyncIterator[Row]) -> int:
        async with self._writing() as connection:
            if not await is_empty(connection):
                raise not_empty_error(self.name)
            count = 0
            some: list[Row] = []
            async for row in rows:
                some.append(row)
                if len(some) == ROWS_AT_ONCE:
                    await restore(connection, some)
                    count, some = count + len(some), []
            await restore(connection, some)
            await finish(connection)
            return count + len(some)

    async def replace_token(self, token_id: str, at: int, new: NewToken) -> int | None:
        async with self._writing() as connection:
            end = await expire_token(connection, token_id, at)  # others who replace it wait here
            await refuse_if_replaced(connection, token_id)
            if end is not None:
                await self._store_token(connection, new)
                await self._record(connection, expiry(token_id, end, new.grant.id))
            return end

    async def revoke_token(self, token_id: str) -> bool:
        async with self._writing() as connection:
            known = await revoke_token(connection, token_id)
            await self._record(connection, Change(Action.TOKEN_REVOKE, token_id) if known else None)
            return known

    async def _store_token(self, connection: Connection, new: NewToken) -> None:
        await create_token(connection, new)
        made = Change(Action.TOKEN_CREATE, new.grant.id, of_grant(new.grant, new.label))
        await self._record(connection, made)

    async def _record(self, connection: Connection, change: Change | None) -> None:
        await record(connection, self._actor, [change] if change else [])

    async def _read_state(self) -> CatalogState:
        (row,) = await self._rows("SELECT stamp, revision FROM snippet_widget.catalog")
        return CatalogState(*row)

    async def _rows(self, query: str, *values: object) -> list[asyncpg.Record]:
        try:
            return await self._reads.fetch(query, *values)
        except FAILURES as error:
            raise catalog_error(error, self._name) from error

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[Connection]:
        async with self._connection() as connection:
            with translate_refusals(self._name):
                async with connection.transaction():
                    yield connection

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        with translate_errors(self._name):
            async with connected(self._url) as connection:
                yield connection


@asynccontextmanager
async def postgresql_catalog(
    url: str, connections: int = CONNECTIONS, *, make: bool = True
) -> AsyncIterator[PostgresqlCatalog]:
    """Open the catalog in a database, made if wanted; never changed (`migrate_postgresql`)."""
    name = masked_url(url)
    with translate_errors(name):
        async with connected(url) as connection:
            await check_version(connection, name, make=make)
    catalog = PostgresqlCatalog(url, connections)
    try:
        yield catalog
    finally:
        await catalog.close()


async def migrate_postgresql(url: str) -> tuple[str, int, int]:
    """Bring the catalog in a database up to date; return its name, earlier and present schema."""
    name = masked_url(url)
    with translate_errors(name):
        async with connected(url) as connection:
            return name, await migrate(connection, name), len(MIGRATIONS)


def _storable(text: str) -> str:
    """Return what to look for instead of a text with NUL, which PostgreSQL has none of."""
    return text.replace("\0", "\x01")
