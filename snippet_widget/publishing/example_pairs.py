"""The examples of a published endpoint, each as a whole program beside the call alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.languages import remark_label
from snippet_widget.models import Snippet, examples_of, joined_examples
from snippet_widget.publication import PublishedEndpoint

if TYPE_CHECKING:
    from collections.abc import Sequence

Pair = tuple[Snippet, Snippet]
"""An example as a whole program and as the call alone."""


def pairs_of(endpoint: PublishedEndpoint) -> list[Pair]:
    """Return the examples of an endpoint, none where it has no snippet."""
    if endpoint.full is None:
        return []
    wholes = examples_of(endpoint.full)
    calls = examples_of(endpoint.endpoint or endpoint.full)
    return list(zip(wholes, calls if len(calls) == len(wholes) else wholes, strict=True))


def with_pairs(endpoint: PublishedEndpoint, pairs: Sequence[Pair]) -> PublishedEndpoint:
    """Return an endpoint with other examples, named where there are several."""
    if not pairs:
        return PublishedEndpoint(endpoint.method, endpoint.path)
    if len(pairs) > 1:
        pairs = [(_named(whole), _named(call)) for whole, call in pairs]
    return msgspec.structs.replace(
        endpoint,
        full=joined_examples([whole for whole, _ in pairs]),
        endpoint=joined_examples([call for _, call in pairs]),
    )


def without_client(pair: Pair, client: str) -> Pair | None:
    """Return an example without the source of a client; None: then there is nothing left."""
    whole, call = pair
    if not whole.sources.keys() - {client}:
        return None
    return _without(whole, client), _without(call, client)


def with_client(pair: Pair, new: Pair, client: str) -> Pair:
    """Return an example with another source for a client, and what is said of that."""
    return _replaced(pair[0], new[0], client), _replaced(pair[1], new[1], client)


def example_name(snippet: Snippet) -> str:
    """Return what an example is called where there are several."""
    return snippet.example or snippet.call or "example"


def _named(snippet: Snippet) -> Snippet:
    return msgspec.structs.replace(snippet, example=example_name(snippet))


def _without(snippet: Snippet, client: str) -> Snippet:
    """Return a snippet without the source of a client, and without what is said of it."""
    # The remarks of an only client have no label: all of them begin so.
    label = remark_label(client)
    return msgspec.structs.replace(
        snippet,
        sources={field: text for field, text in snippet.sources.items() if field != client},
        published={f: text for f, text in snippet.published.items() if f != client},
        required_only={f: text for f, text in snippet.required_only.items() if f != client},
        warnings=tuple(w for w in snippet.warnings if not w.startswith(label)),
        repairs=tuple(r for r in snippet.repairs if not r.startswith(label)),
    )


def _replaced(old: Snippet, new: Snippet, client: str) -> Snippet:
    bare = _without(old, client)
    return msgspec.structs.replace(
        bare,
        sources={**old.sources, **new.sources},
        warnings=(*bare.warnings, *new.warnings),
        repairs=tuple(dict.fromkeys((*bare.repairs, *new.repairs))),
    )
