"""``POST /snippets/create``: publish over the wire, with a token that may write."""

from __future__ import annotations

import asyncio
import dataclasses
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.catalog import Action
from snippet_widget.creation import CreatedVersion, CreationResult, InvalidCreation
from snippet_widget.errors import (
    AlreadyPublished,
    ConfigurationError,
    Forbidden,
    TooManyRequests,
    UnsafeArchive,
    VersionExists,
)
from snippet_widget.publication import PublishMode
from snippet_widget.sdk_selector import sdk_text
from snippet_widget.service.callers import actor_of
from snippet_widget.service.operations import admit, send_answer
from snippet_widget.service.request_parsing import (
    check_media_type,
    invalid_body,
    invalid_request,
    read_body,
)
from snippet_widget.service.response_cache import JsonResponse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from starlette.types import Receive, Scope, Send

    from snippet_widget.catalog import Actor, AuditEntry, Catalog, PublishReport
    from snippet_widget.publication import Publication
    from snippet_widget.publishing.creation_process import CheckedCreation
    from snippet_widget.service.operations import ServiceContext

_MOST_AT_ONCE = 4
_FEWER_ENDPOINTS = "Send fewer SDKs or endpoints at a time: in mode `merge` they add up."
_FORBIDDEN = (
    "This token may not publish there. `snippet-widget token create --write --org ID` makes one "
    "that may."
)


class CreateOperation:
    """Check what was sent in a process of its own, one request after another, and store it.

    Parameters
    ----------
    context
        What it shares with the other operations; bodies have a limit of their own.
    """

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._limits = dataclasses.replace(context.limits, body_bytes=context.limits.create_bytes)
        self._turn = asyncio.Semaphore(1)
        self._publishing = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whatever becomes of it."""
        await send_answer(scope, receive, send, self._respond, self._context.outages)

    async def _respond(
        self, scope: Scope, headers: Mapping[bytes, bytes], receive: Receive
    ) -> JsonResponse:
        """Authenticate, limit, read, check, store: a token that may not write is told only that."""
        grant = await admit(scope, headers, self._context, self._context.write_rates)
        if not grant.write:
            raise Forbidden(_FORBIDDEN)
        check_media_type(headers.get(b"content-type", b""))
        with self._admitted():
            body = await read_body(scope, headers, receive, self._limits, _FEWER_ENDPOINTS)
            async with self._turn:
                creation = await _checked(body)
                if not grant.covers(creation.org):
                    raise Forbidden(_FORBIDDEN)
                stored = await self._stored(creation, actor_of(grant, scope, headers))
                return JsonResponse(msgspec.json.encode(stored))

    @contextmanager
    def _admitted(self) -> Iterator[None]:
        """Be one of the few that publish at once: their bodies are in memory."""
        if self._publishing >= _MOST_AT_ONCE:
            raise TooManyRequests(
                "Others are publishing here. Try again in a moment.", headers={"Retry-After": "5"}
            )
        self._publishing += 1
        try:
            yield
        finally:
            self._publishing -= 1

    async def _stored(self, creation: CheckedCreation, actor: Actor) -> CreationResult:
        """Store what was sent; a request that was stored before, and is sent again, is only told.

        A publisher whose connection was reset cannot know whether that was before or after.
        """
        # A service that nobody publishes to need not load what reads sources.
        from snippet_widget.releases import release  # noqa: PLC0415

        catalog = self._context.catalog.acting_as(actor)
        before = await catalog.audit_of_request(actor.request) if actor.request else ()
        try:
            publications, reports = await release(
                catalog,
                creation.org,
                creation.api,
                creation.publications,
                mode=PublishMode.SKIP if before else creation.mode,
                dry_run=creation.dry_run or bool(before),
            )
        except AlreadyPublished as error:
            if actor.request and await catalog.audit_of_request(actor.request):  # a moment ago
                return await self._stored(creation, actor)
            raise VersionExists(str(error)) from error
        except ConfigurationError as error:
            raise invalid_request("", str(error).removesuffix(".")) from error
        first = [_as_first_reported(report, before) for report in reports]
        revision = await _revision(catalog, creation.org, creation.api)
        return _result(publications, first, revision, repeated=bool(before))


def _check(body: bytes) -> CheckedCreation:
    # A service that nobody publishes to need not load what reads sources.
    from snippet_widget.publishing.creation_process import check_creation  # noqa: PLC0415

    return check_creation(body)


async def _checked(body: bytes) -> CheckedCreation:
    try:
        return await asyncio.to_thread(_check, body)
    except InvalidCreation as error:
        if error.pointer is None:
            raise invalid_body(error.detail) from error
        raise invalid_request(error.pointer, error.detail) from error
    except UnsafeArchive as error:
        raise invalid_request("", str(error).removesuffix(".")) from error


def _as_first_reported(report: PublishReport, before: Sequence[AuditEntry]) -> PublishReport:
    """Return the report of a version that a request made, when it is sent again."""
    made = {each.change.subject for each in before if each.change.action is Action.PUBLISH}
    return dataclasses.replace(
        report, replaced=report.replaced and sdk_text(report.sdk) not in made
    )


async def _revision(catalog: Catalog, org: str, api: str) -> int:
    """Return the API's own revision: the catalog's would tell of other organizations."""
    there = (each for each in await catalog.apis() if (each.org, each.api) == (org, api))
    return next((each.revision for each in there), 0)


def _result(
    publications: Sequence[Publication],
    reports: Sequence[PublishReport],
    revision: int,
    *,
    repeated: bool,
) -> CreationResult:
    versions = tuple(
        _version(publication, report)
        for publication, report in zip(publications, reports, strict=True)
    )
    return CreationResult(revision, versions, repeated)


def _version(publication: Publication, report: PublishReport) -> CreatedVersion:
    added = report.added
    if not report.replaced:
        added = tuple(f"{e.method} {e.path}" for e in publication.endpoints)
    return CreatedVersion(
        report.sdk.type,
        report.sdk.package or "",
        report.sdk.version or "",
        report.endpoints,
        report.snippets,
        created=not report.replaced,
        added=added,
        changed=report.changed,
        removed=report.removed,
        unchanged=report.endpoints - len(added) - len(report.changed),
        problems=publication.problems,
    )
