"""What a client cannot do to the service: too much, too often, too slowly."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import socket
from typing import TYPE_CHECKING, Any

import pytest
import requests
from uvicorn.server import ServerState

from snippet_widget.catalog import Grant
from snippet_widget.errors import TooManyRequests
from snippet_widget.service import Limits
from snippet_widget.service.bounded_protocol import bounded_config
from snippet_widget.service.limits import Rates
from tests.publication_builder import a_publication
from tests.service_builder import publish, running_service

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.types import Receive, Scope, Send

    from tests.service_builder import RunningService

LIMITS = Limits(
    rate=5, receive_seconds=0.5, create_seconds=0.5, send_seconds=0.5, header_bytes=4000
)

GRANTS = {"may-all": Grant("all", write=True, admin=True)}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    url = f"sqlite:///{tmp_path}/catalog.db"
    publish(url, "org", "api", a_publication())
    with running_service(url, grants=GRANTS, limits=LIMITS) as running:
        yield running


def connected(service: RunningService) -> socket.socket:
    host, _, port = service.url.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=20)


def everything(connection: socket.socket) -> bytes:
    """Read until the service closes the connection."""
    received = io.BytesIO()
    try:
        while chunk := connection.recv(65536):
            received.write(chunk)
    except ConnectionResetError:
        pass
    return received.getvalue()


def test_a_token_that_asks_too_often_is_told_when_to_come_again(service: RunningService) -> None:
    answers = [service.get("/catalog") for _ in range(30)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert refused[0].json()["type"] == "too-many-requests"
    assert int(refused[0].headers["Retry-After"]) >= 1
    assert requests.get(f"{service.url}/healthz", timeout=30).status_code == 200


def answers_of_one(tmp_path: Path, limits: Limits, asked: list[tuple[str, str]]) -> list[int]:
    """Return the statuses of requests with one token, which may publish and administer."""
    headers = {"Authorization": "Bearer may-all"}
    body = {"organizations": ["org"]}
    with running_service(f"sqlite:///{tmp_path}/catalog.db", grants=GRANTS, limits=limits) as one:
        return [
            requests.request(
                method, one.url + path, json=body, headers=headers, timeout=30
            ).status_code
            for method, path in asked
        ]


def test_whatever_a_token_writes_is_limited_together(tmp_path: Path) -> None:
    writes = ["/tokens", "/tokens/none/rotate", "/tokens/none/revoke", "/snippets/create"]
    asked = [("POST", path) for path in writes] + [("GET", "/tokens"), ("GET", "/catalog")] * 2
    answers = answers_of_one(tmp_path, Limits(write_rate=0.01), asked)
    assert answers == [200, 429, 429, 429, 200, 200, 200, 200]


def test_the_list_of_tokens_is_limited_with_all_reads(tmp_path: Path) -> None:
    asked = [("GET", "/catalog"), ("GET", "/tokens"), ("HEAD", "/tokens"), ("POST", "/tokens")]
    assert answers_of_one(tmp_path, Limits(rate=0.01), asked) == [200, 429, 429, 200]


def test_each_token_has_its_own_rate() -> None:
    rates = Rates(1)
    rates.take("a")
    rates.take("a")
    with pytest.raises(TooManyRequests, match=r"may send 1 request a second\."):
        rates.take("a")
    rates.take("b")


def test_no_rate_is_any_number() -> None:
    rates = Rates(0)
    for _ in range(1000):
        rates.take("a")


@pytest.mark.parametrize("pieces", [1, 100])
def test_headers_that_are_too_large_are_refused(
    service: RunningService, pieces: int, caplog: pytest.LogCaptureFixture
) -> None:
    size = 10_000 // pieces
    headers = b"".join(b"X-%d: %s\r\n" % (n, b"x" * size) for n in range(pieces))
    with connected(service) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + headers + b"\r\n")
        answer = everything(connection)
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["status"] == 431
    assert "A request was refused (431)" in caplog.text


def test_headers_without_end_are_refused(service: RunningService) -> None:
    with connected(service) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nX-Endless: " + b"x" * 300_000)
        assert everything(connection).startswith(b"HTTP/1.1 431 ")


def test_a_large_body_is_no_large_header(service: RunningService) -> None:
    assert service.post("/snippets/load", {"filler": "x" * 20_000}).status_code == 200


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"POST /snippets HT",
        b"POST /snippets HTTP/1.1\r\nHost: x\r\n",
    ],
)
def test_a_request_that_never_ends_is_ended(service: RunningService, beginning: bytes) -> None:
    with connected(service) as connection:
        connection.sendall(beginning)
        assert everything(connection) == b""
    assert requests.get(f"{service.url}/healthz", timeout=30).status_code == 200


@pytest.mark.parametrize("path", ["/snippets", "/snippets/create", "/tokens"])
def test_a_body_that_arrives_too_slowly_is_answered(service: RunningService, path: str) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer may-all\r\n"
    with connected(service) as connection:
        connection.sendall(head.encode())
        connection.sendall(b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{")
        answer = everything(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["type"] == "request-timeout"


def test_a_compressed_body_is_not_read(service: RunningService) -> None:
    headers = {"Authorization": "Bearer may-all", "Content-Encoding": "gzip"}
    url = f"{service.url}/snippets"
    refused = requests.post(url, gzip.compress(b"{}"), headers=headers, timeout=30)
    assert (refused.status_code, refused.json()["type"]) == (415, "unsupported-media-type")
    assert "Compressed bodies are not read" in refused.json()["detail"]


def test_what_is_no_http_is_refused(service: RunningService) -> None:
    with connected(service) as connection:
        connection.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        assert everything(connection).startswith(b"HTTP/1.1 400 ")


class _Transport(asyncio.Transport):
    """Takes what is written to it, until it is closed."""

    closed = False

    def write(self, _: object) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


async def _no_content(_: Scope, __: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@pytest.mark.parametrize(
    ("seconds", "closed"), [(4.9, False), (5.1, True)], ids=["short", "longer"]
)
@pytest.mark.parametrize("requests_at_once", [1, 3])
def test_a_connection_that_nobody_uses_is_closed(
    requests_at_once: int, seconds: float, *, closed: bool
) -> None:
    async def is_closed() -> bool:
        config = bounded_config(_no_content, LIMITS)
        config.load()
        state, transport = ServerState(), _Transport()
        protocol: Any = config.http_protocol_class
        connection = protocol(config, state, {})
        connection.connection_made(transport)
        connection.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * requests_at_once)
        while state.total_requests < requests_at_once:  # noqa: ASYNC110 - turns of the loop
            await asyncio.sleep(0)
        connection.close_if_slow(connection.loop.time() + seconds)
        return transport.closed

    assert asyncio.run(asyncio.wait_for(is_closed(), 20)) is closed
