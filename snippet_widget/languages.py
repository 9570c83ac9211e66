"""The one table of languages: what they are called, shown as, and which clients they have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SYNC_AND_ASYNC = ("sync_client", "async_client")
ONE_CLIENT = ("client",)


@dataclass(frozen=True)
class Language:
    """What the package knows of one language.

    Parameters
    ----------
    type
        The discriminator on the wire.
    label
        The name for people.
    lexer
        Pygments' lexer, also the word after a Markdown fence.
    clients
        The fields of a snippet that hold its source.
    aliases
        Other words for it that selectors and imported documents use, in lower case.
    """

    type: str
    label: str
    lexer: str
    clients: tuple[str, ...] = ONE_CLIENT
    aliases: tuple[str, ...] = ()


LANGUAGES = (
    Language("python", "Python", "python", SYNC_AND_ASYNC, ("py", "python3")),
    Language(
        "typescript",
        "TypeScript",
        "typescript",
        aliases=("ts", "js", "javascript", "node", "nodejs", "node.js", "nodets", "node-ts"),
    ),
    Language("java", "Java", "java", SYNC_AND_ASYNC, ("jvm",)),
    Language("go", "Go", "go", aliases=("golang",)),
    Language("csharp", "C#", "csharp", aliases=("c#", "dotnet", ".net", "cs")),
    Language("php", "PHP", "php"),
    Language("ruby", "Ruby", "ruby", aliases=("rb",)),
    Language("rust", "Rust", "rust", aliases=("rs",)),
    Language("swift", "Swift", "swift"),
    Language("curl", "cURL", "bash", aliases=("shell", "bash", "sh")),
)
"""A row for each language; `language_order` says in which order they are shown."""

CLIENT_LABELS = {"sync_client": "sync", "async_client": "async", "client": ""}

_BY_WORD = {word: lang for lang in LANGUAGES for word in (lang.type, *lang.aliases)}
_RANK = {type_: rank for rank, type_ in enumerate(("python", "typescript", "java", "go"))}


def canonical_type(word: str) -> str:
    """Return the wire's type for a language's name or alias, in any case.

    A word that the table does not know is its own type, in lower case: the union is open.
    """
    word = word.strip().lower()
    return _BY_WORD[word].type if word in _BY_WORD else word


def language(type_: str) -> Language:
    """Return the table's row; for an unknown language, one that shows it as plain code."""
    type_ = canonical_type(type_)
    return _BY_WORD.get(type_) or Language(type_, type_.title(), "text")


def language_order(type_: str) -> tuple[int, str]:
    """Return the sort key of a language: Python, TypeScript, Java, Go, then by name."""
    return _RANK.get(type_, len(_RANK)), type_


def client_label(type_: str, client: str) -> str:
    """Return the name of a card, ``Python · sync`` or ``TypeScript``: a contract of the panel."""
    label, suffix = language(type_).label, CLIENT_LABELS.get(client, client)
    return f"{label} · {suffix}" if suffix else label


def remark_label(client: str) -> str:
    """Return what stands before a remark on one of two clients, ``sync: ``; else nothing."""
    label = CLIENT_LABELS.get(client, "")
    return f"{label}: " if label else ""


def remarks_of(client: str, remarks: Iterable[str]) -> tuple[str, ...]:
    """Return the remarks on a snippet that concern a client, without the label of that client.

    A remark on one of two clients begins with the client's label, ``sync: …``.
    """
    own = remark_label(client)
    labels = (remark_label(each) for each in CLIENT_LABELS)
    others = tuple(label for label in labels if label not in ("", own))
    concerning = [remark for remark in remarks if not remark.startswith(others)]
    return tuple(dict.fromkeys(each.removeprefix(own) for each in concerning))


def joined_remarks(remarks: Sequence[str], clients: Iterable[str]) -> tuple[str, ...]:
    """Return remarks each once, without labels where a remark is made on all of the clients."""
    labels = [CLIENT_LABELS.get(client, "") for client in clients]
    found: dict[str, None] = {}
    for remark in remarks:
        label, _, text = remark.partition(": ")
        on_all = label in labels and all(f"{each}: {text}" in remarks for each in labels)
        found[text if label and on_all else remark] = None
    return tuple(found)
