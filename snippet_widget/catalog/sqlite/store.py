"""The catalog in one SQLite file: the embedded store, and enough for a small team.

Reads are made in the event loop: one takes microseconds, and a thread would cost more than it.
Writes have a connection and a thread of their own: another process may hold the lock for long.
"""

from __future__ import annotations

import asyncio
from copy import copy
from functools import cache
from typing import TYPE_CHECKING

from snippet_widget.catalog.audit import (
    Action,
    Change,
    expiry,
    of_grant,
    process_actor,
    publications_of,
    removal,
    renaming,
    verification,
    withdrawal,
)
from snippet_widget.catalog.backup import not_empty_error
from snippet_widget.catalog.contract import PAGE_ENDPOINTS
from snippet_widget.catalog.names import ANY_VERSION, checked_name, checked_names
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
from snippet_widget.catalog.sqlite.audit import entries, entries_of_request, record
from snippet_widget.catalog.sqlite.backup import dump, finish, is_empty, restore
from snippet_widget.catalog.sqlite.file import SqliteFile
from snippet_widget.catalog.sqlite.publish import publish
from snippet_widget.catalog.sqlite.renaming import (
    rename_api,
    rename_organization,
    rename_package,
)
from snippet_widget.catalog.sqlite.runs import record_runs
from snippet_widget.catalog.sqlite.tokens import (
    all_tokens,
    create_token,
    expire_token,
    grant_of,
    record_uses,
    refuse_if_replaced,
    revoke_token,
)
from snippet_widget.catalog.sqlite.withdrawal import set_status, unpublish
from snippet_widget.models import LoadLevel, SdkSelector
from snippet_widget.publication import PublishMode

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import AsyncIterator, Collection, Mapping, Sequence
    from pathlib import Path

    from snippet_widget.catalog.audit import Actor, AuditEntry
    from snippet_widget.catalog.backup import Row
    from snippet_widget.catalog.records import EndpointRuns, SdkStatus
    from snippet_widget.publication import Publication

_MOST_COLUMNS = 500

_TEXT = {
    LoadLevel.FULL: "full_text",
    LoadLevel.ENDPOINT: "coalesce(endpoint_text, full_text)",
}

_KNOWN = (
    "EXISTS (SELECT 1 FROM sdk JOIN snippet ON key = (sdk.id << 32 | e.ordinal)"
    " WHERE sdk.api_id = e.api_id)"
)
"""An endpoint keeps its ordinal when the last SDK version that knew it was replaced."""


class SqliteCatalog:
    """A `Catalog` (see there) in the file at `path`, which is made when it is missing."""

    def __init__(self, path: Path) -> None:
        self._file = SqliteFile(path)
        self._actor = process_actor()

    @property
    def name(self) -> str:
        """The file's path."""
        return self._file.name

    def pool(self) -> PoolState:
        return PoolState()

    def acting_as(self, actor: Actor) -> SqliteCatalog:
        acting = copy(self)
        acting._actor = actor  # noqa: SLF001 - its own
        return acting

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

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

        rows = await asyncio.to_thread(
            lambda: [
                (sdk, rows_of(each, sdk)) for sdk, each in zip(sdks, publications, strict=True)
            ]
        )

        def write(connection: sqlite3.Connection) -> list[PublishReport]:
            reports = publish(connection, (org, api), rows, mode)
            record(connection, self._actor, publications_of(reports))
            return unless_dry_run(reports, dry_run=dry_run)

        try:
            return await self._file.write(write)
        except DryRun as tried:
            return tried.reports

    async def record_runs(
        self, org: str, api: str, sdk: SdkSelector, runs: Sequence[EndpointRuns]
    ) -> int:
        def write(connection: sqlite3.Connection) -> int:
            count = record_runs(connection, (org, api), sdk, runs)
            self._record(connection, verification(org, api, sdk, count))
            return count

        return await self._file.write(write)

    async def set_status(
        self, org: str, api: str, sdk: SdkSelector, status: SdkStatus, reason: str
    ) -> bool:
        def write(connection: sqlite3.Connection) -> bool:
            known = set_status(connection, (org, api), sdk, status, reason)
            self._record(connection, withdrawal(org, api, sdk, status, reason) if known else None)
            return known

        return await self._file.write(write)

    async def unpublish(self, org: str, api: str, sdk: SdkSelector) -> int | None:
        def write(connection: sqlite3.Connection) -> int | None:
            count = unpublish(connection, (org, api), sdk)
            self._record(connection, removal(org, api, sdk, count))
            return count

        return await self._file.write(write)

    async def rename_organization(self, org: str, new: str) -> int:
        checked_name("organization", new)

        def write(connection: sqlite3.Connection) -> int:
            count = rename_organization(connection, org, new)
            self._record(connection, renaming(org, new, new) if count else None)
            return count

        return await self._file.write(write)

    async def rename_api(self, org: str, api: str, new: str) -> bool:
        checked_name("API", new)

        def write(connection: sqlite3.Connection) -> bool:
            known = rename_api(connection, org, api, new)
            self._record(connection, renaming(api, new, org, new) if known else None)
            return known

        return await self._file.write(write)

    async def rename_package(self, org: str, api: str, sdk: SdkSelector, new: str) -> int:
        checked_names(org, api, SdkSelector(sdk.type, new, ANY_VERSION))

        def write(connection: sqlite3.Connection) -> int:
            count = rename_package(connection, (org, api), sdk, new)
            before = f"{sdk.type}:{sdk.package}"
            self._record(connection, renaming(before, new, org, api) if count else None)
            return count

        return await self._file.write(write)

    async def state(self) -> CatalogState:
        stamp, revision = self._file.rows("SELECT stamp, revision FROM catalog WHERE one = 1")[0]
        return CatalogState(self._stamp(stamp), self._stamp(revision))

    async def apis(self) -> Sequence[Api]:
        rows = self._file.rows(
            "SELECT id, org, name, endpoints, revision FROM api ORDER BY org, name"
        )
        return [
            Api(key, org, name, endpoints, self._stamp(revision))
            for key, org, name, endpoints, revision in rows
        ]

    async def sdks(self, apis: Collection[int]) -> Mapping[int, Sequence[PublishedSdk]]:
        found: dict[int, list[PublishedSdk]] = {api: [] for api in apis}
        query = (
            "SELECT api_id, id, type, package, version, snippets, status, reason, published_at"
            " FROM sdk"
            f" WHERE api_id IN ({_marks(apis)}) ORDER BY id"
        )
        for api, *columns in self._file.rows(query, *apis):
            found[api].append(published_sdk(columns))
        return found

    async def find(
        self, api: int, method: str, path_key: str, sdks: Sequence[int], level: LoadLevel
    ) -> EndpointSnippets | None:
        texts: dict[int, str] = {}
        stamp = 0
        for first in range(0, len(sdks), _MOST_COLUMNS):
            some = sdks[first : first + _MOST_COLUMNS]
            rows = self._file.rows(
                _find_query(len(some), _TEXT[level]), *some, api, path_key, method
            )
            if not rows:
                return None
            stamp, *found = rows[0]
            texts |= {sdk: text for sdk, text in zip(some, found, strict=True) if text}
        if texts:
            return EndpointSnippets(self._stamp(stamp), texts)
        return self._without_texts(api, method, path_key)

    async def templates(self, api: int, method: str, path_key: str) -> Sequence[str]:
        rows = self._file.rows(
            "SELECT path_key FROM endpoint e WHERE api_id = ? AND method = ? AND segments = ?"
            f" AND path_key LIKE '%{{}}%' AND ? LIKE replace(path_key, '{{}}', '%') AND {_KNOWN}",
            api,
            method,
            path_key.count("/"),
            path_key,
        )
        return [path_key for (path_key,) in rows]

    async def neighbors(self, api: int, path_key: str, limit: int) -> Sequence[EndpointName]:
        query = (
            "SELECT method, path FROM endpoint e WHERE api_id = ? AND path_key {} ?"
            f" AND {_KNOWN}"
            " ORDER BY path_key {}, method {} LIMIT ?"
        )
        before = self._file.rows(query.format("<", "DESC", "DESC"), api, path_key, limit)
        after = self._file.rows(query.format(">=", "ASC", "ASC"), api, path_key, limit)
        return [EndpointName(*row) for row in [*before[::-1], *after]]

    async def page(
        self, api: int, number: int, sdks: Sequence[int], level: LoadLevel
    ) -> SnippetPage:
        first = first_ordinal(number)
        with self._file.read_transaction():
            rows = self._file.rows(
                f"SELECT ordinal, method, path, sdk.id, {_TEXT[level]} FROM sdk"
                " CROSS JOIN snippet ON key >= (sdk.id << 32 | ?) AND key < (sdk.id << 32 | ?)"
                " CROSS JOIN endpoint e ON e.api_id = ? AND ordinal = key & 0xffffffff"
                f" WHERE sdk.id IN ({_marks(sdks)}) ORDER BY ordinal",
                first,
                first + PAGE_ENDPOINTS,
                api,
                *sdks,
            )
            return SnippetPage(
                (await self.state()).stamp,
                endpoints_of(rows),
                self._next(sdks, first + PAGE_ENDPOINTS),
            )

    async def create_token(
        self, token_hash: bytes, grant: Grant, label: str, created_by: str = ""
    ) -> None:
        new = NewToken(token_hash, grant, label, created_by)
        await self._file.write(lambda connection: self._store_token(connection, new))

    async def grant(self, token_hash: bytes) -> Grant | None:
        return grant_of(self._file, token_hash)

    async def tokens(self) -> Sequence[Token]:
        return all_tokens(self._file)

    async def record_uses(self, uses: Mapping[str, int]) -> None:
        await self._file.write(lambda connection: record_uses(connection, uses))

    async def audit(
        self, org: str | None = None, api: str | None = None, *, most: int = 100
    ) -> Sequence[AuditEntry]:
        return entries(self._file, org, api, most)

    async def audit_of_request(self, request: str) -> Sequence[AuditEntry]:
        return entries_of_request(self._file, request)

    async def dump(self) -> AsyncIterator[Row]:
        with self._file.writing() as connection:  # nobody changes anything meanwhile
            for row in dump(connection):
                yield row

    async def restore(self, rows: AsyncIterator[Row]) -> int:
        with self._file.writing() as connection:
            if not is_empty(connection):
                raise not_empty_error(self.name)
            count = 0
            async for row in rows:
                restore(connection, [row])
                count += 1
            finish(connection)
            return count

    async def replace_token(self, token_id: str, at: int, new: NewToken) -> int | None:
        def write(connection: sqlite3.Connection) -> int | None:
            refuse_if_replaced(connection, token_id)
            end = expire_token(connection, token_id, at)
            if end is not None:
                self._store_token(connection, new)
                self._record(connection, expiry(token_id, end, new.grant.id))
            return end

        return await self._file.write(write)

    async def revoke_token(self, token_id: str) -> bool:
        def write(connection: sqlite3.Connection) -> bool:
            known = revoke_token(connection, token_id)
            self._record(connection, Change(Action.TOKEN_REVOKE, token_id) if known else None)
            return known

        return await self._file.write(write)

    def _store_token(self, connection: sqlite3.Connection, new: NewToken) -> None:
        create_token(connection, new)
        made = Change(Action.TOKEN_CREATE, new.grant.id, of_grant(new.grant, new.label))
        self._record(connection, made)

    def _record(self, connection: sqlite3.Connection, change: Change | None) -> None:
        record(connection, self._actor, [change] if change else [])

    def _without_texts(self, api: int, method: str, path_key: str) -> EndpointSnippets | None:
        """Return an endpoint that the SDKs asked for have no snippet of; None: nobody knows it."""
        rows = self._file.rows(
            "SELECT (SELECT stamp FROM catalog) FROM endpoint e"
            f" WHERE api_id = ? AND path_key = ? AND method = ? AND {_KNOWN}",
            api,
            path_key,
            method,
        )
        return EndpointSnippets(self._stamp(rows[0][0]), {}) if rows else None

    def _next(self, sdks: Sequence[int], ordinal: int) -> int | None:
        rows = self._file.rows(
            "SELECT min(first) FROM (SELECT (SELECT min(key) & 0xffffffff FROM snippet"
            " WHERE key >= (sdk.id << 32 | ?) AND key < (sdk.id + 1) << 32) AS first FROM sdk"
            f" WHERE id IN ({_marks(sdks)}))",
            ordinal,
            *sdks,
        )
        found: int | None = rows[0][0]
        return None if found is None else found // PAGE_ENDPOINTS + 1

    def _stamp(self, stamp: int) -> int:
        """Return a number that is no other file's, should the file have been replaced."""
        return self._file.generation << 48 | stamp


@cache
def _find_query(sdks: int, text: str) -> str:
    found = f", (SELECT {text} FROM snippet WHERE key = (? << 32 | ordinal))" * sdks
    return (
        f"SELECT (SELECT stamp FROM catalog){found} FROM endpoint"
        " WHERE api_id = ? AND path_key = ? AND method = ?"
    )


def _marks(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))
