"""Finding endpoints among thousands: fuzzy, best first, with what matched marked.

A key is answered in the kernel: 10,000 endpoints take some ten milliseconds, and no more than
`SHOWN_ROWS` of them ever travel to the browser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.cards.content import selector_of
from snippet_widget.cards.search_ranking import EndpointRanking, Ranked, Searched
from snippet_widget.cards.visible_text import visible
from snippet_widget.endpoints import display_path, parse_endpoint

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.models import SdkSelector, Snippet, SnippetsPage

SHOWN_ROWS = 200
MARKS_PER_FIELD = 4
SHORTEST_QUERY = 3
"""Letters from which on words are looked up rather than parts of words."""

# Scores: a lower one is a better match.
_PASTED, _WORD, _INSIDE, _CODE = 0, 1, 2, 64

CODE_GROUP = "in the code"
"""Heads the matches whose row does not show why they are there."""

_VERSION_PART = re.compile(r"v\d\w*|api|rest", re.IGNORECASE)

Row = list[Any]


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One endpoint as the list knows it; the garbage collector need not look at thousands of them.

    Parameters
    ----------
    method, path
        What to ask the service for.
    shown_path, call
        What to show; `call` is how an SDK spells the call, or empty.
    head
        What is searched first, in lower case.
    code
        What is searched last, in lower case: the code at load level ``endpoint``.
    parts
        Of the path.
    group
        The first part of the path that is no version.
    """

    method: str
    path: str
    shown_path: str
    call: str
    head: str
    code: str
    parts: tuple[str, ...]
    group: str


@dataclass(frozen=True)
class Found:
    """The rows to show, best first, and how many more there are.

    A row is ``[key, method, path, call, group, marks]``: ``key`` is the entry's number, ``group``
    the heading it stands under, ``marks`` has the ``[start, end]`` pairs of method, path and call.
    """

    rows: list[Row]
    total: int

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
    """

    scope: object = None
    entries: list[Entry] = field(default_factory=list)
    sdks: set[SdkSelector] = field(default_factory=set)
    _keys: dict[tuple[str, str], int] = field(default_factory=dict)
    _packages: list[frozenset[tuple[str, str]]] = field(default_factory=list)
    _known_packages: dict[frozenset[tuple[str, str]], frozenset[tuple[str, str]]] = field(
        default_factory=dict
    )
    _told: dict[int, Snippet] = field(default_factory=dict)
    _ranking: EndpointRanking = field(default_factory=EndpointRanking)

    def add(self, page: SnippetsPage) -> None:
        """Take in a page; what it adds to an endpoint that is there already goes to that."""
        for path, methods in page.snippets.items():
            for method, snippets in methods.items():
                self.sdks.update(map(selector_of, snippets))
                self._add(method, path, snippets)

    def _add(self, method: str, path: str, snippets: Sequence[Snippet]) -> None:
        key = self._keys.setdefault((method, path), len(self.entries))
        packages = self._shared((snippet.type, snippet.sdk.package) for snippet in snippets)
        if key == len(self.entries):
            self.entries.append(_entry(method, path, snippets))
            self._packages.append(packages)
            self._rank(key, snippets)
        elif packages - self._packages[key]:
            known = self._packages[key]
            new = [each for each in snippets if (each.type, each.sdk.package) not in known]
            self.entries[key] = _joined(self.entries[key], _entry(method, path, new))
            self._packages[key] = self._shared(known | packages)
            self._rank(key, new)

    def _shared(self, packages: Iterable[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        """Return one and the same set for all endpoints that are of the same packages."""
        found = frozenset(packages)
        return self._known_packages.setdefault(found, found)

    def _rank(self, key: int, snippets: Sequence[Snippet]) -> None:
        entry = self.entries[key]
        told = next((snippet for snippet in snippets if snippet.summary), self._told.get(key))
        if told is not None:
            self._told[key] = told  # an SDK that comes later may say nothing
        tags = dict.fromkeys(tag for snippet in snippets for tag in snippet.tags)
        deprecated = "deprecated" if any(snippet.deprecated for snippet in snippets) else ""
        names = [each.name for each in told.parameters] if told else []
        self._ranking.put(
            key,
            Searched(
                entry.method,
                entry.path,
                entry.call,
                summary=" ".join(filter(None, (told.summary if told else "", *tags, deprecated))),
                parameters=" ".join(names),
                code=entry.code,
            ),
        )

    def key_of(self, method: str, path: str) -> int:
        """Return the number of an endpoint, -1 where it is not in the list."""
        return self._keys.get((method, path), -1)

    def find(self, query: str, limit: int = SHOWN_ROWS) -> Found:
        """Return the entries that a query means, best first.

        Words match in any form and order, with a typing error, and by what means the same. Where
        none does, parts of words count, and then the letters of every word in their order.

        Parameters
        ----------
        query
            Words, or a pasted endpoint: ``POST /v1/users/42`` or a URL finds its template.
        limit
            How many rows to return at most.
        """
        words = query.lower().split()
        if not words:
            return self._grouped(limit)
        short = "/" in query or len(query.strip()) < SHORTEST_QUERY
        found = Ranked() if short else self._ranking.find(query)
        if not found:
            found = self._exact(query, words)
        if not found:
            found = Ranked(self._scattered(words))
        shown = [*found.keys[:limit], *found.in_code[: max(0, limit - len(found.keys))]]
        marked = [re.compile(re.escape(word), re.IGNORECASE) for word in words]
        rows = [
            self._row(key, CODE_GROUP if place >= len(found.keys) else "", marked)
            for place, key in enumerate(shown)
        ]
        return Found(rows, len(found))

    def _exact(self, query: str, words: list[str]) -> Ranked:
        """Return what has every word in it, or is what a pasted endpoint or URL means."""
        pasted_method, pasted_path = parse_endpoint(query) if "/" in query else (None, "")
        pasted = _parts(pasted_path)
        found: list[int] = []
        in_code: list[int] = []
        for key, entry in enumerate(self.entries):
            if (
                pasted
                and pasted_method in (None, entry.method)
                and _is_case_of(entry.parts, pasted)
            ):
                found.append(_sortable(_PASTED, entry, key))
                continue
            points = _points(entry, words)
            if points >= _CODE:
                in_code.append(_sortable(points, entry, key))
            elif points:
                found.append(_sortable(points, entry, key))
        return Ranked(_sorted_keys(found), _sorted_keys(in_code))

    def _scattered(self, words: list[str]) -> list[int]:
        """Return what has the letters of every word in their order."""
        # No letter is passed over that could match: no backtracking, whatever is typed.
        patterns = [
            re.compile("".join(f"[^{re.escape(letter)}]*{re.escape(letter)}" for letter in word))
            for word in words
        ]
        found: list[int] = []
        for key, entry in enumerate(self.entries):
            points = 0
            for pattern in patterns:
                match = pattern.match(entry.head)
                if match is None:
                    break
                points += match.end()
            else:
                found.append(_sortable(points, entry, key))
        return _sorted_keys(found)

    def _grouped(self, limit: int) -> Found:
        """Order by group, groups by their first endpoint."""
        groups: dict[str, list[int]] = {}
        for key, entry in enumerate(self.entries):
            groups.setdefault(entry.group, []).append(key)
        listed = [(key, group) for group, keys in groups.items() for key in keys]
        return Found([self._row(key, group, []) for key, group in listed[:limit]], len(listed))

    def _row(self, key: int, group: str, marked: list[re.Pattern[str]]) -> Row:
        entry = self.entries[key]
        texts = [entry.method, entry.shown_path, entry.call]
        return [key, *texts, group, [_marks(text, marked) for text in texts]]


def _points(entry: Entry, words: list[str]) -> int:
    """Return how far each word is from the beginning of one of the entry's; 0: one is not there."""
    total = 0
    for word in words:
        place = entry.head.find(word)
        if place >= 0:
            total += _INSIDE if place and entry.head[place - 1].isalnum() else _WORD
        elif word in entry.code:
            total += _CODE
        else:
            return 0
    return total


def _sortable(points: int, entry: Entry, key: int) -> int:
    """Return a number that sorts by points, then by the path's length, then by the key."""
    return (points << 64) | (min(len(entry.path), 0xFFFF) << 32) | key


def _sorted_keys(sortable: list[int]) -> list[int]:
    return [number & 0xFFFFFFFF for number in sorted(sortable)]


def _is_case_of(template: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    """Whether concrete parts end in a case of the template: a server's base path may lead."""
    if not template or len(parts) < len(template):
        return False
    return all(
        mine == theirs or (mine[0] == "{" and mine[-1] == "}")
        for mine, theirs in zip(reversed(template), reversed(parts), strict=False)
    )


def _parts(path: str) -> tuple[str, ...]:
    return tuple(part for part in display_path(path).split("/") if part)


def _entry(method: str, path: str, snippets: Iterable[Snippet]) -> Entry:
    snippets = tuple(snippets)
    call = visible(next((snippet.call for snippet in snippets if snippet.call), ""))
    shown = visible(path)
    parts = _parts(path)
    code = "\n".join(source for snippet in snippets for source in snippet.sources.values())
    return Entry(
        method=visible(method),
        path=path,
        shown_path=shown,
        call=call,
        head=f"{method} {shown} {call}".lower(),
        code=code.lower(),
        parts=parts,
        group=_group(parts),
    )


def _joined(entry: Entry, other: Entry) -> Entry:
    """Return an entry that is found by what either is found by."""
    if entry.call:
        return msgspec.structs.replace(entry, code=f"{entry.code}\n{other.code}")
    return msgspec.structs.replace(
        entry, call=other.call, head=other.head, code=f"{entry.code}\n{other.code}"
    )


def _group(parts: tuple[str, ...]) -> str:
    telling = (part for part in parts if not _VERSION_PART.fullmatch(part))
    return visible(next(telling, "/".join(parts) or "/"))


def _marks(text: str, marked: list[re.Pattern[str]]) -> list[tuple[int, int]]:
    """Return the spans of `text` that are to be marked, apart and in order."""
    spans = [match.span() for pattern in marked for match in pattern.finditer(text)]
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged[:MARKS_PER_FIELD]
