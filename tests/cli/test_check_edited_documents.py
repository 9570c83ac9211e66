"""What people changed in a document stays, and what is not understood is left alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.provenance import digest, packed
from tests import notebook_builder as build
from tests.document_versions import (
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
