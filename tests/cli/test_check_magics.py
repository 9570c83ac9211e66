"""What ``%snippet`` has written, a cell or an output, is followed by its record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from snippet_widget.provenance import digest
from tests import notebook_builder as build
from tests.calling_documents import (
    catalog_of_calls,
    check,
    export_before_newer,
    newer,
    source_of,
)
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    url = catalog_of_calls(tmp_path)
    monkeypatch.setenv("SNIPPET_WIDGET_CATALOG", url)
    return url


class Shell(InteractiveShell):
    """A shell that is asked by a front end or, as kernels are, by a program."""

    allow_stdin = True

    def get_parent(self) -> dict[str, Any]:
        return {"content": {"allow_stdin": self.allow_stdin}}


@pytest.fixture
def shell() -> Iterator[Shell]:
    shell: Shell = Shell.instance()
    shell.run_line_magic("load_ext", "snippet_widget")
    yield shell
    Shell.clear_instance()


def run_magic(shell: Shell, line: str) -> dict[str, Any]:
    """Run ``%snippet`` and return its cell."""
    with capture_output() as captured:
        shell.run_cell(line).raise_error()  # type: ignore[no-untyped-call]
    (output,) = captured.outputs
    data = {kind: text.splitlines(keepends=True) for kind, text in output.data.items()}
    stored = {"data": data, "metadata": output.metadata, "output_type": "display_data"}
    return {**build.code_cell(line), "outputs": [stored]}


@pytest.mark.parametrize("options", ["", "--type typescript"])
def test_cell_that_a_magic_wrote_is_followed_by_the_record_in_its_output(
    catalog: str, shell: Shell, tmp_path: Path, options: str
) -> None:
    publish(catalog, "org", "api", a_publication("typescript:@acme/sdk==1.0", "GET /users"))
    path = tmp_path / "n.ipynb"
    cell = run_magic(shell, f"%snippet GET /users {options}")
    below = build.code_cell(shell.rl_next_input)
    build.written(path, build.notebook(cell, below, build.code_cell("mine")))
    assert "2 cells in 1 document: 2 current." in check(path).stdout
    newer(catalog)
    new = a_publication("typescript:@acme/sdk==2.0", "GET /users", source="new")
    publish(catalog, "org", "api", new)
    stale = check(path)
    assert (stale.exit_code, "cell 2: newer SDK published" in stale.stdout) == (1, True)
    before = json.loads(path.read_text())["cells"]
    assert check(path, "--update").exit_code == 0
    after = json.loads(path.read_text())["cells"]
    assert [before[0], before[2]] == [after[0], after[2]]
    source, record = "".join(after[1]["source"]), after[1]["metadata"]["snippet_widget"]
    assert "import acme; new GET /users" in source
    assert source.startswith("%%markdown\n```typescript\n") == bool(options)
    assert record["sdk"]["version"] == "2.0"
    assert record["digest"] == digest(source.removeprefix("%%markdown\n"))
    again = path.read_bytes()
    assert (check(path, "--update").exit_code, path.read_bytes()) == (0, again)


@pytest.mark.parametrize("sdk", ["--type python", "--sdk python:acme==1.0"])
@pytest.mark.parametrize("allow_stdin", [True, False])
def test_pin_of_a_magic_stays(
    catalog: str, shell: Shell, tmp_path: Path, sdk: str, *, allow_stdin: bool
) -> None:
    path = tmp_path / "n.ipynb"
    shell.allow_stdin = allow_stdin
    cell = run_magic(shell, f"%snippet GET /users {sdk} --pin")
    record = cell["outputs"][0]["metadata"]["snippet_widget"]
    assert record["version_range"] == "==1.0"
    below = [build.code_cell(shell.rl_next_input)] if allow_stdin else []
    content = build.notebook(cell, *below)
    build.written(path, content)
    newer(catalog)
    result = check(path, "--update")
    count = len(content["cells"])
    assert result.stdout.endswith(f" in 1 document: {count} current.\n")
    assert json.loads(path.read_text()) == content


@pytest.mark.parametrize("allow_stdin", [True, False])
def test_magic_that_names_a_version_is_followed_with_what_it_wrote(
    catalog: str, shell: Shell, tmp_path: Path, *, allow_stdin: bool
) -> None:
    path = tmp_path / "n.ipynb"
    shell.allow_stdin = allow_stdin
    cell = run_magic(shell, "%snippet GET /users --sdk python:acme==1.0")
    below = [build.code_cell(shell.rl_next_input)] if allow_stdin else []
    build.written(path, build.notebook(cell, *below))
    newer(catalog)
    assert check(path).exit_code == 1
    assert check(path, "--update").exit_code == 0
    cells = json.loads(path.read_text())["cells"]
    assert source_of(path) == "%snippet GET /users --sdk python:acme==2.0"
    (record, *_), shown = _records(cells), json.dumps(cells[-1])
    assert ("new GET /users" in shown, record["sdk"]["version"]) == (True, "2.0")
    assert check(path).exit_code == 0


def _records(cells: list[dict[str, Any]]) -> list[Any]:
    """Return the records of cells from the last one on, its output's among them."""
    metadata = [
        place["metadata"]
        for cell in reversed(cells)
        for place in (cell, *reversed(cell.get("outputs", [])))
    ]
    return [each["snippet_widget"] for each in metadata if "snippet_widget" in each]


def test_cell_below_a_magic_that_is_another_is_left_alone(
    catalog: str, shell: Shell, tmp_path: Path
) -> None:
    path = tmp_path / "n.ipynb"
    cell = run_magic(shell, "%snippet GET /users")
    content = build.notebook(cell, build.code_cell("mine()"))
    build.written(path, content)
    newer(catalog)
    result = check(path, "--update")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (
        0,
        "1 cell in 1 document: 1 current.",
    )
    assert json.loads(path.read_text()) == content


def test_magic_that_a_program_runs_shows_the_snippet_and_is_followed(
    catalog: str, shell: Shell, tmp_path: Path
) -> None:
    path = tmp_path / "n.ipynb"
    shell.allow_stdin = False
    cell = run_magic(shell, "%snippet GET /users --client async")
    build.written(path, build.notebook(cell))
    assert "import acme; call GET /users" in "".join(cell["outputs"][0]["data"]["text/markdown"])
    assert check(path).exit_code == 0
    newer(catalog)
    assert check(path).exit_code == 1
    assert check(path, "--update").exit_code == 0
    (cell,) = json.loads(path.read_text())["cells"]
    assert "import acme; new GET /users" in "".join(cell["outputs"][0]["data"]["text/markdown"])
    assert cell["outputs"][0]["metadata"]["snippet_widget"]["sdk"]["version"] == "2.0"
    assert check(path).exit_code == 0


def test_magic_records_the_api_that_has_the_endpoint(
    catalog: str, shell: Shell, tmp_path: Path
) -> None:
    path = tmp_path / "n.ipynb"
    publish(catalog, "other", "api", a_publication("python:acme==1.0", "GET /ping"))
    cell = run_magic(shell, "%snippet GET /users")
    record = cell["outputs"][0]["metadata"]["snippet_widget"]
    assert (record["org"], record["api"]) == ("org", "api")
    build.written(path, build.notebook(cell, build.code_cell(shell.rl_next_input)))
    assert "2 cells in 1 document: 2 current." in check(path).stdout


def test_magic_that_is_newer_than_what_it_is_compared_with_is_left_alone(
    catalog: str, shell: Shell, tmp_path: Path
) -> None:
    old_export = export_before_newer(catalog, tmp_path)
    path = tmp_path / "n.ipynb"
    shell.allow_stdin = False
    content = build.notebook(run_magic(shell, "%snippet GET /users"))
    build.written(path, content)
    result = check(path, "--update", "--export", old_export)
    assert (result.exit_code, "cell 1: unknown · %snippet" in result.stdout) == (1, True)
    assert json.loads(path.read_text()) == content
