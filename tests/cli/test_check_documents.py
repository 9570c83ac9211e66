"""Whole documents are followed from version to version, and what was edited is merged."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from snippet_widget.cli import main
from snippet_widget.models import Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint
from tests import notebook_builder as build
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result


def program(call: str, *arguments: str) -> str:
    lines = "".join(f"    {argument},\n" for argument in arguments)
    return (
        "from acme import Acme\n\nclient = Acme(\n"
        f'    token="YOUR_TOKEN",\n)\nclient.{call}(\n{lines})\n'
    )


def endpoint(text: str, version: str, call: str, *arguments: str) -> PublishedEndpoint:
    method, _, path = text.partition(" ")
    source = program(call, *arguments)
    sdk = Sdk("acme", version)
    sources = {"sync_client": source, "async_client": ""}
    snippet = Snippet(type="python", sdk=sdk, sources=sources, call=f"client.{call}")
    return PublishedEndpoint(method, path, snippet, snippet)


def version_1() -> Publication:
    return Publication(
        SdkSelector("python", "acme", "1.0"),
        (
            endpoint("GET /users", "1.0", "users.get_all", "limit=10", "page=1"),
            endpoint("GET /teams", "1.0", "teams.list"),
            endpoint("POST /old_reports", "1.0", "reports.create", 'name="a"'),
            endpoint("DELETE /sessions/{id}", "1.0", "sessions.end", 'id="7"'),
        ),
    )


def version_2() -> Publication:
    """Return the next version: calls renamed, an argument less, endpoints moved, gone and new."""
    return Publication(
        SdkSelector("python", "acme", "2.0"),
        (
            endpoint("GET /users", "2.0", "users.list", "limit=10"),
            endpoint("GET /teams", "2.0", "teams.list"),
            endpoint("POST /old-reports", "2.0", "reports.create", 'name="a"'),
            endpoint("GET /audit", "2.0", "audit.list"),
        ),
    )


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    url = f"sqlite:///{tmp_path / 'catalog.db'}"
    publish(url, "org", "api", version_1())
    return url


def run(*arguments: str, catalog: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--catalog", catalog])


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text())["cells"]
    return found


def sources(path: Path) -> list[str]:
    return ["".join(cell["source"]) for cell in cells(path)]


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


def written(path: Path) -> tuple[bytes, int, int]:
    """Return what a file holds, which file it is, and when it was written in nanoseconds."""
    state = path.stat()
    return path.read_bytes(), state.st_ino, state.st_mtime_ns


def test_prose_and_cells_of_ones_own_stay_where_they_are(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", catalog=catalog)
    content = json.loads(path.read_text())
    content["cells"].insert(4, build.markdown_cell("Users are people."))
    content["cells"].append(build.code_cell("mine = 1"))
    path.write_text(json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
    publish(catalog, "org", "api", version_2())
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    run("notebook", "expected.ipynb", catalog=catalog)
    own = [source for source in sources(path) if source in ("Users are people.", "mine = 1")]
    generated = [source for source in sources(path) if source not in own]
    assert own == ["Users are people.", "mine = 1"]
    assert sources(path)[4] == "Users are people."
    assert generated == sources(tmp_path / "expected.ipynb")


def test_section_that_somebody_edited_is_not_removed(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", catalog=catalog)
    content = json.loads(path.read_text())
    (session,) = (c for c in content["cells"] if "sessions.end(" in "".join(c["source"]))
    session["source"].append("# mine")
    path.write_text(json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
    publish(catalog, "org", "api", version_2())
    result = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert result.exit_code == 1
    assert "## DELETE /sessions/{id}" in "\n".join(sources(path))
    assert sources(path).count("".join(session["source"])) == 1


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


def edited(path: Path, old: str, new: str) -> None:
    """Change the code of GET /users as its reader would, in a file that Jupyter wrote."""
    content = json.loads(path.read_text())
    for cell in content["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and "users.get_all" in source:
            cell["source"] = source.replace(old, new).splitlines(keepends=True)
    path.write_text(json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def test_edited_cell_is_merged(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", "--endpoint", "GET /users", catalog=catalog)
    edited(path, 'token="YOUR_TOKEN"', "token=my_token()")
    publish(catalog, "org", "api", version_2())
    before = run("check", "guide.ipynb", catalog=catalog)
    assert before.exit_code == 1
    assert "edited by hand, and outdated" in before.stdout
    result = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert (result.exit_code, "merged" in result.stdout) == (0, True)
    expected = program("users.list", "limit=10").replace('token="YOUR_TOKEN"', "token=my_token()")
    assert sources(path)[-1] == expected.rstrip("\n")
    again = run("check", "--json", "guide.ipynb", catalog=catalog)
    told = json.loads(again.stdout)["documents"][0]["cells"][-1]
    assert (told["verdict"], told["outdated"], again.exit_code) == ("edited", False, 0)


def test_old_version_need_not_be_published_to_merge(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", "--endpoint", "GET /users", catalog=catalog)
    edited(path, 'token="YOUR_TOKEN"', "token=my_token()")
    other = f"sqlite:///{tmp_path / 'other.db'}"
    publish(other, "org", "api", version_2())
    assert run("check", "--update", "guide.ipynb", catalog=other).exit_code == 0
    assert "client.users.list(\n    limit=10,\n)" in sources(path)[-1]
    assert "token=my_token()" in sources(path)[-1]


def test_conflict_is_left_alone_and_shown_as_a_diff_of_three(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", "--endpoint", "GET /users", catalog=catalog)
    edited(path, "page=1", "page=2")
    publish(catalog, "org", "api", version_2())
    before = sources(path)[-1]
    result = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert (result.exit_code, sources(path)[-1]) == (1, before)
    assert "It was edited in the same lines, in 1 place: resolve it by hand." in result.stdout
    shown = [line.strip() for line in result.stdout.splitlines()]
    marks = ["<<<<<<< yours", "||||||| acme 1.0", "=======", ">>>>>>> acme 2.0"]
    assert [line for line in shown if line in marks] == marks


def test_merge_that_is_no_program_is_left_alone(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", "--endpoint", "GET /users", catalog=catalog)
    edited(path, "client.users.get_all(", "print(\nclient.users.get_all(")
    edited(path, "    page=1,\n)", "    page=1,\n)\n)")
    source = program("users.get_all", "limit=10") + "client.users.more(\n    page=1,\n)\n"
    sdk = SdkSelector("python", "acme", "2.0")
    snippet = Snippet(type="python", sdk=Sdk("acme", "2.0"), sources={"sync_client": source})
    publish(catalog, "org", "api", Publication(sdk, (PublishedEndpoint("GET", "/users", snippet),)))
    before = sources(path)[-1]
    result = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert (result.exit_code, sources(path)[-1]) == (1, before)
    assert "Merged, it would not be valid Python." in result.stdout


def test_edited_heading_is_merged_too(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", catalog=catalog)
    text = path.read_text()
    path.write_text(text.replace('"## GET /users\\n",', '"## List all users\\n",'))
    publish(catalog, "org", "api", version_2())
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert "## List all users\n\n`client.users.list`" in sources(path)


def test_two_versions_side_by_side_stay(catalog: str, tmp_path: Path) -> None:
    publish(catalog, "org", "api", version_2())
    both = ("--sdk", "python:acme==1.0", "--sdk", "python:acme==2.0")
    run("notebook", "guide.ipynb", *both, "--endpoint", "GET /users", catalog=catalog)
    publish(catalog, "org", "api", a_publication("python:acme==3.0", "GET /users"))
    before = (tmp_path / "guide.ipynb").read_bytes()
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert (tmp_path / "guide.ipynb").read_bytes() == before


def test_document_follows_within_its_range(catalog: str, tmp_path: Path) -> None:
    run("notebook", "guide.ipynb", catalog=catalog)
    before = (tmp_path / "guide.ipynb").read_bytes()
    publish(catalog, "org", "api", version_2())
    result = run("check", "--update", "guide.ipynb", "--versions", "acme<2", catalog=catalog)
    assert (result.exit_code, (tmp_path / "guide.ipynb").read_bytes()) == (0, before)


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


@pytest.mark.parametrize("indent", [1, 2, None])
def test_document_without_cells_is_written_anew(
    catalog: str, tmp_path: Path, indent: int | None
) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", catalog=catalog)
    whole = json.loads(path.read_text())
    path.write_text(
        json.dumps({**whole, "cells": []}, indent=indent, sort_keys=True, ensure_ascii=False) + "\n"
    )
    stale = run("check", "guide.ipynb", catalog=catalog)
    assert (stale.exit_code, "Missing: 14 cells of 4 endpoints" in stale.stdout) == (1, True)
    update = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert (update.exit_code, "Added: 14 cells" in update.stdout) == (0, True)
    assert (
        path.read_text()
        == json.dumps(whole, indent=indent, sort_keys=True, ensure_ascii=False) + "\n"
    )
    assert run("check", "guide.ipynb", catalog=catalog).exit_code == 0


def test_document_whose_cells_all_go_gets_those_of_today(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", catalog=catalog)
    publish(catalog, "org", "api", version_2())
    run("notebook", "expected.ipynb", catalog=catalog)
    whole = json.loads(path.read_text())
    gone = [
        cell
        for cell in whole["cells"]
        if cell["metadata"]["snippet_widget"]["path"] == "/sessions/{id}"
    ]
    path.write_text(
        json.dumps({**whole, "cells": gone}, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    )
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert path.read_text() == (tmp_path / "expected.ipynb").read_text()


@pytest.mark.parametrize("option", [(), ("--update",)])
def test_document_in_a_format_without_records_is_named(
    catalog: str, tmp_path: Path, option: tuple[str, ...]
) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", catalog=catalog)
    metadata = json.loads(path.read_text())["metadata"]
    old = {"metadata": metadata, "nbformat": 3, "nbformat_minor": 0, "worksheets": [{"cells": []}]}
    path.write_text(json.dumps(old))
    result = run("check", *option, "guide.ipynb", catalog=catalog)
    assert (result.exit_code, json.loads(path.read_text())) == (3, old)
    assert "is in nbformat 3 now, whose cells have no records. Convert it" in result.stderr


@pytest.mark.parametrize(
    "record",
    [
        lambda record: {**record, "role": record["role"].title()},
        lambda record: {**record, "digest": 7},
        lambda record: {"method": record["method"], "path": record["path"]},
        lambda _: {},
        lambda _: None,
    ],
)
def test_nothing_is_added_to_a_document_whose_records_are_not_understood(
    catalog: str, tmp_path: Path, record: Callable[[dict[str, Any]], object]
) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", catalog=catalog)
    whole = json.loads(path.read_text())
    for cell in whole["cells"]:
        cell["metadata"]["snippet_widget"] = record(cell["metadata"]["snippet_widget"])
    path.write_text(json.dumps(whole))
    result = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert (result.exit_code, json.loads(path.read_text())) == (1, whole)
    assert "14 cells in 1 document: 14 unknown." in result.stdout


def test_sections_are_added_beside_one_that_is_not_understood(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", catalog=catalog)
    whole = json.loads(path.read_text())
    for cell in whole["cells"]:
        if cell["metadata"]["snippet_widget"]["path"] == "/teams":
            cell["metadata"]["snippet_widget"]["digest"] = 7
    path.write_text(json.dumps(whole))
    publish(catalog, "org", "api", version_2())
    result = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert (result.exit_code, "Added: 6 cells of 2 endpoints" in result.stdout) == (1, True)
    headings = [source.split("\n")[0] for source in sources(path) if source.startswith("##")]
    assert headings == ["## GET /users", "## GET /teams", "## POST /old-reports", "## GET /audit"]


def with_required_only(version: str) -> Publication:
    snippet = Snippet(
        type="python",
        sdk=Sdk("acme", version),
        sources={"sync_client": program("users.list", f"page={version}")},
        required_only={"sync_client": program("users.list", f"id={version}")},
    )
    sdk = SdkSelector("python", "acme", version)
    return Publication(sdk, (PublishedEndpoint("GET", "/users", snippet),))


def test_required_arguments_alone_are_kept(catalog: str, tmp_path: Path) -> None:
    publish(catalog, "org", "api", with_required_only("1.5"))
    run("notebook", "guide.ipynb", "--required-only", catalog=catalog)
    got = run("get", "GET /users", "--required-only", "--client", "sync", catalog=catalog)
    assert "id=1.5" in got.stdout
    assert "id=1.5" in sources(tmp_path / "guide.ipynb")[-1]
    publish(catalog, "org", "api", with_required_only("2.5"))
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert "id=2.5" in sources(tmp_path / "guide.ipynb")[-1]


def test_heading_stays_above_a_cell_that_is_not_understood(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", catalog=catalog)
    whole = json.loads(path.read_text())
    (session,) = (c for c in whole["cells"] if "sessions.end(\n" in "".join(c["source"]))
    session["metadata"]["snippet_widget"]["digest"] = 7
    path.write_text(json.dumps(whole))
    publish(catalog, "org", "api", version_2())
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 1
    assert sources(path)[-3:] == [
        "## DELETE /sessions/{id}\n\n`client.sessions.end`",
        "**Python · sync**",
        "".join(session["source"]),
    ]


def test_install_line_without_a_role_is_not_doubled(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", catalog=catalog)
    whole = json.loads(path.read_text())
    (install,) = (c for c in whole["cells"] if "%pip" in "".join(c["source"]))
    del install["metadata"]["snippet_widget"]["role"]
    install["metadata"]["snippet_widget"]["digest"] = 7
    path.write_text(json.dumps(whole))
    publish(catalog, "org", "api", version_2())
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 1
    assert [source for source in sources(path) if "%pip" in source] == ["%pip install acme==1.0"]


def test_headings_stay_current_beside_an_endpoint_that_is_gone(
    catalog: str, tmp_path: Path
) -> None:
    chosen = ("--endpoint", "GET /teams", "--endpoint", "DELETE /sessions/{id}")
    run("notebook", "guide.ipynb", *chosen, catalog=catalog)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    publish(other, "org", "api", version_2())
    result = run("check", "guide.ipynb", catalog=other)
    assert "current · heading of GET /teams" in result.stdout
    assert "gone from the service · heading of DELETE /sessions/{id}" in result.stdout
