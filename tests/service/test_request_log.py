"""One line of JSON for each request, and no token in it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.catalog import open_catalog
from snippet_widget.errors import CatalogUnavailable
from snippet_widget.service.app import create_app
from snippet_widget.service.logs import LogWriter, log_line
from snippet_widget.service.metrics import counted_path
from snippet_widget.service.operations import CLIENT_GONE
from snippet_widget.service.request_log import RequestLog
from snippet_widget.service.startup import StartupApp
from tests.asgi import asked

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.types import Message, Receive, Scope, Send

    from snippet_widget.catalog import Catalog

SECRET = b"a-very-secret-token"


async def answering(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer every request with five bytes."""
    del receive
    if scope["path"] == "/left":
        scope[CLIENT_GONE] = True
        return
    if scope["path"] == "/broken":
        raise ZeroDivisionError
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"12345"})


def ask(app: RequestLog, path: str, **headers: bytes) -> list[Message]:
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
    lines: list[bytes] = []
    app = RequestLog(answering, lines.append, None)
    sent = ask(app, "/snippets")
    ask(app, "/snippets")
    first, second = map(json.loads, lines)
    assert (first["method"], first["path"], first["status"], first["bytes"]) == (
        "POST",
        "/snippets",
        200,
        5,
    )
    assert first["request_id"] != second["request_id"]
    assert dict(sent[0]["headers"])[b"x-request-id"] == first["request_id"].encode()
    assert SECRET not in b"".join(lines)


@pytest.mark.parametrize(
    ("given", "kept"), [(b"abc-1", True), (b"x" * 65, False), (b'"}\n', False), (b"", False)]
)
def test_a_request_id_is_taken_over_where_it_is_harmless(given: bytes, *, kept: bool) -> None:
    lines: list[bytes] = []
    ask(RequestLog(answering, lines.append, None), "/snippets", x_request_id=given)
    (line,) = lines
    assert (json.loads(line)["request_id"] == given.decode()) == kept


def test_a_defect_is_logged_as_500_and_goes_on() -> None:
    lines: list[bytes] = []
    with pytest.raises(ZeroDivisionError):
        ask(RequestLog(answering, lines.append, None), "/broken")
    assert json.loads(lines[0])["status"] == 500


def test_a_client_that_left_is_no_defect() -> None:
    lines: list[bytes] = []
    assert not ask(RequestLog(answering, lines.append, None), "/left")
    assert json.loads(lines[0])["status"] == 499


def test_a_process_that_ends_leaves_no_half_line() -> None:
    code = (
        "from snippet_widget.service.logs import LogWriter\n"
        "log = LogWriter(2)\n"
        "for _ in range(3000): log.write(b'x' * 99)\n"
        "log.flush()\n"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert process.wait(60) == 0  # nobody read yet, so the pipe is full
        assert set(process.stderr) == {b"x" * 99 + b"\n"}


def test_one_line_that_was_dropped_is_one() -> None:
    reading, writing = os.pipe()
    log = LogWriter(writing, most=0)
    log.write(b"x")
    log.flush()
    assert b'"1 line of the log was dropped: ' in os.read(reading, 1000)
    os.close(reading)
    os.close(writing)


def test_a_line_of_which_a_part_was_taken_is_finished_before_the_next() -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    log = LogWriter(writing)
    log.write(b"a" * 200_000)
    log.flush()
    with os.fdopen(reading, "rb", buffering=0) as lines:
        received = b""
        while received.count(b"\n") < 2:
            received += lines.read(1 << 20)
            log.write(b"next")
            log.flush()
    assert received.split(b"\n")[:2] == [b"a" * 200_000, b"next"]
    os.close(writing)


@pytest.mark.parametrize("letter", ["a", "\0", "é"])
def test_a_line_is_short_enough_to_be_written_at_once(letter: str) -> None:
    short = {"level": "ERROR", "message": "it failed", "status": 500}
    trace = f"Traceback begins{letter * 30_000}ZeroDivisionError"
    line = log_line({**short, "exception": trace})
    assert 2000 < len(line) < 4096
    read = json.loads(line)
    trace = read.pop("exception")
    assert read == short
    assert trace.startswith("Traceback begins")
    assert trace.endswith("ZeroDivisionError")
    assert trace.count(" … ") == 1


def test_a_long_path_makes_no_long_line() -> None:
    lines: list[bytes] = []
    ask(RequestLog(answering, lines.append, None), "/" + "x" * 10_000)
    assert len(lines[0]) < 4096
    assert json.loads(lines[0])["status"] == 200


def test_requests_of_tokens_are_counted_by_their_path() -> None:
    assert counted_path("/tokens/12ab/rotate") == "/tokens/{token_id}/rotate"
    assert counted_path("/tokens") == "/tokens"
    assert counted_path("/nosuch") == "other"


def test_a_catalog_that_cannot_be_opened_for_a_reason_nobody_knows_is_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    failures: list[Exception] = [CatalogUnavailable("away"), ZeroDivisionError("a bug")]
    url = f"sqlite:///{tmp_path}/catalog.db"

    is_open = asyncio.Event()

    @asynccontextmanager
    async def opened() -> AsyncIterator[Catalog]:
        if failures:
            raise failures.pop(0)
        async with open_catalog(url) as catalog:
            is_open.set()
            yield catalog

    async def ready() -> None:
        app = StartupApp(opened, create_app)
        await app.start()
        assert b"catalog-unavailable" in await asked(app, "GET", "/readyz")
        await is_open.wait()
        assert await asked(app, "GET", "/readyz") == b'{"status":"ok"}'
        await app.close()

    asyncio.run(asyncio.wait_for(ready(), 20))
    (logged,) = (each for each in caplog.records if "a bug" in each.message)
    assert logged.exc_info is not None
