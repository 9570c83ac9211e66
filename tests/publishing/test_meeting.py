"""SDKs of one API meet on its endpoints, base-path prefixes moved where needed."""

from __future__ import annotations

from snippet_widget.models import SdkSelector
from snippet_widget.publication import Publication, PublishedEndpoint
from snippet_widget.publishing.meeting import common_endpoints, meet


def _publication(type_: str, *paths: str) -> Publication:
    endpoints = tuple(PublishedEndpoint("GET", path) for path in paths)
    return Publication(SdkSelector(type_, "acme", "1"), endpoints)


def _paths(publication: Publication) -> list[str]:
    return [endpoint.path for endpoint in publication.endpoints]


def test_prefix_of_the_base_url_is_added() -> None:
    leader = _publication("python", "/api/v1/users", "/api/v1/users/{id}", "/api/v1/teams")
    other = _publication("typescript", "/users", "/users/{userId}")
    _, met = meet([leader, other])
    assert _paths(met) == ["/api/v1/users", "/api/v1/users/{userId}"]
    assert "/api/v1 was added" in met.problems[-1].message
    assert common_endpoints([leader, met]) == 2


def test_prefix_that_is_one_too_many_is_taken_away() -> None:
    leader = _publication("python", "/users", "/users/{id}", "/teams")
    other = _publication("typescript", "/v1/users", "/v1/users/{id}")
    assert _paths(meet([leader, other])[1]) == ["/users", "/users/{id}"]


def test_sdks_that_meet_already_stay_as_they_are() -> None:
    leader = _publication("python", "/v1/users", "/v1/teams", "/v2/users")
    other = _publication("typescript", "/v1/users", "/v1/teams")
    assert meet([leader, other]) == (leader, other)


def test_apis_with_nothing_in_common_stay_as_they_are() -> None:
    leader = _publication("python", "/v1/users", "/v1/teams")
    other = _publication("typescript", "/birds", "/songs")
    assert meet([leader, other]) == (leader, other)
