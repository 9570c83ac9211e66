"""The cards without a front end."""

from __future__ import annotations

from html.parser import HTMLParser

import msgspec

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cards.static import cards_html, cards_markdown, cards_text, without_verified
from snippet_widget.models import EndpointSelector, Run, Sdk, Snippet
from tests.panel_builder import python_snippet

ENDPOINT = EndpointSelector("GET", "/v1/users")
QUERY = SnippetQuery("acme", "shop", ENDPOINT)
CARDS = card_contents([python_snippet("users.list", warnings=("Needs <beta> access.",))], QUERY)


class Elements(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_html_has_the_code_and_nothing_that_runs() -> None:
    page = Elements(cards_html(ENDPOINT, CARDS))
    assert 'Acme(token="YOUR_TOKEN").users.list()' in page.text
    assert "Needs <beta> access." in page.text
    assert page.tags <= {"style", "div", "p", "strong", "code", "pre", "span", "ul", "li"}
    assert page.attributes <= {"class", "tabindex", "title"}


def test_hostile_text_stays_text() -> None:
    hostile = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    snippet = Snippet(type=hostile, sdk=Sdk(hostile, hostile), sources={"client": hostile})
    endpoint = EndpointSelector("GET", f"/{hostile}")
    cards = card_contents([snippet], SnippetQuery(hostile, hostile, endpoint))
    assert Elements(cards_html(endpoint, cards)).tags.isdisjoint({"script", "img"})


def test_markdown_has_a_heading_and_a_fence_for_each_card() -> None:
    assert cards_markdown(ENDPOINT, CARDS[:1]) == (
        "**`GET /v1/users`**\n\n"
        "**Python · sync** (`acme 2.0.0`)\n\n"
        "* Needs \\<beta\\> access.\n\n"
        "```python\nfrom acme import Acme\n\n"
        'Acme(token="YOUR_TOKEN").users.list()\n```\n'
    )


def test_markdown_escapes_a_hostile_path() -> None:
    text = cards_markdown(EndpointSelector("GET", "/a`</code><b>"), ())
    assert text == "**`` GET /a`</code><b> ``**\n\nNo snippet.\n"


def test_text_is_one_line() -> None:
    assert cards_text(ENDPOINT, CARDS) == "GET /v1/users | Python · sync | Python · async"


def test_the_same_cards_are_the_same_bytes() -> None:
    assert cards_html(ENDPOINT, CARDS) == cards_html(ENDPOINT, CARDS)


def test_what_running_the_code_has_shown_is_said_and_can_be_left_out() -> None:
    run = Run(client="sync_client", form="notebook", sent="GET /v1/users")
    snippet = python_snippet("users.list")
    cards = card_contents([msgspec.structs.replace(snippet, verified=(run,))], QUERY)
    plain = card_contents([snippet], QUERY)
    for write in (cards_html, cards_markdown):
        assert write(ENDPOINT, cards).count("✓ Runs: sends GET /v1/users") == 1
        assert without_verified(write(ENDPOINT, cards)) == write(ENDPOINT, plain)
