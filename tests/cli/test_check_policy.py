"""What makes ``check`` fail, and which versions it looks at."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

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
        (
            "[tool.snippet_widget]\nversions = ['acme<2']",
            "has its policy in [tool.snippet_widget], which is not read.",
        ),
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


def test_line_ends_within_a_cell_are_no_edit(catalog: str, tmp_path: Path) -> None:
    two_lines = cell("2.0.0", "other\\nmore")
    two_lines["source"] = [line.replace("\n", "\r\n") for line in two_lines["source"]]
    build.written(tmp_path / "docs/a.ipynb", build.notebook(two_lines))
    assert "edited" not in check(catalog=catalog).stdout


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
