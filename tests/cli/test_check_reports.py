"""How ``check`` says what it has found: reports, annotations, summaries, JUnit."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from snippet_widget.cli import main
from tests import notebook_builder as build
from tests.checked_project import UNKNOWN, catalog_of_three_versions, cell, check, edited, enter
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(tmp_path, monkeypatch)


@pytest.fixture
def catalog(tmp_path: Path) -> str:
    return catalog_of_three_versions(tmp_path)


def test_broken_file_is_annotated_at_its_line(catalog: str, tmp_path: Path) -> None:
    (tmp_path / "docs/broken.ipynb").write_text('{\n "cells": [\n  {"a": }\n ]\n}\n')
    (tmp_path / "docs/marked.ipynb").write_bytes(b"\xef\xbb\xbf{}")
    result = check("--format", "github", catalog=catalog)
    assert result.exit_code == 3
    assert "::error file=docs/broken.ipynb,line=3,title=Document::" in result.stdout
    assert "line=1,title=Document::docs/marked.ipynb begins with a byte order mark" in result.stdout


@pytest.mark.parametrize("repository", ["git", "workspace"])
def test_annotations_name_files_as_their_repository_does(
    catalog: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, repository: str
) -> None:
    build.written(tmp_path / "docs/a.ipynb", build.notebook(cell()))
    if repository == "git":
        (tmp_path / ".git").mkdir()
    workspace = tmp_path if repository == "workspace" else tmp_path.parent
    environment = {"GITHUB_WORKSPACE": str(workspace)}
    monkeypatch.chdir(tmp_path / "docs")
    for named in ("a.ipynb", str(tmp_path / "docs"), "../docs"):
        options = ["check", named, "--catalog", catalog, "--format", "github"]
        lines = CliRunner().invoke(main, options, env=environment).stdout.splitlines()
        assert lines[0].startswith("::error file=docs/a.ipynb,line=")


def test_at_most_ten_annotations_and_a_count(catalog: str, tmp_path: Path) -> None:
    cells = [edited(), *[cell()] * 14]
    build.written(tmp_path / "docs/a.ipynb", build.notebook(*cells))
    summary = tmp_path / "summary.md"
    options = ["check", "docs", "--catalog", catalog, "--format", "github"]
    result = CliRunner().invoke(main, options, env={"GITHUB_STEP_SUMMARY": str(summary)})
    lines = result.stdout.splitlines()
    assert [line.startswith("::error ") for line in lines] == [True] * 10 + [False] * 2
    assert lines[10] == "15 findings, of which 10 are annotated."
    assert summary.read_text().count("| docs/a.ipynb |") == 15


def test_every_file_has_annotations_before_one_has_more(catalog: str, tmp_path: Path) -> None:
    build.written(tmp_path / "docs/a.ipynb", build.notebook(*[cell()] * 14))
    build.written(tmp_path / "docs/b.ipynb", build.notebook(cell("2.0.0", "other"), edited()))
    build.written(tmp_path / "docs/c.ipynb", build.notebook(*[UNKNOWN] * 2))
    lines = check("--format", "github", catalog=catalog).stdout.splitlines()
    files = [line.split(",")[0].rpartition("/")[2] for line in lines[:10]]
    assert files[:5] == ["a.ipynb", "b.ipynb", "c.ipynb", "a.ipynb", "c.ipynb"]
    assert files[5:] == ["a.ipynb"] * 5
    assert lines[10] == "17 findings, of which 10 are annotated."


def test_quiet_report_lists_what_somebody_should_look_at(catalog: str, tmp_path: Path) -> None:
    mine = {**edited(), "metadata": cell("2.0.0", "other")["metadata"]}
    fine = [cell("2.0.0", "other"), cell(version_range="<2"), mine]
    build.written(tmp_path / "docs/a.ipynb", build.notebook(*fine))
    build.written(tmp_path / "docs/b.ipynb", build.notebook(*fine, cell()))
    found = check("--quiet", catalog=catalog)
    lines = [line for line in found.stdout.splitlines() if not line.startswith("    ")]
    assert (found.exit_code, lines[0]) == (1, "docs/b.ipynb")
    assert lines[1].startswith("  cell 4: newer SDK published")
    assert lines[2].startswith("7 cells in 2 documents: 2 current, ")
    assert len(lines) == 3
    policy = check("-q", "--fail-on", "edited", catalog=catalog)
    assert policy.stdout.count("edited by hand ·") == 2
    updated = check("-q", "--update", catalog=catalog).stdout
    assert "2 cells (2, 4): updated\n" in updated
    assert "+import acme; other GET /ping" not in updated
    quiet = check("-q", catalog=catalog)
    assert (quiet.exit_code, len(quiet.stdout.splitlines())) == (0, 1)


def test_summary_is_written_for_github_alone(catalog: str, tmp_path: Path) -> None:
    build.written(tmp_path / "docs/a.ipynb", build.notebook(cell()))
    summary = tmp_path / "summary.md"
    environment = {"GITHUB_STEP_SUMMARY": str(summary)}
    CliRunner().invoke(main, ["check", "docs", "--catalog", catalog], env=environment)
    assert not summary.exists()
    check("--summary", str(summary), catalog=catalog)
    assert "**Snippet: newer SDK published**" in summary.read_text()


@pytest.mark.parametrize("named", ["option", "variable"])
def test_summary_that_cannot_be_written_is_one_line_before_anything_is_done(
    catalog: str, tmp_path: Path, named: str
) -> None:
    path = build.written(tmp_path / "docs/a.ipynb", build.notebook(cell()))
    before = path.read_bytes()
    options = ["--summary", "nodir/s.md"] if named == "option" else ["--format", "github"]
    command = ["check", "docs", "--update", "--catalog", catalog, *options]
    result = CliRunner().invoke(main, command, env={"GITHUB_STEP_SUMMARY": "nodir/s.md"})
    assert result.exit_code == 3
    assert result.stderr == (
        "Error: nodir/s.md cannot be written: No such file or directory. Name a file in a folder "
        "that is there and writable.\n"
    )
    assert path.read_bytes() == before
    CliRunner().invoke(main, command[:-2], env={"GITHUB_STEP_SUMMARY": "nodir/s.md"})
    assert path.read_bytes() != before


def test_summary_has_no_link_or_image_of_a_record(catalog: str, tmp_path: Path) -> None:
    forged = cell(method="[x](http://e.test)", path="/a|b`c`![i](//e.test/i.png)<b>__d__")
    build.written(tmp_path / "docs/a.ipynb", build.notebook(forged))
    check("--summary", "summary.md", catalog=catalog)
    written = (tmp_path / "summary.md").read_text()
    assert r"\[x](http://e.test) /a\|b`c`!\[i](//e.test/i.png)\<b>\_\_d\_\_" in written


def test_junit_has_a_case_for_each_cell(catalog: str, tmp_path: Path) -> None:
    build.written(tmp_path / "docs/a.ipynb", build.notebook(cell(), cell("2.0.0", "other")))
    (tmp_path / "docs/b.ipynb").write_text("{")
    result = check("--format", "junit", catalog=catalog)
    suites = ET.fromstring(result.stdout)  # noqa: S314 - our own
    counts = [(s.get("tests"), s.get("failures"), s.get("errors")) for s in suites]
    assert counts == [("2", "1", "0"), ("1", "0", "1")]
    failure = suites.find("testsuite/testcase/failure")
    assert failure is not None
    assert "+import acme; other GET /ping" in (failure.text or "")


def test_update_says_that_what_it_has_written_hides_something(catalog: str, tmp_path: Path) -> None:
    build.written(tmp_path / "docs/a.ipynb", build.notebook(cell(), cell()))
    hidden = a_publication("python:acme==3.0.0", source="pay(\N{RIGHT-TO-LEFT OVERRIDE})")
    publish(catalog, "org", "api", hidden)
    assert check(catalog=catalog).stderr == ""
    updated = check("--update", catalog=catalog)
    assert (updated.exit_code, updated.stderr.count("\n")) == (0, 1)
    assert (
        "the code of GET /ping in docs/a.ipynb has characters that are not seen" in updated.stderr
    )
    assert "⟨U+202E⟩. So has 1 other snippet." in updated.stderr
