"""Ranks endpoints by what a person wants to do: SQLite's FTS5 with its Porter stemmer, and verbs.

Each word of a query is looked up with what means the same; an endpoint has to have all of them, or
most of them where none has all. BM25 with a weight for each column orders what is found, and then
how well verb and method agree and how little of the endpoint's name was not asked for.
"""

from __future__ import annotations

import re
import sqlite3
import threading
import weakref
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.cards.search_words import (
    ALTERNATIVES,
    LONGEST,
    UNIMPORTANT,
    VERB_OF,
    VERBS,
    name_words,
    split_words,
)

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

_TABLE = """
CREATE VIRTUAL TABLE endpoint USING fts5(
  call, path, verbs, summary, parameters, code,
  tokenize = "porter unicode61", prefix = '2 3'
);
CREATE VIRTUAL TABLE term USING fts5vocab(endpoint, row);
"""
_HEAD = "{call path verbs summary parameters} : "
_WEIGHTS = "bm25(endpoint, 8.0, 6.0, 2.0, 2.5, 0.5, 0.2)"

MOST = 0.6
"""Part of a query's words that an endpoint must have, where none has all."""
RANKED = 400
"""Endpoints that are looked at more closely."""
ENOUGH = 200
"""Endpoints that have a word elsewhere than in code, from which on code is not searched."""
_SHORTEST_MISTYPED = 4
_SHORTEST_TYPED = 3

_PARAMETER = re.compile(r"\{[^}]*\}|:\w+")
_VERSION = re.compile(r"v(\d+)")
_OUTDATED = re.compile(r"\b(legacy|deprecated|retired|no longer)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Searched:
    """What an endpoint is found by.

    Parameters
    ----------
    method, path, call
        The endpoint.
    summary, parameters
        What its SDK says about it, and the names of its parameters.
    code
        At load level ``endpoint``.
    """

    method: str
    path: str
    call: str
    summary: str = ""
    parameters: str = ""
    code: str = ""


@dataclass(frozen=True)
class Ranked:
    """One endpoint that was found, by its number; `in_code`: only there does it have a word."""

    key: int
    in_code: bool


@dataclass(frozen=True)
class _Features:
    words: frozenset[str]
    name: str
    method: str
    ends_in_parameter: bool
    depth: int
    version: int
    outdated: bool


class EndpointRanking:
    """An index of endpoints in memory; may be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, self._database.close)  # Python 3.13 warns of what is left open
        self._database.executescript(_TABLE)
        self._features: dict[int, _Features] = {}
        self._deletions: dict[str, set[str]] | None = None

    def put(self, key: int, searched: Searched) -> None:
        """Take in an endpoint, in the place of what was known of it."""
        features = _features_of(searched)
        row = (
            key,
            " ".join(name_words(searched.call.removeprefix("client."))),
            " ".join(name_words(_PARAMETER.sub(" ", searched.path))),
            " ".join(_verbs(features)),
            searched.summary,
            " ".join(name_words(f"{searched.parameters} {searched.path}")),
            searched.code,
        )
        with self._lock:
            if key in self._features:
                self._database.execute("DELETE FROM endpoint WHERE rowid = ?", (key,))
            self._database.execute(
                "INSERT INTO endpoint(rowid, call, path, verbs, summary, parameters, code)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            self._features[key] = features
            self._deletions = None

    def find(self, query: str) -> list[Ranked]:
        """Return what has the words of a query, best first; those found in code alone last."""
        with self._lock:
            phrases = _phrases(query)
            wanted = [expression for each in phrases if (expression := self._known(each))]
            known = len(wanted) == len(phrases)
            if not known and "." in query and not self._known(phrases[0]):
                known = len(wanted) == len(phrases) - 1  # a client under a name of one's own
            if not known and len(wanted) < len(phrases) * MOST:
                return []
            return self._ordered(query, wanted)

    # ---- Looking up ----------------------------------------------------------------------

    def _known(self, phrase: tuple[str, ...]) -> str:
        """Return the expression for a phrase and what means the same; empty: nothing has it."""
        own = _expression(phrase, prefix=True)
        expression = " OR ".join([own, *map(_expression, ALTERNATIVES.get(phrase, ()))])
        if self._is_there(expression):
            return expression
        near = [(word,) for word in self._near(" ".join(phrase))]
        same = [other for word in near for other in ALTERNATIVES.get(word, ())]
        return " OR ".join(map(_expression, [*near, *same]))

    def _is_there(self, expression: str) -> bool:
        found = "SELECT 1 FROM endpoint WHERE endpoint MATCH ? LIMIT 1"
        return self._database.execute(found, (expression,)).fetchone() is not None

    def _matches(self, columns: str, expression: str) -> dict[int, float]:
        rows = self._database.execute(
            f"SELECT rowid, -{_WEIGHTS} FROM endpoint WHERE endpoint MATCH ?",  # noqa: S608
            (f"{columns}({expression})",),
        )
        return dict(rows.fetchall())

    def _near(self, word: str) -> list[str]:
        """Return the words of the index that are one slip of the keys away."""
        if len(word) < _SHORTEST_MISTYPED:
            return []
        if self._deletions is None:
            self._deletions = {}
            for term, count in self._database.execute("SELECT term, doc FROM term"):
                if count and term.isalpha() and len(term) >= _SHORTEST_MISTYPED - 1:
                    for shorter in (term, *_without_one(term)):
                        self._deletions.setdefault(shorter, set()).add(term)
        found = {
            term
            for shorter in (word, *_without_one(word))
            for term in self._deletions.get(shorter, ())
        }
        return sorted(found, key=lambda term: (abs(len(term) - len(word)), term))

    # ---- Ordering ------------------------------------------------------------------------

    def _ordered(self, query: str, wanted: Sequence[str]) -> list[Ranked]:
        every = " AND ".join(f"({each})" for each in wanted)
        found = self._matches(_HEAD, every)
        code = self._matches("", every) if len(found) < ENOUGH else {}
        if not found and not code:
            found = self._with_most(wanted)
        words = split_words(query)
        asked = frozenset(_stem(word) for word in words)
        return [
            *(Ranked(key, in_code=False) for key in self._best(found, words, asked)),
            *(Ranked(key, in_code=True) for key in self._best(code, words, asked, found)),
        ]

    def _with_most(self, wanted: Sequence[str]) -> dict[int, float]:
        """Return what has most of what is wanted, where nothing has all of it."""
        counts: Counter[int] = Counter()
        scores: Counter[int] = Counter()
        for each in wanted:
            found = self._matches(_HEAD, each)
            counts.update(found.keys())
            scores.update(found)
        most = max(counts.values(), default=0)
        if most < len(wanted) * MOST:
            return {}
        return {key: scores[key] for key, count in counts.items() if count == most}

    def _best(
        self,
        found: dict[int, float],
        words: Sequence[str],
        asked: frozenset[str],
        others: Container[int] = (),
    ) -> list[int]:
        keys = sorted((key for key in found if key not in others), key=lambda key: -found[key])
        scores = {key: self._score(key, words, asked, found[key]) for key in keys[:RANKED]}
        return [*sorted(scores, key=lambda key: -scores[key]), *keys[RANKED:]]

    def _score(self, key: int, words: Sequence[str], asked: frozenset[str], found: float) -> float:
        features = self._features[key]
        extra = len(features.words - asked)
        score = found - 1.2 * extra - 0.4 * features.depth + 0.3 * features.version
        score += 3.0 * len(features.words & asked)
        verbs = [VERB_OF[word] for word in words if word in VERB_OF]
        for verb in verbs:
            score += 4.0 if features.method in VERBS[verb][0] else -4.0
            if verb == "list":
                score += -3.0 if features.ends_in_parameter else 2.0
        if not verbs:
            score += {"POST": 1.5, "DELETE": -3.0}.get(features.method, 0.0)
        if len(words) > 1 and "".join(words) in features.name:
            score += 4.0
        return score - (3.0 if features.outdated else 0.0)


def _phrases(query: str) -> list[tuple[str, ...]]:
    """Return the words of a query, those of a phrase that has a meaning of its own together."""
    words, found, place = split_words(query), [], 0
    while place < len(words):
        for length in range(min(LONGEST, len(words) - place), 0, -1):
            phrase = tuple(words[place : place + length])
            if length == 1 or phrase in ALTERNATIVES:
                found.append(phrase)
                place += length
                break
    if len(found) > 1 and len(words[-1]) < _SHORTEST_TYPED and not query[-1:].isspace():
        del found[-1]  # what is being typed says too little yet
    important = [phrase for phrase in found if phrase[0] not in UNIMPORTANT or len(phrase) > 1]
    return important or found


def _expression(words: tuple[str, ...], *, prefix: bool = False) -> str:
    """Return FTS5's expression for words that follow each other; the last may be typed in part."""
    return f'"{" ".join(words)}"{" *" if prefix else ""}'


def _without_one(word: str) -> set[str]:
    return {word[:place] + word[place + 1 :] for place in range(len(word))}


def _features_of(searched: Searched) -> _Features:
    shown = f"{searched.call.removeprefix('client.')} {_PARAMETER.sub(' ', searched.path)}"
    words = {_stem(word) for word in split_words(shown)} - UNIMPORTANT
    version = _VERSION.search(searched.path)
    parts = [part for part in searched.path.split("/") if part]
    return _Features(
        words=frozenset(word for word in words if not word.isdigit() and len(word) > 1),
        name="".join(split_words(shown)),
        method=searched.method.upper(),
        ends_in_parameter=bool(parts) and _PARAMETER.fullmatch(parts[-1]) is not None,
        depth=len(parts),
        version=int(version[1]) if version else 0,
        outdated=_OUTDATED.search(searched.summary) is not None,
    )


def _verbs(features: _Features) -> list[str]:
    """Return the words for what a method does, as far as the path tells."""
    if features.method == "GET":
        return ["get", "retrieve"] if features.ends_in_parameter else ["get", "list", "all"]
    return {
        "POST": ["post", "create", "new"],
        "PUT": ["put", "update"],
        "PATCH": ["patch", "update"],
        "DELETE": ["delete", "remove"],
    }.get(features.method, [features.method.lower()])


def _stem(word: str) -> str:
    """Return what forms of a word begin with; coarse, for telling whether a word was asked for."""
    for ending in ("ations", "ation", "ings", "ing", "ies", "es", "ed", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_MISTYPED - 1:
            return word.removesuffix(ending)
    return word
