"""The operations as plain ASGI applications, each one flat function from bytes to bytes.

`Request`, `Response` and the router together cost more than looking snippets up does, so the
operations do without them (`benchmarks/service.py` has the figures).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.errors import CatalogUnusable, RequestProblem
from snippet_widget.models import SnippetRequest, SnippetsRequest
from snippet_widget.service.limits import Limits, Rates
from snippet_widget.service.problems import defect_response, problem_of, problem_response
from snippet_widget.service.request_parsing import (
    ClientGone,
    RequestData,
    bearer_digest,
    page_number,
    read_body,
)
from snippet_widget.service.response_cache import Answer, ResponseCache

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import Receive, Scope, Send

    from snippet_widget.service.lookup import Answers

    Work = Callable[[bytes, "RequestData"], Awaitable[bytes]]

TOKEN_ID = "snippet_widget.token"  # noqa: S105 - where the request's scope has the token's id
"""For the log: who asked."""

_GET = msgspec.json.Decoder(SnippetRequest)
_LOAD = msgspec.json.Decoder(SnippetsRequest)


class Operations:
    """``POST /snippets``, ``POST /snippets/load`` and ``GET /catalog``."""

    def __init__(self, answers: Answers, limits: Limits) -> None:
        self._answers = answers
        self._limits = limits
        rates, kept = Rates(limits.rate), ResponseCache(limits.kept_bytes)
        self.get = Operation(answers, limits, rates, kept, self._get)
        self.load = Operation(answers, limits, rates, kept, self._load)
        self.overview = Operation(answers, limits, rates, kept, self._overview)

    async def _get(self, digest: bytes, received: RequestData) -> bytes:
        return await self._answers.get(digest, lambda: received.decoded(_GET, self._limits))

    async def _load(self, digest: bytes, received: RequestData) -> bytes:
        return await self._answers.load(
            digest, lambda: (received.decoded(_LOAD, self._limits), page_number(received.query))
        )

    async def _overview(self, digest: bytes, _: RequestData) -> bytes:
        return await self._answers.overview(digest)


class Operation:
    """One operation: who asks, what was kept, else what `work` makes of token and request."""

    def __init__(
        self, answers: Answers, limits: Limits, rates: Rates, kept: ResponseCache, work: Work
    ) -> None:
        self._answers = answers
        self._limits = limits
        self._rates = rates
        self._kept = kept
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whatever becomes of it."""
        headers = dict(scope["headers"])
        try:
            answer = await self._answer(scope, headers, receive)
        except ClientGone:
            return
        except (RequestProblem, CatalogUnusable) as error:
            await problem_response(problem_of(error), scope)(scope, receive, send)
            return
        except Exception as error:  # noqa: BLE001 - logged, and answered without a traceback
            await defect_response(error)(scope, receive, send)
            return
        start, body = answer.plain
        if answer.varies:
            start, body = await answer.messages(headers.get(b"accept-encoding", b""))
        await send(start)
        await send(body)

    async def _answer(self, scope: Scope, headers: dict[bytes, bytes], receive: Receive) -> Answer:
        digest = bearer_digest(headers)
        view = await self._answers.remembered()
        grant = await self._answers.granted(view, digest)
        scope[TOKEN_ID] = grant.id
        self._rates.take(grant.id)
        body = await read_body(receive, self._limits)
        received = RequestData(scope["query_string"], headers.get(b"content-type", b""), body)
        key = (grant.organizations, scope["path"], received)
        revision = view.state.revision
        answer = self._kept.get(revision, key)
        if answer is not None and await self._answers.current() is view:
            return answer
        answer = Answer(await self._work(digest, received))
        if self._answers.revision == revision:
            self._kept.put(revision, key, body, answer)
        return answer
