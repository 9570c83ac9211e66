"""Package indexes as plain HTTP: JSON and HTML pages, hashes, the user's settings."""

from __future__ import annotations

import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from snippet_widget.errors import SourceError, UnsafeArchive
from snippet_widget.publishing import simple_index
from tests.package_builder import build_sdist

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class _Index(ThreadingHTTPServer):
    """An index on this machine: answers by path."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages: dict[str, tuple[str, bytes]] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/simple"


class _Handler(BaseHTTPRequestHandler):
    server: _Index

    def do_GET(self) -> None:
        kind, body = self.server.pages.get(self.path, ("", b""))
        self.send_response(200 if kind else 404)
        self.send_header("Content-Type", kind or "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def index() -> Iterator[_Index]:
    server = _Index()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def sdist(tmp_path: Path, index: _Index) -> bytes:
    """Return an sdist that the index offers for download."""
    data = build_sdist(tmp_path, {"src/acme/__init__.py": ""}).read_bytes()
    index.pages["/files/acme-1.0.tar.gz"] = ("application/octet-stream", data)
    return data


def _environment(index: _Index) -> dict[str, str]:
    return {"UV_DEFAULT_INDEX": index.url}


def _html(sha256: str) -> bytes:
    links = [
        "acme-1.0-py3-none-any.whl",
        "acme-0.9.tar.gz",
        f"acme-1.0.tar.gz#sha256={sha256}",
        "acme-tools-1.0.tar.gz",
    ]
    return "".join(f'<a href="../../files/{link}">x</a>' for link in links).encode()


def test_html_page_leads_to_the_sdist(index: _Index, sdist: bytes, tmp_path: Path) -> None:
    page = _html(hashlib.sha256(sdist).hexdigest())
    index.pages["/simple/acme/"] = ("text/html", page)
    target = tmp_path / "target"
    target.mkdir()
    path = simple_index.download_sdist("acme", "1.0", target, _environment(index))
    assert path is not None
    assert path.read_bytes() == sdist


def test_json_page_leads_to_the_sdist(index: _Index, sdist: bytes, tmp_path: Path) -> None:
    hashes = {"sha256": hashlib.sha256(sdist).hexdigest()}
    file = {"filename": "acme-1.0.tar.gz", "url": "/files/acme-1.0.tar.gz", "hashes": hashes}
    page = json.dumps({"files": [file]}).encode()
    index.pages["/simple/acme/"] = ("application/vnd.pypi.simple.v1+json", page)
    path = simple_index.download_sdist("Acme", "1.0.0", tmp_path, _environment(index))
    assert path is not None
    assert path.name == "acme-1.0.tar.gz"


def test_file_with_another_hash_is_refused(index: _Index, sdist: bytes, tmp_path: Path) -> None:
    assert sdist
    index.pages["/simple/acme/"] = ("text/html", _html("0" * 64))
    with pytest.raises(UnsafeArchive, match="hash differs"):
        simple_index.download_sdist("acme", "1.0", tmp_path, _environment(index))


def test_version_that_no_index_has_is_none(index: _Index, tmp_path: Path) -> None:
    index.pages["/simple/acme/"] = ("text/html", b"")
    environment = {**_environment(index), "UV_INDEX": f"more={index.url}/more"}
    assert simple_index.download_sdist("acme", "3.0", tmp_path, environment) is None


def test_index_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    environment = {"UV_DEFAULT_INDEX": "http://me:secret@127.0.0.1:9/simple"}
    with pytest.raises(SourceError, match="did not answer for acme") as raised:
        simple_index.download_sdist("acme", "1.0", tmp_path, environment)
    assert "secret" not in str(raised.value)


def test_uv_settings_become_pip_options() -> None:
    environment = {"UV_DEFAULT_INDEX": "a=http://a.test/s", "UV_EXTRA_INDEX_URL": "http://b.test/s"}
    assert simple_index.uv_options(environment) == [
        "--index-url",
        "http://a.test/s",
        "--extra-index-url",
        "http://b.test/s",
    ]
