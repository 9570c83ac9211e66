"""An edited cell is merged with a new version of its snippet; a conflict is left to a person."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

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
    from pathlib import Path


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
