"""What a source is called, and where each kind is read from."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from snippet_widget.errors import ConfigurationError, LayoutNotRecognized, SourceNotFound
from snippet_widget.publishing import read_source
from tests.fern_builder import fern_python, fern_typescript
from tests.package_builder import build_sdist, build_tarball, build_wheel

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder in which the Fern SDK "acme" is installed."""
    site = tmp_path / "site"
    files = fern_python()
    files["acme-1.0.dist-info/METADATA"] = "Metadata-Version: 2.1\nName: Acme\nVersion: 1.0\n"
    files["acme/client.py"] = f"raise SystemExit('imported')\n{files['acme/client.py']}"
    record = [*files, "acme-1.0.dist-info/RECORD", "../outside.py", "acme/not_there.pyc"]
    files["acme-1.0.dist-info/RECORD"] = "".join(f"{path},,\n" for path in record)
    for path, text in files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text)
    (tmp_path / "outside.py").write_text("secret")
    monkeypatch.syspath_prepend(site)
    return site


def test_installed_distribution_is_read_and_never_imported(site: Path) -> None:
    assert site.is_dir()
    (publication,) = read_source("installed:acme")
    assert (publication.sdk.package, publication.sdk.version) == ("Acme", "1.0")
    assert publication.endpoints[0].full is not None
    assert any("outside.py" in problem.message for problem in publication.problems)
    assert "acme" not in sys.modules


def test_distribution_without_a_list_of_files_names_the_next_step(site: Path) -> None:
    (site / "acme-1.0.dist-info/RECORD").unlink()
    with pytest.raises(SourceNotFound, match=r"Publish pypi:acme==1\.0 instead"):
        read_source("installed:acme")


@pytest.mark.parametrize("build", [build_wheel, build_sdist])
def test_python_archives_are_told_by_their_content(tmp_path: Path, build: object) -> None:
    path: Path = build(tmp_path, fern_python())  # type: ignore[operator]
    path = path.rename(tmp_path / "no-suffix-at-all")
    (publication,) = read_source(str(path))
    assert publication.sdk.type == "python"
    assert len(publication.endpoints) == 1


def test_src_layout_of_an_sdist_is_read_as_a_wheel_is(tmp_path: Path) -> None:
    files = {f"src/{path}": text for path, text in fern_python().items()}
    (publication,) = read_source(str(build_sdist(tmp_path, files)))
    assert publication.endpoints[0].full is not None


def test_npm_tarball_is_read(tmp_path: Path) -> None:
    (publication,) = read_source(str(build_tarball(tmp_path, fern_typescript())))
    assert publication.sdk.type == "typescript"
    assert publication.sdk.package == "@acme/sdk"


def test_stages_are_reported(tmp_path: Path) -> None:
    stages: list[str] = []
    read_source(str(build_wheel(tmp_path, fern_python())), on_stage=stages.append)
    assert stages == ["read"]


@pytest.mark.parametrize("text", ["pypi:", "npm: ", "installed:", "pypi:a b", "npm:git+ssh://x"])
def test_text_that_names_no_package_is_refused(text: str) -> None:
    with pytest.raises(ConfigurationError):
        read_source(text)


@pytest.mark.parametrize("text", ["", "nothing.whl", "git:acme"])
def test_what_is_not_there_lists_the_forms(text: str) -> None:
    with pytest.raises(SourceNotFound, match="installed:NAME"):
        read_source(text)


def test_bundled_modules_are_named_as_what_keeps_a_package_from_being_read(tmp_path: Path) -> None:
    files = {"package.json": '{"name": "acme", "version": "1"}', "dist/index.js": "var a=1"}
    files |= {f"dist/api/resources/r{n}/Client.d.ts": "export class C {}" for n in range(20)}
    with pytest.raises(LayoutNotRecognized, match="its 20 modules are bundled into 1, in which"):
        read_source(str(build_tarball(tmp_path, files)))
