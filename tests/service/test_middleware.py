"""One line of JSON for each request, metrics, and no token in either."""

from __future__ import annotations

import asyncio
import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.service.metrics import Metrics
from snippet_widget.service.middleware import Observed

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

SECRET = b"a-very-secret-token"


async def answering(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer every request with five bytes."""
    del receive
    if scope["path"] == "/broken":
        raise ZeroDivisionError
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"12345"})


def ask(app: Observed, path: str, **headers: bytes) -> list[Message]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    scope: dict[str, Any] = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"token=" + SECRET,
        "headers": [
            (b"authorization", b"Bearer " + SECRET),
            *((name.replace("_", "-").encode(), value) for name, value in headers.items()),
        ],
    }
    asyncio.run(app(scope, receive, send))
    return sent


def test_each_request_is_one_line_without_its_token() -> None:
    log = io.StringIO()
    app = Observed(answering, log, None)
    sent = ask(app, "/snippets")
    ask(app, "/snippets")
    first, second = map(json.loads, log.getvalue().splitlines())
    assert (first["method"], first["path"], first["status"], first["bytes"]) == (
        "POST",
        "/snippets",
        200,
        5,
    )
    assert first["request_id"] != second["request_id"]
    assert dict(sent[0]["headers"])[b"x-request-id"] == first["request_id"].encode()
    assert SECRET.decode() not in log.getvalue()


@pytest.mark.parametrize(
    ("given", "kept"), [(b"abc-1", True), (b"x" * 65, False), (b'"}\n', False), (b"", False)]
)
def test_a_request_id_is_taken_over_where_it_is_harmless(given: bytes, *, kept: bool) -> None:
    log = io.StringIO()
    ask(Observed(answering, log, None), "/snippets", x_request_id=given)
    (line,) = log.getvalue().splitlines()
    assert (json.loads(line)["request_id"] == given.decode()) == kept


def test_a_defect_is_logged_as_500_and_goes_on() -> None:
    log = io.StringIO()
    with pytest.raises(ZeroDivisionError):
        ask(Observed(answering, log, None), "/broken")
    assert json.loads(log.getvalue())["status"] == 500


def test_metrics_count_by_operation_and_status() -> None:
    app = Observed(answering, None, Metrics())
    for path in ("/snippets", "/snippets", "/x1", "/x2"):
        ask(app, path)
    text = ask(app, "/metrics")[1]["body"].decode()
    assert 'snippet_widget_requests_total{path="/snippets",status="200"} 2' in text
    assert 'snippet_widget_requests_total{path="other",status="200"} 2' in text
    assert 'snippet_widget_request_seconds_bucket{path="/snippets",le="+Inf"} 2' in text
    assert 'snippet_widget_request_seconds_count{path="/snippets"} 2' in text


def test_metrics_of_several_workers_are_told_apart() -> None:
    app = Observed(answering, None, Metrics(worker=7))
    ask(app, "/snippets")
    text = ask(app, "/metrics")[1]["body"].decode()
    assert 'snippet_widget_requests_total{worker="7",path="/snippets",status="200"} 1' in text
    assert 'snippet_widget_request_seconds_count{worker="7",path="/snippets"} 1' in text
