"""What a request's fields choose, and what becomes of those that are misspelled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from snippet_widget.models import Example
from tests.publication_builder import a_publication
from tests.service_builder import publish, running_service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from snippet_widget.publication import Publication
    from tests.service_builder import RunningService

PING: dict[str, Any] = {"endpoint": {"method": "GET", "path": "/ping"}}


@pytest.fixture(scope="module")
def service(new_catalog_url: Callable[[str], str], store: str) -> Iterator[RunningService]:
    url = new_catalog_url(store)
    publish(url, "org", "api", with_examples(), a_publication("go:acme==1.0.0"))
    with running_service(url) as running:
        yield running


def with_examples() -> Publication:
    """Return a publication whose one snippet has the examples ``short`` and ``long``."""
    publication = a_publication("python:acme==1.0.0")
    (endpoint,) = publication.endpoints
    snippets = {
        level: msgspec.structs.replace(
            getattr(endpoint, level),
            sources={"sync_client": f"{level} short"},
            examples=tuple(
                Example(name, {"sync_client": f"{level} {name}"}) for name in ("short", "long")
            ),
        )
        for level in ("full", "endpoint")
    }
    changed = msgspec.structs.replace(endpoint, **snippets)
    return msgspec.structs.replace(publication, endpoints=(changed,))


def examples_and_sources(service: RunningService, **body: Any) -> list[tuple[str, str, str]]:
    answer = service.post("/snippets", {**PING, **body}).json()
    return [(s["type"], s.get("exampleIdentifier"), s.get("sync_client")) for s in answer]


def test_an_example_is_chosen_by_its_name(service: RunningService) -> None:
    assert examples_and_sources(service) == [
        ("python", "short", "full short"),
        ("go", None, None),
    ]
    assert examples_and_sources(service, exampleIdentifier="long") == [
        ("python", "long", "full long")
    ]
    assert examples_and_sources(service, exampleIdentifier="long", loadLevel="endpoint") == [
        ("python", "long", "endpoint long")
    ]


def test_an_example_that_nobody_has_is_an_empty_list(service: RunningService) -> None:
    assert examples_and_sources(service, exampleIdentifier="other") == []


@pytest.mark.parametrize(
    ("fields", "pointer", "right"),
    [
        ({"api_id": "nosuch"}, "/api_id", "apiId"),
        ({"org_id": "nosuch"}, "/org_id", "orgId"),
        ({"APIId": "nosuch"}, "/APIId", "apiId"),
        ({"sdk": []}, "/sdk", "sdks"),
        ({"load_level": "endpoint"}, "/load_level", "loadLevel"),
        ({"sdks": [{"type": "go"}, {"type": "go", "Version": "1"}]}, "/sdks/1/Version", "version"),
        ({"endpoint": {**PING["endpoint"], "Path": "/"}}, "/endpoint/Path", "path"),
    ],
)
@pytest.mark.parametrize("operation", ["/snippets", "/snippets/load"])
def test_a_misspelled_field_is_named(
    service: RunningService, operation: str, fields: dict[str, Any], pointer: str, right: str
) -> None:
    answer = service.post(operation, {**PING, **fields})
    assert answer.status_code == 400
    assert answer.json()["errors"] == [
        {"pointer": pointer, "detail": f"the field is called {right!r}"}
    ]


def test_a_page_in_the_body_is_no_page(service: RunningService) -> None:
    answer = service.post("/snippets/load", {"page": 7})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == "/page"
    assert "/snippets/load?page=2" in answer.json()["detail"]


def test_other_unknown_fields_are_ignored(service: RunningService) -> None:
    body = {
        **PING,
        "payload": {"api_id": "x"},
        "sdks": [{"type": "go", "note": "x"}],
        "endpoint": {**PING["endpoint"], "identifierOverride": "x"},
    }
    assert [s["type"] for s in service.post("/snippets", body).json()] == ["go"]


def test_a_problem_carries_the_name_that_official_clients_raise_by(
    service: RunningService,
) -> None:
    problem = service.post("/snippets", {**PING, "apiId": "nosuch"}).json()
    assert problem["error"] == "OrgIdAndApiIdNotFound"
    assert problem["content"] == problem["detail"]
    assert service.get("/nosuch").json()["error"] == "RouteNotFound"
