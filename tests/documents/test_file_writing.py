"""Files are replaced whole or not at all, and nothing is left of a run that was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from snippet_widget.documents.file_writing import replace_text
from snippet_widget.documents.notebook_file import read_notebook
from snippet_widget.errors import NotebookError
from tests import notebook_builder as build

if TYPE_CHECKING:
    from pathlib import Path


def test_written_through_a_link_with_mode_and_backup_kept(tmp_path: Path) -> None:
    real = build.written(tmp_path / "real.ipynb", build.notebook(build.code_cell("a")))
    real.chmod(0o640)
    link = tmp_path / "link.ipynb"
    link.symlink_to(real)
    found = read_notebook(link)
    replace_text(
        found.path, found.text, found.edited([(found.cells[0], {("source",): "b"})]), backup=True
    )
    assert link.is_symlink()
    assert read_notebook(real).cells[0].source == "b"
    assert real.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "real.ipynb.bak").read_text() == found.text
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "link.ipynb",
        "real.ipynb",
        "real.ipynb.bak",
    ]


def test_no_backup_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    path = tmp_path / "n.ipynb"
    path.write_text("first")
    replace_text(path, "first", "second", backup=True)
    replace_text(path, "second", "third", backup=True)
    kept = {each.name: each.read_text() for each in tmp_path.iterdir()}
    assert kept == {"n.ipynb": "third", "n.ipynb.bak": "first", "n.ipynb.bak2": "second"}


def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "n.ipynb"
    path.write_text("first")
    left, fresh = (tmp_path / f".n.ipynb.{name}.snippet-widget.tmp" for name in ("a", "b"))
    left.touch()
    os.utime(left, (1, 1))
    fresh.touch()
    replace_text(path, "first", "second")
    assert (path.read_text(), left.exists(), fresh.exists()) == ("second", False, True)


KILLED = """
import os, signal, sys
from pathlib import Path
from snippet_widget.documents import file_writing
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
file_writing.write_new(Path(sys.argv[1]), "half")
"""


def test_what_a_run_left_that_was_just_killed_is_removed_at_once(tmp_path: Path) -> None:
    path = tmp_path / "n.ipynb"
    path.write_text("first")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, timeout=60)
    (left,) = tmp_path.glob(".n.ipynb.*.snippet-widget.tmp")
    assert killed.returncode == -signal.SIGKILL
    running = left.with_name(left.name.replace(f"-{_process(left)}.", f"-{os.getpid()}."))
    running.touch()
    replace_text(path, "first", "second")
    assert (path.read_text(), left.exists(), running.exists()) == ("second", False, True)


ENDED = """
import os, sys, tempfile
from pathlib import Path
from snippet_widget.documents import file_writing
made = tempfile.mkstemp
def make(**options):
    found = made(**options)
    os.kill(os.getpid(), int(sys.argv[2]))
    return found
tempfile.mkstemp = make
file_writing.write_new(Path(sys.argv[1]), "half")
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_run_that_is_told_to_end_leaves_nothing(tmp_path: Path, number: int) -> None:
    path = tmp_path / "n.ipynb"
    path.write_text("first")
    command = [sys.executable, "-c", ENDED, str(path), str(int(number))]
    ended = subprocess.run(command, check=False, timeout=60, capture_output=True)
    assert ended.returncode == -number
    assert [each.name for each in tmp_path.iterdir()] == ["n.ipynb"]
    assert path.read_text() == "first"


def _process(left: Path) -> str:
    return left.name.split(".")[3].rpartition("-")[2]


def test_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    path = build.written(tmp_path / "n.ipynb", build.notebook(build.code_cell("a")))
    path.chmod(0o444)
    found = read_notebook(path)
    with pytest.raises(NotebookError, match="read-only"):
        replace_text(found.path, found.text, "{}")
    assert path.read_text() == found.text


def test_file_saved_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = build.written(tmp_path / "n.ipynb", build.notebook(build.code_cell("a")))
    found = read_notebook(path)
    path.write_text(found.text.replace('"a"', '"theirs"'))
    with pytest.raises(NotebookError, match="saved by somebody else"):
        replace_text(found.path, found.text, "{}")
    assert '"theirs"' in path.read_text()
