"""What commands say when something is in their way: one cause, one sentence, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from snippet_widget.cli import main
from tests.package_builder import build_tarball, build_wheel

HERE = ["--org", "acme", "--api", "users"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_output_is_said(tmp_path: Path) -> None:
    catalog = ["--catalog", str(tmp_path / "c.db")]
    assert CliRunner().invoke(main, ["migrate", *catalog]).exit_code == 0
    command = [sys.executable, "-m", "snippet_widget", "catalog", "list", "--json", *catalog]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: No space left on device: ")
    assert "Traceback" not in done.stderr
    assert "ignored" not in done.stderr


@pytest.mark.parametrize(
    "options", [["--org", "acme", "--label", "a\udcff"], ["--org", "a\x1b[31m"]]
)
def test_a_token_has_names_that_can_be_printed(tmp_path: Path, options: list[str]) -> None:
    catalog = ["--catalog", str(tmp_path / "c.db")]
    done = CliRunner().invoke(main, ["token", "create", *options, *catalog])
    assert done.exit_code == 1
    assert "cannot be the" in done.stderr
    assert "\x1b" not in done.output


def test_what_follows_an_address_is_not_repeated() -> None:
    done = CliRunner().invoke(main, ["load", "--url", "http://localhost:1/?t=SECRET"])
    assert "'http://localhost:1/' is followed by a query" in done.stderr
    assert "SECRET" not in done.output


def test_a_file_that_is_too_large_is_named(tmp_path: Path) -> None:
    huge = os.urandom(11 * 2**20).hex()
    wheel = str(build_wheel(tmp_path, {"acme/huge.py": huge}))
    done = CliRunner().invoke(main, ["publish", wheel, *HERE, "--dry-run"])
    assert "acme/huge.py is larger than 20971520 bytes; left out" in done.stderr


def test_a_name_that_no_registry_has_is_refused(tmp_path: Path) -> None:
    package = {"package.json": '{"name": "../../x\\n", "version": "1.0.0"}'}
    tarball = str(build_tarball(tmp_path, package))
    done = CliRunner().invoke(main, ["publish", tarball, *HERE, "--dry-run"])
    assert "names '../../x\\n' '1.0.0', which no registry takes" in done.stderr
