"""Ranks endpoints by what a person wants to do.

Each phrase of a query is looked up with what means the same. What is rare weighs more, and so does
what stands in an endpoint's name. The best are ordered by how well verb and method agree and how
little of the name was not asked for. What lacks a phrase comes after what has them all.
"""

from __future__ import annotations

import itertools
import re
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.cards.search_lookup import SHORTEST_TYPED, PhraseLookup, SearchText
from snippet_widget.cards.search_synonyms import LONGEST, SYNONYMS, VERB_OF, VERBS, Phrase, stems
from snippet_widget.cards.search_words import UNIMPORTANT, is_version, name_words, split_words, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.cards.search_lookup import FoundPhrase

NAMED = 0.3
"""Weight of a phrase from which on it stands in the name, not in what is said of the endpoint."""
LITERAL = 0.5
"""From which on it stands there itself, not a wider word: *audio* for *voice*."""
ITSELF = 1.0
"""It stands there, or for FTS5 another word of its stem does: *token* for *tokenize*."""
METHODS = frozenset(("post", "put", "patch"))
"""Who names one wants no other; *get* and *delete* are words for verbs, too."""
LONGEST_VERB = 2
"""Words of a phrase in which a verb says what the method is."""
RANKED = 400
"""Endpoints that are looked at more closely."""
ENOUGH = 200
"""Endpoints that have the words elsewhere than in code, from which on code is not searched."""

# Fitted, as the weights of the lookup, to the first two sets of benchmarks/search_queries.py.
_FOUND = 2.1
_ASKED_FOR, _NOT_ASKED_FOR, _WHOLE_NAME = 0.85, -1.4, 6.5
_OTHER_WORD = -4.0
_VERSION_NUMBER, _PATH_PART, _OUT_OF_DATE = 0.3, -0.8, -6.0
_METHOD_AGREES = 4.0
_LISTS, _LISTS_OTHERS, _LISTS_NOTHING = 2.0, 0.5, -3.0
_WITHOUT_VERB = {"POST": 0.75, "DELETE": -3.0}

_PARAMETER = re.compile(r"\{[^}]*\}|:\w+")
_VERSION = re.compile(r"v(\d+)")
_OUTDATED = re.compile(r"\b(legacy|deprecated|retired|no longer|will be removed)\b", re.IGNORECASE)


@dataclass(frozen=True)
class IndexedEndpoint:
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
class RankedKeys:
    """Numbers of the endpoints found, best first.

    They are plain numbers: ten thousand objects a key would keep the garbage collector busy.

    Parameters
    ----------
    keys
        Those that have all that was asked for.
    weaker
        Those that lack some of it, or where it is no more than mentioned.
    in_code
        Those that only their code finds.
    """

    keys: Sequence[int] = ()
    weaker: Sequence[int] = ()
    in_code: Sequence[int] = ()

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.keys) + len(self.weaker) + len(self.in_code)

    def led_by(self, first: Sequence[int]) -> RankedKeys:
        """Return the same with some endpoints before all others."""
        known = set(first)
        return RankedKeys(
            [*first, *(key for key in self.keys if key not in known)],
            [key for key in self.weaker if key not in known],
            [key for key in self.in_code if key not in known],
        )


class _Features(msgspec.Struct, frozen=True, gc=False):
    words: str
    name: str
    method: str
    ends_in_parameter: bool
    last_part: str
    depth: int
    version: int
    outdated: bool


class EndpointRanking:
    """An index of endpoints in memory; may be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lookup = PhraseLookup()
        self._features: dict[int, _Features] = {}

    def put(self, key: int, searched: IndexedEndpoint) -> None:
        """Take in an endpoint, in the place of what was known of it."""
        features = _features_of(searched)
        text = SearchText(
            name=" ".join(name_words(_shown(searched))),
            verbs=" ".join(_verbs(features)),
            summary=searched.summary,
            parameters=" ".join(name_words(f"{searched.parameters} {searched.path}")),
            code=searched.code,
        )
        with self._lock:
            self._lookup.put(key, text)
            self._features[key] = features

    def find(self, query: str) -> RankedKeys:
        """Return what has words of a query, best first."""
        with self._lock:
            words = [self._lookup.spelled(word) for word in split_words(query)]
            phrases = _phrases(words, typing=not query[-1:].isspace())
            last = len(phrases) - 1
            wanted = [
                self._lookup.look_up(each, typing=place == last)
                for place, each in enumerate(phrases)
            ]
            in_names = any(weight >= NAMED for weight in wanted[0].weights.values())
            if "." in query and len(wanted) > 1 and not in_names:
                del wanted[0]  # a client under a name of one's own
            found = self._best(_scores(wanted), words, wanted)
            code = self._lookup.everywhere(wanted) if len(found) < ENOUGH else []
            known = set(found)
            complete = _complete(wanted)
            return RankedKeys(
                [key for key in found if key in complete],
                [key for key in found if key not in complete],
                [key for key in code if key not in known],
            )

    def in_code(self, text: str) -> set[int]:
        """Return what has words in its code in this order, the last one at least begun."""
        with self._lock:
            return set(self._lookup.code_with(text))

    def _best(
        self, found: dict[int, float], words: Sequence[str], wanted: Sequence[FoundPhrase]
    ) -> list[int]:
        keys = sorted(found, key=found.__getitem__, reverse=True)
        own = frozenset(map(stem, words))
        asked = own.union(*(each.asked for each in wanted))
        verbs = _verbs_of([each.phrase for each in wanted])
        scores: dict[int, float] = {}
        for key in keys[:RANKED]:
            features = self._features[key]
            named = frozenset(features.words.split())
            scores[key] = (
                _FOUND * found[key]
                + _name_score(features, named, words, own, asked)
                + _method_score(features, named, verbs, asked)
                + _OTHER_WORD * _other_words(features, named, key, wanted)
            )
        return [*sorted(scores, key=scores.__getitem__, reverse=True), *keys[RANKED:]]


# ---- Scoring -----------------------------------------------------------------------------


def _scores(wanted: Sequence[FoundPhrase]) -> dict[int, float]:
    """Return what has any of the phrases that count, with its score."""
    needed = [each for each in wanted if not each.is_optional] or list(wanted)
    keys = set(itertools.chain.from_iterable(each.weights for each in needed))
    for each in needed:
        if each.phrase[0] in METHODS:
            keys &= each.weights.keys()
    scores = dict.fromkeys(sorted(keys), 0.0)
    for each in wanted:
        for key in keys & each.weights.keys():
            scores[key] += each.weights[key] * each.rarity
    return scores


def _complete(wanted: Sequence[FoundPhrase]) -> set[int]:
    """Return what has all phrases in its name; where nothing has, what has them anywhere."""
    asked = [each for each in wanted if not is_version(each.phrase)] or wanted
    for least in (LITERAL, NAMED, 0.0):
        found = set.intersection(*(_having(each, least) for each in asked))
        if found:
            break
    return found


def _having(phrase: FoundPhrase, least: float) -> set[int]:
    return {key for key, weight in phrase.weights.items() if weight >= least}


def _name_score(
    features: _Features,
    named: frozenset[str],
    words: Sequence[str],
    own: frozenset[str],
    asked: frozenset[str],
) -> float:
    """Return how well an endpoint's name is what was asked for, and nothing more."""
    score = _ASKED_FOR * len(named & own) + _NOT_ASKED_FOR * len(named - asked)
    score += _VERSION_NUMBER * features.version + _PATH_PART * features.depth
    if len(words) > 1 and "".join(words) in features.name:
        score += _WHOLE_NAME
    return score + _OUT_OF_DATE * features.outdated


def _other_words(
    features: _Features, named: frozenset[str], key: int, wanted: Sequence[FoundPhrase]
) -> int:
    """Return how many phrases a name has by stem or beginning alone, in words that mean another."""
    return sum(
        each.weights.get(key) == ITSELF
        and each.stems.isdisjoint(named)
        and not _joined(features, each.phrase[0], named)
        for each in wanted
    )


def _joined(features: _Features, word: str, named: frozenset[str]) -> bool:
    """Tell whether words of a name together are a word: *finetuning*."""
    return word in features.name and not any(each.startswith(word) for each in named)


def _verbs_of(phrases: Sequence[Phrase]) -> list[str]:
    """Return the verbs of a query; in *remove background noise* there is none of a method."""
    short = [phrase for phrase in phrases if len(phrase) <= LONGEST_VERB]
    return [word for phrase in short for word in phrase if word in VERB_OF]


def _method_score(
    features: _Features, named: frozenset[str], verbs: Sequence[str], asked: frozenset[str]
) -> float:
    """Return how well a method agrees with the verbs of a query."""
    score = 0.0
    for word in verbs:
        verb = VERB_OF[word]
        agrees = features.method in VERBS[verb][0] or stem(word) in named
        score += _METHOD_AGREES if agrees else -_METHOD_AGREES
        if verb == "list":
            score += _lists_score(features, asked)
    return score if verbs else _WITHOUT_VERB.get(features.method, 0.0)


def _lists_score(features: _Features, asked: frozenset[str]) -> float:
    """Return how well an endpoint lists what was asked for, not something of each of those."""
    if features.ends_in_parameter:
        return _LISTS_NOTHING
    return _LISTS if asked.issuperset(features.last_part.split()) else _LISTS_OTHERS


# ---- Reading -----------------------------------------------------------------------------


def _phrases(words: Sequence[str], *, typing: bool) -> list[Phrase]:
    """Return the words of a query, those of a phrase that has a meaning of its own together."""
    found: list[Phrase] = []
    place = 0
    while place < len(words):
        for length in range(min(LONGEST, len(words) - place), 0, -1):
            phrase = tuple(words[place : place + length])
            if length == 1 or stems(phrase) in SYNONYMS or is_version(phrase):
                found.append(phrase)
                place += length
                break
    if len(found) > 1 and len(words[-1]) < SHORTEST_TYPED and typing:
        del found[-1]  # what is being typed says too little yet
    important = [phrase for phrase in found if phrase[0] not in UNIMPORTANT or len(phrase) > 1]
    return important or found


def _shown(searched: IndexedEndpoint) -> str:
    return f"{searched.call.removeprefix('client.')} {_PARAMETER.sub(' ', searched.path)}"


def _features_of(searched: IndexedEndpoint) -> _Features:
    shown = _shown(searched)
    words = {stem(word) for word in split_words(shown)} - UNIMPORTANT
    version = _VERSION.search(searched.path)
    parts = [part for part in searched.path.split("/") if part]
    return _Features(
        words=" ".join(word for word in words if not word.isdigit() and len(word) > 1),
        name="".join(split_words(shown)),
        method=searched.method.upper(),
        ends_in_parameter=bool(parts) and _PARAMETER.fullmatch(parts[-1]) is not None,
        last_part=" ".join(map(stem, split_words(parts[-1]))) if parts else "",
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
