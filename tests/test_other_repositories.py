"""What other people's repositories use: the action's steps and pre-commit's hooks, as they run."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from click.testing import CliRunner

from snippet_widget.cli import main
from tests.github_step import run_command, run_step
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    import subprocess

ROOT = Path(__file__).parents[1]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}


@pytest.fixture
def guide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an outdated document with a blank in its name."""
    monkeypatch.chdir(tmp_path)
    url = f"sqlite:///{tmp_path / 'catalog.db'}"
    publish(url, "org", "api", a_publication("python:acme==1.0"))
    monkeypatch.setenv("SNIPPET_WIDGET_CATALOG", url)
    monkeypatch.delenv("SNIPPET_WIDGET_URL", raising=False)
    path = tmp_path / "my guide.ipynb"
    assert CliRunner().invoke(main, ["notebook", str(path)]).exit_code == 0
    publish(url, "org", "api", a_publication("python:acme==2.0", source="new"))
    return path


def check(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the action's last step as GitHub does: inputs are put in the place of expressions."""
    step: dict[str, Any] = ACTION["runs"]["steps"][-1]
    given = {name: each["default"] for name, each in ACTION["inputs"].items()} | inputs
    environment = {
        name: given[expression.removeprefix("${{ inputs.").removesuffix(" }}")]
        for name, expression in step["env"].items()
    }
    return run_step(step["run"], folder, **environment)


def test_action_fails_and_annotates_what_is_outdated(guide: Path) -> None:
    result = check(guide.parent)
    assert result.returncode == 1, result.stderr
    assert "::error file=my guide.ipynb,line=" in result.stdout


def test_action_takes_paths_and_options_by_line(guide: Path) -> None:
    (guide.parent / "other").mkdir()
    paths, options = f"{guide.name}\nother\n", "--versions=acme<2\n--fail-on=newer"
    result = check(guide.parent, paths=paths.rstrip("\n"), options=options)
    assert result.returncode == 0, result.stdout + result.stderr


def test_input_is_no_command(guide: Path) -> None:
    result = check(guide.parent, paths="$(touch broken); `touch broken`")
    assert result.returncode == 2
    assert not (guide.parent / "broken").exists()


@pytest.mark.parametrize(
    ("hook", "status"), [("snippet-widget-check", 1), ("snippet-widget-update", 0)]
)
def test_hooks_do_what_they_say(guide: Path, hook: str, status: int) -> None:
    before = guide.read_bytes()
    result = run_command([*shlex.split(HOOKS[hook]["entry"]), guide.name], guide.parent)
    assert result.returncode == status, result.stderr
    assert (guide.read_bytes() != before) == (hook == "snippet-widget-update")
