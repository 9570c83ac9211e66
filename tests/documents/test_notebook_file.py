"""A change of one cell changes nothing else in the file, and a bad file is left alone."""

from __future__ import annotations

import difflib
import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.documents.notebook_file import read_notebook
from snippet_widget.errors import NotebookError
from tests import notebook_builder as build

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = ("source",)


def _changed_lines(before: str, after: str) -> list[str]:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


@pytest.mark.parametrize("indent", [1, 2, 4, "\t", None])
def test_only_the_lines_of_the_cell_change(tmp_path: Path, indent: int | str | None) -> None:
    content = build.notebook(build.code_cell("a = 1\nb = 2"), build.code_cell("c = 3\nd = 4"))
    found = read_notebook(build.written(tmp_path / "n.ipynb", content, indent=indent))
    after = found.edited([(found.cells[1], {SOURCE: "c = 3\nd = 5"})])
    content["cells"][1]["source"] = ["c = 3\n", "d = 5"]
    assert after == json.dumps(content, indent=indent, ensure_ascii=False) + "\n"
    if indent is not None:
        changed = [line.strip("+- \t") for line in _changed_lines(found.text, after)]
        assert changed == ['"d = 4"', '"d = 5"']


def test_time_of_an_update_grows_with_the_file_and_not_with_cells_times_the_file(
    tmp_path: Path,
) -> None:
    large = build.code_cell("1")
    large["outputs"][0]["text"] = ["line\n"] * 100_000
    large["source"] = []
    cells = [{**build.code_cell(f"a = {n}"), "source": []} for n in range(200)]
    found = read_notebook(build.written(tmp_path / "n.ipynb", build.notebook(large, *cells)))
    start = time.process_time()
    after = found.edited([(cell, {SOURCE: "b = 1\nc = 2"}) for cell in found.cells])
    assert time.process_time() - start < 1  # a hundredth of it; each cell once read all lines
    assert after.count('\n    "b = 1\\n",\n    "c = 2"\n   ]') == 201


def test_odd_spelling_of_the_rest_stays(tmp_path: Path) -> None:
    text = (
        '{ "nbformat":4,"metadata" : {"x": 1.0e5, "y":"\\u00e9"},\r\n  "nbformat_minor": 5,'
        '"cells" :[ {"source":"a","cell_type":"raw", "metadata":{}} ,\r\n'
        '{"metadata":{"k":[1,2]},"cell_type":"code","outputs":[ 1 ],"source":"b"}]}'
    )
    path = tmp_path / "n.ipynb"
    path.write_bytes(text.encode())
    found = read_notebook(path)
    assert [(cell.line, cell.source) for cell in found.cells] == [(2, "a"), (3, "b")]
    edits: dict[tuple[str | int, ...], Any] = {
        SOURCE: "é",
        ("outputs",): [],
        ("metadata", "absent"): 1,
    }
    after = found.edited([(found.cells[1], edits)])
    assert after == text.replace('"b"', '"\\u00e9"').replace("[ 1 ]", "[]")


def test_empty_source_grows_as_jupyter_would_write_it(tmp_path: Path) -> None:
    content = build.notebook(build.markdown_cell(""))
    found = read_notebook(build.written(tmp_path / "n.ipynb", content))
    after = found.edited([(found.cells[0], {SOURCE: "one\ntwo"})])
    content["cells"][0]["source"] = ["one\n", "two"]
    assert after == json.dumps(content, indent=1) + "\n"


def test_equal_value_is_not_written(tmp_path: Path) -> None:
    found = read_notebook(
        build.written(tmp_path / "n.ipynb", build.notebook(build.code_cell("a\nb")))
    )
    assert found.edited([(found.cells[0], {SOURCE: "a\nb"})]) == found.text


def test_earlier_format_has_no_cells_of_ours(tmp_path: Path) -> None:
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": []}]}
    assert read_notebook(build.written(tmp_path / "old.ipynb", old)).cells == ()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "line 1: not JSON"),
        (b'{"nbformat": 4, "cells": [', "not JSON"),
        (b'{"cells": []}', "no number `nbformat`"),
        (b"[1]", "not a notebook"),
        (b'{"nbformat": 4}', "no list `cells`"),
        (b'{"nbformat": 4, "cells": {}}', "no list `cells`"),
        (b'{"nbformat": 4, "cells": [7]}', "cell 1 is not a JSON object"),
        (b'{"nbformat": 4, "cells": [{"source": 5}]}', "`source` or `metadata`"),
        (b'{"nbformat": 4, "cells": [{"metadata": []}]}', "`source` or `metadata`"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"nbformat": ' + b"4" * 5_000 + b"}", "no notebook that can be read"),
        (b'{\n "cells": [\n<<<<<<< HEAD\n 1\n=======\n 2\n>>>>>>> x\n]}', "line 3: an unresolved"),
    ],
)
def test_what_is_no_notebook_is_named(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "bad.ipynb"
    path.write_bytes(data)
    with pytest.raises(NotebookError, match=message):
        read_notebook(path)
    assert path.read_bytes() == data


def test_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotebookError, match=r"gone\.ipynb cannot be read"):
        read_notebook(tmp_path / "gone.ipynb")
