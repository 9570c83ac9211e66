"""What the design adds to the specification (section 5), in plain HTTP."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
import requests

from snippet_widget.catalog import Grant
from snippet_widget.service import Limits
from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, running_service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.service_builder import RunningService

ENDPOINTS = (
    "GET /users/{id}",
    "GET /users/me",
    "DELETE /users/:id/",
    "GET /users/{id}/files/{name}.json",
    "POST /batches/{id}:cancel",
    "GET /{collection}/me",
)


@pytest.fixture(scope="module")
def service(store: str, new_catalog_url: Callable[[str], str]) -> Iterator[RunningService]:
    url = new_catalog_url(store)
    for sdk in ("python:acme==1.9", "python:acme==1.10", "python:acme==2.0rc1", "rust:acme==1.0.0"):
        publish(url, "org", "api", a_publication(sdk, *ENDPOINTS))
    for sdk in ("typescript:@acme/b==1.0.0", "typescript:@acme/a==1.0.0", "go:acme==v1.0.0"):
        publish(url, "org", "api", a_publication(sdk, *ENDPOINTS[:1], silent="GET /quiet"))
    publish(url, "org", "api", a_publication("java:acme==0.1-beta", "GET /users/{id}"))
    with running_service(
        url, grants={"expired": Grant("old", None, int(time.time()) - 1)}
    ) as running:
        yield running


def sources(answer: requests.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [str(s.get("client") or s["sync_client"]) for s in answer.json()]


def asked(service: RunningService, endpoint: str, **body: Any) -> requests.Response:
    method, path = endpoint.split(" ", 1)
    return service.post("/snippets", {"endpoint": {"method": method, "path": path}, **body})


@pytest.mark.parametrize(
    ("spelling", "template"),
    [
        ("GET /users/{user_id}", "GET /users/{id}"),
        ("get users/:id/?full=1", "GET /users/{id}"),
        ("GET /users/42", "GET /users/{id}"),
        ("GET /users/me", "GET /users/me"),
        ("GET /teams/me", "GET /{collection}/me"),
        ("DELETE /users/me", "DELETE /users/:id/"),
        ("GET /users/42/files/notes.json", "GET /users/{id}/files/{name}.json"),
        ("POST /batches/7:cancel", "POST /batches/{id}:cancel"),
    ],
)
def test_an_endpoint_is_found_by_all_of_its_spellings(
    service: RunningService, spelling: str, template: str
) -> None:
    found = sources(asked(service, spelling, sdks=[{"type": "python"}]))
    assert found == [f"import acme; call {template}  # sync_client"]


@pytest.mark.parametrize(
    "endpoint", ["GET /user/42", "POST /users/42", "GET /users/42/files/notes.xml", "GET /"]
)
def test_an_endpoint_that_is_not_there_comes_with_the_nearest(
    service: RunningService, endpoint: str
) -> None:
    answer = asked(service, endpoint)
    assert answer.status_code == 404
    problem = answer.json()
    assert problem["type"] == "endpoint-not-found"
    assert {"method", "path"} == set(problem["candidates"][0])
    assert len(problem["candidates"]) <= 5


def test_the_nearest_endpoint_comes_first(service: RunningService) -> None:
    near = asked(service, "GET /user/{id}").json()["candidates"]
    assert near[0] == {"method": "GET", "path": "/users/{id}"}


def test_an_endpoint_without_snippet_is_an_empty_list(service: RunningService) -> None:
    assert asked(service, "GET /quiet").json() == []
    page = service.post("/snippets/load", {"sdks": [{"type": "go"}]}).json()
    assert page["snippets"]["/quiet"] == {"GET": []}


def test_the_latest_of_each_package_comes_in_the_order_of_languages(
    service: RunningService,
) -> None:
    answer = asked(service, "GET /users/{id}").json()
    assert [(s["type"], s["sdk"]["package"], s["sdk"]["version"]) for s in answer] == [
        ("python", "acme", "1.10"),
        ("typescript", "@acme/a", "1.0.0"),
        ("typescript", "@acme/b", "1.0.0"),
        ("java", "acme", "0.1-beta"),
        ("go", "acme", "v1.0.0"),
        ("rust", "acme", "1.0.0"),
    ]


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        ({"type": "Python"}, ["python 1.10"]),
        ({"type": "py", "package": "ACME"}, ["python 1.10"]),
        ({"type": "python", "version": "2.0rc1"}, ["python 2.0rc1"]),
        ({"type": "python", "version": "1.9.0"}, ["python 1.9"]),
        ({"type": "ts"}, ["typescript 1.0.0", "typescript 1.0.0"]),
        ({"type": "js", "package": "@acme/b"}, ["typescript 1.0.0"]),
        ({"type": "golang", "version": "1.0.0"}, ["go v1.0.0"]),
    ],
)
def test_selectors_find_sdks(
    service: RunningService, selector: dict[str, str], found: list[str]
) -> None:
    answer = asked(service, "GET /users/{id}", sdks=[selector, selector]).json()
    assert [f"{s['type']} {s['sdk']['version']}" for s in answer] == found


@pytest.mark.parametrize(
    ("selector", "candidates"),
    [
        ({"type": "python", "package": "acme", "version": "9"}, ["2.0rc1", "1.10", "1.9"]),
        ({"type": "python", "package": "acne"}, ["2.0rc1", "1.10", "1.9"]),
        ({"type": "go", "package": "acme", "version": "9" * 200}, ["v1.0.0"]),
    ],
)
def test_an_unknown_sdk_comes_with_the_versions_there_are(
    service: RunningService, selector: dict[str, str], candidates: list[str]
) -> None:
    answer = asked(service, "GET /users/{id}", sdks=[selector])
    assert answer.status_code == 404
    assert answer.json()["type"] == "sdk-not-found"
    assert [c["version"] for c in answer.json()["candidates"]] == candidates


@pytest.mark.parametrize("page", ["0", "-1", "1.0", "two", "", "+1", "1_0", " 1", "²", "1&page=2"])
def test_a_page_that_is_no_whole_number_from_1_is_refused(
    service: RunningService, page: str
) -> None:
    answer = service.post(f"/snippets/load?page={page}", {})
    assert answer.status_code == 400
    assert answer.json()["type"] == "invalid-page"


@pytest.mark.parametrize("page", ["2", "9" * 12, "9" * 400])
def test_a_page_beyond_the_last_is_empty(service: RunningService, page: str) -> None:
    answer = service.post(f"/snippets/load?page={page}", {})
    assert (answer.status_code, answer.json()) == (200, {"snippets": {}})


def test_an_expired_token_is_said_to_be_expired(service: RunningService) -> None:
    answer = service.get("/catalog", token="expired")  # noqa: S106
    assert answer.status_code == 401
    assert "expired" in answer.json()["detail"]


def test_the_catalog_lists_versions_with_the_latest_marked(service: RunningService) -> None:
    (org,) = service.get("/catalog").json()["organizations"]
    (api,) = org["apis"]
    assert (org["id"], api["id"], api["endpoints"]) == ("org", "api", 7)
    assert api["sdks"][:3] == [
        {"type": "python", "package": "acme", "version": v, "latest": v == "1.10", "snippets": 6}
        for v in ("2.0rc1", "1.10", "1.9")
    ]


def test_nothing_published_is_said_so(catalog_url: str) -> None:
    with running_service(catalog_url) as service:
        answer = service.post("/snippets/load", {})
        assert (answer.status_code, answer.json()["type"]) == (404, "api-not-found")
        assert "Nothing is published here" in answer.json()["detail"]
        assert service.get("/catalog").json() == {"organizations": []}


@pytest.mark.parametrize(
    ("method", "path", "status", "type_"),
    [
        ("GET", "/snippets", 405, "method-not-allowed"),
        ("DELETE", "/catalog", 405, "method-not-allowed"),
        ("GET", "/nowhere", 404, "route-not-found"),
        ("POST", "/snippets/", 404, "route-not-found"),
        ("POST", "/snippets/load/", 404, "route-not-found"),
    ],
)
def test_what_is_no_operation_is_a_problem_too(
    service: RunningService, method: str, path: str, status: int, type_: str
) -> None:
    answer = requests.request(
        method, service.url + path, timeout=30, allow_redirects=False, json={}
    )
    assert (answer.status_code, answer.json()["type"]) == (status, type_)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert ("Allow" in answer.headers) == (status == 405)


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (b"", "/endpoint"),
        (b"{", ""),
        (b"[]", ""),
        (b"null", ""),
        (b'"\xff"', ""),
        (b'{"endpoint": 3}', "/endpoint"),
        (b'{"endpoint": {"method": "GET", "path": ["/"]}}', "/endpoint/path"),
        (b'{"endpoint": {"method": "GET", "path": "/"}, "sdks": [{"type": 3}]}', "/sdks/0/type"),
        (b'{"endpoint": {"method": "GET", "path": "/"}, "sdks": [{}]}', "/sdks/0/type"),
        (b'{"endpoint": {"method": "GET", "path": "/"}, "orgId": 1}', "/orgId"),
        (b'{"x":' * 10000, ""),
        (b'{"endpoint": {"method": "GET", "path": "\\ud800"}}', ""),
    ],
)
def test_a_wrong_body_is_pointed_at(service: RunningService, body: bytes, pointer: str) -> None:
    answer = requests.post(
        f"{service.url}/snippets",
        data=body,
        headers={"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"},
        timeout=30,
    )
    assert answer.status_code == 400
    assert answer.json()["type"] == "invalid-request"
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]


def test_null_is_as_good_as_absent(service: RunningService) -> None:
    nulls = {"orgId": None, "apiId": None, "sdks": None, "loadLevel": None}
    assert (
        asked(service, "GET /users/me", **nulls).content == asked(service, "GET /users/me").content
    )


def test_limits_are_kept(catalog_url: str) -> None:
    publish(catalog_url, "org", "api", a_publication())
    with running_service(catalog_url, limits=Limits(body_bytes=1000, selectors=2)) as service:
        many = service.post("/snippets/load", {"sdks": [{"type": "python"}] * 3})
        assert (many.status_code, many.json()["errors"][0]["pointer"]) == (400, "/sdks")
        large = service.post("/snippets/load", {"filler": "x" * 1000})
        assert (large.status_code, large.json()["type"]) == (413, "body-too-large")
        assert large.json()["detail"].endswith("Name fewer SDKs at a time.")


def test_the_service_says_whether_it_is_well(service: RunningService) -> None:
    answer = requests.get(f"{service.url}/healthz", timeout=30)
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
