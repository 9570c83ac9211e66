"""The stand-in for Fern's service behaves as that service does: each oddity can be seen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
import requests

from tests.fern_options import PLAIN, FernOptions
from tests.fern_publications import languages_publications
from tests.fern_server import fern_service
from tests.fern_service import OTHER_TOKEN, TOKEN, FernService, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

API = {"orgId": "acme", "apiId": "things"}


@pytest.fixture(scope="module")
def running() -> Iterator[FernService]:
    with fern_service(*languages_publications()) as service:
        yield service


@pytest.fixture
def service(running: FernService) -> Iterator[FernService]:
    yield running
    running.reset()


def ask(service: FernService, path: str, body: Any, token: str = TOKEN) -> requests.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return requests.post(service.url + path, json=body, headers=headers, timeout=10)


def test_a_page_is_a_hundred_rows_newest_publication_first(service: FernService) -> None:
    first = ask(service, "/snippets/load", API).json()
    assert counted(first) == {"kotlin": 61, "csharp": 39}
    versions = {
        s["sdk"]["version"] for m in first["snippets"].values() for ss in m.values() for s in ss
    }
    assert versions == {"1.9.0"}  # published last, and not the highest
    assert first["next"] == 2


def test_the_last_page_can_be_empty() -> None:
    publications = [each for each in languages_publications(50) if each.sdk.type == "go"][:1]
    endpoints = publications[0].endpoints
    with fern_service(replace_endpoints(publications[0], endpoints[1:])) as service:
        service.publish("acme", "things", replace_endpoints(languages_publications(52)[0], ()))
        assert counted(ask(service, "/snippets/load", API).json()) == {"go": 49}
    hundred = languages_publications(101)[3]
    with fern_service(replace_endpoints(hundred, hundred.endpoints[1:])) as service:
        assert ask(service, "/snippets/load", API).json()["next"] == 2
        assert ask(service, "/snippets/load?page=2", API).json() == {"snippets": {}, "next": None}


def replace_endpoints(publication: Any, endpoints: Any) -> Any:
    return type(publication)(publication.sdk, tuple(endpoints))


def test_every_path_lists_all_methods(service: FernService) -> None:
    page = ask(service, "/snippets/load", API).json()["snippets"]
    assert {tuple(methods) for methods in page.values()} == {
        ("PUT", "POST", "GET", "PATCH", "DELETE")
    }


def test_sdks_are_named_as_their_ecosystem_does(service: FernService) -> None:
    body = {**API, "endpoint": {"method": "POST", "path": "/v1/things01/{thing_id}"}}
    sdks = {s["type"]: s["sdk"] for s in ask(service, "/snippets", body).json()}
    assert sdks == {
        "python": {"package": "acme-sdk", "version": "1.10.0"},
        "typescript": {"package": "@acme/sdk", "version": "1.10.0"},
        "java": {"group": "com.acme", "artifact": "acme-java", "version": "1.10.0"},
        "go": {"githubRepo": "https://github.com/acme/acme-go", "version": "1.10.0"},
        "ruby": {"gem": "acme_sdk", "version": "1.10.0"},
        "csharp": {"package": "Acme.Sdk", "version": "1.10.0"},
        "kotlin": {"package": "com.acme:acme-kotlin", "version": "1.10.0"},
    }


def test_a_selector_without_version_is_the_one_published_last(service: FernService) -> None:
    body = {
        **API,
        "endpoint": {"method": "POST", "path": "/v1/things01/{thing_id}"},
        "sdks": [{"type": "go", "githubRepo": "https://github.com/acme/acme-go"}],
    }
    assert [s["sdk"]["version"] for s in ask(service, "/snippets", body).json()] == ["1.9.0"]
    service.options = replace(FernOptions(), last_published=False)
    assert [s["sdk"]["version"] for s in ask(service, "/snippets", body).json()] == ["1.10.0"]


def test_a_type_alone_selects_nothing(service: FernService) -> None:
    assert ask(service, "/snippets/load", {**API, "sdks": [{"type": "python"}]}).json() == {
        "snippets": {},
        "next": None,
    }
    assert ask(service, "/snippets/load", {**API, "sdks": [{"type": "java"}]}).status_code == 400


def test_examples_are_rows_of_their_own(service: FernService) -> None:
    body = {
        **API,
        "endpoint": {"method": "GET", "path": "/v1/things00/{thing_id}"},
        "sdks": [{"type": "python", "package": "acme-sdk", "version": "1.9.0"}],
    }
    names = [s["exampleIdentifier"] for s in ask(service, "/snippets", body).json()]
    assert names == ["default", "minimal"]
    chosen = ask(service, "/snippets", {**body, "exampleIdentifier": "minimal"}).json()
    assert [s["exampleIdentifier"] for s in chosen] == ["minimal"]


def test_an_endpoint_is_found_letter_by_letter(service: FernService) -> None:
    body = {**API, "endpoint": {"method": "POST", "path": "v1/things07/{thing_id}"}}
    assert len(ask(service, "/snippets", body).json()) == 14
    body["endpoint"] = {"method": "POST", "path": "/v1/things07/{thing_id}"}
    assert ask(service, "/snippets", body).json() == []
    service.options = replace(FernOptions(), unknown_endpoint_is_empty=False)
    assert ask(service, "/snippets", body).status_code == 404


def test_with_every_oddity_off_it_answers_as_the_specification_reads(service: FernService) -> None:
    service.options = PLAIN
    page = ask(service, "/snippets/load", {**API, "loadLevel": "endpoint"}).json()
    assert sorted(page) == ["snippets"]
    assert set(counted(page).values()) == {61}
    python = [
        s for s in page["snippets"]["/v1/things02/{thing_id}"]["DELETE"] if s["type"] == "python"
    ]
    assert python == [
        {
            "type": "python",
            "sdk": {"package": "acme-sdk", "version": "1.10.0"},
            "sync_client": "client.call_2()  # python 1.10.0 sync_client\n",
            "async_client": "client.call_2()  # python 1.10.0 async_client\n",
        }
    ]


@pytest.mark.parametrize(
    ("body", "token", "refusal"),
    [
        (API, "", (401, "UnauthorizedError", "You must be authorized to load snippets")),
        (API, "unknown", (503, "UnavailableError", "Failed to resolve organizations")),
        (
            API,
            OTHER_TOKEN,
            (401, "UnauthorizedError", "You are not a member of organization acme"),
        ),
        (
            {"apiId": "nosuch"},
            TOKEN,
            (404, "OrgIdAndApiIdNotFound", "Organization acme does not have API nosuch"),
        ),
    ],
)
def test_errors_have_three_shapes(
    service: FernService, body: Any, token: str, refusal: tuple[int, str, str]
) -> None:
    status, error, content = refusal
    answer = ask(service, "/snippets/load", body, token)
    assert (answer.status_code, answer.json()) == (status, {"error": error, "content": content})
    service.options = FernOptions(errors="text")
    assert ask(service, "/snippets/load", body, token).json() == content
    service.options = FernOptions(errors="defined")
    defined = ask(service, "/snippets/load", body, token).json()
    assert defined["message"] == content
    assert set(defined) == {"defined", "code", "status", "message"}


def test_several_organizations_or_apis_must_be_chosen_from() -> None:
    with fern_service(*languages_publications(1)) as service:
        service.publish("acme", "other", languages_publications(1)[0])
        assert ask(service, "/snippets/load", {}).json() == {
            "error": "ApiIdRequiredError",
            "content": "Multiple APIs were found; please provide an apiId",
        }
        service.tokens[TOKEN] |= {"zeta"}
        assert ask(service, "/snippets/load", {}).json()["error"] == "OrgIdRequiredError"


def test_what_is_to_happen_to_requests_happens_once_each(service: FernService) -> None:
    service.resets, service.retry_after, service.failures = 1, ["3"], [502]
    with pytest.raises(requests.ConnectionError):
        ask(service, "/snippets/load", API)
    assert ask(service, "/snippets/load", API).status_code == 502
    limited = ask(service, "/snippets/load", API)
    assert (limited.status_code, limited.headers["Retry-After"]) == (429, "3")
    assert ask(service, "/snippets/load", API).status_code == 200


def test_it_has_no_other_operations(service: FernService) -> None:
    catalog = requests.get(f"{service.url}/catalog", timeout=10)
    assert (catalog.status_code, catalog.headers["Content-Type"]) == (
        404,
        "text/html; charset=utf-8",
    )
    preflight = requests.options(f"{service.url}/snippets", timeout=10)
    assert (preflight.status_code, preflight.headers["Access-Control-Allow-Origin"]) == (204, "*")


def test_it_takes_snippets() -> None:
    with fern_service(options=replace(FernOptions(), nulls=False)) as service:
        created = {
            **API,
            "snippets": {
                "type": "java",
                "sdk": {"group": "com.acme", "artifact": "acme-java", "version": "2.0.0"},
                "snippets": [
                    {
                        "endpoint": {"method": "GET", "path": "/v1/x"},
                        "snippet": {"sync_client": "x();", "async_client": "x().join();"},
                    }
                ],
            },
        }
        assert ask(service, "/snippets/create", created).status_code == 204
        body = {**API, "endpoint": {"method": "GET", "path": "/v1/x"}}
        assert ask(service, "/snippets", body).json() == [
            {
                "type": "java",
                "sdk": {"group": "com.acme", "artifact": "acme-java", "version": "2.0.0"},
                "sync_client": "x();",
                "async_client": "x().join();",
            }
        ]
