"""Bring together the stored snippet of an endpoint and one that is published later."""

from __future__ import annotations

import msgspec

from snippet_widget.models import Snippet, examples_of, joined_examples
from snippet_widget.snippet_wire import snippet_from_json, snippet_to_json

_UNNAMED = "example"


def merged_text(stored: str | None, published: str | None) -> str | None:
    """Return the JSON text of both: the examples of either, those of the same name the later.

    Where neither names its example, the later one takes the place of the other.
    """
    if stored is None or published is None:
        return published or stored
    before = {snippet.example: snippet for snippet in examples_of(snippet_from_json(stored))}
    after = {snippet.example: snippet for snippet in examples_of(snippet_from_json(published))}
    if before.keys() <= after.keys():
        return published
    return snippet_to_json(
        joined_examples([_named(snippet) for snippet in {**before, **after}.values()])
    )


def _named(snippet: Snippet) -> Snippet:
    name = snippet.example or snippet.call or _UNNAMED
    return msgspec.structs.replace(snippet, example=name)
