"""The client over a service that is as Fern's: every oddity of it alone, and all together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.client import SnippetClient
from snippet_widget.errors import (
    ApiIdRequired,
    ApiNotFound,
    EndpointNotFound,
    Forbidden,
    InvalidPage,
    OrgIdRequired,
    OrgNotFound,
    SdkNotFound,
    TooManyRequests,
    Unauthorized,
    UnexpectedAnswer,
)
from snippet_widget.models import LoadLevel, SdkSelector
from tests.fern_options import ODDITIES, FernOptions, options_with
from tests.fern_publications import PACKAGES, endpoint_names, languages_publications
from tests.fern_server import fern_service
from tests.fern_service import OTHER_TOKEN, TOKEN, FernService
from tests.scripted_server import Script, scripted_server

if TYPE_CHECKING:
    from collections.abc import Iterator

LATEST = "1.10.0"
SECOND = ("POST", "/v1/things01/{thing_id}")


@pytest.fixture(scope="module")
def running() -> Iterator[FernService]:
    with fern_service(*languages_publications()) as service:
        yield service


@pytest.fixture(params=["all", "none", *ODDITIES])
def oddity(request: pytest.FixtureRequest, running: FernService) -> Iterator[FernService]:
    """Run what asks for it over the service with all oddities, none, and each alone."""
    running.options = options_with(request.param)
    yield running
    running.reset()


@pytest.fixture
def fern(running: FernService) -> Iterator[FernService]:
    """Return the service with all oddities."""
    yield running
    running.reset()


@pytest.fixture
def client(running: FernService) -> Iterator[SnippetClient]:
    with SnippetClient(running.url, TOKEN) as client:
        yield client


@pytest.mark.usefixtures("oddity")
def test_every_endpoint_is_there_once_with_the_highest_version_of_each_sdk(
    client: SnippetClient,
) -> None:
    whole = client.load_all()
    rows = [(method, path) for path, methods in whole.snippets.items() for method in methods]
    assert sorted(rows) == sorted(endpoint_names())
    for methods in whole.snippets.values():
        for snippets in methods.values():
            sdks = {(each.type, each.sdk.package, each.sdk.version) for each in snippets}
            assert sdks == {(*item, LATEST) for item in PACKAGES.items()}


@pytest.mark.usefixtures("oddity")
def test_one_endpoint_has_one_snippet_for_each_sdk(client: SnippetClient) -> None:
    snippets = client.get(*SECOND)
    found = {each.type: (each.sdk.package, each.sdk.version) for each in snippets}
    assert len(snippets) == len(PACKAGES)
    assert found == {type_: (package, LATEST) for type_, package in PACKAGES.items()}
    assert {"async_client"} & {*snippets[0].sources} == set()  # it has none


@pytest.mark.usefixtures("oddity")
def test_examples_of_one_sdk_are_together(client: SnippetClient) -> None:
    for snippet in client.get("GET", "/v1/things00/{thing_id}"):
        assert [example.name for example in snippet.examples] == ["default", "minimal"]
        assert snippet.sources == snippet.examples[0].sources
        assert all("minimal" in text for text in snippet.examples[1].sources.values())


@pytest.mark.usefixtures("oddity")
@pytest.mark.parametrize("type_", ["python", "java", "ruby", "kotlin"])  # a name each
def test_selectors_mean_the_highest_version_or_exactly_one(
    client: SnippetClient, type_: str
) -> None:
    package = PACKAGES[type_]
    for selector, version in (
        (SdkSelector(type_), LATEST),
        (SdkSelector(type_, package), LATEST),
        (SdkSelector(type_, package, "1.9.0"), "1.9.0"),
        (SdkSelector(type_, package, LATEST), LATEST),
    ):
        (snippet,) = client.get(*SECOND, sdks=[selector])
        assert (snippet.type, snippet.sdk.package, snippet.sdk.version) == (type_, package, version)
        whole = client.load_all(sdks=[selector])
        versions = {s.sdk.version for m in whole.snippets.values() for ss in m.values() for s in ss}
        assert (len(whole.snippets), versions) == (60, {version})


@pytest.mark.usefixtures("oddity")
def test_sdk_that_is_not_there_is_said_and_no_other_comes(client: SnippetClient) -> None:
    for selector in (
        SdkSelector("rust"),
        SdkSelector("python", "other"),
        SdkSelector("java", "com.acme:other", "1.10.0"),
        SdkSelector("python", "acme-sdk", "7.0"),
    ):
        with pytest.raises(SdkNotFound, match=selector.type):
            client.get(*SECOND, sdks=[selector])
        with pytest.raises(SdkNotFound, match=selector.type):
            client.load_all(sdks=[selector])


@pytest.mark.usefixtures("oddity")
def test_the_call_alone_comes_at_that_level(client: SnippetClient) -> None:
    (snippet,) = client.get(*SECOND, sdks=[SdkSelector("python")], load_level=LoadLevel.ENDPOINT)
    assert "import" not in snippet.sources["sync_client"]
    assert "call_1()" in snippet.sources["sync_client"]


@pytest.mark.usefixtures("oddity")
@pytest.mark.parametrize(
    "path", ["/v1/things07/{thing_id}", "v1/things07/{thing_id}", "/v1/things07/{id}/"]
)
def test_paths_are_asked_for_as_the_service_writes_them(client: SnippetClient, path: str) -> None:
    assert len(client.get("post", path)) == len(PACKAGES)


@pytest.mark.usefixtures("oddity")
def test_concrete_path_finds_its_template(client: SnippetClient) -> None:
    assert len(client.get("POST", "/v1/things01/42")) == len(PACKAGES)


@pytest.mark.usefixtures("oddity")
def test_endpoint_that_is_not_there_is_said(client: SnippetClient) -> None:
    for method, path in (("GET", "/v1/nowhere"), ("PATCH", SECOND[1])):
        with pytest.raises(EndpointNotFound, match=f"{method} {path}"):
            client.get(method, path)


@pytest.mark.parametrize("errors", ["named", "text", "defined"])
@pytest.mark.parametrize(
    "refusal",
    [
        (TOKEN, {"org_id": "else"}, Forbidden, "You are not a member of organization else"),
        (TOKEN, {"api_id": "none"}, ApiNotFound, "Organization acme does not have API none"),
        (TOKEN, {"page": 0}, InvalidPage, "Query parameter 'page' must be >= 1"),
        (OTHER_TOKEN, {}, OrgNotFound, "No organizations were resolved for this user"),
        ("unknown-token", {}, Unauthorized, "Failed to resolve organizations"),
        (None, {}, Unauthorized, "You must be authorized to load snippets"),
    ],
)
def test_every_refusal_is_understood_and_shown_in_its_own_words(
    fern: FernService, errors: str, refusal: tuple[str | None, dict[str, Any], type[Exception], str]
) -> None:
    token, asked, error, text = refusal
    fern.options = replace(FernOptions(), errors=errors)  # type: ignore[arg-type]
    with SnippetClient(fern.url, token) as client, pytest.raises(error) as raised:
        client.load(**asked)
    assert text in str(raised.value)
    assert "snippet-widget token create" not in str(raised.value)


@pytest.mark.parametrize("errors", ["named", "text", "defined"])
def test_ambiguous_requests_ask_for_what_is_missing(errors: str) -> None:
    options = replace(FernOptions(), errors=errors)  # type: ignore[arg-type]
    publications = languages_publications(2)
    with fern_service(*publications, options=options) as service:
        service.publish("acme", "more", *publications)
        with SnippetClient(service.url, TOKEN) as client:
            with pytest.raises(ApiIdRequired, match="SNIPPET_WIDGET_API"):
                client.load()
            assert client.load_all(api_id="more").snippets
        service.tokens[TOKEN] = frozenset({"acme", "other"})
        with (
            SnippetClient(service.url, TOKEN) as client,
            pytest.raises(OrgIdRequired, match="SNIPPET_WIDGET_ORG"),
        ):
            client.load()


def test_resets_and_short_outages_are_tried_again(fern: FernService, client: SnippetClient) -> None:
    fern.resets = 2
    fern.failures = []
    assert client.get(*SECOND)
    fern.failures = [502, 503]
    assert client.get(*SECOND)


def test_requests_wait_as_long_as_they_are_asked_to(
    fern: FernService, client: SnippetClient
) -> None:
    fern.retry_after = ["0", "0"]
    before = len(fern.requests)
    assert client.get(*SECOND)
    assert len(fern.requests) == before + 3
    fern.retry_after = ["7200"]
    with pytest.raises(TooManyRequests, match="Try again in 7200 s") as raised:
        client.get(*SECOND)
    assert raised.value.headers == {"Retry-After": "7200"}


GOOD = '{"type": "python", "sdk": {"package": "a", "version": "1"}, "sync_client": "a()"}'
BAD = ("7", "null", "{}", '{"type": "go", "sdk": null}', '{"type": 3, "sdk": {}}')


@pytest.mark.parametrize("bad", BAD)
def test_one_snippet_that_cannot_be_read_costs_that_snippet(bad: str) -> None:
    page = f'{{"snippets": {{"/a": {{"GET": [{bad}, {GOOD}], "PUT": null}}}}, "next": null}}'
    with scripted_server(Script(body=page.encode())) as server, SnippetClient(server.url) as client:
        loaded = client.load()
        assert [len(found) for found in loaded.snippets["/a"].values()] == [1, 0]
        assert loaded.unreadable == 1
        server.body = f"[{bad}, {GOOD}]".encode()
        assert len(client.get("GET", "/a")) == 1
        server.body = f"[{bad}]".encode()
        with pytest.raises(UnexpectedAnswer, match="not what the specification says"):
            client.get("GET", "/a")


def test_sdk_of_an_unknown_language_is_named_by_what_it_has() -> None:
    entry = '[{"type": "zig", "sdk": {"module": "acme.zig", "version": "1"}, "client": "a()"}]'
    with (
        scripted_server(Script(body=entry.encode())) as server,
        SnippetClient(server.url) as client,
    ):
        (snippet,) = client.get("GET", "/a")
    assert snippet.sdk.package == "acme.zig"
