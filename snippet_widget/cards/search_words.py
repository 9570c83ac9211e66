"""The words of endpoint search: how names are split, and what means the same in this field."""

from __future__ import annotations

import re
from itertools import pairwise

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_RAW = re.compile(r"\w+")

_UNIMPORTANT = """
a an the of my your to for in with how do i me from on is into by and or can please
this that these it are where
"""

UNIMPORTANT = frozenset(_UNIMPORTANT.split())

_SAME: tuple[str, ...] = (
    "transcribe, transcription, transcript, speech to text, stt, asr, voice to text",
    "text to speech, tts, speak, synthesize speech, say, read aloud, generate speech, audio speech",
    "image, picture, photo",
    "embed, embedding, vectorize",
    "fine tune, fine tuning, finetune, finetuning, train model",
    "chat, chatting, conversation",
    "summarize, summary, tldr",
    "translate, translation",
    "moderate, moderation, harmful",
    "balance, credit",
    "usage, quota, consumption",
    "song, music",
    "tokenize, tokens, count tokens",
    "invite, invitation",
    "clone, ivc, replicate",
    "similar, alike",
    "key, apikey",
    "identify, recognize, detect, what, which",
    "near, nearby, around, close",
)
"""Words and phrases, each line of one meaning."""

VERBS: dict[str, tuple[frozenset[str], str]] = {
    "list": (frozenset(("GET",)), "list all available every show browse overview"),
    "get": (frozenset(("GET",)), "get retrieve fetch read details lookup info download"),
    "create": (frozenset(("POST", "PUT")), "create new add make generate post draw start submit"),
    "upload": (frozenset(("POST", "PUT")), "upload send create"),
    "update": (frozenset(("PATCH", "PUT", "POST")), "update edit modify change rename set patch"),
    "delete": (frozenset(("DELETE",)), "delete remove erase drop destroy"),
    "cancel": (frozenset(("POST", "DELETE", "PUT")), "cancel stop abort terminate end"),
}
"""Verb -> the methods that endpoints of it have, and the words for it."""

VERB_OF = {word: verb for verb, (_, words) in VERBS.items() for word in words.split()}


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


def _alternatives() -> dict[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    found: dict[tuple[str, ...], tuple[tuple[str, ...], ...]] = {}
    for line in _SAME:
        phrases = tuple(tuple(phrase.split()) for phrase in line.split(", "))
        for phrase in phrases:
            found[phrase] = phrases
    for word, verb in VERB_OF.items():
        same = tuple((each,) for each in VERBS[verb][1].split())
        found[word,] = (*found.get((word,), ()), *same)
    return found


ALTERNATIVES = _alternatives()
"""Phrase -> all phrases of the same meaning, itself among them."""

LONGEST = max(map(len, ALTERNATIVES))
