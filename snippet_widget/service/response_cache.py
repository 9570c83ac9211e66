"""Responses that are cached, compressed once, until something is published into their API."""

from __future__ import annotations

import asyncio
import gzip
import math
import re
from collections import OrderedDict
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

Messages = tuple[dict[str, Any], dict[str, Any]]
"""The two messages of an answer in ASGI: start and body."""

_WORTH_COMPRESSING = 8000  # below, compressing costs more than sending
_WORTH_A_THREAD = 32 * 1024
_OVERHEAD = 570  # measured, with that of its key
_AGAIN_SHARE = 0.8
_JSON = (b"content-type", b"application/json")
_QUALITY = re.compile(r"0(\.[0-9]{0,3})?|1(\.0{0,3})?", re.ASCII)


class JsonResponse:
    """The JSON of a successful answer, which is made into messages whenever it is sent.

    Messages that are kept take a third as much again as the JSON of one endpoint.

    Parameters
    ----------
    content
        The JSON. Where it is large enough, `varies` is true, and `messages` has it compressed for
        a client that prefers it so; `plain` is for all others.
    with_etag
        Whether a client may ask for it on the condition that it has changed (RFC 9110, 13.1.2).
    stale_seconds
        How long ago it could last be made sure that it is still so; None: just now.
    """

    __slots__ = ("_compressed", "_content", "_headers", "etag", "is_stale", "varies")

    def __init__(
        self, content: bytes, *, with_etag: bool = False, stale_seconds: float | None = None
    ) -> None:
        self._content = content
        self._compressed: bytes | None = None
        self.etag = _etag(content) if with_etag else b""
        self.is_stale = stale_seconds is not None
        self.varies = len(content) >= _WORTH_COMPRESSING
        self._headers: tuple[tuple[bytes, bytes], ...] = ()
        if self.varies or self.etag or self.is_stale:
            self._headers = tuple(_headers(self.etag, stale_seconds, varies=self.varies))

    @property
    def size(self) -> int:
        """Bytes of memory, roughly: compressed too, as sooner or later somebody asks for it."""
        return len(self._content) * (5 if self.varies else 4) // 4 + _OVERHEAD

    @property
    def plain(self) -> Messages:
        """The messages for a client that takes the JSON as it is."""
        return _messages(self._content, self._headers)

    async def messages(self, accept_encoding: bytes) -> Messages:
        """Return the messages for a client, compressed when one first asked for them so."""
        if not prefers_gzip(accept_encoding):
            return self.plain
        if self._compressed is None:
            if len(self._content) < _WORTH_A_THREAD:
                self._compressed = _gzip(self._content)
            else:
                self._compressed = await asyncio.to_thread(_gzip, self._content)
        return _messages(self._compressed, (*self._headers, (b"content-encoding", b"gzip")))

    def stale(self, seconds: float) -> JsonResponse:
        """Return the same response, marked as so many seconds out of date."""
        with_etag = bool(self.etag)
        return JsonResponse(self._content, with_etag=with_etag, stale_seconds=seconds)

    def is_known(self, if_none_match: bytes) -> bool:
        """Return whether a client that sends that ``If-None-Match`` has it already."""
        tags = {tag.strip() for tag in if_none_match.split(b",")}
        return bool(self.etag) and not tags.isdisjoint({self.etag, b"*"})

    def not_modified(self) -> Messages:
        """Return the messages for a client that has it already."""
        start = {"type": "http.response.start", "status": 304, "headers": [*self._headers]}
        return start, {"type": "http.response.body", "body": b""}


class Versions(Protocol):
    """What responses are cached by: what a token sees of a snapshot of the catalog."""

    def version(self, api: int | None) -> Hashable:
        """Return what changes when responses of an API may (None: responses of all APIs)."""


class ResponseCache:
    """Responses by what was asked; what was asked for once is forgotten before all else.

    Whoever reads an API from end to end does not displace what others ask for every day: a
    segmented LRU (Karedla, Love and Wherry, "Caching strategies to improve disk system
    performance", Computer 27:3, 1994).

    Parameters
    ----------
    budget
        Bytes that may be cached; 0 caches nothing.

    Attributes
    ----------
    size
        Bytes that are cached.
    hits, misses
        How often a response was there, and how often not.
    """

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self.size = 0
        self.hits = 0
        self.misses = 0
        self._once: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._again: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._again_size = 0

    def get(self, key: Hashable, versions: Versions) -> JsonResponse | None:
        """Return the response that was cached when its API had the version that it has now."""
        again = self._again.get(key)
        entry = again or self._once.get(key)
        if entry is None or entry.version != versions.version(entry.api):
            self.misses += 1
            return None
        self.hits += 1
        if again is None:
            self._promote(key, entry)
        else:
            self._again.move_to_end(key)
        return entry.response

    def put(
        self,
        key: Hashable,
        response: JsonResponse,
        api: int | None,
        versions: Versions,
        *,
        key_size: int = 0,
    ) -> None:
        """Cache a response of an API (None: of all); `key_size` is what its key takes, in bytes."""
        size = response.size + key_size
        self._remove(key)
        if size * 2 > self._budget:
            return
        self._once[key] = _Entry(response, size, api, versions.version(api))
        self.size += size
        while self.size > self._budget:
            self._forget_oldest()

    def _promote(self, key: Hashable, entry: _Entry) -> None:
        """Keep longer what was asked for again, and what was so the longest time ago as others."""
        self._again[key] = self._once.pop(key)
        self._again_size += entry.size
        while self._again_size > self._budget * _AGAIN_SHARE:
            oldest, other = self._again.popitem(last=False)
            self._again_size -= other.size
            self._once[oldest] = other

    def _forget_oldest(self) -> None:
        if len(self._once) > 1:
            _, entry = self._once.popitem(last=False)
        else:
            _, entry = self._again.popitem(last=False)
            self._again_size -= entry.size
        self.size -= entry.size

    def _remove(self, key: Hashable) -> None:
        entry = self._once.pop(key, None)
        if entry is None:
            entry = self._again.pop(key, None)
            self._again_size -= 0 if entry is None else entry.size
        if entry is not None:
            self.size -= entry.size


class _Entry(NamedTuple):
    response: JsonResponse
    size: int
    api: int | None
    version: Hashable


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


def _etag(content: bytes) -> bytes:
    """Return a weak validator: one for all encodings of the content."""
    return b'W/"%s"' % blake2b(content, digest_size=12).hexdigest().encode()


def _headers(
    etag: bytes, stale_seconds: float | None, *, varies: bool
) -> Iterator[tuple[bytes, bytes]]:
    if etag:
        yield from ((b"etag", etag), (b"cache-control", b"private, no-cache"))
    if varies:
        yield b"vary", b"Accept-Encoding"
    if stale_seconds is not None:  # RFC 9211, section 2.4
        yield b"cache-status", b"snippet-widget; hit; ttl=-%d" % math.ceil(stale_seconds)


def _messages(body: bytes, headers: tuple[tuple[bytes, bytes], ...]) -> Messages:
    """Return messages of their own for each time, as middleware adds headers to them."""
    all_ = [_JSON, (b"content-length", b"%d" % len(body)), *headers]
    start = {"type": "http.response.start", "status": 200, "headers": all_}
    return start, {"type": "http.response.body", "body": body}
