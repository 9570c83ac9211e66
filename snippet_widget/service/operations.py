"""The operations as plain ASGI applications.

They are reached past the router and answer without `Request` and `Response`: together those cost
more than looking the snippets up does (benchmarks/service.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.errors import CatalogUnusable, RequestProblem
from snippet_widget.models import SnippetRequest, SnippetsRequest

from .kept import Answer, KeptAnswers
from .limits import Limits, Rates
from .problems import problem_of, problem_response
from .received import (
    ClientGone,
    bearer_digest,
    check_media_type,
    decode_body,
    page_number,
    read_body,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.types import ASGIApp, Receive, Scope, Send

    from .answers import Answers

    Work = Callable[[bytes, bytes, bytes], Awaitable[bytes]]

TOKEN_ID = "snippet_widget.token"  # noqa: S105 - where the request's scope has the token's id
"""For the log: who asked."""

_GET = msgspec.json.Decoder(SnippetRequest)
_LOAD = msgspec.json.Decoder(SnippetsRequest)


class Operations:
    """``POST /snippets``, ``POST /snippets/load`` and ``GET /catalog``."""

    def __init__(self, answers: Answers, limits: Limits) -> None:
        self._answers = answers
        self._limits = limits
        self._rates = Rates(limits.rate)
        self._kept = KeptAnswers(limits.kept_bytes)
        self.get = self._operation(self._get)
        self.load = self._operation(self._load)
        self.overview = self._operation(self._overview)

    async def _get(self, digest: bytes, _: bytes, body: bytes) -> bytes:
        return await self._answers.get(digest, decode_body(body, _GET, self._limits))

    async def _load(self, digest: bytes, query: bytes, body: bytes) -> bytes:
        page = page_number(query)
        return await self._answers.load(digest, decode_body(body, _LOAD, self._limits), page)

    async def _overview(self, digest: bytes, _: bytes, __: bytes) -> bytes:
        return await self._answers.overview(digest)

    def _operation(self, work: Work) -> ASGIApp:
        """Return the application that answers with what `work` makes of token, query and body."""

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            headers = dict(scope["headers"])
            try:
                answer = await self._answer(work, scope, headers, receive)
            except ClientGone:
                return
            except (RequestProblem, CatalogUnusable) as error:
                await problem_response(problem_of(error))(scope, receive, send)
                return
            start, body = await answer.messages(headers.get(b"accept-encoding", b""))
            await send(start)
            await send(body)

        return _Application(app)

    async def _answer(
        self, work: Work, scope: Scope, headers: Mapping[bytes, bytes], receive: Receive
    ) -> Answer:
        digest = bearer_digest(headers)
        view = await self._answers.current()
        grant = await self._answers.granted(view, digest)
        scope[TOKEN_ID] = grant.id
        self._rates.take(grant.id)
        body = await read_body(receive, self._limits)
        media_type = headers.get(b"content-type", b"")
        query = scope["query_string"]
        key = (grant.organizations, scope["path"], query, media_type, body)
        revision = view.state.revision
        answer = self._kept.get(revision, key)
        if answer is None:
            if body:
                check_media_type(media_type)
            answer = Answer(await work(digest, query, body))
            if self._answers.revision == revision:
                self._kept.put(revision, key, body, answer)
        return answer


class _Application:
    """A coroutine function that Starlette's `Route` takes for an ASGI application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)


class Shortcut:
    """Middleware that takes requests with an exact method and path past the router."""

    def __init__(self, app: ASGIApp, direct: Mapping[tuple[Any, Any], ASGIApp]) -> None:
        self._app = app
        self._direct = direct

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on."""
        app = self._direct.get((scope.get("method"), scope.get("path")), self._app)
        await app(scope, receive, send)
