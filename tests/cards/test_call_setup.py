"""What a call needs of its program, and what a program leaves for later calls."""

from __future__ import annotations

from snippet_widget.cards.call_setup import lasting_bindings, needed_bindings, unbound_names
from snippet_widget.models import SdkSelector

PROGRAM = """\
import os
import acme.errors
from acme import Acme
from acme.types import (
    Size,  # how much
    Tone as T,
)

client = Acme(
    token="YOUR_TOKEN",
)
request = Request(size=Size.SMALL)
client.sing(request, tone=T.LOW)
"""
CALL = """\
request = Request(size=Size.SMALL)
client.sing(request, tone=T.LOW)
"""


def keys(program: str, call: str) -> list[str]:
    return sorted(each.key for each in needed_bindings(program, call))


def test_a_call_needs_what_it_names_and_does_not_bind() -> None:
    assert keys(PROGRAM, CALL) == [
        "Size: acme.types.Size",
        "T: acme.types.Tone",
        "client: acme.Acme()",
    ]


def test_what_a_program_leaves() -> None:
    assert sorted(each.key for each in lasting_bindings(PROGRAM)) == [
        "Acme: acme.Acme",
        "Size: acme.types.Size",
        "T: acme.types.Tone",
        "acme: acme",
        "client: acme.Acme()",
        "os: os",
    ]


def test_a_client_bound_by_with_is_needed_and_does_not_last() -> None:
    program = 'from acme import Acme\n\nwith Acme(key=get("(")) as client:\n    client.sing()\n'
    assert keys(program, "client.sing()") == ["client: acme.Acme()"]
    assert [each.key for each in lasting_bindings(program)] == ["Acme: acme.Acme"]


def test_top_level_await_is_read() -> None:
    program = "import acme\n\nclient: acme.Acme = await acme.connect()\nawait client.sing()\n"
    assert keys(program, "await client.sing()") == ["client: acme.connect()"]


def test_what_a_function_binds_is_its_own() -> None:
    program = "def main():\n    import acme\n    client = acme.Acme()\n\nclient.sing()"
    assert keys(program, "client.sing()") == []


def test_comments_strings_and_programs_with_errors_bind_nothing() -> None:
    assert lasting_bindings("# import os\n'''\nimport sys\n'''") == ()
    assert lasting_bindings("client = Acme(") == ()
    assert keys("client = Acme(", "client.sing()") == []


def test_a_call_alone_uses_names_that_it_does_not_bind() -> None:
    call = """\
import os
request = Request(sizes=[Size(each) for each in range(2)], key=os.environ["KEY"])
for part in await client.sing(request, on=lambda note: print(note, request, Size)):
    print(part)
"""
    assert [each.key for each in unbound_names(call)] == ["Request", "Size", "client"]
    assert unbound_names("def sing(song: str):\n    return song\n\nsing('a')") == ()
    assert unbound_names("client.sing(") == ()


def test_client_of_a_call_alone_is_known_by_its_sdk() -> None:
    sdk = SdkSelector("python", "acme")
    for call in (
        "client.sing(Song(), on=datetime.now())",
        "song = Song(datetime.now())\nfor part in await client.sing(song):\n    part.play()",
    ):
        found = [each.key for each in unbound_names(call, sdk, "async_client")]
        assert set(found) == {"Song", "datetime", "client: python acme async_client"}
    assert [each.key for each in unbound_names("co.chat(x)", sdk, "sync_client")] == [
        "co: python acme sync_client",
        "x",
    ]
    assert [each.key for each in unbound_names("sing(song)", sdk, "sync_client")] == [
        "sing",
        "song",
    ]
