"""How often the endpoint that is meant is found first, and among five.

Reads the SDKs from the package index: ``uv run python -m benchmarks.search``.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from benchmarks.search_queries import HELD_OUT, SETS, Queries
from snippet_widget.cards.search_index import EndpointIndex
from snippet_widget.models import SnippetsPage
from snippet_widget.publishing import read_source

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping


def pages_of(source: str) -> list[SnippetsPage]:
    """Return a source's endpoints, each as a page of its own; as listed, without an example too."""
    return [
        SnippetsPage({each.path: {each.method: [snippet] if snippet else []}})
        for publication in read_source(source)
        for each in publication.endpoints
        for snippet in (each.endpoint or each.full,)
    ]


def index_of(pages: Iterable[SnippetsPage]) -> EndpointIndex:
    """Return an index of endpoints."""
    index = EndpointIndex()
    for page in pages:
        index.add(page)
    return index


def rank(index: EndpointIndex, query: str, wanted: Collection[str]) -> int:
    """Return the place of the first of some endpoints, from 1; 0: none of them is found."""
    found = [index.entries[row.key] for row in index.find(query).rows]
    names = [f"{entry.method} {entry.path}" for entry in found]
    return next((place for place, name in enumerate(names, 1) if name in wanted), 0)


def found_where(indexes: Mapping[str, EndpointIndex], queries: Queries) -> dict[int, list[str]]:
    """Return the queries by the place of what each means."""
    places: dict[int, list[str]] = defaultdict(list)
    for sdk, query, *wanted in queries:
        places[rank(indexes[sdk], query, wanted)].append(f"{sdk}: {query}")
    return dict(places)


def main() -> None:
    """Print what was found where."""
    sdks = dict.fromkeys(sdk for queries in SETS.values() for sdk, *_ in queries)
    indexes = {sdk: index_of(pages_of(f"pypi:{sdk}")) for sdk in sdks}
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


if __name__ == "__main__":
    main()
