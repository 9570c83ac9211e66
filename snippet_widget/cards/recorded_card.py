"""The card that a cell's record speaks of: what the cell would hold if it were inserted now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.cards.content import CardContent, SnippetQuery, card_contents
from snippet_widget.cards.display_options import DisplayOptions
from snippet_widget.models import EndpointSelector, LoadLevel
from snippet_widget.provenance import Credentials, Form

if TYPE_CHECKING:
    from snippet_widget.models import Snippet
    from snippet_widget.provenance import Origin


def recorded_card(snippet: Snippet, record: Origin) -> CardContent | None:
    """Return what a record's cell would hold if it were inserted from a snippet now.

    The example, form and credentials are those of the record.

    Parameters
    ----------
    snippet
        Of any version of the record's SDK; the whole program where only its call is wanted.
    record
        What the cell says about itself.

    Returns
    -------
    None where the snippet has no such client or example, or no call can be cut out of it.
    """
    source = snippet.sources.get(record.client, "")
    names = [example.name for example in snippet.examples]
    missing = record.example is not None and record.example not in names
    if missing or not source.strip():
        return None
    examples = {} if record.example is None else {snippet.type: names.index(record.example)}
    environment = record.credentials is Credentials.ENVIRONMENT
    display = DisplayOptions(
        published=record.form is Form.PUBLISHED,
        environment=environment,
        examples=examples,
        program=record.form is Form.PROGRAM,
        required_only=record.required_only,
    )
    only = msgspec.structs.replace(snippet, sources={record.client: source})
    (card,) = card_contents([only], recorded_query(record), display)
    if record.example is not None and card.examples[card.example] != record.example:
        return None
    if record.form is not Form.CALL:
        return card
    called = replace(card, cell_source=card.call_source, metadata=card.call_metadata)
    return called if card.call_source else None


def recorded_query(record: Origin) -> SnippetQuery:
    """Return the query whose answer a record's cell is made of."""
    level = LoadLevel.FULL if record.form is Form.CALL else record.load_level
    return SnippetQuery(record.org, record.api, EndpointSelector(record.method, record.path), level)
