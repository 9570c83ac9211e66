"""What the status line says in each state."""

from __future__ import annotations

from dataclasses import replace

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.errors import ApiNotFound, ServiceUnavailable, Unauthorized
from snippet_widget.models import EndpointSelector, SdkSelector
from snippet_widget.widget.messages import cards_status, list_status, problem
from snippet_widget.widget.offers import SdkOffer
from snippet_widget.widget.state import SdkScope
from tests.panel_builder import python_snippet

ENDPOINT = EndpointSelector("POST", "/v1/x")

CARDS = card_contents([python_snippet("a")], SnippetQuery("o", "a", EndpointSelector("GET", "/a")))

PYTHON = SdkSelector("python", "acme", "1.0")
LATEST, ONE = SdkScope("o", "a"), SdkScope("o", "a", PYTHON)


def sdks(*types: str, empty: bool = False) -> list[SdkOffer]:
    return [SdkOffer(SdkSelector(type_, "acme", "1.0"), empty=empty) for type_ in types]


def test_whole_list_is_counted() -> None:
    assert list_status(1).text == "1 endpoint."
    assert list_status(10_000).text == "10,000 endpoints."


def test_endpoints_that_a_filter_finds_are_counted_alone() -> None:
    assert list_status(10_000, matching=1_234).text == "1,234 of 10,000 endpoints."
    assert list_status(23, matching=0).text == "0 of 23 endpoints."
    said = list_status(2_457, matching=25, weaker=1_061).text
    assert said == "25 of 2,457 endpoints, and 1,061 weaker matches."
    assert list_status(42, matching=4, weaker=1).text == "4 of 42 endpoints, and 1 weaker match."
    assert list_status(42, matching=0, weaker=16).text == "16 weaker matches of 42 endpoints."
    assert list_status(1, matching=1).text == "1 of 1 endpoint."


def test_nothing_published_at_all_is_no_error_but_has_a_next_step() -> None:
    status = problem(ApiNotFound("Nothing is published here."))
    assert (status.level, status.action) == ("warning", "Try again")


def test_languages_without_a_snippet_are_named() -> None:
    status = cards_status(CARDS, sdks("python", "go", "typescript"), LATEST, ENDPOINT)
    assert status is not None
    assert status.text == "No TypeScript, Go snippet of this endpoint."


def test_nothing_amiss_is_nothing_to_say() -> None:
    assert cards_status(CARDS, sdks("python"), LATEST, ENDPOINT) is None
    assert cards_status(CARDS, sdks("python", "go"), ONE, ENDPOINT) is None


def test_no_snippet_at_all_says_what_to_do() -> None:
    status = cards_status((), sdks("python", "go"), ONE, ENDPOINT)
    assert status is not None
    assert status.text.endswith("Choose another SDK or version.")


def test_another_sdk_is_advised_only_where_there_is_one() -> None:
    status = cards_status((), sdks("python"), ONE, ENDPOINT)
    assert status is not None
    call = "The vendor's documentation says how to call it."
    assert status.text == f"acme 1.0 publishes no example of POST /v1/x. {call}"
    latest = [replace(each, latest=True) for each in sdks("python", "go")]
    status = cards_status((), latest, LATEST, ENDPOINT)
    assert status is not None
    assert status.text == f"acme 1.0, acme 1.0 publish no example of POST /v1/x. {call}"
    status = cards_status((), latest[:1], LATEST, ENDPOINT, docs="https://acme.test/docs")
    assert status is not None
    assert status.text.endswith("POST /v1/x. The vendor documents it: <https://acme.test/docs>")
    repository = "https://github.com/acme/acme-python"
    status = cards_status((), latest[:1], LATEST, ENDPOINT, docs=repository)
    assert status is not None
    assert status.text.endswith(f"POST /v1/x. The SDK's repository: <{repository}>")


def test_sdk_without_any_snippet_says_where_they_may_be() -> None:
    status = cards_status((), sdks("python", empty=True), LATEST, ENDPOINT)
    assert status is not None
    assert "snippet-widget publish pypi:acme==1.0 --org o --api a --replace" in status.text
    status = cards_status((), sdks("typescript", empty=True), LATEST, ENDPOINT)
    assert status is not None
    assert "publish FILE --sdk typescript:acme==1.0 --org o --api a" in status.text
    mixed = cards_status((), [*sdks("python", empty=True), *sdks("typescript")], LATEST, ENDPOINT)
    assert mixed is not None
    assert mixed.text.endswith("Choose another SDK or version.")


def test_errors_have_a_next_step() -> None:
    refused = problem(Unauthorized("The service does not accept this token. Give a valid one."))
    assert (refused.level, refused.action) == ("error", "Try again")
    assert refused.text == "The service does not accept this token. Give a valid one."
    away = problem(ServiceUnavailable("Nothing answers."), retrying=True)
    assert (away.text, away.action) == ("Nothing answers. Trying again automatically.", "Try now")


def test_exceptions_that_are_not_ours_show_their_name_alone() -> None:
    shown = problem(KeyError("Bearer s3cret")).text
    assert shown == "Something unexpected went wrong (KeyError). Please report it."
