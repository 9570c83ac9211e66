"""What makes ``check`` fail, which versions and files it looks at, and how it says so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cli import main
from snippet_widget.models import EndpointSelector
from tests import notebook_builder as build
from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, run_service

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

PING = SnippetQuery("org", "api", EndpointSelector("GET", "/ping"))


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a project without a policy, and in no continuous integration."""
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


@pytest.fixture
def catalog(tmp_path: Path) -> str:
    """Return a catalog that has 1.0.0, the same text in 1.1.0, and another in 2.0.0."""
    url = f"sqlite:///{tmp_path / 'catalog.db'}"
    for version, source in (("1.0.0", "call"), ("1.1.0", "call"), ("2.0.0", "other")):
        publish(url, "org", "api", a_publication(f"python:acme=={version}", source=source))
    return url


def cell(version: str = "1.0.0", source: str = "call", **changes: Any) -> dict[str, Any]:
    """Return the cell that a card of that version inserts."""
    (endpoint,) = a_publication(f"python:acme=={version}", source=source).endpoints
    assert endpoint.full
    card = card_contents([endpoint.full], PING)[0]
    record = {**card.metadata["snippet_widget"], **changes}
    return build.code_cell(card.cell_source, {"snippet_widget": record})


def edited(version: str = "1.0.0") -> dict[str, Any]:
    return {**cell(version), "source": ["mine()"]}


def check(*options: str, catalog: str) -> Result:
    return CliRunner().invoke(main, ["check", "docs", "--catalog", catalog, *options])


UNKNOWN = build.code_cell("x", {"snippet_widget": {}})


@pytest.mark.parametrize(
    ("found", "outcome", "status"),
    [
        (cell("2.0.0", "other"), "current", 0),
        (cell(version_range="<2"), "same", 0),
        (cell(), "newer", 1),
        (edited(), "edited-outdated", 1),
        ({**edited(), "metadata": cell("2.0.0", "other")["metadata"]}, "edited", 0),
        (cell(path="/nowhere"), "gone", 1),
        (UNKNOWN, "unknown", 1),
    ],
)
def test_each_outcome_fails_by_the_policy_and_no_other(
    catalog: str, tmp_path: Path, found: dict[str, Any], outcome: str, status: int
) -> None:
    build.written(tmp_path / "docs/guide.ipynb", build.notebook(found))
    result = check("--json", catalog=catalog)
    (told,) = json.loads(result.stdout)["documents"][0]["cells"]
    assert told["verdict"] + "-outdated" * (outcome == "edited-outdated") == outcome
    assert result.exit_code == status
    assert check("--fail-on", "none", catalog=catalog).exit_code == 0
    if outcome != "current":
        assert check("--fail-on", outcome, catalog=catalog).exit_code == 1


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (("--fail-on", "stale"), "cannot fail on 'stale'. Choose from same, newer"),
        (("--versions", "acme"), "'acme' is not a range of versions. Write PACKAGE and RANGE"),
        (("--versions", "acme=>1"), "'acme=>1' is not a range of versions"),
        (("--versions", "typescript:acme~=1"), "Invalid specifier: '~=1'"),
        (("--versions", "typescript:acme>=5,~=1"), "Invalid specifier: '~=1'"),
        (("--timeout", "0"), "--timeout is 0, and must be a number of seconds above 0"),
        (("--timeout", "-1"), "--timeout is -1, and must be a number of seconds above 0"),
    ],
)
def test_wrong_option_is_wrong_use(catalog: str, option: tuple[str, str], message: str) -> None:
    result = check(*option, catalog=catalog)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize("allowed", ["acme<2", "<<<"])
@pytest.mark.parametrize("role", ["call", "install"])
def test_record_with_an_invalid_range_is_unknown_and_the_others_are_updated(
    catalog: str, tmp_path: Path, allowed: str, role: str
) -> None:
    broken = cell(version_range=allowed, role=role)
    path = build.written(tmp_path / "docs/guide.ipynb", build.notebook(broken, cell()))
    result = check("--update", "--json", catalog=catalog)
    told = json.loads(result.stdout)["documents"][0]["cells"]
    assert [each["verdict"] for each in told] == ["unknown", "newer"]
    assert f"{allowed!r} is not a range of versions of acme. Correct it" in told[0]["detail"]
    assert (result.exit_code, told[1]["updated"]) == (1, True)
    assert json.loads(path.read_text())["cells"][0] == broken


@pytest.mark.parametrize("found", [cell("2.0.0", "other")])
def test_versions_limit_what_is_newest(catalog: str, tmp_path: Path, found: dict[str, Any]) -> None:
    path = build.written(tmp_path / "docs/guide.ipynb", build.notebook(found, cell()))
    told = check("--versions", "acme<2", catalog=catalog).stdout
    assert "cell 1: older SDK applies · GET /ping · Python · sync · acme 2.0.0" in told
    assert "acme 1.1.0 is the newest in the range <2." in told
    assert "1 the same in a newer SDK, 1 older SDK applies." in told
    result = check("--versions", "acme<2", "--update", "--fail-on", "newer", catalog=catalog)
    assert result.exit_code == 0
    versions = [
        each["metadata"]["snippet_widget"]["sdk"]["version"]
        for each in json.loads(path.read_text())["cells"]
    ]
    assert versions == ["1.1.0", "1.1.0"]


@pytest.mark.parametrize("ranges", [("acme>=1.1", "acme<2"), ("acme<2", "python:acme>=1.1")])
@pytest.mark.parametrize("in_project", [0, 1, 2])
def test_all_ranges_of_a_package_hold(
    catalog: str, tmp_path: Path, ranges: tuple[str, str], in_project: int
) -> None:
    (tmp_path / "pyproject.toml").write_text(
        f"[tool.snippet-widget]\nversions = {json.dumps(ranges[:in_project])}\n"
    )
    path = build.written(tmp_path / "docs/guide.ipynb", build.notebook(cell("2.0.0", "other")))
    options = [option for each in ranges[in_project:] for option in ("--versions", each)]
    assert check("--update", *options, catalog=catalog).exit_code == 0
    (updated,) = json.loads(path.read_text())["cells"]
    assert updated["metadata"]["snippet_widget"]["sdk"]["version"] == "1.1.0"
    nothing = check("--versions", "acme>=2", *options, catalog=catalog)
    assert nothing.exit_code == 1
    assert "No published version of acme lies in >=2," in nothing.stdout
    assert "(all of these hold together): there are 2.0.0, 1.1.0, 1.0.0." in nothing.stdout


def test_range_of_a_cell_comes_before_the_policy_and_is_kept(catalog: str, tmp_path: Path) -> None:
    path = build.written(tmp_path / "docs/a.ipynb", build.notebook(cell(version_range="<1.1")))
    before = path.read_bytes()
    assert check("--versions", "acme>=2", "--update", catalog=catalog).exit_code == 0
    assert path.read_bytes() == before


def test_range_without_a_version_is_unknown(catalog: str, tmp_path: Path) -> None:
    build.written(tmp_path / "docs/a.ipynb", build.notebook(cell()))
    result = check("--versions", "acme>=9", catalog=catalog)
    assert result.exit_code == 1
    assert "No published version of acme lies in >=9: there are 2.0.0, 1.1.0, 1.0.0." in (
        result.stdout
    )


def test_policy_is_read_from_the_project(catalog: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        "[tool.snippet-widget]\n"
        'fail-on = ["gone"]\nversions = ["python:acme<2"]\nexclude = ["drafts"]\n'
    )
    (tmp_path / "docs/drafts").mkdir()
    build.written(tmp_path / "docs/drafts/a.ipynb", build.notebook(cell(path="/nowhere")))
    build.written(tmp_path / "docs/guide.ipynb", build.notebook(cell()))
    result = check(catalog=catalog)
    assert result.exit_code == 0
    assert "1 cell in 1 document: 1 the same in a newer SDK." in result.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tool.snippet-widget]\nfail_on = []", "unknown field `fail_on`"),
        ("[tool.snippet-widget]\nfail-on = ['stale']", "cannot fail on 'stale'"),
        ("[tool.snippet-widget]\nversions = 3", "Expected `array`, got `int`"),
        ("[tool", "is not TOML"),
    ],
)
def test_wrong_policy_is_wrong_use_and_its_file_is_named(
    catalog: str, tmp_path: Path, text: str, message: str
) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    result = check(catalog=catalog)
    assert result.exit_code == 2
    assert "pyproject.toml" in result.stderr
    assert message in result.stderr


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


def test_file_that_is_named_is_checked_wherever_it_is(catalog: str, tmp_path: Path) -> None:
    (tmp_path / "docs/_build").mkdir()
    path = build.written(tmp_path / "docs/_build/a.ipynb", build.notebook(cell()))
    result = CliRunner().invoke(main, ["check", str(path), "--catalog", catalog])
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("path", f"/{'a' * 70_000}", "It names what is longer than a service reads. Correct it"),
        ("path", "/\ud800", "It names characters that UTF-8 cannot hold. Correct it"),
        ("role", ["x"], "metadata.snippet_widget is not a record of snippet_widget"),
    ],
)
def test_record_that_no_service_can_be_asked_about_is_unknown_and_the_others_are_checked(
    catalog: str, tmp_path: Path, name: str, value: Any, message: str
) -> None:
    build.written(tmp_path / "docs/a.ipynb", build.notebook(cell("2.0.0", "other")))
    content = build.notebook(cell(**{name: value}))
    (tmp_path / "docs/b.ipynb").write_text(json.dumps(content))
    result = check(catalog=catalog)
    assert (result.exit_code, message in result.stdout) == (1, True)
    assert "2 cells in 2 documents: 1 current, 1 unknown." in result.stdout


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


def test_empty_catalog_is_no_answer(tmp_path: Path) -> None:
    build.written(tmp_path / "docs/a.ipynb", build.notebook(cell()))
    url = f"sqlite:///{tmp_path / 'empty.db'}"
    service = run_service(url)
    try:
        options = ["--url", service.url, "--token", TOKEN]
        result = CliRunner().invoke(main, ["check", "docs", *options])
    finally:
        service.thread.stop()
    assert result.exit_code == 4
    assert "The catalog that was asked is empty" in result.stderr


def test_service_that_is_away_is_no_answer(tmp_path: Path) -> None:
    build.written(tmp_path / "docs/a.ipynb", build.notebook(cell()))
    options = ["--url", "http://127.0.0.1:9", "--token", "a"]
    result = CliRunner().invoke(main, ["check", "docs", *options])
    assert result.exit_code == 4


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


def test_line_ends_within_a_cell_are_no_edit(catalog: str, tmp_path: Path) -> None:
    two_lines = cell("2.0.0", "other\\nmore")
    two_lines["source"] = [line.replace("\n", "\r\n") for line in two_lines["source"]]
    build.written(tmp_path / "docs/a.ipynb", build.notebook(two_lines))
    assert "edited" not in check(catalog=catalog).stdout


READING = [
    ["get", "GET", "/ping"],
    ["load"],
    ["notebook", "new.ipynb"],
    ["export"],
    ["changes", "--org", "org", "--api", "api", "--from", "1.0.0", "--to", "2.0.0"],
    ["catalog", "list"],
    ["token", "list"],
    ["unpublish", "python:acme==1.0.0", "--org", "org", "--api", "api", "--yes"],
    ["yank", "python:acme==1.0.0", "--org", "org", "--api", "api"],
]


@pytest.mark.parametrize("command", READING, ids=lambda command: command[0])
def test_catalog_that_is_not_there_is_not_made(command: list[str], tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'mistyped.db'}"
    result = CliRunner().invoke(main, [*command, "--catalog", url])
    assert result.exit_code == 1
    assert f"There is no catalog at {tmp_path / 'mistyped.db'}" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["docs"]


@pytest.mark.parametrize("named", ["option", "environment"])
def test_catalog_that_is_not_there_is_no_answer(named: str, tmp_path: Path) -> None:
    build.written(tmp_path / "docs/a.ipynb", build.notebook(cell()))
    url = f"sqlite:///{tmp_path / 'mistyped.db'}"
    option = ["--catalog", url] if named == "option" else []
    environment = {} if option else {"SNIPPET_WIDGET_CATALOG": url}
    result = CliRunner().invoke(main, ["check", "docs", *option], env=environment)
    assert (result.exit_code, result.stdout) == (4, "")
    annotated = ["check", "docs", "--format", "github", *option]
    told = CliRunner().invoke(main, annotated, env=environment).stdout
    assert told.startswith("::error title=Snippets were not checked::There is no catalog at ")
    assert f"There is no catalog at {tmp_path / 'mistyped.db'}" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["docs"]


def test_nothing_to_check_is_no_green_light(catalog: str, tmp_path: Path) -> None:
    (tmp_path / "docs" / "page.md").write_text("Prose.")
    result = check(catalog=catalog)
    assert result.exit_code == 2
    assert "There is nothing to check in docs: no notebook, and no page" in result.stderr


def test_range_of_a_package_that_nobody_publishes_is_said(catalog: str, tmp_path: Path) -> None:
    build.written(tmp_path / "docs/a.ipynb", build.notebook(cell("2.0.0", "other")))
    publish(catalog, "org", "api", a_publication("python:other==1.0.0", "GET /ping"))
    result = check("--versions", "other<2", "--versions", "acme<3", catalog=catalog)
    assert result.stderr == (
        "Note: the range of versions of other limits nothing here: no document has a snippet of "
        "it.\n"
    )
    options = ("--versions", "typescript:acme<2", "--versions", "python:acme<3")
    result = check(*options, catalog=catalog)
    assert result.stderr == (
        "Warning: the range of versions of typescript:acme limits nothing: no SDK of that name is "
        "published. Is python:acme meant?\n"
    )
    result = check("--versions", "acne<2", "--versions", "acme<3", catalog=catalog)
    assert result.exit_code == 0
    assert result.stderr == (
        "Warning: the range of versions of acne limits nothing: no SDK of that name is published."
        " Is acme meant?\n"
    )
