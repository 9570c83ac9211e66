"""Finding endpoints among thousands: best first, with what matched marked.

A key is answered in the kernel: 10,000 endpoints take some milliseconds, and no more than
`SHOWN_ROWS` of them ever travel to the browser.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from snippet_widget.cards.content import selector_of
from snippet_widget.cards.curl_command import curl_endpoint
from snippet_widget.cards.search_calls import CallSearch
from snippet_widget.cards.search_entry import Entry, examples_named, joined, read_entry
from snippet_widget.cards.search_letters import LetterSearch
from snippet_widget.cards.search_ranking import EndpointRanking, IndexedEndpoint, RankedKeys
from snippet_widget.cards.search_words import UNIMPORTANT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from snippet_widget.models import SdkSelector, Snippet, SnippetsPage

SHOWN_ROWS = 200
MARKS_PER_FIELD = 4
SHORTEST_QUERY = 3
"""Letters from which on words are looked up rather than parts of words."""

_IN_CALLS = ".("
_NOTHING = re.compile(r"(?!)")


class FoundRow(NamedTuple):
    """One row of the list, in the order in which it travels to the browser.

    Parameters
    ----------
    key
        The entry's number.
    method, path, call
        As shown.
    group
        The heading it stands under.
    marks
        The spans of method, path and call that match.
    has_example
        Whether an SDK publishes a snippet of it.
    """

    key: int
    method: str
    path: str
    call: str
    group: str
    marks: list[list[tuple[int, int]]]
    has_example: bool


@dataclass(frozen=True)
class SearchResult:
    """The rows to show, best first, and how many there are in all.

    Parameters
    ----------
    total
        Of all rows, those of weaker matches too.
    weaker
        How many lack some of what was asked for.
    """

    rows: list[FoundRow]
    total: int
    weaker: int = 0

    @property
    def more(self) -> int:
        """How many matches are not among the rows."""
        return self.total - len(self.rows)


@dataclass(eq=False)
class EndpointIndex:
    """Every endpoint loaded so far, in the order of the service.

    Parameters
    ----------
    scope
        Whose endpoints they are; opaque here.
    docs
        URL of the vendor's documentation, as far as a snippet has named it.
    """

    scope: object = None
    docs: str = ""
    entries: list[Entry] = field(default_factory=list)
    sdks: set[SdkSelector] = field(default_factory=set)
    _keys: dict[tuple[str, str], int] = field(default_factory=dict)
    _packages: list[frozenset[tuple[str, str]]] = field(default_factory=list)
    _known_packages: dict[frozenset[tuple[str, str]], frozenset[tuple[str, str]]] = field(
        default_factory=dict
    )
    _described: dict[int, Snippet] = field(default_factory=dict)
    _ranking: EndpointRanking = field(default_factory=EndpointRanking)
    _letters: LetterSearch | None = None
    _calls: CallSearch | None = None

    def add(self, page: SnippetsPage) -> None:
        """Take in a page; what it adds to an endpoint that is there already goes to that."""
        for path, methods in page.snippets.items():
            for method, snippets in methods.items():
                self.sdks.update(map(selector_of, snippets))
                self.docs = self.docs or next((each.docs for each in snippets if each.docs), "")
                self._add(method, path, snippets)
        self._letters = self._calls = None  # of the endpoints until now

    def _add(self, method: str, path: str, snippets: Sequence[Snippet]) -> None:
        key = self._keys.setdefault((method, path), len(self.entries))
        packages = self._shared((snippet.type, snippet.sdk.package) for snippet in snippets)
        if key == len(self.entries):
            self.entries.append(read_entry(method, path, snippets))
            self._packages.append(packages)
            self._rank(key, snippets)
        elif packages - self._packages[key]:
            known = self._packages[key]
            new = [each for each in snippets if (each.type, each.sdk.package) not in known]
            self.entries[key] = joined(self.entries[key], read_entry(method, path, new))
            self._packages[key] = self._shared(known | packages)
            self._rank(key, new)

    def _shared(self, packages: Iterable[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        """Return one and the same set for all endpoints that are of the same packages."""
        found = frozenset(packages)
        return self._known_packages.setdefault(found, found)

    def _rank(self, key: int, snippets: Sequence[Snippet]) -> None:
        entry = self.entries[key]
        described = next(
            (snippet for snippet in snippets if snippet.summary), self._described.get(key)
        )
        if described is not None:
            self._described[key] = described  # an SDK that comes later may say nothing
        tags = dict.fromkeys(tag for snippet in snippets for tag in snippet.tags)
        deprecated = "deprecated" if any(snippet.deprecated for snippet in snippets) else ""
        names = [each.name for each in described.parameters] if described else []
        self._ranking.put(
            key,
            IndexedEndpoint(
                entry.method,
                entry.path,
                entry.call,
                summary=" ".join(
                    filter(None, (described.summary if described else "", *tags, deprecated))
                ),
                parameters=" ".join(names),
                code=entry.code,
            ),
        )

    def key_of(self, method: str, path: str) -> int:
        """Return the number of an endpoint, -1 where it is not in the list."""
        return self._keys.get((method, path), -1)

    def examples_named(self, method: str, path: str, query: str) -> dict[str, int]:
        """Return the numbers of the examples of an endpoint that a query names, by SDK."""
        key = self.key_of(method, path)
        return examples_named(self.entries[key], query) if key >= 0 else {}

    def find(self, query: str, limit: int = SHOWN_ROWS) -> SearchResult:
        """Return the entries that a query means, best first.

        Words match in any form and order, with a typing error, and by what means the same; what
        lacks some of them, or has them in its description alone, is a weaker match. Where
        none does, parts of words count, then beginnings of words in the code, and then the letters
        of every word in their order.

        Parameters
        ----------
        query
            Words, or a pasted endpoint: ``POST /v1/users/42``, a URL or what ``curl`` asks finds
            its template, and ``client.users.get`` or ``acme.users.get(id=42)`` what it calls, then
            what begins so.
        limit
            How many rows to return at most.
        """
        asked = self._asked_by_curl(query)
        query = asked or query
        words = query.lower().split()
        if not words:
            return self._grouped(limit)
        may_call = not asked and any(mark in query for mark in _IN_CALLS)
        called, first = self._call_search().called(query) if may_call else ("", [])
        if called:
            query, words = called, [called.lower()]
        short = "/" in query or len(query.strip()) < SHORTEST_QUERY
        found = RankedKeys() if short else self._ranking.find(query)
        if not found:
            found = self._by_letters(query, words)
        found = found.led_by(first) if first else found
        marked = _marking(words)
        rows = [
            self._row(key, group, marked)
            for key, group in itertools.islice(_under_headings(found), limit)
        ]
        return SearchResult(rows, len(found), len(found.weaker))

    def _asked_by_curl(self, query: str) -> str:
        """Return the endpoint that a command asks, without its method where none has that."""
        method, url = curl_endpoint(query) or ("", "")
        with_method = f"{method} {url}".strip()
        return with_method if not url or self._letter_search().pasted(with_method) else url

    def _call_search(self) -> CallSearch:
        self._calls = self._calls or CallSearch(self.entries)
        return self._calls

    def _letter_search(self) -> LetterSearch:
        self._letters = self._letters or LetterSearch(self.entries)
        return self._letters

    def _by_letters(self, query: str, words: list[str]) -> RankedKeys:
        """Return what a query's very letters are in."""
        letters = self._letter_search()
        found = dict.fromkeys([*letters.pasted(query), *letters.with_parts(words)])
        if found:
            return RankedKeys([*found])
        in_code: set[int] = set()
        for place, word in enumerate(sorted(words, key=len, reverse=True)):
            having = self._in_code(word) | letters.with_part(word)
            in_code = in_code & having if place else having
            if not in_code:
                return RankedKeys(weaker=letters.with_letters(words))
        return RankedKeys(in_code=sorted(in_code))

    def _in_code(self, word: str) -> set[int]:
        """Return what has a word in its code; too many have words of a letter or two."""
        return self._ranking.in_code(word) if len(word) >= SHORTEST_QUERY else set()

    def _grouped(self, limit: int) -> SearchResult:
        """Order by group, groups by their first endpoint."""
        groups: dict[str, list[int]] = {}
        for key, entry in enumerate(self.entries):
            groups.setdefault(entry.group, []).append(key)
        listed = [(key, group) for group, keys in groups.items() for key in keys]
        return SearchResult([self._row(key, group) for key, group in listed[:limit]], len(listed))

    def _row(self, key: int, group: str, marked: re.Pattern[str] = _NOTHING) -> FoundRow:
        entry = self.entries[key]
        texts = entry.method, entry.shown_path, entry.call
        marks = [_marks(text, marked) for text in texts]
        return FoundRow(key, *texts, group, marks, bool(self._packages[key]))


def _under_headings(found: RankedKeys) -> Iterator[tuple[int, str]]:
    """Yield each match with the heading that it stands under."""
    weaker = len(found.weaker)
    groups = [
        (found.keys, ""),
        (found.in_code, f"{len(found.in_code):,} in the code"),
        (found.weaker, f"{weaker:,} weaker matches" if weaker > 1 else "1 weaker match"),
    ]
    if not found.keys:  # then what names some of it is nearer than what mentions all of it
        groups.reverse()
    for keys, group in groups:
        yield from ((key, group) for key in keys)


def _marking(words: Sequence[str]) -> re.Pattern[str]:
    """Return what is marked: words wherever they stand, those that say little as whole words."""
    significant = [word for word in words if word not in UNIMPORTANT]
    whole = [re.escape(word) for word in words if word in UNIMPORTANT] if significant else []
    longest_first = sorted(map(re.escape, significant or words), key=len, reverse=True)
    alone = [rf"(?<![^\W_]){word}(?![^\W_])" for word in whole]
    return re.compile("|".join([*longest_first, *alone]), re.IGNORECASE)


def _marks(text: str, marked: re.Pattern[str]) -> list[tuple[int, int]]:
    """Return the spans of `text` that are to be marked."""
    spans = itertools.islice(marked.finditer(text), MARKS_PER_FIELD)
    return [match.span() for match in spans]
