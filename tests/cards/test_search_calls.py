"""Finding endpoints by their calls, as they stand in code."""

from __future__ import annotations

import pytest

from tests.search_builder import index_of, names

CALLED = {
    ("GET", "/v1/voices"): "voices.get_all",
    ("GET", "/v1/voices/similar"): "voices.get_similar",
    ("GET", "/v1/voices/{voice_id}"): "voices.get",
    ("DELETE", "/v1/voices/{voice_id}"): "voices.delete",
    ("DELETE", "/v1/agents/{agent_id}/hold-audio"): "agents.hold_audio.delete",
    ("GET", "/v1/customers/{id}/voice"): "customers.get_voice",
    ("POST", "/v1/chat"): "chat",
    ("POST", "/v1/chat/stream"): "chat_stream",
    ("POST", "/v2/chat"): "v2.chat",
    ("POST", "/v2/chat/stream"): "v2.chat_stream",
}
AROUND_A_CALL = [
    "client.{}",
    "co.{}",
    "client.{}(",
    "{}(",
    'await client.{}(voice_id="x")',
    "const x = await client.{}(",
    "print(self.client.{}())",
    "await client.{}",
    "client.{};",
    "client.{}, ",
    "client.{})",
    "const x = await client.{};",
    "print(client.{})",
    "help(client.{}",
    "rows = list(map(client.{}, ids))",
    "client.with_options(timeout=3).{}(",
    "await client.with_options(timeout=3, headers=dict(a=1)).{}(voice_id=3)",
    "client.with_options(timeout=3).{}",
    "Acme(api_key=key()).{}(",
    "new Acme({{ token: token() }}).{}",
]


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ("voices.delete", ["voices.delete"]),
        ("voices.get", ["voices.get", "voices.get_all", "voices.get_similar"]),
        ("voices.getAll", ["voices.get_all"]),
        ("chat", ["chat", "chat_stream"]),
        ("v2.chat", ["v2.chat", "v2.chat_stream"]),
        ("agents.hold_audio.delete", ["agents.hold_audio.delete"]),
    ],
)
@pytest.mark.parametrize("around", AROUND_A_CALL)
def test_a_call_as_it_stands_in_code_comes_first_then_what_it_begins(
    around: str, call: str, found: list[str]
) -> None:
    rows = index_of(CALLED).find(around.format(call)).rows[: len(found)]
    assert [(row.call, row.group) for row in rows] == [(f"client.{each}", "") for each in found]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("client.voices.del", "voices.delete"),
        ("client.voices.", "voices.delete"),
        ("client.v2", "v2.chat"),
        ("voices.get", "voices.get"),
        ("co.agents.h", "agents.hold_audio.delete"),
        ("hold_audio.delete", "agents.hold_audio.delete"),  # without what it belongs to
        ("client.hold_audio.delete", "agents.hold_audio.delete"),
    ],
)
def test_a_call_is_found_while_it_is_typed(query: str, first: str) -> None:
    row = index_of(CALLED).find(query).rows[0]
    assert (row.call, row.group) == (f"client.{first}", "")


@pytest.mark.parametrize(
    "query",
    [
        "client.voices.with_raw_response.get",
        "client.voices.with_streaming_response.get",
        "client.voices.withRawResponse.get;",
        'response = await client.voices.with_raw_response.get(voice_id="x")',
        "client.with_raw_response.voices.get(",
    ],
)
def test_how_a_call_is_answered_is_no_part_of_its_name(query: str) -> None:
    rows = index_of(CALLED).find(query).rows[:2]
    assert [row.call for row in rows] == ["client.voices.get", "client.voices.get_all"]


def test_a_word_is_no_call() -> None:
    assert names(index_of(CALLED).find("chat"))[0] == "POST /v2/chat"  # the newer version
