"""A snippet service that is not ours: the specification's two operations and nothing else."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from snippet_widget.snippet_wire import snippet_to_wire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.publication import Publication, PublishedEndpoint


@contextmanager
def foreign_service(publication: Publication) -> Iterator[str]:
    """Serve a publication as it is, without any check of ours; gives the service's address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(404, {})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path.startswith("/snippets/load"):
                self._answer(200, {"snippets": _snippet_map(publication)})
            else:
                self._answer(200, _snippets(publication, body["endpoint"]))

        def _answer(self, status: int, body: Any) -> None:
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base's name
            """Keep the tests' output quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _snippet_map(publication: Publication) -> dict[str, dict[str, list[dict[str, Any]]]]:
    return {each.path: {each.method: _wire(each)} for each in publication.endpoints}


def _snippets(publication: Publication, endpoint: dict[str, str]) -> list[dict[str, Any]]:
    for each in publication.endpoints:
        if (each.method, each.path) == (endpoint["method"], endpoint["path"]):
            return _wire(each)
    return []


def _wire(endpoint: PublishedEndpoint) -> list[dict[str, Any]]:
    return [snippet_to_wire(endpoint.full)] if endpoint.full else []
