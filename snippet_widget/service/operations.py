"""The operations as plain ASGI applications: the one way of a request through the service.

`Request`, `Response` and the router together cost more than looking snippets up does, so the
operations do without them (`benchmarks/service.py` has the figures).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from snippet_widget.errors import (
    CatalogReadOnly,
    CatalogUnavailable,
    CatalogUnusable,
    RequestProblem,
)
from snippet_widget.models import LoadLevel
from snippet_widget.service.limits import Limits, Rates
from snippet_widget.service.lookup import LookupResult, LookupSource
from snippet_widget.service.problems import (
    defect_response,
    problem_response,
    read_only_response,
)
from snippet_widget.service.request_parsing import ClientGone, bearer_digest, read_request
from snippet_widget.service.response_cache import JsonResponse, ResponseCache
from snippet_widget.service.snapshot import Snapshots
from snippet_widget.service.token_uses import TokenUses

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.types import Receive, Scope, Send

    from snippet_widget.catalog import Catalog, Grant
    from snippet_widget.service.lookup import Lookup
    from snippet_widget.service.outages import OutageLog
    from snippet_widget.service.request_parsing import RequestData
    from snippet_widget.service.snapshot import CoveredVersions

    CacheKey = tuple[frozenset[str] | None, RequestData]
    Found = JsonResponse | LookupResult | RequestProblem
    Respond = Callable[[Scope, "Mapping[bytes, bytes]", Receive], Awaitable[JsonResponse]]

TOKEN_ID = "snippet_widget.token"  # noqa: S105 - where the request's scope has the token's id
"""For the log: who asked."""

CLIENT_GONE = "snippet_widget.client_gone"
"""For the log: the client did not wait for an answer."""

_ATTEMPTS = 5


class ServiceContext(NamedTuple):
    """What all operations of an application share."""

    catalog: Catalog
    snapshots: Snapshots
    cache: ResponseCache
    rates: Rates
    write_rates: Rates
    limits: Limits
    outages: OutageLog
    uses: TokenUses

    @classmethod
    def of(
        cls, catalog: Catalog, grants: Mapping[bytes, Grant], limits: Limits, outages: OutageLog
    ) -> ServiceContext:
        """Return it for an open catalog."""
        return cls(
            catalog,
            Snapshots(catalog, grants),
            ResponseCache(limits.cached_bytes),
            Rates(limits.rate),
            Rates(limits.write_rate),
            limits,
            outages,
            TokenUses(catalog, [grant.id for grant in grants.values()]),
        )


class Operation:
    """One operation, as an ASGI application.

    Parameters
    ----------
    context
        What it shares with the others.
    look_up
        What it answers.
    with_etag
        Whether clients ask again, on the condition that the answer has changed.
    """

    def __init__(
        self, context: ServiceContext, look_up: Lookup, *, with_etag: bool = False
    ) -> None:
        self._context = context
        self._look_up = look_up
        self._with_etag = with_etag

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request, whatever becomes of it."""
        return send_answer(scope, receive, send, self._respond, self._context.outages)

    async def _respond(
        self, scope: Scope, headers: Mapping[bytes, bytes], receive: Receive
    ) -> JsonResponse:
        """Authenticate, limit, read, then answer out of one moment of the catalog.

        An answer, a refusal too, holds when the catalog's stamp is the snapshot's: else it has
        changed meanwhile, and the answer is worked out from the newer snapshot.
        """
        context, snapshots = self._context, self._context.snapshots
        # As `admit`, without a coroutine: a cached answer takes 6 microseconds in all.
        digest = bearer_digest(headers)
        snapshot = snapshots.cached or await snapshots.validated_snapshot()
        grant = snapshot.known_grant(digest) or await snapshot.authenticate(digest)
        scope[TOKEN_ID] = grant.id
        context.rates.take(grant.id)
        context.uses.note(grant.id)
        data = await read_request(scope, headers, receive, context.limits)
        for _ in range(_ATTEMPTS):
            key = (grant.organizations, data)
            covered = snapshot.covered_by(grant.organizations)
            found = context.cache.get(key, covered) or await self._found(
                LookupSource(context.catalog, snapshot, grant), data
            )
            stamp = found.stamp if isinstance(found, LookupResult) else None
            if snapshots.is_current(snapshot, stamp):  # mostly, and a coroutine less
                return self._finished(found, key, covered)
            try:
                newer = await snapshots.newer_snapshot(snapshot, stamp)
            except (CatalogUnavailable, CatalogUnusable) as error:
                return self._stale(found, error)
            if newer is None:
                return self._finished(found, key, covered)
            snapshot, grant = newer, await newer.authenticate(digest)
        raise CatalogUnavailable(
            "The catalog is changing too fast to be read. Try again in a moment.",
            headers={"Retry-After": "1"},
        )

    def _stale(
        self,
        found: Found,
        error: CatalogUnavailable | CatalogUnusable,
    ) -> JsonResponse:
        """Return what was cached, marked, as long as the operator allows; else raise the error."""
        outages = self._context.outages
        outages.problem_of(error)
        if isinstance(found, JsonResponse) and outages.seconds < self._context.limits.stale_seconds:
            return found.stale(outages.seconds)
        raise error

    async def _found(
        self, source: LookupSource, data: RequestData
    ) -> LookupResult | RequestProblem:
        """Look up; a refusal is a result too, which holds or not like any other."""
        try:
            return await self._look_up(source, data)
        except CatalogUnavailable:
            raise
        except RequestProblem as problem:
            return problem

    def _finished(
        self,
        found: Found,
        key: CacheKey,
        covered: CoveredVersions,
    ) -> JsonResponse:
        """Return what was cached, cache what was looked up, or raise the refusal."""
        if isinstance(found, JsonResponse):
            return found
        if isinstance(found, RequestProblem):
            raise found
        response = JsonResponse(found.content, with_etag=self._with_etag)
        size = len(key[1].body)
        self._context.cache.put(key, response, found.api, covered, key_size=size)
        return response


class HealthCheck:
    """``GET /readyz`` and ``GET /healthz``: whether what a lookup reads can be read."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await send_answer(scope, receive, send, self._respond, self._context.outages)

    async def _respond(self, *_: object) -> JsonResponse:
        catalog = self._context.catalog
        await catalog.state()
        await catalog.grant(b"")  # no token has this hash
        await catalog.find(0, "GET", "/", (0,), LoadLevel.FULL)  # no API has this number
        return JsonResponse(b'{"status":"ok"}')


async def admit(
    scope: Scope, headers: Mapping[bytes, bytes], context: ServiceContext, rates: Rates
) -> Grant:
    """Authenticate and limit who publishes, or asks of tokens: the first steps of both.

    Parameters
    ----------
    rates
        `ServiceContext.write_rates` of what writes, else `ServiceContext.rates`.

    Raises
    ------
    Unauthorized
        No valid token came with it.
    TooManyRequests
        It is one too many.
    """
    digest = bearer_digest(headers)
    snapshot = await context.snapshots.validated_snapshot()
    grant = await snapshot.authenticate(digest)
    scope[TOKEN_ID] = grant.id
    rates.take(grant.id)
    context.uses.note(grant.id)
    return grant


async def send_answer(
    scope: Scope, receive: Receive, send: Send, respond: Respond, outages: OutageLog
) -> None:
    """Send what `respond` returns, or what it raises, as problem or defect."""
    headers = dict(scope["headers"])
    try:
        response = await respond(scope, headers, receive)
    except ClientGone:
        scope[CLIENT_GONE] = True
        return
    except CatalogReadOnly as error:  # before its kin: the catalog is there
        await read_only_response(error, scope)(scope, receive, send)
        return
    except (CatalogUnavailable, CatalogUnusable) as error:
        await problem_response(outages.problem_of(error), scope)(scope, receive, send)
        return
    except RequestProblem as problem:
        await problem_response(problem, scope)(scope, receive, send)
        return
    except Exception as error:  # noqa: BLE001 - logged, and answered without a traceback
        await defect_response(error)(scope, receive, send)
        return
    if not response.is_stale:
        outages.end()
    start, body = response.plain
    if response.etag and response.is_known(headers.get(b"if-none-match", b"")):
        start, body = response.not_modified()
    elif response.varies:
        start, body = await response.messages(headers.get(b"accept-encoding", b""))
    await send(start)
    await send(body)
