"""The words of endpoint search: how names are split, their stems, and what does not count."""

from __future__ import annotations

import re
from itertools import pairwise

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_RAW = re.compile(r"\w+")

_UNIMPORTANT = """
a about above after again against all also am an and any anybody anyone anything are as at be
because been before being below between both but by can could did do does doing done during each
either else ever every few for from further got had has have having he her here hers him his how
i if in into is it its itself just let lets may me might mine more most must my need neither no
nor not now of off on once one only or other our ours out over own per please same she should so
some somebody someone something still such than that the their theirs them themselves then there
these they this those through to too under until up us very via want was we were when where while
who whom whose why will with within without would yet you your yours happens
"""

UNIMPORTANT = frozenset(_UNIMPORTANT.split())

_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "es", "ed", "s", "e", "y")
_SHORTEST_STEM = 3


def split_words(text: str) -> list[str]:
    """Return the words of a name or a text, in lower case; camelCase is two words.

    Examples
    --------
    >>> split_words("client.textToSpeech.convert_with")
    ['client', 'text', 'to', 'speech', 'convert', 'with']
    """
    return [word.lower() for word in _WORD.findall(text)]


def name_words(text: str) -> list[str]:
    """Return the words of names, and those that stand together as one: ``finetuning`` too."""
    found: list[str] = []
    for name in _RAW.findall(text.replace("-", "_")):
        words = split_words(name)
        found += words
        found += [first + second for first, second in pairwise(words)]
    return found


def stem(word: str) -> str:
    """Return what forms of a word begin with; coarse, for telling whether a word was asked for."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


def is_version(words: tuple[str, ...]) -> bool:
    """Whether these are the two words that `split_words` makes of ``v2``."""
    first, *rest = words
    return first == "v" and len(rest) == 1 and rest[0].isdigit()
