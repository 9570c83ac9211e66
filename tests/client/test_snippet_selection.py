"""Which of several snippets is meant, and its levels."""

from __future__ import annotations

import msgspec

from snippet_widget.client.snippet_selection import at_endpoint_level, with_meaning
from snippet_widget.models import Example, Parameter, Sdk, Snippet

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
    assert (alone.published, alone.required_only) == ({}, call)
    assert alone.examples[1] == Example("other", call, ("slow",), ("id was added",), {}, call)


def test_calls_alone_get_what_is_said_of_their_programs() -> None:
    parameters = (Parameter("id", "int", required=True),)
    program = Snippet(
        type="python",
        sdk=Sdk("acme", "1"),
        sources={"sync_client": PROGRAM},
        parameters=parameters,
        docs="https://acme.test",
    )
    call = msgspec.structs.replace(at_endpoint_level(program), parameters=(), docs="")
    other = msgspec.structs.replace(call, sdk=Sdk("acme", "2"))
    known, unknown = with_meaning([call, other], [program])
    assert (known.parameters, known.docs) == (parameters, "https://acme.test")
    assert known.sources == {"sync_client": "client.users.get(id=1)"}
    assert unknown == other
