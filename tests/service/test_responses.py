"""How responses leave: each in one write, whatever was asked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from uvicorn.server import ServerState

from snippet_widget.service import Limits
from snippet_widget.service.bounded_protocol import bounded_config

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import Receive, Scope, Send

HEAD = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n"


class RecordingTransport(asyncio.Transport):
    """Takes what is written, and whether it was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.closed = asyncio.Event()

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def close(self) -> None:
        self.written.append(b"closed")
        self.closed.set()

    def pause_reading(self) -> None:
        """Do nothing: what there is to read was given."""

    def resume_reading(self) -> None:
        """Do nothing either."""

    def write_eof(self) -> None:
        """Do nothing: nobody reads to the end."""

    def is_closing(self) -> bool:
        return b"closed" in self.written


async def answer_ok(_: Scope, receive: Receive, send: Send) -> None:
    await receive()
    start = [(b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": start})
    await asyncio.sleep(0)  # the next may come meanwhile
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", [HEAD + b"\r\nok"]),
        (b"HEAD / HTTP/1.1\r\n\r\n", [HEAD + b"\r\n"]),
        (
            b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
            [HEAD + b"connection: close\r\n\r\nok", b"closed"],
        ),
        (
            b"HEAD / HTTP/1.1\r\nConnection: close\r\n\r\n",
            [HEAD + b"connection: close\r\n\r\n", b"closed"],
        ),
        (
            b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n",
            [b"HTTP/1.1 100 Continue\r\n\r\n"],
        ),
        (b"GET / HTTP/1.1\r\n\r\n" * 2, [HEAD + b"\r\n", b"ok", HEAD + b"\r\nok"]),
    ],
    ids=["get", "head", "close", "head and close", "continue", "pipelined"],
)
def test_head_and_body_leave_together(asked: bytes, written: list[bytes]) -> None:
    async def run(connection: Any, transport: RecordingTransport) -> None:
        connection.data_received(asked)
        await turns()
        assert transport.written == written

    connected(run)


def test_a_request_on_its_way_is_answered_before_the_server_ends() -> None:
    async def run(connection: Any, transport: RecordingTransport) -> None:
        connection.shutdown()
        connection.data_received(b"GET / HTTP/1.1\r\n\r\n")
        await turns()
        assert transport.written == [HEAD + b"\r\nok"]
        connection.shutdown()  # answered: it ends at once
        assert transport.is_closing()

    connected(run)


def test_a_connection_without_a_request_ends_with_the_server() -> None:
    async def run(connection: Any, transport: RecordingTransport) -> None:
        connection.shutdown()
        await asyncio.wait_for(transport.closed.wait(), 30)

    connected(run)


def connected(use: Callable[[Any, RecordingTransport], Awaitable[None]]) -> None:
    """Use a connection to the application."""

    async def run() -> None:
        config = bounded_config(answer_ok, Limits(), date_header=False)
        config.load()
        protocol: Any = config.http_protocol_class
        transport, state = RecordingTransport(), ServerState()
        connection = protocol(config=config, server_state=state, app_state={})
        connection.connection_made(transport)
        await use(connection, transport)
        unfinished = asyncio.gather(*state.tasks, return_exceptions=True)
        connection.connection_lost(None)
        await unfinished

    asyncio.run(run())


async def turns() -> None:
    """Let all that waits for nothing but its turn go on."""
    for _ in range(20):
        await asyncio.sleep(0)
