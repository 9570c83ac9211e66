"""What has to be filled in before a call does something: credentials and made-up values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.cards import python_placeholders, typescript_placeholders
from snippet_widget.syntax.python import Source

if TYPE_CHECKING:
    from types import ModuleType

    from snippet_widget.cards.credential_names import Variables

Placeholder = tuple[int, int]
"""Where a value begins and ends, without its quotes, in UTF-16 code units as browsers count."""

_BY_LANGUAGE: dict[str, ModuleType] = {
    "python": python_placeholders,
    "typescript": typescript_placeholders,
}


def placeholders(
    source: str, type_: str, naming: Variables, before: str = ""
) -> tuple[Placeholder, ...]:
    """Return what has to be filled in, in a source, in the order to do that in.

    That is the order of the text, from the first credential on: nothing works without it. What
    stands before it, the name of an application, say, comes last.

    Parameters
    ----------
    source
        A program, or a call alone; in a language that is not known here, nothing is found.
    type_
        Its language.
    naming
        Which arguments of the client are credentials.
    before
        What stands before it in its cell: the first line of a fence.
    """
    module = _BY_LANGUAGE.get(type_)
    credentials, made_up = module.placeholder_spans(source, naming) if module else ([], [])
    spans = sorted({*credentials, *made_up})
    first = spans.index(min(credentials)) if credentials else 0
    data = Source(source).text.encode("utf-8", "replace")
    begins = _units(before.encode())
    return tuple(
        (begins + _units(data[:start]), begins + _units(data[:end]))
        for start, end in (*spans[first:], *spans[:first])
    )


def _units(data: bytes) -> int:
    return len(data.decode().encode("utf-16-le")) // 2
