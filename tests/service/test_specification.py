"""Every line of the specification, each named by the test that holds the service to it.

The lines that begin with ``>`` are quoted from SPECIFICATION.md beside this file; the last test
counts them. Where the specification says "not shown", the test shows what was decided instead.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import requests

from snippet_widget.catalog import Grant
from snippet_widget.publication import Publication
from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, running_service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.service_builder import RunningService

ONE = {"apiId": "acme"}
PING = {"endpoint": {"method": "GET", "path": "/ping"}, **ONE}
OTHER_ORG = "a-token-of-one-organization"

ALL = (*(f"GET /e{n}" for n in range(230)), "GET /ping", "POST /ping", "GET /users/{id}")


@pytest.fixture(scope="module")
def service(store: str, new_catalog_url: Callable[[str], str]) -> Iterator[RunningService]:
    """Serve an API with four languages, two versions of one SDK, and a namesake elsewhere."""
    url = new_catalog_url(store)
    for sdk in ("python:acme==1.0", "python:acme==2.0", "typescript:@acme/sdk==1.0.0"):
        publish(url, "first", "acme", a_publication(sdk, *ALL))
    for sdk in ("java:com.acme==1.0.0", "go:acme==1.0.0"):
        publish(url, "first", "acme", a_publication(sdk, "GET /ping"))
    publish(url, "first", "twin", a_publication("python:twin==1"))
    publish(url, "second", "twin", a_publication("python:twin==2"))
    with running_service(
        url, grants={OTHER_ORG: Grant("second", frozenset({"second"}))}
    ) as running:
        yield running


def snippets_of(service: RunningService, **body: Any) -> list[dict[str, Any]]:
    answer = service.post("/snippets", {**PING, **body})
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()
    return found


def test_the_service_has_two_operations_of_snippets(service: RunningService) -> None:
    """Hold the service to its purpose.

    > This document covers the whole service: a beta service that returns code snippets for the endpoints of a published API, one snippet per client library (SDK) language. It has two operations: load all snippets (paged) and get the snippets of a single endpoint.
    > - The service stores code snippets that show how to call the endpoints of an API through its published client libraries (SDKs).
    > - A caller can load the snippets of all endpoints of an API (paged), or fetch the snippets of one endpoint identified by HTTP method and path.
    > Both endpoints are at {base_url}.
    """
    one = service.post("/snippets", PING).json()
    page = service.post("/snippets/load", ONE, params={"page": 3}).json()
    assert page["snippets"]["/ping"]["GET"] == one
    assert [s["type"] for s in one] == ["python", "typescript", "java", "go"]


def test_both_operations_are_beta(service: RunningService) -> None:
    """Hold the description to the label.

    > - Both operations are marked beta.
    > - Status: beta
    > - Both operations are labeled beta.
    > - Versioning scheme of the service's own interface: not shown.
    """
    document = service.get("/openapi.json").json()
    for path in ("/snippets", "/snippets/load"):
        assert "beta" in document["paths"][path]["post"]["summary"]
    assert document["info"]["version"]


@pytest.mark.parametrize("path", ["/snippets", "/snippets/load"])
def test_both_operations_are_post_with_a_json_body(service: RunningService, path: str) -> None:
    """Hold both operations to method and media type.

    > - Both operations use the HTTP POST method and a JSON request body.
    > - Method: POST
    > - Path: `/snippets/load`
    > - Path: `/snippets`
    > - Request content type is JSON; the request carries an authorization header (see Authentication).
    > - The header `Content-Type` is sent with the JSON media type on requests that have a body.
    """
    assert service.post(path, PING).status_code == 200
    other_method = service.get(path)
    assert (other_method.status_code, other_method.headers["Allow"]) == (405, "POST")
    no_json = requests.post(
        service.url + path,
        data="endpoint=x",
        headers={"Authorization": f"Bearer {TOKEN}", "Content-Type": "text/plain"},
        timeout=30,
    )
    assert no_json.status_code == 415


def test_a_snippet_belongs_to_one_language_and_version(service: RunningService) -> None:
    """Hold a snippet to its SDK.

    > - Each snippet belongs to one SDK language and one SDK package version.
    > | type | string | Language discriminator, e.g. `python`, `typescript` |
    > | sdk | object | SDK that the snippet belongs to |
    > | sdk.package | string | Package name of the SDK: <package_name> |
    > | sdk.version | string | Package version of the SDK: <version> |
    > - Snippets carry the SDK package version in `sdk.version`; selecting a version is done through the `sdks` list, and the latest published SDKs are used when the list is omitted.
    """
    assert [
        (s["type"], {name: s["sdk"][name] for name in ("package", "version")})
        for s in snippets_of(service)
    ] == [
        ("python", {"package": "acme", "version": "2.0"}),
        ("typescript", {"package": "@acme/sdk", "version": "1.0.0"}),
        ("java", {"package": "com.acme", "version": "1.0.0"}),
        ("go", {"package": "acme", "version": "1.0.0"}),
    ]


def test_types_are_lowercase_names_of_languages(service: RunningService) -> None:
    """Hold the discriminator to its values.

    > The known variants are Typescript, Python, Java and Go. The `type` value is a lowercase language name; `python` and `typescript` are the values that occur.
    """
    assert {s["type"] for s in snippets_of(service)} == {"python", "typescript", "java", "go"}


def test_each_variant_has_its_fields(service: RunningService) -> None:
    """Hold the variants to their fields.

    > | sync_client | string | Source code that uses the synchronous client |
    > | async_client | string | Source code that uses the asynchronous client |
    > | client | string | Source code that uses the client |
    > Fields of the Java and Go snippet variants: not shown.
    """
    fields = [set(s) - {"type", "sdk"} for s in snippets_of(service)]
    assert fields == [
        {"sync_client", "async_client"},
        {"client"},
        {"sync_client", "async_client"},
        {"client"},
    ]


def test_load_all_answers_a_map_of_paths_of_methods_of_lists(service: RunningService) -> None:
    """Hold the answer of load-all to its shape.

    > A JSON object mapping an endpoint path string to an object. That inner object maps an HTTP method name in upper case (e.g. `GET`, `POST`) to a list of Snippets.
    > | snippets | Snippet map | Endpoint path -> HTTP method -> list of Snippets |
    > 2. A list of Snippets for one endpoint and method may hold several entries, one per SDK language.
    """
    page = service.post("/snippets/load", ONE, params={"page": 3}).json()
    assert set(page["snippets"]["/ping"]) == {"GET", "POST"}
    assert [s["type"] for s in page["snippets"]["/ping"]["POST"]] == ["python", "typescript"]


def test_next_leads_through_all_pages_and_is_absent_on_the_last(service: RunningService) -> None:
    """Hold load-all to its pages.

    > | page | integer | no | Page to load. Pass the `next` value of a previous response to get the following page. |
    > | next | integer, optional | Present when more pages exist; pass it as `page` to load the next page. Absent when there is no further page. |
    > 1. When `next` is present in a response, a follow-up request with `page` set to that value returns the next page.
    > Page size, rate limits and size limits: not shown.
    """
    seen: list[str] = []
    page: dict[str, Any] = {"next": None}
    while "next" in page:
        query = {} if page["next"] is None else {"page": page["next"]}
        page = service.post("/snippets/load", ONE, params=query).json()
        endpoints = [f"{m} {path}" for path, methods in page["snippets"].items() for m in methods]
        assert 0 < len(endpoints) <= 100
        seen += endpoints
    assert sorted(seen) == sorted(ALL)


def test_every_field_of_the_load_all_body_is_optional(catalog_url: str) -> None:
    """Hold load-all to what it demands: nothing.

    > Request body (JSON object, all fields optional):
    """
    publish(catalog_url, "org", "api", a_publication())
    with running_service(catalog_url) as service:
        with_object = service.post("/snippets/load", {})
        without_body = requests.post(
            f"{service.url}/snippets/load", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=30
        )
    assert with_object.json() == without_body.json()
    assert set(with_object.json()["snippets"]) == {"/ping"}


@pytest.mark.parametrize("path", ["/snippets", "/snippets/load"])
def test_the_organization_tells_namesakes_apart(service: RunningService, path: str) -> None:
    """Hold the service to asking back rather than guessing.

    > - The caller can narrow the result by organization, by API, and by a list of SDKs. When no SDKs are given, snippets for the latest published SDKs are returned.
    > | orgId | string | Required in practice when the same API is defined in more than one organization |
    > | apiId | string | Required in practice when the caller has more than one API |
    > | orgId | string | no | As in the load-all operation |
    > | apiId | string | no | As in the load-all operation |
    > Error response format, error codes and status codes for failure cases (for example a missing organization or API identifier when one is required): not shown.
    """
    endpoint = {"endpoint": PING["endpoint"]}
    no_api = service.post(path, {**endpoint, "orgId": "first"})
    assert (no_api.status_code, no_api.json()["type"]) == (400, "api-id-required")
    no_org = service.post(path, {**endpoint, "apiId": "twin"})
    assert (no_org.status_code, no_org.json()["type"]) == (400, "org-id-required")
    assert no_org.headers["Content-Type"] == "application/problem+json"
    assert no_org.json()["candidates"] == [
        {"orgId": "first", "apiId": "twin"},
        {"orgId": "second", "apiId": "twin"},
    ]
    both = service.post(path, {**endpoint, "orgId": "second", "apiId": "twin"})
    assert '"version":"2"' in both.text


def test_sdks_are_selected_by_type_package_and_version(service: RunningService) -> None:
    """Hold the selectors to their fields.

    > | type | string | Language discriminator, e.g. `python` |
    > | package | string | SDK package name |
    > | version | string | SDK package version |
    > | sdks | list of SDK selectors | SDKs to load snippets for. When omitted, snippets for the latest published SDKs are returned. |
    > | sdks | list of SDK selectors | no | As in the load-all operation |
    """
    old = {"type": "python", "package": "acme", "version": "1.0"}
    assert [s["sdk"]["version"] for s in snippets_of(service, sdks=[old])] == ["1.0"]
    page = service.post("/snippets/load", {**ONE, "sdks": [old]}).json()
    assert {s["sdk"]["version"] for m in page["snippets"].values() for s in m["GET"]} == {"1.0"}
    assert snippets_of(service, sdks=[]) == snippets_of(service)


def test_fields_that_are_not_shown_are_ignored(service: RunningService) -> None:
    """Hold the selectors to what is open in them.

    > Fields of the endpoint selector other than method and path, and of the SDK selector other than type, package and version: not shown.
    """
    body = {
        "endpoint": {"method": "GET", "path": "/ping", "host": "api.acme.test"},
        "sdks": [{"type": "go", "channel": "stable"}],
        "future": True,
    }
    assert [s["type"] for s in snippets_of(service, **body)] == ["go"]


def test_a_full_snippet_is_a_program_and_an_endpoint_one_the_call(service: RunningService) -> None:
    """Hold the load levels to their effect.

    > | loadLevel | enum string | Level of detail per snippet. Allowed values: `full`, `endpoint`. When omitted, the full snippet is returned. |
    > | loadLevel | enum string | no | `full` or `endpoint`; when omitted, the full snippet is returned |
    > - Effect of each `loadLevel` value on the content of a snippet: not shown.
    """
    full, short = (
        snippets_of(service, loadLevel=level)[0]["sync_client"] for level in ("full", "endpoint")
    )
    assert full == snippets_of(service)[0]["sync_client"]
    assert "import acme" in full
    assert "import acme" not in short
    wrong = service.post("/snippets", {**PING, "loadLevel": "half"})
    assert wrong.status_code == 400
    assert wrong.json()["errors"][0]["pointer"] == "/loadLevel"


def test_get_one_needs_an_endpoint_with_method_and_path(service: RunningService) -> None:
    """Hold get-one to what it demands.

    > | method | string | HTTP method of the target endpoint, upper case |
    > | path | string | Path of the target endpoint |
    > Request body (JSON object):
    > | endpoint | Endpoint selector | yes | Method and path of the endpoint whose snippets are wanted |
    """
    assert snippets_of(service)
    for wrong, pointer in (
        (ONE, "/endpoint"),
        ({"endpoint": {"method": "GET"}}, "/endpoint/path"),
        ({"endpoint": {"path": "/ping"}}, "/endpoint/method"),
        ({"endpoint": {"method": "FETCH", "path": "/ping"}}, "/endpoint/method"),
    ):
        answer = service.post("/snippets", wrong)
        assert answer.status_code == 400
        assert answer.json()["errors"][0]["pointer"] == pointer


def test_get_one_answers_a_bare_list_and_has_no_pages(service: RunningService) -> None:
    """Hold the answer of get-one to its shape.

    > - Query parameters: none shown.
    > Response body: a JSON list of Snippets (Typescript, Python, Java or Go variants), not wrapped in an object and not paged.
    """
    assert isinstance(service.post("/snippets", PING).json(), list)
    assert service.post("/snippets", PING, params={"page": 2}).json() == snippets_of(service)


def test_success_is_200_with_json(service: RunningService) -> None:
    """Hold success to a status.

    > - Success status code of either operation: not shown.
    """
    for path in ("/snippets", "/snippets/load"):
        answer = service.post(path, PING)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("path", ["/snippets", "/snippets/load"])
@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN])
def test_both_operations_need_a_bearer_token(
    service: RunningService, path: str, header: str | None
) -> None:
    """Hold both operations to their header.

    > - Both operations require the header `Authorization` with the value `Bearer <ACCESS_TOKEN>`.
    """
    headers = {} if header is None else {"Authorization": header}
    refused = requests.post(service.url + path, json=PING, headers=headers, timeout=30)
    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"].startswith("Bearer")
    assert refused.json()["type"] == "unauthorized"


def test_a_token_covers_organizations(service: RunningService) -> None:
    """Hold a token to its scope.

    > - How a token is obtained, its lifetime and its scopes: not shown.
    """
    headers = {"Authorization": f"Bearer {OTHER_ORG}"}

    def asked(body: dict[str, Any]) -> requests.Response:
        return requests.post(f"{service.url}/snippets", json=body, headers=headers, timeout=30)

    endpoint = {"endpoint": PING["endpoint"]}
    assert [s["sdk"]["version"] for s in asked(endpoint).json()] == ["2"]
    uncovered = asked({**endpoint, "orgId": "first", "apiId": "acme"})
    missing = asked({**endpoint, "orgId": "never", "apiId": "acme"})
    assert uncovered.status_code == missing.status_code == 404
    assert uncovered.text.replace("first", "never") == missing.text


def test_nothing_has_a_state_and_nothing_is_sent_unasked(service: RunningService) -> None:
    """Hold the service to being a plain lookup.

    > States and transitions: not shown. No resource has a lifecycle stated.
    > Events, webhooks and notifications: not shown.
    """
    document = service.get("/openapi.json").json()
    assert "webhooks" not in document
    assert {method for path in document["paths"].values() for method in path} == {"get", "post"}
    assert service.post("/snippets", PING).content == service.post("/snippets", PING).content


def test_foreign_fields_and_languages_come_back_as_they_were_published(catalog_url: str) -> None:
    """Hold the union to being open.

    > Common fields:
    > Python variant, additional fields:
    > Typescript variant, additional field:
    """
    snippet = {
        "type": "cobol",
        "sdk": {"package": "acme", "version": "1"},
        "client": "CALL 'É' ☃ \"\\\n",
        "stability": {"beta": [1, None]},
    }
    endpoint = {"method": "GET", "path": "/ping", "full": as_published(snippet)}
    publication = msgspec.convert(
        {"sdk": {"type": "cobol", **snippet["sdk"]}, "endpoints": [endpoint]},  # type: ignore[dict-item]
        Publication,
    )
    publish(catalog_url, "org", "api", publication)
    with running_service(catalog_url) as service:
        assert service.post("/snippets", {"endpoint": PING["endpoint"]}).json() == [snippet]


def as_published(wire: dict[str, Any]) -> dict[str, Any]:
    """Return a snippet's fields as a publisher gives them."""
    return {
        "type": wire["type"],
        "sdk": wire["sdk"],
        "sources": {"client": wire["client"]},
        "additional": {"stability": wire["stability"]},
    }


def test_every_line_of_the_specification_is_named() -> None:
    """Count the quotations above.

    > Common to both endpoints:
    > Query parameters:
    > Response body (JSON object):
    > Rules:
    """
    text = Path(__file__).with_name("SPECIFICATION.md").read_text(encoding="utf-8")
    tests = [
        value
        for name, value in vars(sys.modules[__name__]).items()
        if name.startswith("test_") and value.__doc__
    ]
    named = {
        line.strip()[2:].strip()
        for test in tests
        for line in test.__doc__.splitlines()
        if line.strip().startswith("> ")
    }
    rules = {line.strip() for line in text.splitlines() if not _is_furniture(line)}
    assert json.dumps(sorted(rules - named), indent=1) == "[]"
    assert json.dumps(sorted(named - rules), indent=1) == "[]"


def _is_furniture(line: str) -> bool:
    """Return whether a line says nothing: headings, heads and rules of tables, blank lines."""
    heads = ("| Field | Type | Notes", "| Name | Type", "| Field | Type | Required", "|---")
    return (
        not line.strip()
        or line.startswith("#")
        or re.match(r"^\| *$", line) is not None
        or (line.startswith(heads))
    )
