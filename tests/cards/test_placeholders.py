"""What has to be filled in, of what is inserted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from snippet_widget.cards.credential_names import Variables
from snippet_widget.cards.placeholders import placeholders

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.cards.placeholders import Placeholder


def filled_in(source: str, type_: str = "python") -> list[str]:
    """Return the texts of the placeholders, as a browser cuts them."""
    return cut(source, placeholders(source, type_, Variables("acme")))


def cut(source: str, found: Sequence[Placeholder]) -> list[str]:
    """Return the texts between offsets, as a browser cuts them."""
    units = source.encode("utf-16-le")
    return [units[2 * start : 2 * end].decode("utf-16-le") for start, end in found]


PROGRAM = """\
from acme import Acme

client = Acme(token="YOUR_TOKEN", timeout=3)
client.voices.update(
    voice_id="voice_id",
    name="A calm voice",
    labels=[{"language": "string"}],
    note="note",
)
"""


def test_credentials_and_made_up_values_have_to_be_filled_in() -> None:
    assert filled_in(PROGRAM) == ["YOUR_TOKEN", "voice_id", "string", "note"]


def test_what_stands_before_the_credential_is_filled_in_last() -> None:
    program = "client = Client(client_name='YOUR_NAME', api_key='YOUR_KEY')\nclient.get(id='id')"
    assert filled_in(program) == ["YOUR_KEY", "id", "YOUR_NAME"]
    program = 'new Client({ clientName: "YOUR_NAME", apiKey: "YOUR_KEY" }).get("item_id");'
    assert filled_in(program, "typescript") == ["YOUR_KEY", "item_id", "YOUR_NAME"]


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ("await client.files.get('file_id')", ["file_id"]),
        ("client.files.upload(file=open('path/to/file', 'rb'))", ["path/to/file"]),
        ("client.files.upload(file=open('/path/to/your.mp3', 'rb'))", ["/path/to/your.mp3"]),
        ("client.list(search='search', token='token', limit=1)", ["search", "token"]),
        ("client.ask(schema={'type': 'string', 'title': 'string'})", ["string"]),
        ("client.ask(content=[Part(type='text', text='string')])", ["string"]),
        ("client.get(type='type')", ["type"]),
        ("client.say(text='Enter your own text here')", ["Enter your own text here"]),
        ("client.say(text='Your parcel will be delivered today')", []),
        ("client.files.upload(file=b'raw file contents')", ["raw file contents"]),
        ("client.tools.get(id='your-tool-id')", ["your-tool-id"]),
        ("client.tools.get(ids=['id'])", ["id"]),
        ("client.say(text='🎵 ünï', voice='voice')", ["voice"]),  # two units, two bytes
        ("client.chat(model='command', messages=[Message(role='user', content='Hi')])", []),
        ("client = Client(client_name='YOUR_CLIENT_NAME', region='eu')", ["YOUR_CLIENT_NAME"]),
        ("client.list(limit=1, order='asc')", []),
        ("client.get(key=os.environ['KEY'])", []),
        ("client.get(", []),
    ],
)
def test_what_is_made_up(call: str, found: list[str]) -> None:
    assert filled_in(call) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('const client = new Acme({ token: "YOUR_TOKEN", timeout: 3 });', ["YOUR_TOKEN"]),
        ("await client.files.get('file_id');", ["file_id"]),
        (
            'await client.add({ files: [fs.open("/path/to/your/file")],\n    name: "name" });',
            ["/path/to/your/file", "name"],
        ),
        ('await client.chat({ messages: [{ type: "text", text: "string" }] });', ["string"]),
        (
            'await client.list({ toolId: "tool_id", "tool-ids": ["id", "toolId"] });',
            ["tool_id", "toolId"],
        ),
        ('await client.say({ text: "🎵 ünï", voice: "voice" });', ["voice"]),
        (
            '(await client.find("user_id")).get(a("b_id", "c"), "note_key")',
            ["user_id", "b_id", "note_key"],
        ),
        ('await client.chat({ model: "command", stream: true });', []),
        ("await client.get({ key: process.env.KEY });", []),
        ("await client.get({ key: `key` });", []),
        ("await client.list({", []),
    ],
)
def test_what_is_made_up_in_typescript(source: str, found: list[str]) -> None:
    assert filled_in(source, "typescript") == found


def test_nothing_is_known_of_other_languages() -> None:
    assert filled_in('client.get("file_id")', "go") == []
