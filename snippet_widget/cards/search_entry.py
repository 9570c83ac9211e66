"""An endpoint as the list of endpoints knows it: read from its snippets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.cards.search_words import UNIMPORTANT, split_words, stem
from snippet_widget.cards.visible_text import visible
from snippet_widget.endpoints import display_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from snippet_widget.models import Snippet

_VERSION_PART = re.compile(r"v\d\w*|api|rest", re.IGNORECASE)


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One endpoint; the garbage collector need not look at thousands of them.

    Parameters
    ----------
    method, path
        What to ask the service for.
    shown_path, call
        What to show; `call` is how an SDK spells the call, or empty.
    head
        What the row shows, in lower case, in one line.
    code
        At load level ``endpoint``, and the names of further examples, which often are their calls.
    parts
        Of the path.
    group
        The first part of the path that is no version.
    examples
        Language and package of each SDK with several, as ``python acme``, and what they are called.
    """

    method: str
    path: str
    shown_path: str
    call: str
    head: str
    code: str
    parts: tuple[str, ...]
    group: str
    examples: tuple[tuple[str, tuple[str, ...]], ...] = ()


def read_entry(method: str, path: str, snippets: Iterable[Snippet]) -> Entry:
    """Return the entry of an endpoint."""
    snippets = tuple(snippets)
    call = visible(next((snippet.call for snippet in snippets if snippet.call), ""))
    shown = visible(path)
    parts = path_parts(path)
    return Entry(
        method=visible(method),
        path=path,
        shown_path=shown,
        call=call,
        head=" ".join(f"{visible(method)} {shown} {call}".lower().split()),
        code="\n".join(line for snippet in snippets for line in _code_of(snippet)),
        parts=parts,
        group=_group(parts),
        examples=tuple(
            (f"{each.type} {each.sdk.package}", tuple(example.name for example in each.examples))
            for each in snippets
            if len(each.examples) > 1
        ),
    )


def _code_of(snippet: Snippet) -> Iterator[str]:
    yield from snippet.sources.values()
    for example in snippet.examples[1:]:
        yield visible(example.name)


def joined(entry: Entry, other: Entry) -> Entry:
    """Return an entry that is found by what either is found by."""
    code, examples = f"{entry.code}\n{other.code}", entry.examples + other.examples
    if entry.call:
        return msgspec.structs.replace(entry, code=code, examples=examples)
    return msgspec.structs.replace(
        entry, call=other.call, head=other.head, code=code, examples=examples
    )


def examples_named(entry: Entry, query: str) -> dict[str, int]:
    """Return the number of the example, by SDK, whose name has more of a query than the first's."""
    asked = [stem(word) for word in split_words(query) if word not in UNIMPORTANT]
    found: dict[str, int] = {}
    for sdk, names in entry.examples:
        counts = [_common(asked, split_words(name)) for name in names]
        best = counts.index(max(counts))
        if best:
            found[sdk] = best
    return found


def _common(stems: Sequence[str], words: Sequence[str]) -> int:
    return sum(any(word.startswith(each) for word in words) for each in stems)


def path_parts(path: str) -> tuple[str, ...]:
    """Return the parts of a path as it is shown."""
    return tuple(part for part in display_path(path).split("/") if part)


def _group(parts: tuple[str, ...]) -> str:
    telling = (part for part in parts if not _VERSION_PART.fullmatch(part))
    return visible(next(telling, "/".join(parts) or "/"))
