"""How long the search for endpoints takes at each key, among ten thousand endpoints.

Every query of the benchmark of search is typed letter by letter, and so is what people paste, what
stands in code alone, and what is nowhere. Time of the processor is what the search costs; time of
the clock is what a person waits, on a machine that does other work too.

Reads the SDKs from the package index: ``uv run python -m benchmarks.search_speed``.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.search import index_of, pages_of
from benchmarks.search_queries import QUERIES, SETS
from snippet_widget.models import SnippetsPage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from snippet_widget.cards.search_index import EndpointIndex

ENDPOINTS = 10_000
WANTED_MILLISECONDS = 30
ROUNDS = 3
"""Each key is typed so often; the fastest counts: the others waited for the machine."""

TYPED_TOO = (
    "GET /v1/voices/21m00Tcm4TlvDq8ikWAM",
    "https://api.openai.com/v1/chat/completions",
    "/v1/convai/agents/{agent_id}",
    "client.text_to_speech.convert(",
    "client.voices.delete",
    "eleven_multilingual_v2",
    "txtospch",
    "chtcmplt",
    "zzyzx",
    "qu",
    "get list all available every",
)
"""Pasted, out of code, letters in their order, nowhere, and words that are everywhere."""


class Key(NamedTuple):
    """What one key took, in seconds, and what had been typed with it."""

    processor: float
    clock: float
    typed: str


def copies(pages: Sequence[SnippetsPage]) -> Iterator[SnippetsPage]:
    """Yield so many endpoints: the same again and again, each time under other paths."""
    for number in range(ENDPOINTS):
        around, page = divmod(number, len(pages))
        yield SnippetsPage(
            {f"/copy{around}{path}": methods for path, methods in pages[page].snippets.items()}
        )


def _names(page: SnippetsPage) -> list[tuple[str, str]]:
    return [(method, path) for path, methods in page.snippets.items() for method in methods]


def typed(index: EndpointIndex, queries: Iterable[str]) -> list[Key]:
    """Return what each key of some queries took."""
    return [_key(index, query[:end]) for query in queries for end in range(1, len(query) + 1)]


def _key(index: EndpointIndex, text: str) -> Key:
    clock, processor = time.perf_counter(), time.process_time()
    index.find(text)
    return Key(time.process_time() - processor, time.perf_counter() - clock, text)


def fastest(rounds: Iterable[Sequence[Key]]) -> list[Key]:
    """Return the fastest of all rounds for each key."""
    return [
        Key(min(key.processor for key in same), min(key.clock for key in same), same[0].typed)
        for same in zip(*rounds, strict=True)
    ]


def summed_up(keys: Sequence[Key], of: str) -> str:
    """Return the median, what 95 % are within, and the worst, with what was typed there."""
    worst = sorted(keys, key=lambda key: getattr(key, of))
    times = [getattr(key, of) * 1000 for key in worst]
    middle, most = times[len(times) // 2], times[len(times) * 95 // 100]
    return (
        f"median {middle:.1f} ms, 95 % within {most:.1f} ms,"
        f" worst {times[-1]:.1f} ms ({worst[-1].typed!r})"
    )


def main() -> int:
    """Print what keys take; return 1 where one takes more than is wanted."""
    sdks = dict.fromkeys(sdk for sdk, *_ in QUERIES)
    pages = [page for sdk in sdks for page in pages_of(f"pypi:{sdk}")]
    one_each = {name: page for page in pages for name in _names(page)}
    index = index_of(copies([*one_each.values()]))
    queries = [*(query for each in SETS.values() for _, query, *_ in each), *TYPED_TOO]
    keys = [typed(index, queries) for _ in range(ROUNDS)]
    print(f"{len(keys[0]):,} keys over {len(index.entries):,} endpoints")
    for name, found in (("first round", keys[0]), (f"best of {ROUNDS}", fastest(keys))):
        print(f"{name}, processor: {summed_up(found, 'processor')}")
        print(f"{name}, clock: {summed_up(found, 'clock')}")
    return int(max(key.processor for key in fastest(keys)) * 1000 > WANTED_MILLISECONDS)


if __name__ == "__main__":
    raise SystemExit(main())
