"""Finding endpoints: fuzzy, best first, marked, grouped."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from snippet_widget.cards.search_index import EndpointIndex, SearchResult
from snippet_widget.models import Example, Parameter, SnippetsPage
from snippet_widget.samples import publications
from tests.panel_builder import ENDPOINTS, python_snippet, typescript_snippet


def index_of(endpoints: dict[tuple[str, str], str]) -> EndpointIndex:
    index = EndpointIndex()
    for (method, path), call in endpoints.items():
        index.add(SnippetsPage({path: {method: [python_snippet(call)]}}))
    return index


def names(found: SearchResult) -> list[str]:
    return [f"{method} {path}" for _, method, path, *_ in found.rows]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("orders", "GET /v1/orders"),
        ("post users", "POST /v1/users"),
        ("users.create", "POST /v1/users"),
        ("usget", "GET /v1/users/{user_id}"),
        ("GET /v1/users/42", "GET /v1/users/{user_id}"),
        ("https://api.acme.test/base/v1/users/42?full=1", "GET /v1/users/{user_id}"),
        ("ASYNCACME orders", "GET /v1/orders"),
        ('user = await acme.users.get(user_id="orders")', "GET /v1/users/{user_id}"),
        ('self.acme.users.create(url="https://orders.test/list")', "POST /v1/users"),
    ],
)
def test_best_match_comes_first(query: str, first: str) -> None:
    assert names(index_of(ENDPOINTS).find(query))[0] == first


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


def test_what_lacks_a_word_is_a_weaker_match_below_those_that_have_all() -> None:
    index = index_of(ENDPOINTS)
    found = index.find("users nothing")
    assert {row[4] for row in found.rows} == {"3 weaker matches"}
    assert all("/users" in row[2] for row in found.rows)
    found = index.find("create user")
    assert [(row[4], row[1], row[2]) for row in found.rows] == [
        ("", "POST", "/v1/users"),
        ("2 weaker matches", "GET", "/v1/users"),
        ("2 weaker matches", "GET", "/v1/users/{user_id}"),
    ]
    assert (found.total, found.weaker) == (3, 2)
    assert index.find("nothing here").total == 0


def test_a_wider_word_in_a_name_is_a_weaker_match_than_the_word_itself() -> None:
    endpoints = {("GET", "/v1/voices"): "voices.get_all", ("GET", "/v1/audio"): "audio.list"}
    index = index_of(endpoints)
    found = index.find("list voices")
    assert [(row[4], row[2]) for row in found.rows] == [
        ("", "/v1/voices"),
        ("1 weaker match", "/v1/audio"),
    ]
    del endpoints["GET", "/v1/voices"]
    assert index_of(endpoints).find("list voices").weaker == 0  # the best that there is


def test_a_word_in_a_summary_alone_is_a_weaker_match_than_one_in_a_name() -> None:
    index = index_of({("POST", "/v1/embed"): "embed"})
    told = python_snippet("parse", summary="Parses what embed returns.")
    index.add(SnippetsPage({"/v1/parse": {"POST": [told]}}))
    found = index.find("embed")
    assert [(row[4], row[2]) for row in found.rows] == [
        ("", "/v1/embed"),
        ("1 weaker match", "/v1/parse"),
    ]


TOKENS = {
    ("POST", "/v1/token"): "token.create",
    ("GET", "/v1/tokens/{id}"): "tokens.get",
    ("POST", "/v1/oauth/token"): "oauth.create_token",
    ("POST", "/v1/models/{id}/tokenize"): "models.tokenize_text",
    ("POST", "/v1/auth/text_token"): "auth.text_token",
}
"""To a stemmer *tokenize* is *token*."""


@pytest.mark.parametrize("query", ["tokenize", "tokenizes"])
def test_a_word_itself_comes_before_what_only_shares_its_stem(query: str) -> None:
    assert names(index_of(TOKENS).find(query))[0] == "POST /v1/models/{id}/tokenize"


def test_a_word_itself_comes_before_what_only_begins_with_it() -> None:
    index = index_of(TOKENS | {("POST", "/tokenize"): "tokenize"})
    longer = ["POST /tokenize", "POST /v1/models/{id}/tokenize"]
    assert names(index.find("token"))[-2:] == longer
    assert names(index.find("tokeniz"))[:2] == longer  # typed by now, longer than its stem


@pytest.mark.parametrize("query", ["speach to text", "speech to txet"])
def test_a_synonym_is_found_although_it_is_mistyped(query: str) -> None:
    index = index_of({("POST", "/v1/transcriptions"): "a", ("GET", "/v1/searches"): "b"})
    assert names(index.find(query))[0] == "POST /v1/transcriptions"


def test_letters_in_order_match_only_where_no_word_does() -> None:
    index = index_of({("POST", "/list"): "a", ("POST", "/l/i/s/t"): "b"})
    assert names(index.find("list")) == ["POST /list"]
    assert names(index.find("l/it")) == ["POST /l/i/s/t"]
    assert [row[4] for row in index.find("l/it").rows] == ["1 weaker match"]  # nothing is marked


def test_what_no_sdk_has_an_example_of_is_listed_as_such() -> None:
    index = index_of({("GET", "/v1/users"): "users.list"})
    index.add(SnippetsPage({"/v1/orders": {"GET": []}}))
    assert [row.has_example for row in index.find("").rows] == [True, False]
    index.add(SnippetsPage({"/v1/orders": {"GET": [typescript_snippet("orders.list")]}}))
    assert [row.has_example for row in index.find("").rows] == [True, True]


def test_matches_are_marked() -> None:
    (row,) = index_of(ENDPOINTS).find("post user").rows
    assert row[1:4] == ("POST", "/v1/users", "client.users.create")
    assert row[5] == [[(0, 4)], [(4, 8)], [(7, 11)]]


def test_words_that_say_little_are_marked_as_whole_words_alone() -> None:
    endpoints = {("POST", "/v1/translate/a/{way_to}"): "the_data.convert_a"}
    (row,) = index_of(endpoints).find("translate a the").rows
    assert row[5] == [[], [(4, 13), (14, 15)], [(7, 10), (24, 25)]]


def test_matches_in_the_code_alone_stand_below_a_heading_that_says_so() -> None:
    endpoints = {("GET", "/v1/b"): "b.acme_list", ("GET", "/v1/acme"): "a", ("GET", "/v1/c"): "c"}
    rows = index_of(endpoints).find("acme").rows
    assert [(row[4], row[2]) for row in rows] == [
        ("", "/v1/acme"),  # nothing but the word
        ("", "/v1/b"),
        ("1 in the code", "/v1/c"),
    ]


def test_matches_in_the_code_are_counted_and_stand_between_those_in_names_and_weaker_ones() -> None:
    index = index_of({("GET", "/v1/acme"): "a", ("GET", "/v1/c"): "c"})
    told = python_snippet("parse", summary="Parses what acme returns.")
    index.add(SnippetsPage({"/v1/parse": {"POST": [told]}}))
    found = index.find("acme")
    assert [(row[4], row[2]) for row in found.rows] == [
        ("", "/v1/acme"),
        ("1 in the code", "/v1/c"),
        ("1 weaker match", "/v1/parse"),
    ]
    assert (found.total, found.weaker) == (3, 1)


@pytest.mark.parametrize("query", ["asyncac", "orders asyncac"])
def test_a_word_of_the_code_is_found_as_soon_as_it_is_begun(query: str) -> None:
    found = index_of(ENDPOINTS).find(query)
    assert "GET /v1/orders" in names(found)


def test_the_call_that_another_example_is_named_after_is_found() -> None:
    generate = python_snippet("generate")
    streamed = Example("client.generate_stream", generate.sources)
    named = Example("client.generate", generate.sources)
    index = EndpointIndex()
    index.add(
        SnippetsPage(
            {
                "/v1/generate": {
                    "POST": [msgspec.structs.replace(generate, examples=(named, streamed))]
                }
            }
        )
    )
    index.add(SnippetsPage({"/v1/embed": {"POST": [python_snippet("embed")]}}))
    assert names(index.find("generate_stream")) == ["POST /v1/generate"]
    assert names(index.find("streamed")) == ["POST /v1/generate"]
    asked = "POST", "/v1/generate"
    assert index.examples_named(*asked, "generate streamed") == {"python acme": 1}
    assert index.examples_named(*asked, "generate") == {}  # the first says as much
    assert index.examples_named(*asked, "") == index.examples_named("GET", "/v1", "stream") == {}


def test_without_a_query_rows_are_grouped_by_the_first_telling_part() -> None:
    endpoints = {("GET", "/v1/a"): "a", ("GET", "/v1/b"): "b", ("POST", "/v1/a/{id}"): "c"}
    rows = index_of(endpoints).find("").rows
    assert [(row[4], row[2]) for row in rows] == [
        ("a", "/v1/a"),
        ("a", "/v1/a/{id}"),
        ("b", "/v1/b"),
    ]


def test_at_most_two_hundred_rows_and_how_many_more() -> None:
    index = index_of({("GET", f"/things/{n}"): "a" for n in range(750)})
    found = index.find("things")
    assert (len(found.rows), found.total, found.more) == (200, 750, 550)


def test_an_endpoint_on_two_pages_is_listed_once() -> None:
    index = index_of(ENDPOINTS)
    index.add(SnippetsPage({"/v1/users": {"GET": [python_snippet("users.list")]}}))
    assert len(index.entries) == len(ENDPOINTS)


def test_hidden_characters_in_names_are_shown() -> None:
    ((_, _, path, *_),) = index_of({("GET", "/pay\u202eable"): "a"}).find("").rows
    assert path == "/pay⟨U+202E⟩able"


@pytest.mark.parametrize("query", ["[", "(a+)+$", "\\", "^", "]", "a" * 5_000, "/" * 500, "{}"])
def test_a_query_is_text_not_a_pattern(query: str) -> None:
    assert index_of(ENDPOINTS).find(query).total >= 0


AUDIO = {
    ("GET", "/v1/voices"): "voices.list",
    ("POST", "/v1/voices"): "voices.create",
    ("GET", "/v1/voices/{voice_id}"): "voices.get",
    ("DELETE", "/v1/voices/{voice_id}"): "voices.delete",
    ("GET", "/v1/voices/collections"): "voices.collections.list",
    ("POST", "/v1/text-to-speech/{voice_id}"): "text_to_speech.convert",
    ("POST", "/v1/speech-to-text"): "speech_to_text.convert",
    ("POST", "/v1/fine_tuning/jobs"): "fine_tuning.jobs.create",
    ("POST", "/v1/files"): "files.create",
    ("POST", "/v1/chat/completions"): "chat.completions.create",
    ("GET", "/v1/history/{history_item_id}"): "history.get",
    ("POST", "/v1/history/download"): "history.download",
    ("GET", "/v1/dubs"): "dubs.get_all",
    ("GET", "/v1/dubs/kinds"): "dubs.kinds.list",
}


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("transcribe", "POST /v1/speech-to-text"),  # a synonym
        ("speach to text", "POST /v1/speech-to-text"),  # a typing error
        ("tts", "POST /v1/text-to-speech/{voice_id}"),
        ("listing voice", "GET /v1/voices"),  # forms of words
        ("voices available", "GET /v1/voices"),  # their order
        ("remove a voice", "DELETE /v1/voices/{voice_id}"),  # a verb for a method
        ("new voice", "POST /v1/voices"),
        ("upload file", "POST /v1/files"),
        ("finetune", "POST /v1/fine_tuning/jobs"),  # one word or two
        ("fine tune", "POST /v1/fine_tuning/jobs"),
        ("openai.chat.completions.create", "POST /v1/chat/completions"),  # a prefix of one's own
        ("textToSpeech", "POST /v1/text-to-speech/{voice_id}"),
        ("list dubs", "GET /v1/dubs"),  # not what dubs have
        ("history download", "POST /v1/history/download"),  # a verb that is in the name itself
    ],
)
def test_what_is_meant_comes_first(query: str, first: str) -> None:
    assert names(index_of(AUDIO).find(query))[0] == first


ASKED = {
    ("POST", "/v1/embed"): "embed_texts",
    ("POST", "/v1/classify"): "classify",
    ("GET", "/v1/assets"): "assets.list",
    ("POST", "/v1/assets"): "assets.create",
    ("PATCH", "/v1/assets/{asset_id}"): "assets.update",
    ("POST", "/v1/webhooks"): "webhooks.create",
    ("GET", "/v1/webhooks"): "webhooks.list",
    ("POST", "/v1/refunds"): "refunds.create",
    ("POST", "/v1/voice-settings"): "voice_settings.edit",
    ("GET", "/v1/usage"): "usage.get",
    ("GET", "/v1/pictures"): "pictures.list",
}


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("turn text into vectors", "POST /v1/embed"),  # a synonym, beside words of no endpoint
        ("upload audio", "POST /v1/assets"),  # a kind of
        ("subscribe to events", "POST /v1/webhooks"),
        ("give money back", "POST /v1/refunds"),
        ("voice settin", "POST /v1/voice-settings"),  # longer than the word's stem
        ("ima", "GET /v1/pictures"),  # a synonym that is being typed
    ],
)
def test_what_users_asked_for_comes_first(query: str, first: str) -> None:
    assert names(index_of(ASKED).find(query))[0] == first


SPOKEN = {
    ("POST", "/v2/chat"): "v2.chat",
    ("POST", "/v1/chat"): "chat",
    ("POST", "/v2/classify"): "v2.classify",
    ("POST", "/v2/rerank"): "v2.rerank",
    ("GET", "/v2/models"): "v2.models.list",
    ("POST", "/v2/calls/outbound-call"): "v2.calls.outbound_call",
    ("GET", "/v2/calls/sip-messages"): "v2.calls.sip_messages",
    ("POST", "/v2/audio-isolation"): "v2.audio_isolation.convert",
    ("DELETE", "/v2/audio-isolation/{id}"): "v2.audio_isolation.delete",
}


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("tool use", "POST /v2/chat"),
        ("function calling", "POST /v2/chat"),
        ("ask the LLM a question", "POST /v2/chat"),
        ("sentiment analysis", "POST /v2/classify"),
        ("sort by relevance", "POST /v2/rerank"),
        ("phone call", "POST /v2/calls/outbound-call"),
        ("remove background noise", "POST /v2/audio-isolation"),  # no verb of a method
        ("v1 chat", "POST /v1/chat"),
    ],
)
def test_a_person_says_it_in_other_words(query: str, first: str) -> None:
    assert names(index_of(SPOKEN).find(query))[0] == first


def test_a_version_orders_and_finds_nothing_of_its_own() -> None:
    found = names(index_of(SPOKEN).find("v2 chat"))
    assert found[:2] == ["POST /v2/chat", "POST /v1/chat"]
    assert "GET /v2/models" not in found


def test_where_few_have_all_words_those_follow_that_have_what_tells_most() -> None:
    index = index_of({("POST", "/v2/embed"): "v2.embed", ("POST", "/v2/parse"): "v2.parse"})
    told = python_snippet("embed", summary="Embeds text and pictures.")
    index.add(SnippetsPage({"/v1/embed": {"POST": [told]}}))
    found = names(index.find("how do i embed images"))
    assert found == ["POST /v1/embed", "POST /v2/embed"]


def test_where_nothing_has_all_words_those_come_that_have_some() -> None:
    index = index_of({("GET", "/v1/users"): "a", ("GET", "/v1/orders"): "b", ("GET", "/v1/x"): "c"})
    assert set(names(index.find("orders users"))) == {"GET /v1/users", "GET /v1/orders"}


def test_summaries_and_parameters_are_searched() -> None:
    index = index_of(AUDIO)
    told = python_snippet(
        "audio.clean",
        summary="Removes background noise.",
        parameters=(Parameter("sample_rate", "int"),),
    )
    index.add(SnippetsPage({"/v1/isolate": {"POST": [told]}}))
    for query in ("background noises", "sample rate"):
        assert names(index.find(query)) == ["POST /v1/isolate"]


def test_an_sdk_that_comes_later_is_found_too() -> None:
    index = index_of({("POST", "/v1/x"): ""})
    assert names(index.find("dance")) == []
    index.add(SnippetsPage({"/v1/x": {"POST": [typescript_snippet("stage.dance")]}}))
    assert names(index.find("dance")) == ["POST /v1/x"]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("find birds near me", "GET /v1/sightings/nearby"),
        ("what bird is this", "POST /v1/recordings/identify"),
    ],
)
def test_a_sample_is_found_by_a_question(query: str, first: str) -> None:
    index = EndpointIndex()
    for _, api, publication in publications():
        if (api, publication.sdk.version) == ("birdsong", "2.1.0"):
            for each in publication.endpoints:
                snippets = [each.endpoint] if each.endpoint else []
                index.add(SnippetsPage({each.path: {each.method: snippets}}))
    assert names(index.find(query))[0] == first


ENDS_WHILE_IT_FILLS = """
import atexit, threading

endpoints = threading.Semaphore(0)

@atexit.register  # runs last
def wait_for_another():
    while endpoints.acquire(blocking=False):
        pass
    endpoints.acquire(timeout=10)

from itertools import count
from snippet_widget.cards.search_index import EndpointIndex
from snippet_widget.models import Sdk, Snippet, SnippetsPage

SNIPPET = Snippet(type="python", sdk=Sdk("acme", "1"), sources={}, summary="words " * 200)

def fill():
    index = EndpointIndex()
    for number in count():
        index.add(SnippetsPage({f"/{number}": {"GET": [SNIPPET]}}))
        endpoints.release()

threading.Thread(target=fill, daemon=True).start()
wait_for_another()
"""


def test_process_ends_in_peace_while_an_index_is_filled() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDS_WHILE_IT_FILLS],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
