"""What has to be filled in, of what is inserted."""

from __future__ import annotations

import pytest

from snippet_widget.cards.credential_names import Variables
from snippet_widget.cards.placeholders import placeholders


def filled_in(source: str) -> list[str]:
    """Return the texts of the placeholders, as a browser cuts them."""
    units = source.encode("utf-16-le")
    return [
        units[2 * start : 2 * end].decode("utf-16-le")
        for start, end in placeholders(source, Variables("acme"))
    ]


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
