"""What people changed in a document stays: edits are merged, and what is not understood is left."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.provenance import digest, packed
from tests import notebook_builder as build
from tests.document_versions import (
    cells,
    program,
    publish_teams,
    run,
    sources,
    users_alone,
    version_2,
)
from tests.service_builder import publish

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


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
    number = content["cells"].index(session) + 1
    path.write_text(json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
    publish(catalog, "org", "api", version_2())
    result = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert result.exit_code == 1
    assert f"Its section stays: cell {number} was edited by hand. Move what you" in result.stdout
    assert "## DELETE /sessions/{id}" in "\n".join(sources(path))
    assert sources(path).count("".join(session["source"])) == 1


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
    publish(catalog, "org", "api", users_alone("2.0", source))
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


def conflict(catalog: str, path: Path) -> str:
    """Write a notebook and edit a line of it that a new version changes; return the edited code."""
    run("notebook", path.name, "--endpoint", "GET /users", catalog=catalog)
    edited(path, "page=1", "page=2")
    source = program("users.get_all", "limit=20", "page=1", "sort=3").replace("page=1", "page=9")
    publish(catalog, "org", "api", users_alone("2.0", source))
    return sources(path)[-1]


def test_conflict_that_was_resolved_by_hand_is_recorded(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    conflict(catalog, path)
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 1
    edited(path, "limit=10,\n    page=2,", "limit=20,\n    page=2,\n    sort=3,")
    content = json.loads(path.read_text())
    content["cells"][-1]["outputs"] = [{"name": "stdout", "output_type": "stream", "text": ["7"]}]
    path.write_text(json.dumps(content))
    resolved = sources(path)[-1]
    found = run("check", "guide.ipynb", catalog=catalog)
    assert (found.exit_code, "resolve it by hand" in found.stdout) == (1, False)
    assert "What it changed is in the text already; an update records that." in found.stdout
    update = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert (update.exit_code, "cell 5: recorded" in update.stdout) == (0, True)
    assert sources(path)[-1] == resolved
    assert json.loads(path.read_text())["cells"][-1]["outputs"]  # they are of this very program
    assert "5 cells in 1 document: 4 current, 1 edited by hand." in (
        run("check", "guide.ipynb", catalog=catalog).stdout
    )


@pytest.mark.parametrize(
    "text",
    [
        "    limit=10,\n    page=2,\n",  # nothing was done
        "    limit=20,\n    page=2,\n",  # an argument was forgotten
        "    limit=10,\n    page=2,\n    sort=3,\n",  # another one
        "    page=2,\n    sort=3,\n",  # and without it
        "    limit=30,\n    page=2,\n    size=3,\n",  # nothing of it is there
    ],
)
def test_conflict_that_may_not_be_resolved_is_none_before_somebody_says_so(
    catalog: str, tmp_path: Path, text: str
) -> None:
    path = tmp_path / "guide.ipynb"
    conflict(catalog, path)
    edited(path, "    limit=10,\n    page=2,\n", text)
    found = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert (found.exit_code, text in sources(path)[-1]) == (1, True)
    hint = "`check --update --accept guide.ipynb:5 guide.ipynb` says so."
    assert f"Is it right as it stands? {hint}" in found.stdout
    command = ["check", "--update", "--accept", "guide.ipynb:5", "guide.ipynb"]
    update = run(*command, catalog=catalog)
    assert (update.exit_code, text in sources(path)[-1]) == (0, True)
    assert "Its text is accepted as an edit of acme 2.0." in update.stdout
    assert run("check", "guide.ipynb", catalog=catalog).exit_code == 0


def test_cell_with_the_marks_of_a_conflict_is_never_recorded(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.ipynb"
    conflict(catalog, path)
    before = path.read_text()
    for text, mark in (
        ("    limit=20,\n>>>>>>> acme 2.0\n    page=2,\n    sort=3,\n", ">>>>>>> acme 2.0"),
        ("    limit=20,\n    page=2,\n    sort=3,\n=======\n", "======="),
        ("<<<<<<< yours\n    page=2,\n=======\n    sort=3,\n>>>>>>> x\n", "<<<<<<< yours"),
    ):
        path.write_text(before)
        edited(path, "    limit=10,\n    page=2,\n", text)
        cell = cells(path)[-1]
        found = run("check", "--update", "--accept", "guide.ipynb", "guide.ipynb", catalog=catalog)
        assert f"It has a line `{mark}`, left over from a conflict" in found.stdout
        assert (found.exit_code, cells(path)[-1]) == (1, cell)
    named = ["--update", "--accept", "guide.ipynb:5", "guide.ipynb"]
    wrong = run("check", *named, catalog=catalog)
    assert (wrong.exit_code, "cell 5 has a line `<<<<<<< yours`" in wrong.stderr) == (2, True)


@pytest.mark.parametrize("asked", [("--endpoint=GET /users", "--endpoint=GET /teams"), ()])
def test_section_is_left_out_by_the_endpoints_of_the_document(
    catalog: str, tmp_path: Path, asked: tuple[str, ...]
) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", *asked, catalog=catalog)
    content = json.loads(path.read_text())
    content["cells"] = content["cells"][:5]
    path.write_text(json.dumps(content))
    stale = run("check", "guide.ipynb", catalog=catalog)
    assert stale.exit_code == 1
    assert "leave an endpoint out by `endpoints` in the metadata of the notebook." in stale.stdout
    assert stale.stdout.endswith(f": 5 current, {3 if asked else 9} missing.\n")
    content["metadata"]["snippet_widget"]["endpoints"] = ["GET /users"]
    path.write_text(json.dumps(content))
    before = path.read_text()
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert path.read_text() == before


def test_quiet_update_has_one_line_for_the_updated_cells(catalog: str, tmp_path: Path) -> None:
    run("notebook", "guide.ipynb", "--endpoint", "GET /teams", catalog=catalog)
    publish_teams(catalog, "2.0")
    result = run("check", "--update", "--quiet", "guide.ipynb", catalog=catalog)
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 3
    assert sources(tmp_path / "guide.ipynb")[1] == "%pip install acme==2.0"
    assert " cells (1, 2" in result.stdout


def test_edits_of_a_document_are_accepted_at_once_and_in_its_pair(
    catalog: str, tmp_path: Path
) -> None:
    path = tmp_path / "guide.ipynb"
    code = conflict(catalog, path)
    whole = json.loads(path.read_text())
    whole["metadata"]["jupytext"] = {"formats": "ipynb,py:percent"}
    path.write_text(json.dumps(whole))
    script = ""
    for cell in whole["cells"]:
        source, is_code = "".join(cell["source"]), cell["cell_type"] == "code"
        kind, is_magic = "" if is_code else " [markdown]", source.startswith("%")
        record = json.dumps(cell["metadata"]["snippet_widget"])
        lines = source.split("\n")
        body = source if is_code and not is_magic else "\n".join(f"# {line}" for line in lines)
        script += f"# %%{kind} snippet_widget={record}\n{body}\n\n"
    (tmp_path / "guide.py").write_text(script)
    wrong = run("check", ".", "--update", "--accept", "guide.py:1", catalog=catalog)
    assert "guide.py is paired with guide.ipynb, which is checked in its place." in wrong.stderr
    command = ["check", "--update", "--accept", "guide.ipynb"]
    assert run(*command, ".", catalog=catalog).exit_code == 0
    assert run("check", ".", "guide.py", catalog=catalog).exit_code == 0
    assert code in (tmp_path / "guide.py").read_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--accept", "guide.ipynb"], "--accept says what --update records. Name both."),
        (["--update", "--accept", "other.ipynb"], "other.ipynb is not among the documents"),
        (
            ["--update", "--accept", "guide.ipynb:2"],
            "--accept guide.ipynb:2: cell 2 was not edited by hand; cells 5 are.",
        ),
    ],
)
def test_what_cannot_be_accepted_is_wrong_use(
    catalog: str, tmp_path: Path, options: list[str], message: str
) -> None:
    path = tmp_path / "guide.ipynb"
    conflict(catalog, path)
    before = path.read_bytes()
    result = run("check", "guide.ipynb", *options, catalog=catalog)
    assert (result.exit_code, path.read_bytes()) == (2, before)
    assert message in " ".join(result.stderr.split())


def test_section_that_somebody_wrote_into_stays_and_is_reported(
    catalog: str, tmp_path: Path
) -> None:
    path = tmp_path / "guide.ipynb"
    run("notebook", "guide.ipynb", catalog=catalog)
    content = json.loads(path.read_text())
    cells = content["cells"]
    (reports, sessions) = (
        next(n for n, c in enumerate(cells) if "".join(c["source"]).startswith(f"## {name}"))
        for name in ("POST /old_reports", "DELETE /sessions")
    )
    cells.insert(sessions, build.markdown_cell("# Appendix\n"))  # a chapter of one's own
    cells.insert(sessions + 1, build.markdown_cell("What is below."))
    cells.insert(reports + 1, build.markdown_cell("Reports are slow."))
    cells.insert(reports + 4, build.code_cell("print(report)"))
    path.write_text(json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
    publish(catalog, "org", "api", version_2())
    result = run("check", "--update", "guide.ipynb", catalog=catalog)
    assert result.exit_code == 1
    assert f"Its section stays: cells {reports + 2}, {reports + 5} are your own." in result.stdout
    texts = sources(path)
    at = texts.index("Reports are slow.")
    assert texts[at - 1].startswith("## POST /old_reports")
    assert "reports.create(" in texts[at + 2]
    assert not any(text.startswith("## DELETE /sessions") for text in texts)
    assert texts.index("What is below.") == texts.index("# Appendix\n") + 1


@pytest.mark.parametrize("name", ["guide.ipynb", "guide.md"])
def test_snippet_with_line_ends_of_windows_is_not_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    catalog = f"sqlite:///{tmp_path / 'windows.db'}"
    publish(catalog, "org", "api", users_alone("1.0", "a = 1\r\nb = 2\r\n"))
    if name == "guide.md":
        page = run("get", "GET", "/users", "--format", "markdown", catalog=catalog).stdout
        (tmp_path / name).write_bytes(page.encode())
    else:
        run("notebook", name, catalog=catalog)
    assert b"\r" not in (tmp_path / name).read_bytes()
    assert run("check", name, catalog=catalog).exit_code == 0
    publish(catalog, "org", "api", users_alone("2.0", "a = 3\r\nb = 2\r\n"))
    assert run("check", "--update", name, catalog=catalog).exit_code == 0
    assert b"a = 3" in (tmp_path / name).read_bytes()


def test_cell_that_was_inserted_with_line_ends_of_windows_is_not_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    catalog = f"sqlite:///{tmp_path / 'windows.db'}"
    publish(catalog, "org", "api", users_alone("1.0", "a = 1\r\nb = 2\r\n"))
    run("notebook", "guide.ipynb", catalog=catalog)
    notebook = json.loads((tmp_path / "guide.ipynb").read_text())
    call = next(cell for cell in notebook["cells"] if "a = 1" in "".join(cell["source"]))
    source = "".join(call["source"]).replace("\n", "\r\n")
    record = call["metadata"]["snippet_widget"]
    call["source"] = source
    record.update(digest=digest(source), original=packed(source))
    (tmp_path / "guide.ipynb").write_text(json.dumps(notebook))
    assert "edited" not in run("check", "guide.ipynb", catalog=catalog).stdout
    publish(catalog, "org", "api", users_alone("2.0", "a = 3\r\nb = 2\r\n"))
    assert run("check", "--update", "guide.ipynb", catalog=catalog).exit_code == 0
    assert "a = 3\nb = 2" in sources(tmp_path / "guide.ipynb")
