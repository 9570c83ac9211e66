"""The client against a real service, and against what is no service."""

from __future__ import annotations

import random
import re
import tracemalloc
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.client import SnippetClient, TokenClient
from snippet_widget.errors import (
    ApiIdRequired,
    ConfigurationError,
    EndpointNotFound,
    InvalidPage,
    SdkNotFound,
    ServiceUnavailable,
    TooManyRequests,
    Unauthorized,
    UnexpectedAnswer,
)
from snippet_widget.models import LoadLevel, SdkSelector
from snippet_widget.token_administration import TokenRequest
from tests.publication_builder import a_publication
from tests.scripted_server import Script, scripted_server
from tests.service_builder import publish, running_service

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.service_builder import RunningService


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    url = f"sqlite:///{tmp_path / 'catalog.db'}"
    many = [f"GET /e{n}" for n in range(250)]
    publish(url, "org", "big", a_publication("python:acme==1.0", "POST /users/{id}", *many))
    publish(url, "org", "small", a_publication("go:acme==1.0"))
    with running_service(url) as running:
        yield running


@contextmanager
def foreign_service(
    status: int, body: bytes, headers: dict[str, str] | None = None
) -> Iterator[Script]:
    with scripted_server(Script(status, body, headers or {})) as script:
        yield script


def test_get_returns_the_snippets_of_one_endpoint(service: RunningService) -> None:
    with service.client as client:
        (snippet,) = client.get("POST", "/users/{id}", api_id="big")
        assert (snippet.type, snippet.sdk.version) == ("python", "1.0")
        assert snippet.sources["sync_client"].startswith("import acme; call POST /users/{id}")
        (short,) = client.get(
            "post", "/users/7", org_id="org", api_id="big", load_level=LoadLevel.ENDPOINT
        )
        assert short.sources["sync_client"].startswith("call POST")


@pytest.mark.parametrize(
    "sdks", ["py:acme==1.0", ["python:acme==1.0"], iter([SdkSelector("python", "acme", "1.0")])]
)
def test_sdks_are_named_by_text_or_selector(service: RunningService, sdks: Any) -> None:
    with service.client as client:
        (snippet,) = client.get("POST", "/users/{id}", api_id="big", sdks=sdks)
    assert str(snippet.sdk.version) == "1.0"


def test_each_method_takes_the_text_of_an_sdk(service: RunningService) -> None:
    acme: Any = {"api_id": "big", "sdks": "python:acme==1.0"}
    with service.client as client:
        assert len(client.load_all(**acme).snippets) == 251
        assert [len(page.snippets) for page in client.pages(**acme)] == [100, 100, 51]
        assert sum(len(page.snippets) for page in client.listing(**acme)) == 251
        listed = client.endpoints(**acme)
    assert listed is not None


@pytest.mark.parametrize(
    ("sdks", "said"),
    [
        ([{"type": "python"}], "{'type': 'python'} names no SDK. Give a text such as"),
        (["acme==1.0"], "Did you mean python:acme==1.0?"),
    ],
)
def test_what_names_no_sdk_is_said(service: RunningService, sdks: Any, said: str) -> None:
    with service.client as client, pytest.raises(ConfigurationError, match=re.escape(said)):
        client.get("GET", "/e1", sdks=sdks)


def test_pages_follow_next_to_the_end(service: RunningService) -> None:
    with service.client as client:
        pages = list(client.pages(api_id="big", load_level=LoadLevel.ENDPOINT))
        assert [len(page.snippets) for page in pages] == [100, 100, 51]
        assert [page.next for page in pages] == [2, 3, None]
        assert (
            client.load(page=2, api_id="big").snippets
            == client.load(page=2, api_id="big", sdks=[SdkSelector("py", "acme", "1.0")]).snippets
        )


def test_catalog_lists_what_the_token_covers(service: RunningService) -> None:
    with service.client as client:
        overview = client.catalog()
        assert overview is not None
        (org,) = overview.organizations
        assert [(api.id, api.endpoints) for api in org.apis] == [("big", 251), ("small", 1)]
        assert org.apis[1].sdks[0].latest


def test_problems_are_raised_again_as_what_they_are(service: RunningService) -> None:
    with service.client as client:
        with pytest.raises(ApiIdRequired) as ambiguous:
            client.get("GET", "/ping")
        assert ambiguous.value.candidates == [
            {"orgId": "org", "apiId": "big"},
            {"orgId": "org", "apiId": "small"},
        ]
        with pytest.raises(EndpointNotFound):
            client.get("GET", "/pong", api_id="small")
        with pytest.raises(
            SdkNotFound, match="go:acme is published for this API, but not in version 2"
        ):
            client.load(api_id="small", sdks=[SdkSelector("go", "acme", "2")])
        with pytest.raises(InvalidPage):
            client.load(page=0, api_id="small")
    with pytest.raises(Unauthorized):
        SnippetClient(service.url, "wrong").load()


def test_nothing_at_the_address_is_said_with_the_address() -> None:
    with pytest.raises(ServiceUnavailable, match=r"Nothing answers at http://127\.0\.0\.1:9\."):
        SnippetClient("http://127.0.0.1:9", "token").load()


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (200, b"<html>Log in</html>", UnexpectedAnswer),
        (200, b'{"snippets": 3}', UnexpectedAnswer),
        (200, b"\xff", UnexpectedAnswer),
        (302, b"", UnexpectedAnswer),
        (404, b"not here", UnexpectedAnswer),
        (500, b"", UnexpectedAnswer),
        (401, b"", Unauthorized),
        (429, b"", TooManyRequests),
    ],
)
def test_what_is_no_snippet_service_is_named_so(
    status: int, body: bytes, error: type[Exception]
) -> None:
    with (
        foreign_service(status, body, {"Location": "http://elsewhere.test/"}) as foreign,
        SnippetClient(foreign.url, "secret", patience=0) as client,
        pytest.raises(error, match=foreign.url) as raised,
    ):
        client.load()
    assert "secret" not in str(raised.value)
    assert len(foreign.tokens) == 1


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_an_answer_that_never_ends_is_not_read_to_its_end(encoding: str) -> None:
    if encoding == "gzip":
        packer = zlib.compressobj(1, wbits=31)
        megabyte = b" " * 2**20
        body = b"".join([*(packer.compress(megabyte) for _ in range(300)), packer.flush()])
    else:
        body = b" " * (65 * 2**20)
    with (
        foreign_service(200, body, {"Content-Encoding": encoding}) as foreign,
        SnippetClient(foreign.url, "token") as client,
    ):
        tracemalloc.start()
        with pytest.raises(UnexpectedAnswer, match="more than 64 MB"):
            client.load()
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 160 * 2**20


def test_an_answer_that_cannot_be_decompressed_is_named_so() -> None:
    with (
        foreign_service(200, b"plain", {"Content-Encoding": "gzip"}) as foreign,
        SnippetClient(foreign.url, "token") as client,
        pytest.raises(UnexpectedAnswer, match="cannot be decompressed"),
    ):
        client.load()


def test_what_fails_in_passing_is_tried_three_times() -> None:
    with foreign_service(503, b"") as foreign, SnippetClient(foreign.url, "token") as client:
        with pytest.raises(ServiceUnavailable, match="503"):
            client.load()
        assert len(foreign.tokens) == 3


def test_requests_leave_the_random_numbers_of_the_user_as_they_are() -> None:
    with foreign_service(503, b"") as foreign, SnippetClient(foreign.url, "token") as client:
        before = random.getstate()
        with pytest.raises(ServiceUnavailable):
            client.load()
        assert random.getstate() == before


def test_a_token_is_asked_for_once() -> None:
    with foreign_service(502, b"") as foreign, SnippetClient(foreign.url, "token") as client:
        with pytest.raises(ServiceUnavailable, match="502"):
            TokenClient(client).create(TokenRequest(("org",)))
        assert len(foreign.tokens) == 1


def test_a_service_of_two_operations_has_no_catalog() -> None:
    with foreign_service(404, b"nothing") as foreign, SnippetClient(foreign.url, "token") as client:
        assert client.catalog() is None


def test_a_circle_of_pages_is_left() -> None:
    body = b'{"snippets": {}, "next": 2}'
    with (
        foreign_service(200, body, {"Content-Type": "application/json"}) as foreign,
        SnippetClient(foreign.url, "token") as client,
        pytest.raises(UnexpectedAnswer, match="form a loop"),
    ):
        list(client.pages())


@pytest.mark.parametrize(
    "url",
    ["snippets.example", "ftp://a/b", "https://me:secret@a.example", "//me:secret@a", "http://a:x"],
)
def test_addresses_that_cannot_be_used_are_refused(url: str) -> None:
    with pytest.raises(ConfigurationError) as raised:
        SnippetClient(url, "token")
    assert "secret" not in str(raised.value)


def test_the_token_is_in_no_repr() -> None:
    assert "secret" not in repr(SnippetClient("https://a.example/api/", "secret"))
