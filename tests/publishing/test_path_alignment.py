"""SDKs of one API meet on its endpoints, base-path prefixes moved where needed."""

from __future__ import annotations

from snippet_widget.models import Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint
from snippet_widget.publishing.path_alignment import align_paths, common_endpoints


def _publication(type_: str, *paths: str) -> Publication:
    endpoints = tuple(PublishedEndpoint("GET", path) for path in paths)
    return Publication(SdkSelector(type_, "acme", "1"), endpoints)


def _paths(publication: Publication) -> list[str]:
    return [endpoint.path for endpoint in publication.endpoints]


def test_prefix_of_the_base_url_is_added() -> None:
    leader = _publication("python", "/api/v1/users", "/api/v1/users/{id}", "/api/v1/teams")
    other = _publication("typescript", "/users", "/users/{userId}")
    _, met = align_paths([leader, other])
    assert _paths(met) == ["/api/v1/users", "/api/v1/users/{userId}"]
    assert "/api/v1 was added" in met.problems[-1].message
    assert common_endpoints([leader, met]) == 2


def test_prefix_that_is_one_too_many_is_taken_away() -> None:
    leader = _publication("python", "/users", "/users/{id}", "/teams")
    other = _publication("typescript", "/v1/users", "/v1/users/{id}")
    assert _paths(align_paths([leader, other])[1]) == ["/users", "/users/{id}"]


def test_sdks_that_meet_already_stay_as_they_are() -> None:
    leader = _publication("python", "/v1/users", "/v1/teams", "/v2/users")
    other = _publication("typescript", "/v1/users", "/v1/teams")
    assert align_paths([leader, other]) == (leader, other)


def test_apis_with_nothing_in_common_stay_as_they_are() -> None:
    leader = _publication("python", "/v1/users", "/v1/teams")
    other = _publication("typescript", "/birds", "/songs")
    assert align_paths([leader, other]) == (leader, other)


def _called(type_: str, calls: dict[str, str]) -> Publication:
    endpoints = []
    for path, call in calls.items():
        snippet = Snippet(type=type_, sdk=Sdk("acme", "1"), sources={"client": call}, call=call)
        endpoints.append(PublishedEndpoint("POST", path, snippet, snippet))
    return Publication(SdkSelector(type_, "acme", "1"), tuple(endpoints))


def test_one_call_name_of_two_endpoints_is_told_and_not_merged() -> None:
    changer = {"/v1/voices": "client.add", "/v1/voice-changer": "client.speech.to_speech"}
    leader = _called("python", changer)
    speech = {"/v1/voices": "client.add", "/v1/speech-to-speech": "client.speech.toSpeech"}
    met = align_paths([leader, _called("typescript", speech)])[1]
    assert _paths(met) == ["/v1/voices", "/v1/speech-to-speech"]
    assert "POST /v1/voice-changer; they are listed as two endpoints" in met.problems[0].message
    assert met.problems[0].endpoint == "POST /v1/speech-to-speech"


def test_one_call_of_another_version_of_the_api_is_counted_as_one() -> None:
    calls = [{path: "client.users.get"} for path in ("/v4/users/{id}", "/v2/user/{name}")]
    met = align_paths([_called("python", calls[0]), _called("typescript", calls[1])])[1]
    assert "1 of their calls has the same name: " in met.problems[0].message


def test_sdks_of_different_versions_of_the_api_are_told_once() -> None:
    new = {"/v4/users/{id}": "client.users.get", "/v4/graphs/{id}": "client.graphs.get"}
    old = {"/v2/user/{name}": "client.users.get", "/v2/graph/{name}": "client.graphs.get"}
    met = align_paths([_called("python", new), _called("typescript", old)])[1]
    assert _paths(met) == list(old)
    (problem,) = met.problems
    assert "2 of their calls have the same names: client.users.get is POST /v2/user/{name}" in (
        problem.message
    )
    assert "versions that belong together" in problem.message
