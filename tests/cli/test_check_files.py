"""Which files ``check`` looks at, and which it writes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from snippet_widget.cli import main
from tests import notebook_builder as build
from tests.checked_project import catalog_of_three_versions, cell, check, enter

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(tmp_path, monkeypatch)


@pytest.fixture
def catalog(tmp_path: Path) -> str:
    return catalog_of_three_versions(tmp_path)


def test_what_is_built_or_installed_is_left_out(catalog: str, tmp_path: Path) -> None:
    folders = ["_build", "node_modules", "site", ".ipynb_checkpoints", "mine", "drafts", "kept"]
    for folder in folders:
        (tmp_path / "docs" / folder / "below").mkdir(parents=True)
        build.written(tmp_path / "docs" / folder / "below/a.ipynb", build.notebook(cell()))
    (tmp_path / "docs/mine/pyvenv.cfg").touch()
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.ipynb")}
    result = check("--update", "--exclude", "drafts/*", catalog=catalog)
    assert result.exit_code == 0
    changed = [path for path, data in before.items() if path.read_bytes() != data]
    assert [path.relative_to(tmp_path / "docs").parts[0] for path in changed] == ["kept"]


def test_files_with_markers_that_are_passed_over_are_counted(catalog: str, tmp_path: Path) -> None:
    marked = "<!-- snippet-widget: {} -->\n"
    build.written(tmp_path / "docs/a.ipynb", build.notebook(cell("2.0.0", "other")))
    left_out = {"build/b.md", "build/deep/c.rst", ".drafts/d.md", "guide.mdx", "old/build/e.md"}
    others = {"_build/f.md", ".git/g.md", "mine/h.md", "other.mdx", "build/i.md", "drafts/j.mdx"}
    for name in {*left_out, *others}:
        (tmp_path / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        text = "" if name in ("other.mdx", "build/i.md", "mine/h.md") else marked
        (tmp_path / "docs" / name).write_text(text)
    build.written(tmp_path / "docs/build/k.ipynb", build.notebook(cell()))
    (tmp_path / "docs/wide.md").write_text(marked, encoding="utf-16")
    found = check("--exclude", "drafts", catalog=catalog)
    assert found.exit_code == 0
    assert found.stdout.startswith("docs/a.ipynb\n")
    (last,) = found.stdout.splitlines()[-1:]
    assert last.startswith("1 cell in 1 document: 1 current. Passed over, though with markers: ")
    reasons = last.rpartition(": ")[2].rstrip(".").split(", ")
    assert sorted(reasons) == ["1 .drafts/", "1 .mdx", "1 not UTF-8", "4 build/"]
    counted = json.loads(check("--exclude", "drafts", "--json", catalog=catalog).stdout)
    assert counted["passed_over"]["build/"] == 4
    (tmp_path / "docs/a.ipynb").unlink()
    nothing = check("--exclude", "drafts", catalog=catalog)
    assert (nothing.exit_code, "4 build/" in nothing.stderr) == (2, True)


def test_file_that_is_named_is_checked_wherever_it_is(catalog: str, tmp_path: Path) -> None:
    (tmp_path / "docs/_build").mkdir()
    path = build.written(tmp_path / "docs/_build/a.ipynb", build.notebook(cell()))
    result = CliRunner().invoke(main, ["check", str(path), "--catalog", catalog])
    assert result.exit_code == 1


def test_update_writes_no_file_outside_of_what_was_named(catalog: str, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    target = build.written(tmp_path / "shared/a.ipynb", build.notebook(cell()))
    (tmp_path / "docs/a.ipynb").symlink_to(target)
    before = target.read_bytes()
    assert check(catalog=catalog).exit_code == 1
    result = check("--update", catalog=catalog)
    assert (result.exit_code, target.read_bytes()) == (3, before)
    assert f"docs/a.ipynb is a link to {target}, outside of what was named" in result.stderr
    assert "1 newer SDK published" in result.stdout
    assert check("--update", "shared", catalog=catalog).exit_code == 0
    assert (tmp_path / "docs/a.ipynb").read_bytes() != before
    assert check("--update", catalog=catalog).exit_code == 0  # nothing is to be done there
    target.write_bytes(before)
    assert check("--update", "docs/a.ipynb", catalog=catalog).exit_code == 0


def test_nothing_to_check_is_no_green_light(catalog: str, tmp_path: Path) -> None:
    (tmp_path / "docs" / "page.md").write_text("Prose.")
    result = check(catalog=catalog)
    assert result.exit_code == 2
    assert "There is nothing to check in docs: no notebook, and no page" in result.stderr
