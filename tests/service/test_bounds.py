"""Every input of the service has a bound, and one bad request holds nobody else up."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from contextlib import closing
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
import requests

from snippet_widget.catalog import Grant, open_catalog
from snippet_widget.service import create_app
from snippet_widget.service.tokens import token_hash
from tests.asgi import CountingCatalog, asked
from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, running_service
from tests.service_process import ServiceProcess, a_token, serving

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.service_builder import RunningService

_ROUNDS = 6
_DELAY = 0.1


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    url = f"sqlite:///{tmp_path_factory.mktemp('bounds')}/catalog.db"
    publish(url, "org", "api", a_publication("python:acme==1", "GET /ping", "GET /users/{id}"))
    with running_service(url) as running:
        yield running


@pytest.mark.parametrize(
    ("body", "pointer", "length"),
    [
        ({"endpoint": {"method": "GET", "path": "/" + "x" * 60_000}}, "/endpoint/path", 400),
        ({"endpoint": {"method": "GET", "path": "/" + "x" * 400}}, "/endpoint/path", 400),
        ({"endpoint": {"method": "G" * 201, "path": "/"}}, "/endpoint/method", 200),
        ({"endpoint": {"method": "GET", "path": "/"}, "orgId": "x" * 201}, "/orgId", 200),
        ({"endpoint": {"method": "GET", "path": "/"}, "apiId": "x" * 201}, "/apiId", 200),
        (
            {"endpoint": {"method": "GET", "path": "/"}, "sdks": [{"type": "x" * 201}]},
            "/sdks/0/type",
            200,
        ),
    ],
)
def test_a_text_that_is_too_long_is_refused(
    service: RunningService, body: dict[str, Any], pointer: str, length: int
) -> None:
    answer = service.post("/snippets", body)
    assert answer.status_code == 400
    assert answer.json()["errors"] == [
        {"pointer": pointer, "detail": f"longer than {length} characters"}
    ]


def test_the_longest_path_is_looked_up(service: RunningService) -> None:
    path = "/users/" + "x" * 393
    answer = service.post("/snippets", {"endpoint": {"method": "GET", "path": path}})
    assert answer.status_code == 200


@pytest.mark.parametrize("query", ["page=2", "%70age=2", "p%61ge=2", "x=1&page=2"])
def test_a_query_is_decoded(service: RunningService, query: str) -> None:
    host = service.url.removeprefix("http://")
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with closing(HTTPConnection(host, timeout=30)) as connection:  # requests would decode it
        connection.request("POST", f"/snippets/load?{query}", headers=headers)
        assert json.loads(connection.getresponse().read()) == {"snippets": {}}
        connection.request("POST", f"/snippets/load?{query}0x", headers=headers)
        assert connection.getresponse().status == 400


@pytest.mark.parametrize(
    ("media_type", "status"),
    [
        ("application/json", 200),
        ("application/json; charset=utf-8", 200),
        ('application/json; Charset="UTF-8"', 200),
        ("application/json; Charset=latin-1", 415),
        ("application/json; CHARSET = latin-1", 415),
        ("application/json; profile=charset", 200),
    ],
)
def test_the_charset_is_read_in_any_case(
    service: RunningService, media_type: str, status: int
) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": media_type}
    answer = requests.post(
        f"{service.url}/snippets/load", data=b'{"x": 1}', headers=headers, timeout=30
    )
    assert answer.status_code == status


@pytest.mark.parametrize(
    ("headers", "challenge"),
    [
        ({}, "Bearer"),
        ({"Authorization": "Basic eDp5"}, "Bearer"),
        ({"Authorization": "Bearer wrong"}, 'Bearer error="invalid_token"'),
    ],
)
def test_a_refusal_says_whether_there_was_a_token(
    service: RunningService, headers: dict[str, str], challenge: str
) -> None:
    answer = requests.get(f"{service.url}/catalog", headers=headers, timeout=30)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == challenge


# ---- Bodies that are too large ----------------------------------------------------------------


def sent(service: RunningService, head: bytes, body: bytes) -> bytes:
    """Send a request as fast as the service takes it; return all that it answers."""
    host, _, port = service.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(
            b"POST /snippets/load HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Authorization: Bearer " + TOKEN.encode() + b"\r\n" + head + b"\r\n" + body
        )
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
        return answer


def test_a_large_body_is_refused_before_it_is_sent(service: RunningService) -> None:
    answer = sent(service, b"Content-Length: 5000000\r\n", b"")
    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("connection", [b"", b"Connection: close\r\n"])
def test_who_sends_a_large_body_at_once_sees_the_refusal(
    service: RunningService, connection: bytes
) -> None:
    size = 5_000_000
    answer = sent(service, b"Content-Length: %d\r\n" % size + connection, b"x" * size)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["type"] == "body-too-large"


def refused_before_its_body(connection: socket.socket, size: int) -> bytes:
    """Send a request without a token, and its body when that is refused; return the refusal."""
    connection.sendall(b"POST /snippets HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % size)
    refusal = b""
    while b"\r\n\r\n{" not in refusal:
        piece = connection.recv(65536)
        assert piece, refusal  # else it was closed
        refusal += piece
    connection.sendall(b"x" * size)
    return refusal


def test_a_body_that_comes_after_its_refusal_is_not_taken_for_headers(
    service: RunningService,
) -> None:
    address = ("127.0.0.1", urlsplit(service.url).port or 0)
    with socket.create_connection(address, timeout=30) as client:
        refusal = refused_before_its_body(client, 40_000)  # more than headers may have
        assert refusal.startswith(b"HTTP/1.1 401 ")
        client.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
        assert client.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_a_connection_whose_request_was_refused_early_delays_no_stop(tmp_path: Path) -> None:
    with running_service(f"sqlite:///{tmp_path}/catalog.db") as service:
        address = ("127.0.0.1", urlsplit(service.url).port or 0)
        with socket.create_connection(address, timeout=30) as client:
            refused_before_its_body(client, 100)
            assert service.get("/livez").ok  # answered after what came before it
            service.thread.stop()
            assert not service.thread.alive


def test_a_large_body_in_pieces_is_refused_too(service: RunningService) -> None:
    piece = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    answer = sent(service, b"Transfer-Encoding: chunked\r\n", piece * 100 + b"0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")


def test_a_body_as_large_as_is_allowed_is_read(service: RunningService) -> None:
    body = b'{"x": "' + b"x" * (64 * 1024 - 9) + b'"}'
    assert len(body) == 64 * 1024
    head = b"Content-Length: %d\r\nConnection: close\r\n" % len(body)
    assert sent(service, head, body).startswith(b"HTTP/1.1 200 ")


# ---- One query for many APIs ------------------------------------------------------------------


def test_the_catalog_is_read_at_once_however_many_apis_there_are(catalog_url: str) -> None:
    for number in range(5):
        publish(catalog_url, "org", f"api-{number}", a_publication())

    async def ask() -> tuple[int, list[Any]]:
        async with open_catalog(catalog_url) as catalog:
            counting: Any = CountingCatalog(catalog, "sdks")
            app = create_app(counting, grants={token_hash(b"t"): Grant("tests")})
            answer = await asked(app, "GET", "/catalog")
            return counting.reads, json.loads(answer)["organizations"][0]["apis"]

    reads, apis = asyncio.run(ask())
    assert (reads, len(apis)) == (1, 5)
    assert all(api["sdks"] for api in apis)


# ---- Bystanders -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServiceProcess, str]]:
    """Run a service in a process of its own, over paths and versions that invite slow work."""
    url = f"sqlite:///{tmp_path_factory.mktemp('busy')}/catalog.db"
    long = [f"GET /{'ab/' * 100}{n}/{'{x}-' * 12}{n}" for n in range(150)]
    dashes = "GET /" + "-".join(f"{{{name}}}" for name in "abcdefghij")
    publish(url, "org", "api", a_publication("python:acme==1.0", "GET /ping", dashes, *long))
    publish(url, "org", "api", *(a_publication(f"python:acme==2.{n}") for n in range(300)))
    token = a_token(url)
    with serving(url, "--rate", "0", "--quiet") as process:
        yield process, token


def get(path: str, **fields: Any) -> dict[str, Any]:
    """Return the request of one endpoint."""
    return {"json": {"endpoint": {"method": "GET", "path": path}, **fields}}


BAD: Mapping[str, tuple[str, str, dict[str, Any]]] = {
    "a path of 60 kB": ("POST", "/snippets", get("/" + "x" * 60_000)),
    "the longest path that is none": ("POST", "/snippets", get("/" + "ab/" * 133)),
    "one character only": ("POST", "/snippets", get("/" + "a" * 399)),
    "nearly a template": ("POST", "/snippets", get("/" + "-" * 390 + "/")),
    "a template's gaps": ("POST", "/snippets", get("/" + "-" * 399)),
    "a hundred versions": (
        "POST",
        "/snippets",
        get("/ping", sdks=[{"type": "python", "version": f"2.{n}.0"} for n in range(100)]),
    ),
    "a hundred versions that are none": (
        "POST",
        "/snippets",
        get("/ping", sdks=[{"type": "python", "version": f"9.{n}"} for n in range(100)]),
    ),
    "nested JSON": ("POST", "/snippets", {"data": b'{"x":' * 10_000}),
    "misspelled fields": (
        "POST",
        "/snippets",
        {"json": {f"api_{'_' * (n % 50)}{n}": n for n in range(1500)}},
    ),
    "a long query": ("POST", "/snippets/load?" + "page=1&" * 1800, {"json": {}}),
    "many encodings": (
        "POST",
        "/snippets/load",
        {"json": {}, "headers": {"Accept-Encoding": "a;q=0.1," * 1700}},
    ),
    "a body of 5 MB": ("POST", "/snippets/load", {"data": b"x" * 5_000_000}),
    "a page of a hundred versions": (
        "POST",
        "/snippets/load",
        {"json": {"sdks": [{"type": "python", "version": f"2.{n}"} for n in range(100)]}},
    ),
    "the whole catalog": ("GET", "/catalog?x=1", {}),
    "a path of the router": ("GET", "/" + "a/" * 7000, {}),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bystander_waits_for_no_bad_request(busy: tuple[ServiceProcess, str], name: str) -> None:
    """Other programs delay an answer now and then; a request that holds all up, in each round."""
    service, token = busy
    delays = []
    with requests.Session() as session:
        session.headers["Authorization"] = f"Bearer {token}"
        for _ in range(_ROUNDS):
            delays.append(delay_meanwhile(service, session, token, *BAD[name]))
            if delays[-1] < _DELAY:
                return
    pytest.fail(f"a bystander waited {min(delays):.2f} s in the best of {_ROUNDS} rounds")


def delay_meanwhile(  # noqa: PLR0913, PLR0917 - the parts of a request
    service: ServiceProcess,
    session: requests.Session,
    token: str,
    method: str,
    path: str,
    options: dict[str, Any],
) -> float:
    """Return the longest that a lookup takes while another client's request is answered."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    headers |= options.get("headers", {})
    statuses: list[int] = []

    def ask() -> None:
        for _ in range(3):
            answer = requests.request(
                method, service.url + path, timeout=60, **{**options, "headers": headers}
            )
            statuses.append(answer.status_code)

    other = threading.Thread(target=ask)
    other.start()
    longest = 0.0
    while other.is_alive():
        began = time.perf_counter()
        answer = session.post(f"{service.url}/snippets", timeout=60, **get("/ping"))
        longest = max(longest, time.perf_counter() - began)
        assert answer.status_code == 200
    other.join()
    assert len(statuses) == 3
    assert not [status for status in statuses if status >= 500]
    return longest
