"""Reading happens in another process: what breaks there is an error here, and nothing is run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from snippet_widget.errors import LayoutNotRecognized, UnsafeArchive
from snippet_widget.publishing.reader_process import read
from snippet_widget.publishing.reader_worker import ReadFile
from tests.fern_builder import fern_python, fern_typescript
from tests.package_builder import build_sdist, build_tarball, build_wheel

if TYPE_CHECKING:
    from pathlib import Path


def test_wheel_is_read(tmp_path: Path) -> None:
    (publication,) = read(ReadFile(str(build_wheel(tmp_path, fern_python())))).publications
    assert publication.sdk.package == "acme"
    assert publication.endpoints[0].full is not None


def test_nothing_that_is_read_is_run(tmp_path: Path) -> None:
    mark = tmp_path / "it-was-run"
    run = f"open({str(mark)!r}, 'w').close()\n"
    files = {name: run + text for name, text in fern_python().items() if name.endswith(".py")}
    hooks = {
        "setup.py": run,
        "conftest.py": run,
        "sitecustomize.py": run,
        "acme.pth": f"import os; {run}",
    }
    read(ReadFile(str(build_wheel(tmp_path, {**files, **hooks}))))
    read(ReadFile(str(build_sdist(tmp_path, {**files, **hooks}))))
    scripts = '"scripts": {"prepack": "touch it-was-run", "install": "touch it-was-run"}, '
    npm = fern_typescript()
    npm["package.json"] = npm["package.json"].replace("{", "{" + scripts, 1)
    read(ReadFile(str(build_tarball(tmp_path, npm))))
    assert not mark.exists()


def test_reader_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(UnsafeArchive, match=r"more than 0\.001 seconds"):
        read(ReadFile(str(build_wheel(tmp_path, fern_python()))), seconds=0.001)


@pytest.mark.parametrize(
    "source",
    [
        "(" * 100_000,
        "x = " + "-" * 200_000 + "1",
        "x = " + "a." * 200_000 + "b",
        "x" + "[0" * 50_000,
        "\0",
        "if x:\n" + "".join(" " * n + "if x:\n" for n in range(1, 200)),
        "".join(f"x = {n};" for n in range(100_000)),
        '"""' * 99_999,
    ],
    ids=["parentheses", "minus", "dots", "brackets", "nul", "indentation", "statements", "quotes"],
)
def test_python_made_to_break_parsers_is_left_out(tmp_path: Path, source: str) -> None:
    files = fern_python()
    files["acme/types/evil.py"] = source
    files["acme/evil_client.py"] = f"class X: SyncClientWrapper(\n{source}"
    files["acme/environment.py"] = source
    (publication,) = read(ReadFile(str(build_wheel(tmp_path, files))), seconds=30).publications
    assert len(publication.endpoints) == 1


@pytest.mark.parametrize(
    "source",
    ["(" * 100_000, "{" * 100_000, "`${" * 50_000, "a<" * 100_000, "\0" * 1000, "/*" * 100_000],
    ids=["parentheses", "braces", "templates", "generics", "nul", "comments"],
)
def test_javascript_made_to_break_parsers_is_left_out(tmp_path: Path, source: str) -> None:
    files = fern_typescript(readme=f"```ts\n{source}\n```\n")
    files["reference.md"] += (
        f"<details><summary><code>client.x(</code></summary>\n```ts\n{source}\n```\n"
    )
    files["api/resources/users/client/Client.d.ts"] = source
    files["core/evil.js"] = source
    (publication,) = read(ReadFile(str(build_tarball(tmp_path, files))), seconds=30).publications
    assert len(publication.endpoints) == 3


def test_more_memory_than_is_given_is_an_error(tmp_path: Path) -> None:
    files = fern_python()
    files["acme/users/client.py"] += "".join(f"X{n} = [{n}, {n}]\n" for n in range(100_000))
    job = ReadFile(str(build_wheel(tmp_path, files)))
    with pytest.raises(UnsafeArchive, match="needs more memory"):
        read(job, memory=40 * 2**20)


def test_unrecognized_layout_keeps_its_class(tmp_path: Path) -> None:
    advice = "publish FILE --sdk python:acme==1.0 --org ORGANIZATION --api API"
    with pytest.raises(LayoutNotRecognized, match=rf"acme 1\.0 \(wheel\).*{advice}"):
        read(ReadFile(str(build_wheel(tmp_path, {"acme.py": ""}))))


def test_recognized_layout_without_endpoints_says_so(tmp_path: Path) -> None:
    files = {"acme/core/client_wrapper.py": "class SyncClientWrapper: pass\n"}
    with pytest.raises(LayoutNotRecognized, match="no endpoint could be read"):
        read(ReadFile(str(build_wheel(tmp_path, files))))
