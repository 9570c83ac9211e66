"""An endpoint as the list of endpoints knows it: read from its snippets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.cards.visible_text import visible
from snippet_widget.endpoints import display_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
    """

    method: str
    path: str
    shown_path: str
    call: str
    head: str
    code: str
    parts: tuple[str, ...]
    group: str


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
    )


def _code_of(snippet: Snippet) -> Iterator[str]:
    yield from snippet.sources.values()
    for example in snippet.examples[1:]:
        yield visible(example.name)


def joined(entry: Entry, other: Entry) -> Entry:
    """Return an entry that is found by what either is found by."""
    code = f"{entry.code}\n{other.code}"
    if entry.call:
        return msgspec.structs.replace(entry, code=code)
    return msgspec.structs.replace(entry, call=other.call, head=other.head, code=code)


def path_parts(path: str) -> tuple[str, ...]:
    """Return the parts of a path as it is shown."""
    return tuple(part for part in display_path(path).split("/") if part)


def _group(parts: tuple[str, ...]) -> str:
    telling = (part for part in parts if not _VERSION_PART.fullmatch(part))
    return visible(next(telling, "/".join(parts) or "/"))
