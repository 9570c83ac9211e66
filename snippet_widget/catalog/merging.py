"""Bring together the stored snippet of an endpoint and one that is published later."""

from __future__ import annotations

import msgspec

from snippet_widget.models import (
    Snippet,
    examples_of,
    joined_examples,
    snippet_from_wire,
    snippet_to_wire,
)

_UNNAMED = "example"


def merged_text(stored: str | None, published: str | None) -> str | None:
    """Return the JSON text of both: the examples of either, those of the same name the later.

    Where neither names its example, the later one takes the place of the other.
    """
    if stored is None or published is None:
        return published or stored
    before = {snippet.example: snippet for snippet in examples_of(_snippet(stored))}
    after = {snippet.example: snippet for snippet in examples_of(_snippet(published))}
    if before.keys() <= after.keys():
        return published
    return _text(joined_examples([_named(snippet) for snippet in {**before, **after}.values()]))


def _named(snippet: Snippet) -> Snippet:
    name = snippet.example or snippet.call or _UNNAMED
    return msgspec.structs.replace(snippet, example=name)


def _snippet(text: str) -> Snippet:
    return snippet_from_wire(msgspec.json.decode(text))


def _text(snippet: Snippet) -> str:
    return msgspec.json.encode(snippet_to_wire(snippet)).decode()
