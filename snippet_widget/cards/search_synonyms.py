"""What means the same, or nearly, in the field of APIs: a thesaurus by subject, and verbs."""

from __future__ import annotations

from snippet_widget.cards.search_vocabulary import Vocabulary
from snippet_widget.cards.search_words import stem

Phrase = tuple[str, ...]

_SAME: tuple[str, ...] = (
    # Speech, text, images
    "transcribe, transcription, transcript, speech to text, stt, asr, voice to text, dictate",
    "subtitle, caption, transcription",
    "text to speech, tts, speak, synthesize speech, say, read aloud, generate speech, audio speech",
    "voice changer, change voice, voice conversion, speech to speech",
    "image, picture, photo, illustration, drawing",
    "video, clip, movie, footage",
    "audio, sound, recording",
    "isolate, isolation, noise, background noise, remove background noise, denoise, noise removal",
    "song, music, melody",
    "translate, translation",
    "summarize, summary, tldr, shorten",
    "analyze, analysis, describe, understand, explain",
    "classify, classification, categorize",
    "emotion, sentiment, mood, sentiment analysis, emotion detection",
    # Models
    "embed, embedding, vectorize, vector, text to vector",
    "fine tune, fine tuning, finetune, finetuning, train model, train",
    "chat, chatting, conversation, talk, message, converse, dialogue, ask",
    "llm, large language model, language model",
    "question, message, prompt, query",
    "reply, response, answer, respond",
    "moderate, moderation, harmful, unsafe",
    "tokenize, count tokens, how many tokens",
    "clone, ivc, replicate, duplicate, copy",
    "similar, alike, like",
    "identify, recognize, detect, what",
    "memory, remember, recall",
    "tool, function, tool use, tool calling, function calling, tool call, function call",
    "rerank, reranking, rank, reorder, sort, order, relevance",
    # Accounts and people
    "balance, credit",
    "usage, quota, consumption",
    "limit, throttle, quota",
    "cost, price, spend, spending, expense, bill",
    "invite, invitation",
    "user, member, colleague, teammate, employee, staff, person, people",
    "customer, buyer, client",
    "account, profile",
    "key, apikey, secret",
    "password, credential, secret",
    "login, sign in, log in, authenticate, authorize, oauth",
    "who am i, me, whoami, current user, identity",
    "permission, role, access, grant",
    "team, group, organization, workspace",
    # Commerce
    "payment, pay, charge, transaction",
    "refund, money back, reimburse, give back",
    "invoice, bill",
    "store, shop, location, branch",
    "booking, appointment, reservation, reserve, book",
    "availability, available slots, free slots, time slots, free time",
    "product, item, article, good, catalog",
    "stock, inventory",
    "coupon, voucher, discount, promotion",
    "loyalty, point, reward, bonus",
    "cart, basket, checkout",
    "shipping, delivery, shipment, ship",
    "shift, timecard, clock in, clock out, working time",
    "wage, salary",
    "subscription, plan, membership",
    "debit card, credit card, card",
    "device, terminal",
    # Data and operation
    "webhook, event, notification, callback",
    "health, alive, ping, heartbeat, liveness, status",
    "status, state, progress",
    "history, past, previous, log",
    "result, output, outcome",
    "batch, bulk, many, multiple, mass, at once, several",
    "stream, live, realtime, real time, streaming",
    "search, find, query, look for, look up",
    "count, how many, number",
    "folder, directory",
    "file, document, attachment",
    "job, task, run",
    "schedule, cron, later, timer",
    "tag, label",
    "rename, name",
    "reset, clear, wipe, empty, purge",
    "attach, connect, link, assign, give, add",
    "detach, disconnect, unlink, take away, remove",
    "convert, transform, turn",
    "near, nearby, around, close",
    "email, mail",
    "phone, telephone",
    "phone call, telephone call, outbound call, call a number, dial",
    "setting, configuration, config, option, preference",
    "report, statistics, stats, metrics, analytics",
    "version, revision",
    "prompt, instruction",
)
"""Words and phrases, each line of one meaning."""

_KINDS: dict[str, str] = {
    "file, media, asset": (
        "audio, video, image, picture, photo, clip, recording, pdf, csv, mp3, wav, mp4, png,"
        " document, attachment"
    ),
    "chat": "tool use, tool calling, function calling, function call, chatbot, assistant, llm",
    "classify": "sentiment, sentiment analysis, intent, spam, toxicity",
    "document": "pdf, text, page",
    "audio": "mp3, wav, speech, voice, podcast",
    "image": "png, jpg, jpeg, logo",
    "video": "mp4, film, webcam",
}
"""What something is -> what is a kind of it: a person may name either."""

VERBS: dict[str, tuple[frozenset[str], str]] = {
    "list": (frozenset(("GET",)), "list all available every show browse overview which"),
    "get": (frozenset(("GET",)), "get retrieve fetch read details lookup info download see view"),
    "create": (
        frozenset(("POST", "PUT")),
        """create new add make generate post draw start submit register subscribe issue save write
        build open send""",
    ),
    "upload": (frozenset(("POST", "PUT")), "upload send create import"),
    "update": (
        frozenset(("PATCH", "PUT", "POST")),
        "update edit modify change rename set patch replace",
    ),
    "delete": (frozenset(("DELETE",)), "delete remove erase drop destroy kick"),
    "cancel": (frozenset(("POST", "DELETE", "PUT")), "cancel stop abort terminate end"),
}
"""Verb -> the methods that endpoints of it have, and the words for it."""

VERB_OF = {word: verb for verb, (_, words) in reversed(VERBS.items()) for word in words.split()}

OPTIONAL = frozenset(VERB_OF) - {"post", "put", "patch"} | {
    *("convert", "give", "transform", "turn", "what"),
}
"""Words that an endpoint need not have: its method may say the same, or they say little."""


def stems(phrase: Phrase) -> Phrase:
    """Return the stems of a phrase's words, by which its synonyms are looked up."""
    return tuple(map(stem, phrase))


def _phrases(line: str) -> tuple[Phrase, ...]:
    return tuple(tuple(phrase.split()) for phrase in line.split(", "))


def _synonyms() -> dict[Phrase, tuple[Phrase, ...]]:
    found: dict[Phrase, dict[Phrase, None]] = {}
    lines = [_phrases(line) for line in _SAME]
    lines += [_phrases(", ".join(words.split())) for _, words in VERBS.values()]
    for phrases in lines:
        for phrase in phrases:
            same = found.setdefault(stems(phrase), {})
            same.update(dict.fromkeys(other for other in phrases if other != phrase))
    return {phrase: tuple(same) for phrase, same in found.items()}


def _wider() -> dict[Phrase, tuple[Phrase, ...]]:
    found: dict[Phrase, dict[Phrase, None]] = {}
    for wide, narrow in _KINDS.items():
        for phrase in _phrases(narrow):
            found.setdefault(stems(phrase), {}).update(dict.fromkeys(_phrases(wide)))
    return {phrase: tuple(wide) for phrase, wide in found.items()}


SYNONYMS = _synonyms()
"""Stems of a phrase -> the other phrases of its meanings."""

WIDER = _wider()
"""Stems of a phrase -> what it is a kind of."""

_WORDS = Vocabulary()
_WORDS.learn(word for line in _SAME for phrase in _phrases(line) for word in phrase)


def begun_by(beginning: str) -> list[str]:
    """Return the words of the thesaurus that begin so."""
    return _WORDS.begun_by(beginning)


def near(word: str) -> list[str]:
    """Return the words of the thesaurus that are one slip of the keys away."""
    return _WORDS.near(word)


def completed(phrase: Phrase) -> tuple[Phrase, ...]:
    """Return what means the same as that which a phrase of one word may be the beginning of."""
    if len(phrase) > 1:
        return ()
    words = begun_by(phrase[0])
    return tuple({same: None for word in words for same in SYNONYMS.get(stems((word,)), ())})


LONGEST = max(map(len, SYNONYMS))
"""Words of a phrase at most."""
