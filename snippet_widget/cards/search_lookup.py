"""Looks phrases and what means the same up: SQLite's FTS5 with its Porter stemmer."""

from __future__ import annotations

import itertools
import math
import re
import sqlite3
import weakref
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING

from snippet_widget.cards.search_synonyms import (
    OPTIONAL,
    SYNONYMS,
    WIDER,
    Phrase,
    begun_by,
    completed,
    near,
    stems,
)
from snippet_widget.cards.search_vocabulary import Vocabulary
from snippet_widget.cards.search_words import UNIMPORTANT, is_version, split_words, stem

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

# Of its own: else each word of a name would be looked up through all places in the code.
_TABLES = """
CREATE VIRTUAL TABLE endpoint USING fts5(
  name, summary, parameters, tokenize = "porter unicode61"
);
CREATE VIRTUAL TABLE everywhere USING fts5(prose, code, tokenize = "porter unicode61");
"""

_RAW = re.compile(r"[^\W_]+")
"""What FTS5 takes for a word."""

# Fitted, as those of the ranking, to the first two sets of queries in benchmarks/search_queries.py.
_WEIGHTS = {"name": 1.0, "summary": 0.27, "parameters": 0.18}
_VERB = 0.7
_SYNONYM, _WIDER = 0.95, 0.35

SHORTEST_TYPED = 3
"""Letters from which on what is being typed says something."""
_CACHED = 16
"""Phrases whose endpoints are cached: with each key only the last phrase of a query is another."""


@dataclass(frozen=True)
class SearchText:
    """The words of an endpoint, by where they stand."""

    name: str
    verbs: str
    summary: str
    parameters: str
    code: str


@dataclass(frozen=True)
class FoundPhrase:
    """Where a phrase of a query is.

    Parameters
    ----------
    phrase
        Its words.
    expression
        What FTS5 is asked for it; empty where no endpoint has it, not even in its code.
    weights
        The endpoints that have it elsewhere than in code, by how much that says.
    rarity
        The more, the fewer endpoints have it.
    asked
        The stems of all words that say it.
    stems
        Those of its own words.
    """

    phrase: Phrase
    expression: str
    weights: dict[int, float]
    rarity: float
    asked: frozenset[str]
    stems: frozenset[str]

    @property
    def is_optional(self) -> bool:
        """Whether an endpoint need not have it: its method may say the same; versions order."""
        return (len(self.phrase) == 1 and self.phrase[0] in OPTIONAL) or is_version(self.phrase)


class PhraseLookup:
    """The words of endpoints, in memory; for one thread at a time."""

    def __init__(self) -> None:
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        left_open = weakref.finalize(self, self._database.close)  # Python 3.13 warns of it
        left_open.atexit = False  # a thread may still write: SQLite would end the process
        self._database.executescript(_TABLES)
        self._endpoints: set[int] = set()
        self._words = Vocabulary()
        self._by_verb: dict[str, set[int]] = {}
        self._cached: dict[tuple[Phrase, bool], FoundPhrase] = {}

    def put(self, key: int, text: SearchText) -> None:
        """Take in an endpoint, in the place of what was known of it."""
        if key in self._endpoints:
            self._database.execute("DELETE FROM endpoint WHERE rowid = ?", (key,))
            self._database.execute("DELETE FROM everywhere WHERE rowid = ?", (key,))
        prose = (text.name, text.summary, text.parameters)
        self._database.execute(
            "INSERT INTO endpoint(rowid, name, summary, parameters) VALUES (?, ?, ?, ?)",
            (key, *prose),
        )
        for verb in text.verbs.split():
            self._by_verb.setdefault(stem(verb), set()).add(key)
        self._database.execute(
            "INSERT INTO everywhere(rowid, prose, code) VALUES (?, ?, ?)",
            (key, "\n".join((*prose, text.verbs)), text.code),
        )
        self._endpoints.add(key)
        self._words.learn(split_words(f"{text.name} {text.summary} {text.parameters}"))
        self._cached = {}

    def spelled(self, word: str) -> str:
        """Return a word of the thesaurus for one that no endpoint has, nor one like it."""
        like = begun_by(word) or self._words.begun_by(word) or self._words.near(word)
        if like or self._is_there(f'"{word}"'):
            return word
        return next(iter(near(word)), word)

    def look_up(self, phrase: Phrase, *, typing: bool) -> FoundPhrase:
        """Return where a phrase is.

        Parameters
        ----------
        phrase
            Words that belong together.
        typing
            Its last word may not be there in full yet.
        """
        found = self._cached.pop((phrase, typing), None) or self._look_up(phrase, typing=typing)
        self._cached[phrase, typing] = found
        if len(self._cached) > _CACHED:
            del self._cached[next(iter(self._cached))]
        return found

    def everywhere(self, phrases: Sequence[FoundPhrase]) -> list[int]:
        """Return the endpoints that have all phrases, wherever they stand."""
        if not all(each.expression for each in phrases):
            return []
        return self._rows("everywhere", " AND ".join(f"({each.expression})" for each in phrases))

    def code_with(self, text: str) -> list[int]:
        """Return the endpoints that have words in their code, the last of them at least begun."""
        words = " ".join(_RAW.findall(text))
        return self._rows("everywhere", f'code : "{words}" *') if words else []

    def _look_up(self, phrase: Phrase, *, typing: bool) -> FoundPhrase:
        same, wide = SYNONYMS.get(stems(phrase), ()), WIDER.get(stems(phrase), ())
        means_something = bool(same or wide)
        own = [phrase, *self._completions(phrase)] if typing else [phrase]
        weights = self._weights(own, same, wide)
        if not weights:
            is_long = len(phrase[-1]) >= SHORTEST_TYPED
            own = [phrase, *self._completions(phrase)] if is_long and not typing else own
            same = same or (completed(phrase) if is_long else ())
            weights = self._weights(own, same, wide)
        if not (weights or means_something or self._is_there(_either(own))):
            likely = self._words.near(" ".join(phrase))
            own = [(word,) for word in likely if word not in UNIMPORTANT]
            same = tuple(other for word in own for other in SYNONYMS.get(stems(word), ()))
            weights = self._weights(own, same, ())
        asked = frozenset(stem(word) for each in (phrase, *same, *wide) for word in each)
        return FoundPhrase(
            phrase,
            _either([*own, *same]) if weights or self._is_there(_either(own)) else "",
            weights,
            math.log(1 + len(self._endpoints) / (1 + len(weights))),
            asked,
            frozenset(map(stem, phrase)),
        )

    def _weights(
        self, own: Sequence[Phrase], same: Sequence[Phrase], wide: Sequence[Phrase]
    ) -> dict[int, float]:
        """Return the endpoints that have a phrase, by how much that says."""
        weighted = ((own, 1.0), (same, _SYNONYM), (wide, _WIDER))
        having: list[tuple[float, Collection[int]]] = []
        for phrases, share in weighted:
            if phrases:
                having += [
                    (weight * share, self._rows("endpoint", f"{column} : ({_either(phrases)})"))
                    for column, weight in _WEIGHTS.items()
                ]
                having.append((_VERB * share, self._with_verb(phrases)))
        found: dict[int, float] = {}
        for weight, keys in sorted(having, key=itemgetter(0)):  # what says more comes later
            found.update(dict.fromkeys(keys, weight))
        return found

    def _with_verb(self, phrases: Sequence[Phrase]) -> set[int]:
        """Return the endpoints whose method means one of some words."""
        forms = {stem(phrase[0]) for phrase in phrases if len(phrase) == 1}
        return set().union(*(self._by_verb[form] for form in forms & self._by_verb.keys()))

    def _completions(self, phrase: Phrase) -> list[Phrase]:
        """Return what may become of a phrase whose last word is being typed.

        FTS5 looks for the beginnings of stems, and a stem may be shorter than what is typed. One
        form of each word will do: FTS5 would look each up again.
        """
        *before, last = phrase
        begun = self._words.begun_by(last)
        forms = {stem(word): word for word in begun}
        if last in begun:
            forms.pop(stem(last), None)  # FTS5 finds all forms of a word that is there in full
        return [(*before, word) for word in forms.values()]

    def _is_there(self, expression: str) -> bool:
        found = "SELECT 1 FROM everywhere WHERE everywhere MATCH ? LIMIT 1"
        there = self._database.execute(found, (expression,)) if expression else None
        return there is not None and there.fetchone() is not None

    def _rows(self, table: str, expression: str) -> list[int]:
        found = f"SELECT rowid FROM {table} WHERE {table} MATCH ?"  # noqa: S608 - our own names
        return list(itertools.chain.from_iterable(self._database.execute(found, (expression,))))


def _either(phrases: Sequence[Phrase]) -> str:
    """Return FTS5's expression for one of some phrases."""
    return " OR ".join(f'"{" ".join(phrase)}"' for phrase in phrases)
