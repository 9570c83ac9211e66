"""``GET /endpoints``: all endpoints of an API in one answer, and what the client makes of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import requests

from snippet_widget.catalog import Grant
from snippet_widget.client import SnippetClient
from snippet_widget.models import Parameter, SdkSelector
from snippet_widget.service import create_app
from snippet_widget.service.tokens import token_hash
from tests.asgi import CountingCatalog, asked
from tests.foreign_service import foreign_service
from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, RunningService, publish, running_service, with_catalog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from snippet_widget.catalog import Catalog
    from snippet_widget.publication import Publication

LARGE = 1150


def told(publication: Publication) -> Publication:
    """Return a publication whose snippets say what their calls do and take."""

    def replaced(endpoint: Any) -> Any:
        full = msgspec.structs.replace(
            endpoint.full, summary="Does it.", parameters=(Parameter("user_id", required=True),)
        )
        return msgspec.structs.replace(endpoint, full=full)

    endpoints = tuple(map(replaced, publication.endpoints))
    return msgspec.structs.replace(publication, endpoints=endpoints)


@pytest.fixture(scope="module")
def service(store: str, new_catalog_url: Callable[[str], str]) -> Iterator[RunningService]:
    url = new_catalog_url(store)
    publish(url, "org", "api", told(a_publication("python:acme==1.0", "GET /a", "POST /b")))
    publish(url, "org", "api", a_publication("go:acme==1.0.0", "GET /c", "GET /a"))
    publish(url, "org", "api", a_publication("go:acme==0.9.0", "GET /old"))
    many = [f"GET /e{number}" for number in range(LARGE)]
    publish(url, "org", "large", told(a_publication("python:acme==1.0", *many)))
    with running_service(url, grants={"of-one": Grant("one", frozenset({"other"}))}) as running:
        yield running


def test_it_lists_the_endpoints_with_what_their_calls_do(service: RunningService) -> None:
    answer = service.get("/endpoints?orgId=org&apiId=api")
    body = answer.json()
    assert (answer.status_code, body["orgId"], body["apiId"]) == (200, "org", "api")
    assert [(sdk["type"], sdk["version"]) for sdk in body["sdks"]] == [
        ("python", "1.0"),
        ("go", "1.0.0"),
    ]
    assert [(e["method"], e["path"], e["sdks"]) for e in body["endpoints"]] == [
        ("GET", "/a", [0, 1]),
        ("POST", "/b", [0]),
        ("GET", "/c", [1]),
    ]
    assert body["endpoints"][0]["summary"] == "Does it."
    assert body["endpoints"][0]["parameters"] == ["user_id"]
    assert body["next"] is None


def test_it_lists_what_an_sdk_has(service: RunningService) -> None:
    body = service.get("/endpoints?orgId=org&apiId=api&sdk=go:acme==0.9.0").json()
    assert [endpoint["path"] for endpoint in body["endpoints"]] == ["/old"]
    later = service.get("/endpoints?orgId=org&apiId=large&page=12").json()
    assert [endpoint["path"] for endpoint in later["endpoints"]][::49] == ["/e1100", "/e1149"]


@pytest.mark.parametrize(
    ("query", "status", "problem"),
    [
        ("", 400, "api-id-required"),
        ("?orgId=org&apiId=none", 404, "api-not-found"),
        ("?apiId=api&sdk=python:other", 404, "sdk-not-found"),
        ("?apiId=api&sdk=%20", 400, "invalid-request"),
        ("?apiId=api&page=0", 400, "invalid-page"),
        (f"?apiId={'x' * 201}", 400, "invalid-request"),
    ],
)
def test_what_cannot_be_answered_is_said(
    service: RunningService, query: str, status: int, problem: str
) -> None:
    answer = service.get(f"/endpoints{query}")
    assert (answer.status_code, answer.json()["type"]) == (status, problem)


def test_a_token_of_another_organization_sees_nothing(service: RunningService) -> None:
    assert service.get("/endpoints?orgId=org&apiId=api", "of-one").status_code == 404


def test_a_large_api_is_listed_in_two_requests_and_again_without_its_list(
    service: RunningService,
) -> None:
    with SnippetClient(service.url, TOKEN) as client:
        client.catalog()
        pages = list(client.listing(org_id="org", api_id="large"))
        paths = [path for page in pages for path in page.snippets]
        assert (len(pages), len(paths), len(set(paths))) == (2, LARGE, LARGE)
        (snippet,) = pages[1].snippets["/e1000"]["GET"]
        assert (snippet.summary, [p.name for p in snippet.parameters]) == ("Does it.", ["user_id"])
        known = service.get("/endpoints?orgId=org&apiId=large&page=2").headers["ETag"]
        headers = {"Authorization": f"Bearer {TOKEN}", "If-None-Match": known}
        url = f"{service.url}/endpoints?orgId=org&apiId=large&page=2"
        assert requests.get(url, headers=headers, timeout=30).status_code == 304
        again = list(client.listing(org_id="org", api_id="large"))
        assert again[1] == pages[1]
        only_go = list(client.listing(org_id="org", api_id="api", sdks=[SdkSelector("go")]))
        assert [path for page in only_go for path in page.snippets] == ["/a", "/c"]


def test_another_service_is_listed_page_by_page() -> None:
    with foreign_service(a_publication()) as url, SnippetClient(url, "t") as client:
        assert client.endpoints() is None
        (page,) = client.listing()
        assert list(page.snippets) == ["/ping"]


def test_many_who_ask_at_once_cost_one_reading(new_catalog_url: Callable[[str], str]) -> None:
    url = new_catalog_url("sqlite")
    publish(
        url, "org", "api", a_publication("python:acme==1.0", *[f"GET /{n}" for n in range(350)])
    )

    async def use(catalog: Catalog) -> int:
        counting = CountingCatalog(catalog, "page")
        app = create_app(counting, grants={token_hash(b"t"): Grant("t")})
        answers = await asyncio.gather(*(asked(app, "GET", "/endpoints") for _ in range(20)))
        assert len(set(answers)) == 1
        assert answers[0].count(b'"method"') == 350
        return counting.reads

    assert with_catalog(url, use) == 4
