"""Which of several snippets is meant, and its levels."""

from __future__ import annotations

from snippet_widget.models import Example, Sdk, Snippet
from snippet_widget.snippet_selection import at_endpoint_level

PROGRAM = "from acme import Acme\n\nclient = Acme()\nclient.users.get(id=1)\n"


def test_calls_alone_keep_what_is_said_of_their_examples() -> None:
    program = {"sync_client": PROGRAM}
    other = Example("other", program, ("slow",), ("id was added",), program, program)
    snippet = Snippet(
        type="python",
        sdk=Sdk("acme", "1"),
        sources=program,
        published=program,
        required_only=program,
        examples=(Example("first", program), other),
    )
    alone = at_endpoint_level(snippet)
    call = {"sync_client": "client.users.get(id=1)"}
    assert alone.sources == call
    assert (alone.published, alone.required_only) == ({}, {})
    assert alone.examples[1] == Example("other", call, ("slow",), ("id was added",))
