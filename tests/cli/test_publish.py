"""``snippet-widget publish``: from the file to the catalog, and what it says."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from snippet_widget.catalog import open_catalog
from snippet_widget.cli import main
from tests.fern_builder import fern_python
from tests.package_builder import build_wheel

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@pytest.fixture
def catalog(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'catalog.db'}"


def publish(catalog: str, *arguments: str) -> Result:
    named = ["publish", "--org", "acme", "--api", "users", "--catalog", catalog]
    return CliRunner().invoke(main, [*named, *arguments])


def published(catalog: str) -> list[str]:
    async def read() -> list[str]:
        async with open_catalog(catalog) as opened:
            apis = await opened.apis()
            listed = await opened.sdks([api.key for api in apis])
            return [f"{s.package} {s.version}" for sdks in listed.values() for s in sdks]

    return asyncio.run(read())


def test_wheel_is_published_and_the_table_counts_it(catalog: str, tmp_path: Path) -> None:
    done = publish(catalog, str(build_wheel(tmp_path, fern_python())))
    assert done.exit_code == 0, done.output
    assert "Python · sync 1" in done.stdout
    assert "Python · async 1" in done.stdout
    assert "Published acme 1.0 in acme/users." in done.stdout
    assert "\x1b" not in done.output  # no terminal: no colors and no progress bar
    assert published(catalog) == ["acme 1.0"]


def test_dry_run_stores_nothing(catalog: str, tmp_path: Path) -> None:
    done = publish(catalog, str(build_wheel(tmp_path, fern_python())), "--dry-run")
    assert done.exit_code == 0
    assert "Dry run: nothing was stored. acme 1.0 can be published in acme/users." in done.stdout
    assert not (tmp_path / "catalog.db").exists()


def test_json_says_what_was_published(catalog: str, tmp_path: Path) -> None:
    done = publish(catalog, str(build_wheel(tmp_path, fern_python())), "--json")
    (told,) = json.loads(done.stdout)["publications"]
    assert told["sdk"] == {"type": "python", "package": "acme", "version": "1.0"}
    assert told["snippets"] == {"sync_client": 1, "async_client": 1}
    assert told["replaced"] is False


def test_warnings_are_counted_by_kind(catalog: str, tmp_path: Path) -> None:
    call = "client.users.get(user_id='u', color='red')"
    files = fern_python(example=f"from acme import Akme\n\nclient = Akme()\n{call}\n")
    done = publish(catalog, str(build_wheel(tmp_path, files)))
    assert "Akme of acme is not there to import (1 snippet)" in done.stdout
    assert "… takes no argument … (1 snippet)" in done.stdout


def test_published_version_needs_replace(catalog: str, tmp_path: Path) -> None:
    wheel = str(build_wheel(tmp_path, fern_python()))
    assert publish(catalog, wheel).exit_code == 0
    again = publish(catalog, wheel)
    assert again.exit_code == 1
    assert "python:acme==1.0 is already published" in again.stderr
    assert "exactly as it is here" in again.stderr
    replaced = publish(catalog, wheel, "--replace")
    assert replaced.exit_code == 0
    assert "0 endpoints added, 0 changed, 0 removed" in replaced.stdout


def test_nothing_is_published_when_one_source_fails(catalog: str, tmp_path: Path) -> None:
    good = str(build_wheel(tmp_path, fern_python()))
    broken = tmp_path / "broken-1.0-py3-none-any.whl"
    broken.write_bytes(b"PK\x03\x04 and then nothing")
    done = publish(catalog, good, str(broken))
    assert done.exit_code == 1
    assert "broken-1.0-py3-none-any.whl" in done.stderr
    assert "damaged" in done.stderr
    assert not (tmp_path / "catalog.db").exists()


def test_a_document_with_more_snippets_than_are_read_is_an_error(
    catalog: str, tmp_path: Path
) -> None:
    snippet = {"type": "ruby", "client": "x"}
    entries = [
        {"id": {"method": "GET", "path": f"/e{number}"}, "snippet": snippet}
        for number in range(10_001)
    ]
    document = tmp_path / "snippet.json"
    document.write_text(json.dumps({"endpoints": entries}))
    done = publish(catalog, str(document), "--sdk", "ruby:acme==1.0")
    assert done.exit_code == 1
    assert "snippet.json has 10001 snippets in ruby, and 10000 are read of one SDK" in done.stderr
    assert published(catalog) == []


def test_nothing_is_published_when_the_second_is_there_already(
    catalog: str, tmp_path: Path
) -> None:
    old = str(build_wheel(tmp_path, fern_python(), version="1.0"))
    new = str(build_wheel(tmp_path, fern_python(), version="1.1"))
    assert publish(catalog, old).exit_code == 0
    assert publish(catalog, new, old).exit_code == 1
    assert published(catalog) == ["acme 1.0"]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("no-such-file.whl", "There is no file no-such-file.whl"),
        ("installed:no-such-package", "No distribution named 'no-such-package' is installed"),
        ("installed:click", "click"),
        ("pypi:", "names no package"),
        ("pypi:../evil", "is not a package"),
        ("npm:./folder", "is not a package"),
        (".", "layout is not recognized"),
    ],
)
def test_what_cannot_be_read_is_named_with_the_next_step(
    catalog: str, source: str, said: str
) -> None:
    done = publish(catalog, source)
    assert done.exit_code == 1
    assert said in done.stderr
    assert "Traceback" not in done.output


def test_layout_that_is_not_recognized_says_so(catalog: str, tmp_path: Path) -> None:
    done = publish(catalog, str(build_wheel(tmp_path, {"acme/__init__.py": "x = 1\n"})))
    assert done.exit_code == 1
    assert "acme 1.0 (wheel) was read, but its layout is not recognized" in done.stderr
