"""A card says what running its code has shown."""

from __future__ import annotations

from snippet_widget.cards.content import CardContent, SnippetQuery, card_contents
from snippet_widget.cards.display_options import DisplayOptions
from snippet_widget.models import EndpointSelector, Example, Run, Sdk, Snippet

PROGRAM = "import asyncio\n\nasync def main():\n    await client.x()\n\n\nasyncio.run(main())"


def card(*runs: Run, display: DisplayOptions | None = None) -> CardContent:
    examples = tuple(Example(name, {"async_client": PROGRAM}) for name in ("first", "second"))
    snippet = Snippet(
        type="python",
        sdk=Sdk("acme", "1.0"),
        sources={"async_client": PROGRAM},
        examples=examples,
        example="first",
        verified=runs,
    )
    query = SnippetQuery(None, None, EndpointSelector("GET", "/x"))
    (content,) = card_contents([snippet], query, display)
    return content


def test_card_says_what_its_code_sends() -> None:
    run = Run(client="async_client", example="first", form="notebook", sent="GET /x")
    assert card(run).verified == "Runs: sends GET /x"
    assert card(run).warnings == ()


def test_run_that_failed_is_a_warning() -> None:
    content = card(Run(client="async_client", failure="TypeError: no (line 4)"))
    assert content.verified == ""
    assert content.warnings == ("When run, it failed: TypeError: no (line 4)",)


def test_run_in_the_form_shown_counts() -> None:
    runs = (
        Run(client="async_client", form="program", sent="GET /program"),
        Run(client="async_client", form="notebook", sent="GET /notebook"),
    )
    assert card(*runs).verified == "Runs: sends GET /notebook"
    assert (
        card(*runs, display=DisplayOptions(published=True)).verified == "Runs: sends GET /program"
    )
    assert card(runs[0]).verified == "Runs: sends GET /program"


def test_run_of_another_source_says_nothing() -> None:
    second = DisplayOptions(examples={"python": 1})
    run = Run(client="async_client", example="first", sent="GET /x")
    assert card(run, display=second).verified == ""
    assert card(Run(client="sync_client", sent="GET /x")).verified == ""
    assert card(Run(client="async_client", form="endpoint", sent="GET /x")).verified == ""
