"""Responses that are cached, compressed once, until the catalog's revision changes."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections import OrderedDict
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable

Messages = tuple[dict[str, Any], dict[str, Any]]
"""The two messages of an answer in ASGI: start and body."""

_WORTH_COMPRESSING = 8000  # below, compressing costs more than sending
_WORTH_A_THREAD = 32 * 1024
_OVERHEAD = 1000
_QUALITY = re.compile(r"0(\.[0-9]{0,3})?|1(\.0{0,3})?", re.ASCII)


class CachedResponse:
    """The JSON of a successful answer, as messages that are ready to be sent.

    Parameters
    ----------
    content
        The JSON. Where it is large enough, `varies` is true, and `messages` has it compressed for
        a client that prefers it so; `plain` is for all others.
    """

    __slots__ = ("_compressed", "_content", "plain", "varies")

    def __init__(self, content: bytes) -> None:
        self.varies = len(content) >= _WORTH_COMPRESSING
        self.plain = _messages(content, varies=self.varies)
        self._content = content
        self._compressed: Messages | None = None

    @property
    def size(self) -> int:
        """Bytes of memory, roughly: compressed too, as sooner or later somebody asks for it."""
        return len(self._content) * (5 if self.varies else 4) // 4 + _OVERHEAD

    async def messages(self, accept_encoding: bytes) -> Messages:
        """Return the messages for a client, compressed when one first asked for them so."""
        if not prefers_gzip(accept_encoding):
            return self.plain
        if self._compressed is None:
            if len(self._content) < _WORTH_A_THREAD:
                body = _gzip(self._content)
            else:
                body = await asyncio.to_thread(_gzip, self._content)
            self._compressed = _messages(body, (b"content-encoding", b"gzip"), varies=True)
        return self._compressed


class ResponseCache:
    """Responses by what they depend on, the least recently used forgotten first.

    Parameters
    ----------
    budget
        Bytes that may be cached; 0 caches nothing.
    """

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._size = 0
        self._revision = -1
        self._responses: OrderedDict[Hashable, tuple[CachedResponse, int]] = OrderedDict()

    def get(self, revision: int, key: Hashable) -> CachedResponse | None:
        """Return the response that was cached at that very revision."""
        if revision != self._revision:
            self._responses.clear()
            self._size, self._revision = 0, revision
        entry = self._responses.get(key)
        if entry is None:
            return None
        self._responses.move_to_end(key)
        return entry[0]

    def put(self, revision: int, key: Hashable, key_size: int, response: CachedResponse) -> None:
        """Cache a response of that revision; `key_size` is what its key takes, in bytes."""
        size = response.size + key_size
        if revision != self._revision or size * 8 > self._budget or key in self._responses:
            return
        self._responses[key] = (response, size)
        self._size += size
        while self._size > self._budget:
            _, (_, freed) = self._responses.popitem(last=False)
            self._size -= freed


@lru_cache(maxsize=256)
def prefers_gzip(accept_encoding: bytes) -> bool:
    """Return whether a client would rather have gzip than the plain bytes (RFC 9110, 12.5.3)."""
    weights: dict[str, float] = {}
    for part in accept_encoding.decode("latin-1").lower().split(","):
        name, *parameters = part.split(";")
        weights[name.strip()] = min(map(_weight, parameters), default=1.0)
    gzip_weight = weights.get("gzip", weights.get("*", 0.0))
    return gzip_weight > 0 and gzip_weight >= weights.get("identity", 0.0)


def _weight(parameter: str) -> float:
    name, _, value = parameter.partition("=")
    if name.strip() != "q":
        return 1.0
    return float(value) if _QUALITY.fullmatch(value.strip()) else 0.0


def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)


def _messages(body: bytes, *headers: tuple[bytes, bytes], varies: bool) -> Messages:
    all_headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *headers,
    ]
    if varies:
        all_headers.append((b"vary", b"Accept-Encoding"))
    return (
        {"type": "http.response.start", "status": 200, "headers": all_headers},
        {"type": "http.response.body", "body": body},
    )
