"""Whole documents are followed from version to version."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.document_versions import program, run, sources, users_alone, version_1, version_2
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from pathlib import Path

    from snippet_widget.publication import Publication


def test_updated_document_is_the_one_that_would_be_written_now(
    catalog: str, tmp_path: Path
) -> None:
    run("notebook", "guide.ipynb", catalog=catalog)
    publish(catalog, "org", "api", version_2())
    stale = run("check", "guide.ipynb", catalog=catalog)
    assert stale.exit_code == 1
    assert "heading of GET /users" in stale.stdout
    assert "Missing: 6 cells of 2 endpoints (POST /old-reports, GET /audit)." in stale.stdout
    update = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert update.exit_code == 0
    assert "Added: 6 cells" in update.stdout
    run("notebook", "expected.ipynb", catalog=catalog)
    assert (tmp_path / "guide.ipynb").read_text() == (tmp_path / "expected.ipynb").read_text()


def test_second_update_changes_nothing(catalog: str, tmp_path: Path) -> None:
    run("notebook", "guide.ipynb", catalog=catalog)
    publish(catalog, "org", "api", version_2())
    run("check", "--update", "guide.ipynb", catalog=catalog)
    updated = written(tmp_path / "guide.ipynb")
    again = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert (again.exit_code, written(tmp_path / "guide.ipynb")) == (0, updated)


def test_document_of_a_yanked_version_stays_with_it_whole(catalog: str, tmp_path: Path) -> None:
    publish(catalog, "org", "api", version_2())
    run("notebook", "guide.ipynb", catalog=catalog)
    cells = sources(tmp_path / "guide.ipynb")
    run("yank", "python:acme==2.0", "--org", "org", "--api", "api", catalog=catalog)
    said = "acme 2.0 was yanked. Use acme 1.0. An update has its caption say so."
    result = run("check", "guide.ipynb", catalog=catalog)
    assert (result.exit_code, "newer SDK" in result.stdout) == (0, False)
    assert "current · caption" in result.stdout
    assert said in result.stdout
    assert run("check", "--fail-on", "yanked", "guide.ipynb", catalog=catalog).exit_code == 1
    result = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert (result.exit_code, "published again" in result.stdout) == (0, False)
    assert "updated · caption" in result.stdout
    assert said in result.stdout
    warning = "\n\n> acme 2.0 was yanked. Use another version."
    assert [text.replace(warning, "") for text in sources(tmp_path / "guide.ipynb")] == cells
    run("yank", "python:acme==2.0", "--org", "org", "--api", "api", "--undo", catalog=catalog)
    result = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert "It is withdrawn no more; an update has its caption say so." in result.stdout
    assert sources(tmp_path / "guide.ipynb") == cells


@pytest.mark.parametrize("range_", [(), ("--versions", "acme>=1,<3")])
def test_document_that_is_newer_than_the_export_is_left_alone(
    catalog: str, tmp_path: Path, range_: tuple[str, ...]
) -> None:
    run("export", "--org", "org", "--api", "api", "-o", "old.json", catalog=catalog)
    publish(catalog, "org", "api", version_2())
    run("notebook", "guide.ipynb", catalog=catalog)
    before = written(tmp_path / "guide.ipynb")
    compared = ("--update", "--export", "old.json", *range_)
    result = run("check", *compared, "guide.ipynb", catalog=catalog)
    assert (result.exit_code, written(tmp_path / "guide.ipynb")) == (1, before)
    reason = "acme 2.0 is not in it, acme 1.0 is the newest. Was it unpublished?"
    count = len(sources(tmp_path / "guide.ipynb"))
    assert result.stdout.count(reason) == count
    compared = ("--quiet", "--export", "old.json", *range_)
    result = run("check", *compared, "guide.ipynb", catalog=catalog)
    lines = result.stdout.splitlines()
    assert lines[1] == f"  {count} cells (1, 2, 3, 4, 5 and {count - 5} more): unknown"
    assert (reason in lines[2], len(lines)) == (True, 4)


def test_document_of_a_version_that_was_unpublished_is_led_back(
    catalog: str, tmp_path: Path
) -> None:
    run("notebook", "guide.ipynb", "--endpoint", "GET /users", catalog=catalog)
    before = sources(tmp_path / "guide.ipynb")
    publish(catalog, "org", "api", version_2())
    run("check", "--update", "guide.ipynb", catalog=catalog)
    removed = ("python:acme==2.0", "--org", "org", "--api", "api", "--yes")
    assert run("unpublish", *removed, catalog=catalog).exit_code == 0
    result = run("check", "guide.ipynb", catalog=catalog)
    assert result.exit_code == 1
    assert "acme 2.0 is not in it, acme 1.0 is the newest. Was it unpublished?" in result.stdout
    assert "`check --update --versions 'acme<=1.0'` leads back" in result.stdout
    back = ("check", "--update", "--versions", "acme<=1.0", "guide.ipynb")
    assert run(*back, catalog=catalog).exit_code == 0
    assert sources(tmp_path / "guide.ipynb") == before
    assert run("check", "guide.ipynb", catalog=catalog).exit_code == 0


def written(path: Path) -> tuple[bytes, int, int]:
    """Return what a file holds, which file it is, and when it was written in nanoseconds."""
    state = path.stat()
    return path.read_bytes(), state.st_ino, state.st_mtime_ns


def test_document_of_chosen_endpoints_keeps_them_and_reports_what_is_gone(
    catalog: str, tmp_path: Path
) -> None:
    chosen = ("--endpoint", "GET /users", "--endpoint", "POST /old_reports")
    run("notebook", "guide.ipynb", *chosen, catalog=catalog)
    publish(catalog, "org", "api", version_2())
    result = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert result.exit_code == 1
    assert "It is POST /old-reports (client.reports.create) now." in result.stdout
    assert "audit" not in "\n".join(sources(tmp_path / "guide.ipynb"))
    assert "client.users.get_all is now client.users.list." in result.stdout
    assert "## POST /old_reports\n\n`client.reports.create`" in sources(tmp_path / "guide.ipynb")
    again = run("check", "--update", "guide.ipynb", catalog=catalog).stdout
    assert "no longer published · heading of POST /old_reports" in again


def test_heading_stays_above_a_snippet_that_is_limited_to_versions(
    catalog: str, tmp_path: Path
) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", "--endpoint", "POST /old_reports", catalog=catalog)
    limited(path, "<2", "reports.create")
    publish(catalog, "org", "api", version_2())
    found = run("check", "guide.ipynb", catalog=catalog).stdout
    assert "current · heading of POST /old_reports" in found
    content = json.loads(path.read_text())
    for cell in content["cells"][-2:]:
        cell["metadata"]["snippet_widget"]["form"] = 5  # they cannot be understood, and stay
    path.write_text(json.dumps(content))
    run("check", "--update", "guide.ipynb", catalog=catalog)
    assert "## POST /old_reports\n\n`client.reports.create`" in sources(path)


def test_heading_names_the_call_that_is_limited_to_versions(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", catalog=catalog)
    limited(path, "<2", "users.get_all")
    publish(catalog, "org", "api", version_2())
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert "## GET /users\n\n`client.users.get_all`" in sources(path)
    assert run("check", "guide.ipynb", catalog=catalog).exit_code == 0
    limited(path, ">=1", "users.get_all")
    run("check", "--update", "guide.ipynb", catalog=catalog)
    assert "## GET /users\n\n`client.users.list`" in sources(path)


def test_prose_of_a_document_that_goes_back_says_so(catalog: str) -> None:
    publish(catalog, "org", "api", version_2())
    run("notebook", "guide.ipynb", "--endpoint", "GET /users", catalog=catalog)
    back = run("check", "guide.ipynb", "--versions", "acme<2", catalog=catalog).stdout
    assert "cell 1: older SDK applies · title" in back
    assert "older SDK applies · heading of GET /users" in back
    assert "newer SDK published" not in back


def test_two_versions_side_by_side_stay(catalog: str, tmp_path: Path) -> None:
    publish(catalog, "org", "api", version_2())
    both = ("--sdk", "python:acme==1.0", "--sdk", "python:acme==2.0")
    run("notebook", "guide.ipynb", *both, "--endpoint", "GET /users", catalog=catalog)
    publish(catalog, "org", "api", a_publication("python:acme==3.0", "GET /users"))
    before = (tmp_path / "guide.ipynb").read_bytes()
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert (tmp_path / "guide.ipynb").read_bytes() == before


@pytest.mark.parametrize("chosen", [(), ("--endpoint", "GET /users")])
@pytest.mark.parametrize("named", [(), ("--sdk", "python:acme==1.0")])
def test_document_that_was_pinned_stays(
    catalog: str, tmp_path: Path, named: tuple[str, ...], chosen: tuple[str, ...]
) -> None:
    asked = ("notebook", "guide.ipynb", *named, *chosen, "--force")
    run(*asked, "--pin", catalog=catalog)
    publish(catalog, "org", "api", version_2())
    before = written(tmp_path / "guide.ipynb")
    result = run("check", "--update", "guide.ipynb", "--versions", "acme>=2", catalog=catalog)
    assert (result.exit_code, written(tmp_path / "guide.ipynb")) == (0, before)
    count = len(sources(tmp_path / "guide.ipynb"))
    assert result.stdout.splitlines()[-1] == f"{count} cells in 1 document: {count} current."
    if named:
        run(*asked, catalog=catalog)
        assert run("check", "guide.ipynb", catalog=catalog).exit_code == 1


def test_pre_release_that_was_pinned_stays(catalog: str, tmp_path: Path) -> None:
    publish(catalog, "org", "api", a_publication("python:acme==2.0rc1", "GET /users"))
    asked = ("notebook", "guide.ipynb", "--sdk", "python:acme==2.0rc1", "--pin")
    run(*asked, catalog=catalog)
    before = written(tmp_path / "guide.ipynb")
    publish(catalog, "org", "api", version_2())
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert written(tmp_path / "guide.ipynb") == before


def test_title_and_install_line_name_the_pre_release_that_the_calls_stay_with(
    catalog: str, tmp_path: Path
) -> None:
    publish(catalog, "org", "api", a_publication("python:acme==2.0rc1", "GET /users"))
    path = tmp_path / "guide.ipynb"
    of_users = ("--endpoint", "GET /users", "--client", "sync")
    run("notebook", "guide.ipynb", *of_users, catalog=catalog)
    chosen = ("--versions", "acme>=2.0rc1")
    assert run("check", "--update", "guide.ipynb", *chosen, catalog=catalog).exit_code == 0
    before = path.read_text()
    assert sources(path)[0].endswith("* `acme 2.0rc1`")
    result = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert (result.exit_code, path.read_text()) == (0, before)
    count = len(sources(path))
    assert result.stdout.splitlines()[-1] == f"{count} cells in 1 document: {count} current."
    publish(catalog, "org", "api", version_2())
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert sources(path)[0].endswith("* `acme 2.0`")


def test_pinned_version_that_is_not_there_leaves_its_document_alone(
    catalog: str, tmp_path: Path
) -> None:
    run("export", "--org", "org", "--api", "api", "-o", "old.json", catalog=catalog)
    publish(catalog, "org", "api", version_2())
    run("notebook", "guide.ipynb", "--sdk", "python:acme==2.0", "--pin", catalog=catalog)
    before = written(tmp_path / "guide.ipynb")
    result = run("check", "--update", "--export", "old.json", "guide.ipynb", catalog=catalog)
    assert (result.exit_code, written(tmp_path / "guide.ipynb")) == (1, before)
    count = len(sources(tmp_path / "guide.ipynb"))
    assert result.stdout.count("No published version of acme lies in ==2.0: there are 1.0") == count


def test_document_follows_within_its_range(catalog: str, tmp_path: Path) -> None:
    run("notebook", "guide.ipynb", catalog=catalog)
    before = (tmp_path / "guide.ipynb").read_bytes()
    publish(catalog, "org", "api", version_2())
    result = run("check", "--update", "guide.ipynb", "--versions", "acme<2", catalog=catalog)
    assert (result.exit_code, (tmp_path / "guide.ipynb").read_bytes()) == (0, before)


def test_install_line_of_a_package_that_was_unpublished_whole_is_gone(catalog: str) -> None:
    run("notebook", "guide.ipynb", "--endpoint", "GET /users", catalog=catalog)
    removed = ("python:acme==1.0", "--org", "org", "--api", "api", "--yes")
    assert run("unpublish", *removed, catalog=catalog).exit_code == 0
    result = run("check", "guide.ipynb", catalog=catalog)
    assert (result.exit_code, " current · " in result.stdout) == (1, False)
    assert "cell 2: no longer published · install of acme 1.0" in result.stdout
    assert "acme is not published any more." in result.stdout


def test_renamed_package_is_named(catalog: str, tmp_path: Path) -> None:
    run("notebook", "guide.ipynb", "--endpoint", "GET /users", catalog=catalog)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    publish(other, "org", "api", a_publication("python:acme-sdk==1.0", "GET /users"))
    result = run("check", "guide.ipynb", catalog=other)
    assert result.exit_code == 1
    assert (
        "acme is not published for this API any more. Its Python SDK is acme-sdk now: insert its "
        "snippet." in result.stdout
    )


def test_file_is_as_jupyter_writes_it(catalog: str, tmp_path: Path) -> None:
    run("notebook", "guide.ipynb", catalog=catalog)
    text = (tmp_path / "guide.ipynb").read_text()
    assert text == json.dumps(json.loads(text), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def test_record_names_the_organization_that_was_meant(catalog: str) -> None:
    run("notebook", "guide.ipynb", "--api", "api", catalog=catalog)
    publish(catalog, "other", "api", version_1())
    assert run("check", "guide.ipynb", catalog=catalog).exit_code == 0


def test_credentials_of_the_environment_are_kept(catalog: str, tmp_path: Path) -> None:
    options = ("--endpoint", "GET /users", "--credentials", "environment")
    run("notebook", "guide.ipynb", *options, catalog=catalog)
    publish(catalog, "org", "api", version_2())
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert 'token=os.environ["ACME_TOKEN"]' in sources(tmp_path / "guide.ipynb")[-1]
    assert "client.users.list(" in sources(tmp_path / "guide.ipynb")[-1]


def with_required_only(version: str) -> Publication:
    every, required = (program("users.list", f"{name}={version}") for name in ("page", "id"))
    return users_alone(version, every, required_only=required)


def test_required_arguments_alone_are_kept(catalog: str, tmp_path: Path) -> None:
    publish(catalog, "org", "api", with_required_only("1.5"))
    run("notebook", "guide.ipynb", "--required-only", catalog=catalog)
    got = run("get", "GET /users", "--required-only", "--client", "sync", catalog=catalog)
    assert "id=1.5" in got.stdout
    assert "id=1.5" in sources(tmp_path / "guide.ipynb")[-1]
    publish(catalog, "org", "api", with_required_only("2.5"))
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert "id=2.5" in sources(tmp_path / "guide.ipynb")[-1]


def test_headings_stay_current_beside_an_endpoint_that_is_gone(
    catalog: str, tmp_path: Path
) -> None:
    chosen = ("--endpoint", "GET /teams", "--endpoint", "DELETE /sessions/{id}")
    run("notebook", "guide.ipynb", *chosen, catalog=catalog)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    publish(other, "org", "api", version_2())
    result = run("check", "guide.ipynb", catalog=other)
    assert "current · heading of GET /teams" in result.stdout
    assert "no longer published · heading of DELETE /sessions/{id}" in result.stdout


def limited(path: Path, allowed: str, *words: str) -> None:
    """Limit cells of a notebook to versions: those with a word in their text, else all."""
    content = json.loads(path.read_text())
    for cell in content["cells"]:
        record = cell["metadata"]["snippet_widget"]
        if "sdk" in record and (not words or any(w in "".join(cell["source"]) for w in words)):
            record["version_range"] = allowed
    path.write_text(json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


@pytest.mark.parametrize(
    "endpoints", [(), ("--endpoint", "GET /users", "--endpoint", "GET /teams")]
)
def test_cells_that_are_limited_to_versions_stand_where_they_stood(
    catalog: str, tmp_path: Path, endpoints: tuple[str, ...]
) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", *endpoints, catalog=catalog)
    limited(path, "<5")
    assert run("check", "guide.ipynb", catalog=catalog).exit_code == 0
    run("notebook", "guide.ipynb", "--force", *endpoints, catalog=catalog)
    limited(path, "<2", "users.get_all")
    before = sources(path)
    publish(catalog, "org", "api", version_2())
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert run("check", "guide.ipynb", catalog=catalog).exit_code == 0
    assert "client.users.get_all(" in "".join(sources(path))
    assert "client.users.list(" not in "".join(sources(path))
    assert "%pip install acme==2.0" in sources(path)
    assert not endpoints or len(sources(path)) == len(before)


def test_section_whose_snippet_is_limited_to_versions_stays(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", catalog=catalog)
    limited(path, "<2", "sessions.end")
    publish(catalog, "org", "api", version_2())
    result = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert (result.exit_code, "sessions.end(" in "".join(sources(path))) == (0, True)
    at = sources(path).index("## DELETE /sessions/{id}\n\n`client.sessions.end`")
    assert sources(path)[at + 1] == "**Python · sync**"


@pytest.mark.parametrize("which", [(), ("%pip",)])
def test_title_names_the_version_that_a_limited_install_cell_has(
    catalog: str, tmp_path: Path, which: tuple[str, ...]
) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", "--endpoint", "GET /teams", catalog=catalog)
    limited(path, "<2", *which)
    before = sources(path)
    publish(catalog, "org", "api", version_2())
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert sources(path) == before
    publish(catalog, "org", "api", users_alone("1.5", program("users.list")))
    run("check", "--update", "guide.ipynb", catalog=catalog)
    assert sources(path)[0].endswith("\n* `acme 1.5`")
    assert sources(path)[1] == "%pip install acme==1.5"


def test_title_names_the_version_of_limited_calls_that_need_no_install_cell(
    catalog: str, tmp_path: Path
) -> None:
    path = tmp_path / "guide.ipynb"
    publish(catalog, "org", "api", a_publication("typescript:@acme/sdk==1.0", "GET /users"))
    run("notebook", "guide.ipynb", "--sdk", "typescript", catalog=catalog)
    limited(path, "<2")
    publish(catalog, "org", "api", a_publication("typescript:@acme/sdk==2.0", "GET /users"))
    run("check", "--update", "guide.ipynb", catalog=catalog)
    assert sources(path)[0].endswith("\n* `@acme/sdk 1.0`")


def test_missing_cells_are_named(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", "--endpoint", "GET /users", catalog=catalog)
    whole = json.loads(path.read_text())
    path.write_text(json.dumps({**whole, "cells": [*whole["cells"][:1], *whole["cells"][2:-1]]}))
    call = "GET /users · Python · sync · acme 1.0"
    found = run("check", "guide.ipynb", catalog=catalog)
    assert f"Missing: 2 cells (install of acme 1.0, {call})." in found.stdout
    told = json.loads(run("check", "guide.ipynb", "--json", catalog=catalog).stdout)
    assert told["documents"][0]["missing_cells"] == ["install of acme 1.0", call]
    annotated = run("check", "guide.ipynb", "--format", "github", catalog=catalog)
    assert "title=Snippets%3A cells are missing::Missing: 2 cells" in annotated.stdout


def test_document_that_no_service_can_be_asked_about_is_unknown(
    catalog: str, tmp_path: Path
) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", catalog=catalog)
    content = json.loads(path.read_text())
    content["metadata"]["snippet_widget"]["api"] = "\ud800"
    path.write_text(json.dumps(content))
    result = run("check", "guide.ipynb", catalog=catalog)
    assert (result.exit_code, "It names characters that UTF-8" in result.stdout) == (1, True)


def test_range_that_leaves_no_version_is_said_of_headings_too(catalog: str) -> None:
    run("notebook", "guide.ipynb", "--endpoint", "GET /users", catalog=catalog)
    result = run("check", "guide.ipynb", "--versions", "acme<1", catalog=catalog)
    assert (result.exit_code, "any more" in result.stdout) == (1, False)
    assert result.stdout.count("No published version of acme lies in <1") == 5
    assert "5 cells in 1 document: 5 unknown." in result.stdout


def test_endpoint_that_only_newer_versions_have_is_not_gone_from_the_api(catalog: str) -> None:
    publish(catalog, "org", "api", version_2())
    run("notebook", "guide.ipynb", catalog=catalog)
    result = run("check", "guide.ipynb", "--versions", "acme<2", catalog=catalog)
    assert "acme 1.0 has no GET /audit." in result.stdout
    assert "any more" not in result.stdout
