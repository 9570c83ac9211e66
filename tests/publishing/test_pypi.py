"""Wheels come through pip, within bounds; sdists where snippets are in them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from snippet_widget.errors import UnsafeArchive
from snippet_widget.publishing import read_source
from snippet_widget.publishing.fetching import pypi
from tests.package_builder import build_sdist, build_wheel
from tests.package_index import PackageIndex, package_index
from tests.stainless_builder import stainless_python, stainless_sdist

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PackageIndex]:
    """Run the one index that pip may ask, and that a project's uv.toml names."""
    with package_index() as server:
        project = tmp_path / "project"
        project.mkdir()
        (project / "uv.toml").write_text(f'[[index]]\nurl = "{server.url}"\ndefault = true\n')
        monkeypatch.chdir(project)
        monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
        monkeypatch.setenv("PIP_CACHE_DIR", str(tmp_path / "cache"))
        monkeypatch.delenv("PIP_INDEX_URL", raising=False)
        monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
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
        pypi.wheel("acme", target, largest=50_000)
    assert pypi.wheel("acme", target).stat().st_size > 100_000
