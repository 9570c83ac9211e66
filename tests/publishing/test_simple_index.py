"""Package indexes as plain HTTP: JSON and HTML pages, hashes, the user's settings."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest
import requests

from snippet_widget.errors import SourceError, UnsafeArchive
from snippet_widget.publishing.fetching import simple_index
from snippet_widget.publishing.fetching.uv_settings import UvSettings
from tests.package_builder import build_sdist
from tests.package_index import PackageIndex, package_index

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def index() -> Iterator[PackageIndex]:
    with package_index() as server:
        yield server


@pytest.fixture
def sdist(tmp_path: Path, index: PackageIndex) -> bytes:
    """Return an sdist that the index offers for download."""
    data = build_sdist(tmp_path, {"src/acme/__init__.py": ""}).read_bytes()
    index.pages["/files/acme-1.0.tar.gz"] = ("application/octet-stream", data)
    return data


def _settings(index: PackageIndex) -> UvSettings:
    return UvSettings(default=index.url)


def _html(sha256: str) -> bytes:
    links = [
        "acme-1.0-py3-none-any.whl",
        "acme-0.9.tar.gz",
        f"acme-1.0.tar.gz#sha256={sha256}",
        "acme-tools-1.0.tar.gz",
    ]
    return "".join(f'<a href="../../files/{link}">x</a>' for link in links).encode()


def test_html_page_leads_to_the_sdist(index: PackageIndex, sdist: bytes, tmp_path: Path) -> None:
    page = _html(hashlib.sha256(sdist).hexdigest())
    index.pages["/simple/acme/"] = ("text/html", page)
    target = tmp_path / "target"
    target.mkdir()
    path = simple_index.download_sdist("acme", "1.0", target, _settings(index))
    assert path is not None
    assert path.read_bytes() == sdist


def test_json_page_leads_to_the_sdist(index: PackageIndex, sdist: bytes, tmp_path: Path) -> None:
    hashes = {"sha256": hashlib.sha256(sdist).hexdigest()}
    file = {"filename": "acme-1.0.tar.gz", "url": "/files/acme-1.0.tar.gz", "hashes": hashes}
    page = json.dumps({"files": [file]}).encode()
    index.pages["/simple/acme/"] = ("application/vnd.pypi.simple.v1+json", page)
    path = simple_index.download_sdist("Acme", "1.0.0", tmp_path, _settings(index))
    assert path is not None
    assert path.name == "acme-1.0.tar.gz"


def test_file_with_another_hash_is_refused(
    index: PackageIndex, sdist: bytes, tmp_path: Path
) -> None:
    assert sdist
    index.pages["/simple/acme/"] = ("text/html", _html("0" * 64))
    with pytest.raises(UnsafeArchive, match="hash differs"):
        simple_index.download_sdist("acme", "1.0", tmp_path, _settings(index))


def test_version_that_no_index_has_is_none(index: PackageIndex, tmp_path: Path) -> None:
    index.pages["/simple/acme/"] = ("text/html", b"")
    settings = UvSettings(default=index.url, extra=(f"{index.url}/more",))
    assert simple_index.download_sdist("acme", "3.0", tmp_path, settings) is None


def test_index_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    settings = UvSettings(default="http://me:secret@127.0.0.1:9/simple")
    with pytest.raises(SourceError, match="did not answer for acme") as raised:
        simple_index.download_sdist("acme", "1.0", tmp_path, settings)
    assert "secret" not in str(raised.value)


def test_host_that_a_user_trusts_needs_no_certificate() -> None:
    session = simple_index._session(
        {"trusted-host": "a.test"}, UvSettings(insecure=("b.test:8443",))
    )
    checked = {
        url: type(session.get_adapter(url)) is requests.adapters.HTTPAdapter
        for url in (
            "https://a.test/x",
            "https://a.test:99/x",
            "https://b.test:8443/x",
            "https://c.test/",
        )
    }
    assert list(checked.values()) == [False, False, False, True]


def test_json_of_something_else_is_named(index: PackageIndex, tmp_path: Path) -> None:
    index.pages["/simple/acme/"] = ("application/json", b'["files"]')
    with pytest.raises(SourceError, match="PEP 691"):
        simple_index.download_sdist("acme", "1.0", tmp_path, _settings(index))
