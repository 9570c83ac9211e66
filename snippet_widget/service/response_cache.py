"""Answers that are kept, compressed once, until the catalog's revision changes."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Messages = tuple[dict[str, Any], dict[str, Any]]
"""The two messages of an answer in ASGI: start and body."""

_WORTH_COMPRESSING = 8000  # below, compressing costs more than sending
_WORTH_A_THREAD = 32 * 1024
_OVERHEAD = 1000
_REFUSED = ("q=0", "q=0.0", "q=0.00", "q=0.000")

_ENCODERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda content: gzip.compress(content, 6, mtime=0),
}
if find_spec("zstandard"):  # a client that has it too gets pages twice as fast
    _ENCODERS = {"zstd": lambda c: import_module("zstandard").compress(c, 3), **_ENCODERS}


class Answer:
    """The JSON of a successful answer, as messages that are ready to be sent.

    Parameters
    ----------
    content
        The JSON. Where it is large enough, `varies` is true, and `messages` has it for a client in
        the best encoding that the client accepts; `plain` is for all others.
    """

    __slots__ = ("_content", "_encoded", "plain", "varies")

    def __init__(self, content: bytes) -> None:
        self.varies = len(content) >= _WORTH_COMPRESSING
        self.plain = _messages(content, "", varies=self.varies)
        self._content = content
        self._encoded: dict[str, Messages] = {}

    @property
    def size(self) -> int:
        """Bytes of memory, roughly: compressed too, as sooner or later somebody asks for it."""
        return len(self._content) * (5 if self.varies else 4) // 4 + _OVERHEAD

    async def messages(self, accept_encoding: bytes) -> Messages:
        """Return the messages for a client, compressed when one first asked for them so."""
        encoding = best_encoding(accept_encoding)
        if not encoding:
            return self.plain
        if encoding not in self._encoded:
            encode = _ENCODERS[encoding]
            if len(self._content) < _WORTH_A_THREAD:
                body = encode(self._content)
            else:
                body = await asyncio.to_thread(encode, self._content)
            self._encoded[encoding] = _messages(body, encoding, varies=True)
        return self._encoded[encoding]


class ResponseCache:
    """Answers by what they depend on, the least recently used forgotten first.

    Parameters
    ----------
    budget
        Bytes that may be kept; 0 keeps nothing.
    """

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._size = 0
        self._revision = -1
        self._answers: OrderedDict[Hashable, tuple[Answer, int]] = OrderedDict()

    def get(self, revision: int, key: Hashable) -> Answer | None:
        """Return the answer that was kept at that very revision."""
        if revision != self._revision:
            self._answers.clear()
            self._size, self._revision = 0, revision
        entry = self._answers.get(key)
        if entry is None:
            return None
        self._answers.move_to_end(key)
        return entry[0]

    def put(self, revision: int, key: Hashable, body: bytes, answer: Answer) -> None:
        """Keep an answer of that revision; `body` is the part of the key that has a size."""
        size = answer.size + len(body)
        if revision != self._revision or size * 8 > self._budget or key in self._answers:
            return
        self._answers[key] = (answer, size)
        self._size += size
        while self._size > self._budget:
            _, (_, freed) = self._answers.popitem(last=False)
            self._size -= freed


@lru_cache(maxsize=256)
def best_encoding(accept_encoding: bytes) -> str:
    """Return which encoding there is the client accepts; empty: as it is (RFC 9110, 12.5.3)."""
    accepted = {}
    for part in accept_encoding.decode("latin-1").lower().split(","):
        name, _, weight = part.partition(";")
        accepted[name.strip()] = weight.replace(" ", "") not in _REFUSED
    return next((name for name in _ENCODERS if accepted.get(name, accepted.get("*"))), "")


def _messages(body: bytes, encoding: str, *, varies: bool) -> Messages:
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if encoding:
        headers.append((b"content-encoding", encoding.encode()))
    if varies:
        headers.append((b"vary", b"Accept-Encoding"))
    return (
        {"type": "http.response.start", "status": 200, "headers": headers},
        {"type": "http.response.body", "body": body},
    )
