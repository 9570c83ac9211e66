"""A catalog is backed up and restored whole, into either kind of store, row by row."""

from __future__ import annotations

import gzip
import itertools
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from snippet_widget.cli import main
from snippet_widget.client import SnippetClient
from tests.publication_builder import a_publication
from tests.service_builder import publish, running_service, with_catalog
from tests.service_process import a_token

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    from snippet_widget.catalog import Catalog
    from snippet_widget.catalog.backup import Row


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


async def rows(catalog: Catalog) -> list[Row]:
    return [row async for row in catalog.dump()]


@pytest.mark.parametrize(
    ("source", "target"), list(itertools.product(["sqlite", "postgresql"], repeat=2))
)
def test_everything_comes_back(
    source: str, target: str, new_catalog_url: Callable[[str], str], tmp_path: Path
) -> None:
    url, other, third = (new_catalog_url(kind) for kind in (source, target, source))
    publish(url, "org", "api", a_publication("python:acme==1.0", "GET /a/{id}", "POST /é"))
    publish(url, "org", "api", a_publication("go:acme==1.0.0"))
    token = a_token(url)
    ended = run("token", "create", "--org", "b", "--org", "a", "--write", "--catalog", url)
    assert ended.exit_code == 0
    assert (
        run("yank", "go:acme==1.0.0", "--org", "org", "--api", "api", "--catalog", url).exit_code
        == 0
    )
    file = tmp_path / "backup.gz"
    assert run("catalog", "backup", str(file), "--catalog", url).exit_code == 0
    assert file.stat().st_mode & 0o777 == 0o600
    restored = run("catalog", "restore", str(file), "--catalog", other)
    assert "found each equal" in restored.output
    copied = run("catalog", "copy", "--all", other, third)
    assert "found each equal" in copied.output
    wanted = with_catalog(url, rows)
    assert {table for table, _ in wanted} == {
        *("api", "sdk", "endpoint", "snippet", "token", "audit")
    }
    assert with_catalog(other, rows) == with_catalog(third, rows) == wanted
    publish(other, "org", "api", a_publication("go:acme==2.0.0"))  # numbered after the others
    with running_service(other) as service, SnippetClient(service.url, token) as client:
        assert [snippet.type for snippet in client.get("GET", "/a/1")] == ["python"]
    again = run("catalog", "restore", str(file), "--catalog", other)
    assert again.exit_code == 1
    assert "is not empty" in again.stderr


def test_what_is_no_whole_backup_restores_nothing(tmp_path: Path) -> None:
    url, empty = f"sqlite:///{tmp_path}/a.db", f"sqlite:///{tmp_path}/b.db"
    publish(url, "org", "api", a_publication())
    file = tmp_path / "backup.gz"
    assert run("catalog", "backup", str(file), "--catalog", url).exit_code == 0
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    cut = [b"no gzip", file.read_bytes()[:-20], gzip.compress(b"".join(lines[:-1]))]
    cut += [gzip.compress(b"".join(lines[:2] + lines[3:])), gzip.compress(b"{}\n")]
    for content in cut:
        file.write_bytes(content)
        refused = run("catalog", "restore", str(file), "--catalog", empty)
        assert refused.exit_code == 1
        assert "Nothing was restored." in refused.stderr
        assert content != cut[0] or not list(tmp_path.glob("b.db*"))  # it was not there before
        assert with_catalog(empty, rows) == []
    assert run("catalog", "backup", str(file), "--catalog", url).exit_code == 1  # it is there
