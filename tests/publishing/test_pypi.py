"""Wheels come through pip, within bounds; sdists where snippets are in them."""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING

import pytest

from snippet_widget.errors import SourceError, SourceNotFound, UnsafeArchive
from snippet_widget.publishing import read_source
from snippet_widget.publishing.fetching import pypi
from snippet_widget.publishing.fetching.download_errors import download_error
from tests.fern_builder import fern_python
from tests.package_builder import build_sdist, build_wheel
from tests.package_index import PackageIndex, package_index
from tests.stainless_builder import stainless_python, stainless_sdist

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PackageIndex]:
    """Run the one index that pip may ask: the user's own pip.conf names it."""
    with package_index() as server:
        for variable in [name for name in os.environ if name.startswith("PIP_")]:
            monkeypatch.delenv(variable)
        settings = tmp_path / "home" / ".config" / "pip"
        settings.mkdir(parents=True)
        (settings / "pip.conf").write_text(f"[global]\nindex-url = {server.url}\n")
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
        monkeypatch.setenv("PIP_DISABLE_PIP_VERSION_CHECK", "1")
        yield server


def _offer(index: PackageIndex, *files: Path) -> None:
    links = "".join(f'<a href="/files/{file.name}">x</a>' for file in files)
    index.pages["/simple/acme/"] = ("text/html", f"<!DOCTYPE html>{links}".encode())
    for file in files:
        index.pages[f"/files/{file.name}"] = ("application/octet-stream", file.read_bytes())


def test_snippets_come_from_the_sdist_beside_the_wheel(index: PackageIndex, tmp_path: Path) -> None:
    _offer(
        index,
        build_wheel(tmp_path, stainless_python()),
        build_sdist(tmp_path, stainless_sdist("", "", "")),
    )
    (publication,) = read_source("pypi:acme==1.0")
    assert any(endpoint.full for endpoint in publication.endpoints)


def test_wheel_without_its_sdist_says_where_the_snippets_would_be(
    index: PackageIndex, tmp_path: Path
) -> None:
    _offer(index, build_wheel(tmp_path, stainless_python()))
    (publication,) = read_source("pypi:acme")
    assert publication.problems[0].message.endswith(
        "acme keeps those in its sdist, and no package index has that of 1.0."
    )


def test_wheel_that_is_too_large_is_given_up(index: PackageIndex, tmp_path: Path) -> None:
    _offer(index, build_wheel(tmp_path, {"acme/data.bin": os.urandom(100_000).hex()}))
    target = tmp_path / "target"
    target.mkdir()
    with pytest.raises(UnsafeArchive, match="acme is larger than 50000 bytes"):
        pypi.download_wheel("acme", target, largest=50_000)
    assert pypi.download_wheel("acme", target).path.stat().st_size > 100_000


@pytest.fixture
def sdist(tmp_path: Path, index: PackageIndex) -> bytes:
    """Return an sdist that the index offers for download."""
    data = build_sdist(tmp_path, {"src/acme/__init__.py": ""}).read_bytes()
    index.pages["/files/acme-1.0.tar.gz"] = ("application/octet-stream", data)
    return data


def _json_page(sha256: str) -> tuple[str, bytes]:
    hashes = {"sha256": sha256}
    file = {"filename": "acme-1.0.tar.gz", "url": "/files/acme-1.0.tar.gz", "hashes": hashes}
    page = {"meta": {"api-version": "1.0"}, "name": "acme", "files": [file]}
    return "application/vnd.pypi.simple.v1+json", json.dumps(page).encode()


def _html_page(sha256: str) -> tuple[str, bytes]:
    links = ("acme-1.0-py3-none-any.whl", "acme-0.9.tar.gz", f"acme-1.0.tar.gz#sha256={sha256}")
    text = "".join(f'<a href="../../files/{link}">x</a>' for link in links)
    return "text/html", f"<!DOCTYPE html>{text}".encode()


@pytest.mark.parametrize("page", [_json_page, _html_page], ids=["json", "html"])
def test_sdist_is_downloaded_and_not_built(
    index: PackageIndex,
    sdist: bytes,
    tmp_path: Path,
    page: Callable[[str], tuple[str, bytes]],
) -> None:
    index.pages["/simple/acme/"] = page(hashlib.sha256(sdist).hexdigest())
    target = tmp_path / "target"
    target.mkdir()
    path = pypi.sdist("Acme", "1.0.0", target)
    assert path is not None
    assert path.read_bytes() == sdist


def test_sdist_with_another_hash_is_refused(
    index: PackageIndex, sdist: bytes, tmp_path: Path
) -> None:
    assert sdist
    index.pages["/simple/acme/"] = _html_page("0" * 64)
    target = tmp_path / "target"
    target.mkdir()
    with pytest.raises(UnsafeArchive, match="hash differs"):
        pypi.sdist("acme", "1.0", target)


def test_sdist_that_is_too_large_is_given_up(
    index: PackageIndex, sdist: bytes, tmp_path: Path
) -> None:
    index.pages["/simple/acme/"] = _html_page(hashlib.sha256(sdist).hexdigest())
    target = tmp_path / "target"
    target.mkdir()
    with pytest.raises(UnsafeArchive, match="larger than 50 bytes"):
        pypi.sdist("acme", "1.0", target, largest=50)


def test_index_that_fails_is_told_without_its_password(
    index: PackageIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.pages["/simple/acme/"] = _html_page("0" * 64)  # the file itself is missing
    monkeypatch.setenv("PIP_INDEX_URL", index.url.replace("//", "//me:hunter2@"))
    with pytest.raises(SourceError, match="could not download the sdist of acme") as raised:
        pypi.sdist("acme", "1.0", tmp_path)
    assert "hunter2" not in str(raised.value)


def test_a_yanked_version_and_one_for_another_platform_are_said(
    index: PackageIndex, tmp_path: Path
) -> None:
    wheel = build_wheel(tmp_path, fern_python())
    _offer(index, wheel)
    link = f'<a href="/files/{wheel.name}" data-yanked="it leaks">x</a>'
    index.pages["/simple/acme/"] = ("text/html", f"<!DOCTYPE html>{link}".encode())
    (publication,) = read_source("pypi:acme==1.0")
    said = "acme 1.0 was yanked from its index: it leaks. Publish another version, or yank this"
    assert any(problem.message.startswith(said) for problem in publication.problems)
    other = '<a href="/files/acme-1.0-cp310-cp310-win_arm64.whl">x</a>'
    index.pages["/simple/acme/"] = ("text/html", f"<!DOCTYPE html>{other}".encode())
    with pytest.raises(SourceError, match=r"no wheel of acme==1\.0 for this platform"):
        read_source("pypi:acme==1.0")


def test_an_index_that_is_away_is_no_misspelling(
    index: PackageIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert index
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:1/simple")
    with pytest.raises(SourceError, match="Is this machine online") as raised:
        read_source("pypi:acme==1.0")
    assert not isinstance(raised.value, SourceNotFound)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("Could not fetch URL x: proxy connection error: ('Unable to connect to proxy'", "proxy"),
        ("npm error request to x failed, reason: getaddrinfo EAI_AGAIN x", "machine online"),
        ("WARNING: 401 Error, Credentials not correct for x", "credentials"),
        ("SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]", "certificate"),
        ("ERROR: [Errno 28] No space left on device: '/tmp/x'", "no room"),
    ],
)
def test_each_cause_of_a_failed_download_has_its_sentence(output: str, said: str) -> None:
    assert said in str(download_error(output, "pip"))
    assert download_error("ERROR: No matching distribution found for acme==1.0", "pip") is None
