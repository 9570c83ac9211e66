"""Finding endpoints by what a person wants to do: best first, what lacks some of it below."""

from __future__ import annotations

import pytest

from snippet_widget.cards.search_index import EndpointIndex
from snippet_widget.models import Parameter, SnippetsPage
from snippet_widget.samples import publications
from tests.panel_builder import ENDPOINTS, python_snippet
from tests.search_builder import index_of, names


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


def sample_index() -> EndpointIndex:
    index = EndpointIndex()
    for _, api, publication in publications():
        if (api, publication.sdk.version) == ("birdsong", "2.1.0"):
            for each in publication.endpoints:
                snippets = [each.endpoint] if each.endpoint else []
                index.add(SnippetsPage({each.path: {each.method: snippets}}))
    return index


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("find birds near me", "GET /v1/sightings/nearby"),
        ("what bird is this", "POST /v1/recordings/identify"),
    ],
)
def test_a_sample_is_found_by_a_question(query: str, first: str) -> None:
    assert names(sample_index().find(query))[0] == first


@pytest.mark.parametrize("query", ["chat", "v2.chat", "xyz.chat", "client.chat(", "talks"])
def test_a_word_with_a_meaning_is_no_slip_of_the_keys(query: str) -> None:
    """It was *what* or *walks* with one letter wrong."""
    found = sample_index().find(query)
    assert found.total == found.weaker


def test_a_slip_of_the_keys_is_of_no_word_that_says_little() -> None:
    index = index_of({("GET", "/v1/a"): "a"})
    told = python_snippet("parse", summary="Parses what comes from there.")
    index.add(SnippetsPage({"/v1/parse": {"POST": [told]}}))
    assert index.find("thare").total == 0
