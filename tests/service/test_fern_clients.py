"""A client written to the types of Fern's snippets API reads all that the service answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.catalog import Grant
from tests import fern_client
from tests.fern_client import FernClient
from tests.fern_publications import PACKAGES, endpoint_names, languages_publications
from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, running_service
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.service_builder import RunningService

KNOWN = [type_ for type_ in PACKAGES if type_ != "kotlin"]  # those clients' unions are closed
ALL = [{"type": type_} for type_ in KNOWN]
THINGS: dict[str, Any] = {"orgId": "acme", "apiId": "things"}
SMALL_TOKEN = "covers-acme"  # noqa: S105


@pytest.fixture(scope="module")
def service(new_catalog_url: Callable[[str], str], store: str) -> Iterator[RunningService]:
    url = new_catalog_url(store)
    publish(url, "acme", "things", *languages_publications(120))
    publish(url, "acme", "other", a_publication())
    publish(url, "zeta", "other", a_publication())
    grants = {SMALL_TOKEN: Grant("small", frozenset({"acme"}))}
    with running_service(url, grants=grants) as running:
        yield running


@pytest.fixture
def client(service: RunningService) -> FernClient:
    return FernClient(service.url, TOKEN)


def test_every_endpoint_is_read_in_every_language(client: FernClient) -> None:
    for method, path in endpoint_names(120)[:8]:
        snippets = client.get(method, path, **THINGS, sdks=ALL)
        assert [snippet.type for snippet in snippets] == [
            *("python", "typescript", "java", "go", "csharp", "ruby"),
        ]
        assert {snippet.sdk.version for snippet in snippets} == {"1.10.0"}


def test_all_pages_are_read(client: FernClient) -> None:
    first = client.load(**THINGS, sdks=ALL)
    assert first.next == 2
    second = client.load(first.next, **THINGS, sdks=ALL)
    assert second.next is None
    rows = {
        (method, path)
        for page in (first, second)
        for path, methods in page.snippets.items()
        for method, snippets in methods.items()
        if len(snippets) == len(KNOWN)
    }
    assert len(rows) == 120


def test_a_source_that_there_is_none_of_is_empty(client: FernClient) -> None:
    method, path = endpoint_names()[1]
    python, java = client.get(method, path, **THINGS, sdks=[{"type": "python"}, {"type": "java"}])
    assert python.sync_client
    assert java.sync_client
    assert (python.async_client, java.async_client) == ("", "")


def test_sdks_have_the_names_of_their_ecosystems(client: FernClient) -> None:
    method, path = endpoint_names()[2]
    by_type = {s.type: s.sdk for s in client.get(method, path, **THINGS, sdks=ALL)}
    assert (by_type["java"].group, by_type["java"].artifact) == ("com.acme", "acme-java")
    assert by_type["go"].githubRepo == by_type["go"].github_repo
    assert by_type["go"].githubRepo == "https://github.com/acme/acme-go"
    assert by_type["ruby"].gem == "acme_sdk"


@pytest.mark.parametrize(
    "selector",
    [
        {"type": "typescript", "package": "@acme/sdk", "version": "1.9.0"},
        {"type": "java", "group": "com.acme", "artifact": "acme-java", "version": "1.9.0"},
        {"type": "go", "githubRepo": "https://github.com/acme/acme-go", "version": "1.9.0"},
        {"type": "ruby", "gem": "acme_sdk", "version": "1.9.0"},
    ],
)
def test_an_sdk_is_chosen_by_the_names_of_its_ecosystem(
    client: FernClient, selector: dict[str, str]
) -> None:
    method, path = endpoint_names()[0]
    (snippet,) = client.get(method, path, **THINGS, sdks=[selector])
    assert (snippet.type, snippet.sdk.version) == (selector["type"], "1.9.0")


def test_an_example_is_chosen_by_its_name(client: FernClient) -> None:
    method, path = endpoint_names()[0]
    first = client.get(method, path, **THINGS, sdks=ALL)
    assert {snippet.example_identifier for snippet in first} == {"default"}
    snippets = client.get(method, path, **THINGS, sdks=ALL, exampleIdentifier="minimal")
    assert [snippet.example_identifier for snippet in snippets] == ["minimal"] * 6
    assert all("minimal" in snippet.sync_client for snippet in snippets if snippet.type == "java")


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"orgId": "acme"}, fern_client.ApiIdRequiredError),
        ({"apiId": "other"}, fern_client.OrgIdRequiredError),
        ({"orgId": "nosuch"}, fern_client.OrgIdNotFound),
        ({"orgId": "acme", "apiId": "nosuch"}, fern_client.OrgIdAndApiIdNotFound),
        (
            {**THINGS, "sdks": [{"type": "ruby", "gem": "nosuch"}]},
            fern_client.SDKNotFound,
        ),
        ({**THINGS, "page": 0}, fern_client.InvalidPageError),
        ({**THINGS, "sdks": "all"}, fern_client.ApiError),
    ],
)
def test_each_refusal_is_raised_as_its_own_class(
    client: FernClient, fields: dict[str, Any], refusal: type[fern_client.ApiError]
) -> None:
    with pytest.raises(refusal) as raised:
        client.load(**fields)
    assert type(raised.value) is refusal
    assert raised.value.content


def test_an_endpoint_that_is_not_there_is_raised_as_its_own_class(client: FernClient) -> None:
    with pytest.raises(fern_client.EndpointNotFound, match="/nosuch"):
        client.get("GET", "/nosuch", **THINGS)


@pytest.mark.parametrize("token", [None, "unknown"])
def test_without_a_valid_token_it_is_unauthorized(
    service: RunningService, token: str | None
) -> None:
    with pytest.raises(fern_client.UnauthorizedError):
        FernClient(service.url, token).load(**THINGS)


def test_another_organization_does_not_exist_for_a_token(service: RunningService) -> None:
    with pytest.raises(fern_client.OrgIdNotFound):
        FernClient(service.url, SMALL_TOKEN).load(orgId="zeta")


def test_a_catalog_that_cannot_be_read_is_unavailable(tmp_path: Path) -> None:
    file = tmp_path / "catalog.db"
    publish(str(file), "acme", "things", a_publication())
    with running_service(str(file)) as running:
        file.unlink()
        file.write_bytes(b"no catalog" * 1000)
        client = FernClient(running.url, TOKEN)
        raised = wait_until(lambda: refusal_of(client))  # it looks at the file now and then
    assert type(raised) is fern_client.UnavailableError


def refusal_of(client: FernClient) -> Exception | None:
    try:
        client.load(**THINGS)
    except fern_client.ApiError as error:
        return error
    return None
