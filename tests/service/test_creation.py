"""``POST /snippets/create``: what may be published over the wire, by whom, and what it does."""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
import requests

from snippet_widget.catalog import Grant
from snippet_widget.service import Limits
from tests import fern_client
from tests.fern_client import FernClient
from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, running_service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.service_builder import RunningService

WRITER = "writes-to-acme"
ALL_WRITER = "writes-anywhere"
GRANTS = {
    WRITER: Grant("writer", frozenset({"acme"}), write=True),
    ALL_WRITER: Grant("admin", None, write=True),
}
NAMES = {
    "python": {"package": "acme", "version": "1.0.0"},
    "typescript": {"package": "@acme/sdk", "version": "1.0.0"},
    "java": {"group": "com.acme", "artifact": "acme-java", "version": "1.0.0"},
    "go": {"githubRepo": "https://github.com/acme/acme-go", "version": "1.0.0"},
    "ruby": {"gem": "acme", "version": "1.0.0"},
    "csharp": {"package": "Acme", "version": "1.0.0"},
}
PROGRAM = """\
from acme import Acme

client = Acme(api_key="KEY")
client.users.get(id="u1")
"""
SOURCES = {
    "python": {
        "sync_client": PROGRAM,
        "async_client": PROGRAM.replace("Acme", "AsyncAcme").replace(
            "client.users.get", "await client.users.get"
        ),
    },
    "typescript": {"client": 'const client = new Acme();\nawait client.users.get("u1");\n'},
    "java": {"sync_client": "client.users().get();", "async_client": ""},
    "go": {"client": "client.Users.Get(ctx)"},
    "ruby": {"client": "client.users.get"},
    "csharp": {"client": "client.Users.Get();"},
}


any_store_does = pytest.mark.parametrize("store", ["sqlite"], indirect=True)
"""For what is decided before a store is asked, or says the same of each."""


@pytest.fixture(scope="module")
def service(new_catalog_url: Callable[[str], str], store: str) -> Iterator[RunningService]:
    with running_service(new_catalog_url(store), grants=GRANTS) as running:
        yield running


def an_sdk(type_: str = "go", *paths: str, **changes: Any) -> dict[str, Any]:
    """Return the snippets of an SDK, one for each path."""
    return {
        "type": type_,
        "sdk": NAMES[type_],
        "snippets": [
            {"endpoint": {"method": "GET", "path": path}, "snippet": SOURCES[type_], **changes}
            for path in paths or ("/users/{id}",)
        ],
    }


def create(
    service: RunningService, api: str, snippets: Any, token: str = WRITER, **fields: Any
) -> requests.Response:
    body = {"orgId": "acme", "apiId": api, "snippets": snippets, **fields}
    headers = {"Authorization": f"Bearer {token}"}
    return requests.post(f"{service.url}/snippets/create", json=body, headers=headers, timeout=60)


def found(service: RunningService, api: str, path: str, **fields: Any) -> Any:
    body = {"orgId": "acme", "apiId": api, "endpoint": {"method": "GET", "path": path}, **fields}
    return service.post("/snippets", body).json()


@any_store_does
@pytest.mark.parametrize("type_", list(NAMES))
def test_what_an_official_client_publishes_another_reads(
    service: RunningService, type_: str
) -> None:
    api = f"created-{type_}"
    FernClient(service.url, WRITER).create(orgId="acme", apiId=api, snippets=an_sdk(type_))
    reader = FernClient(service.url, TOKEN)
    (snippet,) = reader.get("GET", "/users/u1", orgId="acme", apiId=api)
    assert snippet.type == type_
    own = {name: getattr(snippet.sdk, name) for name in NAMES[type_]}
    assert own == NAMES[type_]


def test_the_answer_says_what_became_of_each_endpoint(service: RunningService) -> None:
    first = create(service, "told", an_sdk("go", "/a", "/b")).json()
    (version,) = first["sdks"]
    assert version == {
        "type": "go",
        "package": "github.com/acme/acme-go",
        "version": "1.0.0",
        "endpoints": 2,
        "snippets": 2,
        "created": True,
        "added": ["GET /a", "GET /b"],
        "changed": [],
        "removed": [],
        "unchanged": 0,
        "problems": [],
    }
    again = create(service, "told", an_sdk("go", "/a", "/b")).json()
    assert again["revision"] == first["revision"]
    assert (again["sdks"][0]["created"], again["sdks"][0]["unchanged"]) == (False, 2)
    later = an_sdk("go", "/b", "/c", snippet={"client": "changed()"})
    (version,) = create(service, "told", later).json()["sdks"]
    assert (version["added"], version["changed"], version["unchanged"]) == (
        ["GET /c"],
        ["GET /b"],
        1,
    )
    (version,) = create(service, "told", later, mode="replace").json()["sdks"]
    assert version["removed"] == ["GET /a"]


def test_levels_are_derived_and_examples_are_distinguished(service: RunningService) -> None:
    sdk = an_sdk("python", exampleIdentifier="plain")
    sdk["snippets"] += an_sdk("python", exampleIdentifier="other")["snippets"]
    create(service, "levels", sdk)
    (snippet,) = found(service, "levels", "/users/{id}", loadLevel="endpoint")
    assert snippet["sync_client"].strip() == 'client.users.get(id="u1")'
    assert snippet["call"] == "client.users.get"
    assert [example["name"] for example in snippet["examples"]] == ["plain", "other"]
    assert found(service, "levels", "/users/{id}", exampleIdentifier="other")


def test_one_example_keeps_its_name(service: RunningService) -> None:
    create(service, "named", an_sdk("go", exampleIdentifier="only"))
    (snippet,) = found(service, "named", "/users/{id}")
    assert snippet["exampleIdentifier"] == "only"


@any_store_does
def test_what_is_no_code_of_its_language_is_left_out_and_said(service: RunningService) -> None:
    broken = an_sdk("python", snippet={"sync_client": "this is ((( not python"})
    (version,) = create(service, "broken", broken).json()["sdks"]
    assert version["snippets"] == 0
    (problem,) = version["problems"]
    assert problem["endpoint"] == "GET /users/{id}"
    assert "left out" in problem["message"]


def test_several_sdks_are_stored_together_or_not_at_all(service: RunningService) -> None:
    both = [an_sdk("python"), an_sdk("go")]
    assert len(create(service, "together", both).json()["sdks"]) == 2
    refused = create(service, "together", [an_sdk("ruby"), an_sdk("go", "/new")], mode="new")
    assert (refused.status_code, refused.json()["type"]) == (409, "already-published")
    assert {s["type"] for s in found(service, "together", "/users/{id}")} == {"python", "go"}


@any_store_does
@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"orgId": 1}, "/orgId"),
        ({"apiId": " "}, ""),
        ({"mode": "other"}, "/mode"),
        ({"snippets": []}, "/snippets"),
        ({"snippets": [an_sdk(), an_sdk()]}, "/snippets"),
        ({"snippets": {**an_sdk(), "snippets": []}}, "/snippets/snippets"),
        ({"snippets": {**an_sdk(), "sdk": {"version": "1"}}}, "/snippets/sdk"),
        ({"snippets": {**an_sdk(), "sdk": {"package": "x"}}}, "/snippets/sdk/version"),
        (
            {"snippets": {**an_sdk(), "sdk": {**NAMES["go"], "package": "github.com/o/other"}}},
            "/snippets/sdk",
        ),
        ({"snippets": [an_sdk("go", "")]}, "/snippets/0/snippets/0/endpoint/path"),
        (
            {"snippets": an_sdk("go", endpoint={"method": "FETCH", "path": "/"})},
            "/snippets/snippets/0/endpoint/method",
        ),
        ({"snippets": an_sdk("go", snippet={"client": 1})}, "/snippets/snippets/0/snippet"),
        ({"snippets": an_sdk("go", snippet={"call": 1})}, "/snippets/snippets/0/snippet"),
    ],
)
def test_what_cannot_be_published_is_pointed_to(
    service: RunningService, fields: dict[str, Any], pointer: str
) -> None:
    answer = create(service, "refused", **{"snippets": an_sdk(), **fields})
    assert answer.status_code == 400, answer.text
    assert answer.json()["errors"][0]["pointer"] == pointer
    assert service.post("/snippets/load", {"orgId": "acme", "apiId": "refused"}).status_code == 404


@pytest.mark.parametrize("org", ["acme", "nosuch"])
def test_a_token_that_may_not_write_learns_nothing(service: RunningService, org: str) -> None:
    with pytest.raises(fern_client.UserNotInOrgError) as raised:
        FernClient(service.url, TOKEN).create(orgId=org, apiId="x", snippets="not looked at")
    assert raised.value.status == 403


def test_another_organization_is_as_good_as_none(service: RunningService) -> None:
    publish(service.catalog_url, "zeta", "api", a_publication())
    refused = {
        org: create(service, "api", an_sdk(), orgId=org) for org in ("zeta", "nosuch", "acme ")
    }
    assert {answer.status_code for answer in refused.values()} == {403}
    assert len({answer.text for answer in refused.values()}) == 1
    assert create(service, "api", an_sdk(), ALL_WRITER, orgId="new").status_code == 200


@pytest.mark.parametrize("token", ["unknown", ""])
def test_without_a_valid_token_nothing_is_published(service: RunningService, token: str) -> None:
    assert create(service, "x", an_sdk(), token).status_code == 401


def test_a_body_has_bounds(new_catalog_url: Callable[[str], str]) -> None:
    limits = Limits(create_bytes=2000, body_bytes=100)
    with running_service(new_catalog_url("sqlite"), grants=GRANTS, limits=limits) as running:
        small = create(running, "small", an_sdk())
        large = create(running, "large", an_sdk("go", *(f"/{n}" for n in range(100))))
    assert (small.status_code, large.status_code) == (200, 413)
    assert "fewer SDKs or endpoints at a time" in large.json()["detail"]


def test_reads_and_writes_are_limited_apart(new_catalog_url: Callable[[str], str]) -> None:
    limits = Limits(write_rate=0.01)
    with running_service(new_catalog_url("sqlite"), grants=GRANTS, limits=limits) as running:
        answers = [create(running, "limited", an_sdk()) for _ in range(2)]
        reads = [running.get("/catalog", WRITER).status_code for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert int(answers[1].headers["Retry-After"]) > 10
    assert reads == [200] * 5


def test_others_are_answered_while_much_is_checked(new_catalog_url: Callable[[str], str]) -> None:
    with running_service(new_catalog_url("sqlite"), grants=GRANTS) as running:
        publish(running.catalog_url, "acme", "shop", a_publication())
        paths = [f"/users/{n}" for n in range(3000)]
        done: list[requests.Response] = []
        sdk = an_sdk("python", *paths)
        publisher = threading.Thread(target=lambda: done.append(create(running, "much", sdk)))
        publisher.start()
        waits = []
        give_up = time.monotonic() + 100
        while publisher.is_alive() and time.monotonic() < give_up:
            began = time.perf_counter()
            assert len(found(running, "shop", "/ping")) == 1
            waits.append(time.perf_counter() - began)
            publisher.join(0.01)  # else it would wait for this thread, too
        publisher.join()
    assert json.loads(done[0].text)["sdks"][0]["snippets"] == 3000
    assert len(waits) > 20
    assert sorted(waits)[len(waits) // 2] < 0.1
    assert max(waits) < 2


@any_store_does
@pytest.mark.parametrize(
    ("type_", "sdk"),
    [
        ("python", {"package": "http://127.0.0.1:9/y-1.0-py3-none-any.whl#", "version": "1.0"}),
        ("python", {"package": "acme", "version": "1.0 ; touch x"}),
        ("typescript", {"package": "../../etc", "version": "1.0.0"}),
    ],
)
def test_names_that_an_installer_would_obey_are_refused(
    service: RunningService, type_: str, sdk: dict[str, str]
) -> None:
    refused = create(service, "hostile", {**an_sdk(type_), "sdk": sdk})
    assert refused.status_code == 400
    assert "package and its version" in refused.json()["detail"]
