"""Answer with one of a snippet's examples instead of its first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.models import with_example
from snippet_widget.snippet_wire import snippet_from_json, snippet_to_json

if TYPE_CHECKING:
    from collections.abc import Iterable


def examples_of(texts: Iterable[str], name: str) -> list[str]:
    """Return stored snippets with the sources of that example, without those that have none."""
    return [text for text in (_chosen(text, name) for text in texts) if text is not None]


def _chosen(text: str, name: str) -> str | None:
    snippet = snippet_from_json(text)
    example = next((example for example in snippet.examples if example.name == name), None)
    if example is None:
        return text if snippet.example == name else None
    chosen = msgspec.structs.replace(with_example(snippet, example), examples=snippet.examples)
    return snippet_to_json(chosen)
