"""Asks an application without a network, over a catalog that counts how often it is read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Scope

    from snippet_widget.catalog import Catalog


class CountingCatalog:
    """A catalog that counts how often one of its methods is called.

    Attributes
    ----------
    reads
        How often, so far.
    """

    def __init__(self, catalog: Catalog, method: str) -> None:
        self._catalog = catalog
        self._method = method
        self.reads = 0

    def __getattr__(self, name: str) -> Any:
        self.reads += name == self._method
        return getattr(self._catalog, name)


async def asked(app: ASGIApp, method: str, path: str, body: Any = None) -> bytes:
    """Return the body that an application answers to a bearer of the token ``t``."""
    answer = b""

    async def receive() -> Message:
        return {"type": "http.request", "body": json.dumps(body or {}).encode()}

    async def send(message: Message) -> None:
        nonlocal answer
        answer += message.get("body", b"")

    scope: Scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(b"authorization", b"Bearer t"), (b"content-type", b"application/json")],
    }
    await app(scope, receive, send)
    return answer
