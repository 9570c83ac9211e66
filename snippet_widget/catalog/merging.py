"""Bring together the stored snippet of an endpoint and one that is published later."""

from __future__ import annotations

import msgspec

from snippet_widget.models import Example, Snippet, snippet_from_wire, snippet_to_wire

_UNNAMED = "example"


def merged_text(stored: str | None, published: str | None) -> str | None:
    """Return the JSON text of both: the examples of either, those of the same name the later.

    Where neither names its example, the later one takes the place of the other.
    """
    if stored is None or published is None:
        return published or stored
    before, after = _snippet(stored), _snippet(published)
    examples = {**_examples(before), **_examples(after)}
    if set(examples) <= set(_examples(after)):
        return published
    return _text(_with_examples(before, after, examples))


def _with_examples(before: Snippet, after: Snippet, examples: dict[str | None, Example]) -> Snippet:
    """Return the snippet whose first example is that of the stored one."""
    first = next(iter(examples))
    base = after if first in _examples(after) and first == _first_name(after) else before
    named = tuple(
        msgspec.structs.replace(example, name=name or base.call or _UNNAMED)
        for name, example in examples.items()
    )
    return msgspec.structs.replace(
        base, sources=named[0].sources, examples=named, example=named[0].name
    )


def _examples(snippet: Snippet) -> dict[str | None, Example]:
    if snippet.examples:
        return {example.name: example for example in snippet.examples}
    return {snippet.example: Example(snippet.example or "", snippet.sources)}


def _first_name(snippet: Snippet) -> str | None:
    return next(iter(_examples(snippet)))


def _snippet(text: str) -> Snippet:
    return snippet_from_wire(msgspec.json.decode(text))


def _text(snippet: Snippet) -> str:
    return msgspec.json.encode(snippet_to_wire(snippet)).decode()
