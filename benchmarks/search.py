"""How often the endpoint that is meant is found first, and among five; and how long a key takes.

Reads the SDKs from the package index: ``uv run python -m benchmarks.search``.
"""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING

from benchmarks.search_queries import HELD_OUT, QUERIES, SETS, Queries
from snippet_widget.cards.search_index import EndpointIndex
from snippet_widget.models import SnippetsPage
from snippet_widget.publishing import read_source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

ENDPOINTS = 10_000


def pages_of(source: str) -> list[SnippetsPage]:
    """Return a source's endpoints, each as a page of its own."""
    return [
        SnippetsPage({each.path: {each.method: [each.endpoint or each.full]}})
        for publication in read_source(source)
        for each in publication.endpoints
        if each.full
    ]


def index_of(pages: Iterable[SnippetsPage]) -> EndpointIndex:
    """Return an index of endpoints."""
    index = EndpointIndex()
    for page in pages:
        index.add(page)
    return index


def rank(index: EndpointIndex, query: str, wanted: str) -> int:
    """Return the place of an endpoint among what is found, from 1; 0: it is not there."""
    found = [index.entries[row[0]] for row in index.find(query).rows]
    names = [f"{entry.method} {entry.path}" for entry in found]
    return names.index(wanted) + 1 if wanted in names else 0


def copies(pages: Sequence[SnippetsPage]) -> Iterator[SnippetsPage]:
    """Yield the endpoints again and again, each time under other paths."""
    for number in range(1 + ENDPOINTS // len(pages)):
        for page in pages:
            yield SnippetsPage(
                {f"/copy{number}{path}": methods for path, methods in page.snippets.items()}
            )


def seconds_per_key(index: EndpointIndex) -> list[float]:
    """Return the times of all keys of all queries, the shortest first."""
    times = []
    for _, query, _ in QUERIES:
        for end in range(1, len(query) + 1):
            began = time.process_time()
            index.find(query[:end])
            times.append(time.process_time() - began)
    return sorted(times)


def found_where(indexes: Mapping[str, EndpointIndex], queries: Queries) -> dict[int, list[str]]:
    """Return the queries by the place of what each means."""
    places: dict[int, list[str]] = defaultdict(list)
    for sdk, query, wanted in queries:
        places[rank(indexes[sdk], query, wanted)].append(f"{sdk}: {query}")
    return dict(places)


def main() -> None:
    """Print what was found where, and how fast."""
    sdks = dict.fromkeys(sdk for queries in SETS.values() for sdk, *_ in queries)
    pages = {sdk: pages_of(f"pypi:{sdk}") for sdk in sdks}
    indexes = {sdk: index_of(each) for sdk, each in pages.items()}
    for name, queries in SETS.items():
        places = found_where(indexes, queries)
        first, five = (
            len(places.get(1, ())),
            sum(len(places.get(place, ())) for place in range(1, 6)),
        )
        parts = f"first {first / len(queries):.0%}, among five {five / len(queries):.0%}"
        print(f"{name} ({len(queries)}): found {parts}")
        for place in sorted(set(places) - {1}) if queries is not HELD_OUT else ():
            print(f"  {place or 'not found'}: {', '.join(places[place])}")
    written_first = dict.fromkeys(sdk for sdk, *_ in QUERIES)
    times = seconds_per_key(
        index_of(copies([page for sdk in written_first for page in pages[sdk]]))
    )
    median, most = times[len(times) // 2] * 1000, times[len(times) * 95 // 100] * 1000
    print(
        f"a key over {ENDPOINTS:,} endpoints: {median:.1f} ms,"
        f" 95 % within {most:.1f} ms, all within {times[-1] * 1000:.1f} ms"
    )


if __name__ == "__main__":
    main()
