"""A real service behind a proxy that delays, holds back or drops answers."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import requests

from snippet_widget.models import Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint
from tests.service_builder import publish, run_service

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENDPOINTS = 250
LONG = "GET /v1/long"
LONG_PATH = "/v1/" + "/".join(f"accounts{n}/{{account_id_{n}}}" for n in range(9))
UNKNOWN_LANGUAGE = "GET /v1/cobol"

_PASSED_ON = ("Authorization", "Content-Type", "Accept")


@dataclass
class FaultProxy:
    """What the proxy does with requests.

    Parameters
    ----------
    url
        Its address.
    seconds
        That an answer takes.
    down
        No request is answered.
    later_pages
        Pages after the first wait for it.
    """

    url: str = ""
    seconds: float = 0.0
    down: bool = False
    later_pages: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.later_pages.set()

    def reset(self) -> None:
        """Let everything through at once."""
        self.seconds, self.down = 0.0, False
        self.later_pages.set()


def program(n: int, version: str) -> str:
    """Return an everyday Python program; a version calls its method as no other does."""
    call = "create" if version == "2.0.0" else "make"
    return (
        f'from acme import Acme\n\nclient = Acme(token="YOUR_TOKEN")\n'
        f'thing = client.things.{call}_{n}(\n    name="name",\n    limit={len(version) * n},\n)\n'
    )


def _snippet(type_: str, version: str, source: str, call: str) -> Snippet:
    clients = ("sync_client", "async_client") if type_ == "python" else ("client",)
    return Snippet(
        type=type_,
        sdk=Sdk("acme", version),
        sources=dict.fromkeys(clients, source),
        call=call,
        warnings=("Yields at the top level.",) if call.endswith("_3") else (),
    )


def _python(version: str) -> Publication:
    snippets = {
        f"POST /v1/group{n % 5}/things/{n}": (program(n, version), f"client.things.create_{n}")
        for n in range(ENDPOINTS)
    }
    lines = "".join(f"line_{n} = {n}  # of five thousand\n" for n in range(5000))
    snippets[LONG] = (f"{lines}x = {'x' * 200_000!r}\n", "client.long")
    snippets[f"GET {LONG_PATH}"] = (program(0, version), "client." + "accounts." * 9 + "get")
    return _publication(SdkSelector("python", "acme", version), snippets)


def _cobol() -> Publication:
    sdk = SdkSelector("cobol", "acme", "85")
    return _publication(sdk, {UNKNOWN_LANGUAGE: ("IDENTIFICATION DIVISION.\n", "")})


def _publication(sdk: SdkSelector, snippets: dict[str, tuple[str, str]]) -> Publication:
    endpoints = []
    for endpoint, (source, call) in snippets.items():
        method, path = endpoint.split(" ")
        snippet = _snippet(sdk.type, sdk.version or "", source, call)
        endpoints.append(PublishedEndpoint(method, path, full=snippet, endpoint=snippet))
    return Publication(sdk, tuple(endpoints))


@contextmanager
def empty_service(folder: Path) -> Iterator[str]:
    """Run a service that has nothing; gives its address."""
    service = run_service(f"sqlite:///{folder}/empty.db")
    try:
        yield service.url
    finally:
        service.thread.stop()


@contextmanager
def proxied_service(folder: Path) -> Iterator[FaultProxy]:
    """Run a service of some 250 endpoints, of two versions of an SDK, behind a proxy."""
    catalog = f"sqlite:///{folder}/staged.db"
    sdks = (_python("1.0.0"), _python("2.0.0"), _cobol())
    with ThreadPoolExecutor() as pool:  # in the test's own thread is Playwright's loop
        pool.submit(publish, catalog, "acme", "things", *sdks).result()
    service = run_service(catalog)
    proxy = FaultProxy()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(service.url, proxy))
    server.daemon_threads = True
    proxy.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        proxy.reset()
        server.shutdown()
        server.server_close()
        thread.join()
        service.thread.stop()


def _handler(url: str, proxy: FaultProxy) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._pass_on(None)

        def do_POST(self) -> None:
            self._pass_on(self.rfile.read(int(self.headers["Content-Length"])))

        def _pass_on(self, body: bytes | None) -> None:
            time.sleep(proxy.seconds)
            if "page=" in self.path and not self.path.endswith("page=1"):
                proxy.later_pages.wait(60)
            if proxy.down:
                return  # the connection closes without an answer
            headers = {name: self.headers[name] for name in _PASSED_ON if self.headers[name]}
            answer = requests.request(
                self.command, url + self.path, data=body, headers=headers, timeout=30
            )
            self.send_response(answer.status_code)
            self.send_header("Content-Type", answer.headers.get("Content-Type", "text/plain"))
            self.send_header("Content-Length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
            """Keep the tests' output quiet."""

    return Handler
