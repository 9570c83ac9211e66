"""The card's traits: what the browser draws."""

from __future__ import annotations

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.models import EndpointSelector, Run
from snippet_widget.widget.components.card import SnippetCard
from tests.panel_builder import python_snippet


def test_card_says_what_running_its_code_has_shown() -> None:
    run = Run(client="sync_client", sent="GET /v1/users")
    query = SnippetQuery("acme", "shop", EndpointSelector("GET", "/v1/users"))
    sync, async_ = card_contents([python_snippet("users.list", verified=(run,))], query)
    card = SnippetCard()
    card.show(sync)
    assert card.verified == "Runs: sends GET /v1/users"
    card.show(async_)
    assert card.verified == ""
