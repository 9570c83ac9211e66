"""Pages of text are checked and updated as notebooks are: Markdown, MyST, rst, percent scripts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from snippet_widget.cli import main
from snippet_widget.models import Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    url = f"sqlite:///{tmp_path / 'catalog.db'}"
    for sdk in ("python:acme==1.0", "typescript:@acme/sdk==1.0"):
        publish(url, "org", "api", a_publication(sdk, "GET /users", source="one\ncall"))
    return url


def run(*arguments: str, catalog: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--catalog", catalog])


def newer(catalog: str) -> None:
    for sdk in ("python:acme==2.0", "typescript:@acme/sdk==2.0"):
        publish(catalog, "org", "api", a_publication(sdk, "GET /users", source="two\nnew"))


def page(catalog: str, format_: str) -> str:
    """Return a page in which every client's snippet stands, in a list, among prose."""
    blocks = run("get", "GET /users", "--format", format_, catalog=catalog).stdout
    indented = "".join(f"   {line}".rstrip() + "\n" for line in blocks.splitlines())
    return f"Users\n=====\n\nProse -- of ours.\n\n1. Item\n\n{indented}\n\n{blocks}\n\nThe end.\n"


PAGES = [("users.md", "markdown"), ("users.rst", "rst")]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(("name", "format_"), PAGES)
def test_page_is_followed_and_its_prose_stays(
    catalog: str, tmp_path: Path, name: str, format_: str, end: str
) -> None:
    path = tmp_path / name
    path.write_bytes(page(catalog, format_).replace("\n", end).encode())
    current = run("check", ".", catalog=catalog)
    assert (current.exit_code, current.stdout.splitlines()[-1]) == (
        0,
        "6 cells in 1 document: 6 current.",
    )
    newer(catalog)
    assert run("check", ".", catalog=catalog).exit_code == 1
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    assert path.read_bytes() == page(catalog, format_).replace("\n", end).encode()
    assert run("check", ".", catalog=catalog).exit_code == 0


@pytest.mark.parametrize(("name", "format_"), PAGES)
def test_edited_block_is_merged(catalog: str, tmp_path: Path, name: str, format_: str) -> None:
    path = tmp_path / name
    options = ("--client", "sync", "--format", format_)
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    path.write_text(block.replace("import acme; one", "import acme; one  # ours"))
    newer(catalog)
    conflict = run("check", "--update", str(path), catalog=catalog)
    assert (conflict.exit_code, "resolve it by hand" in conflict.stdout) == (1, True)
    path.write_text(block.rstrip("\n").replace("# sync_client", "# sync_client") + "\n")
    assert run("check", "--update", str(path), catalog=catalog).exit_code == 0
    assert "two" in path.read_text()


def calls(script: str) -> list[str]:
    """Return the cells of a script that are not prose, their records in one order of keys."""
    parts = [part.split("\n", 1) for part in script.split("snippet_widget=")[1:]]
    records = [(json.loads(record), source) for record, source in parts]
    return [
        json.dumps([record, source.partition("# %%")[0].strip()], sort_keys=True)
        for record, source in records
        if record["role"] not in ("heading", "title")
    ]


def test_page_holds_programs_for_scripts_as_repaired(catalog: str) -> None:
    program = (
        "import asyncio\n\n\nasync def main() -> None:\n    await x()\n\n\nasyncio.run(main())"
    )
    sources = {"sync_client": "", "async_client": program}
    snippet = Snippet(
        type="python",
        sdk=Sdk("acme", "3.0"),
        sources=sources,
        published={"async_client": "await x()"},
    )
    sdk = SdkSelector("python", "acme", "3.0")
    endpoints = (PublishedEndpoint("GET", "/users", snippet),)
    publish(catalog, "org", "api", Publication(sdk, endpoints))
    options = ("--client", "async", "--format", "markdown")
    page = run("get", "GET /users", *options, catalog=catalog).stdout
    assert page.partition("\n")[2] == f"```python\n{program}\n```\n"


def percent(catalog: str, tmp_path: Path) -> str:
    """Return a script as Jupytext writes a notebook of ours."""
    options = ("--client", "sync", "--client", "client", "--endpoint", "GET /users")
    run("notebook", "guide.ipynb", *options, "--force", catalog=catalog)
    cells = json.loads((tmp_path / "guide.ipynb").read_text())["cells"]
    parts = ["# ---\n# jupyter: {}\n# ---\n"]
    for cell in cells:
        record = json.dumps(cell["metadata"]["snippet_widget"])
        source = "".join(cell["source"])
        kind = "" if cell["cell_type"] == "code" else " [markdown]"
        if kind or source.startswith("%"):
            source = "\n".join(f"# {line}".rstrip() for line in source.split("\n"))
        parts.append(f"# %%{kind} snippet_widget={record}\n{source}\n")
    (tmp_path / "guide.ipynb").unlink()
    return "\n".join(parts)


def test_percent_script_is_followed(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "guide.py"
    path.write_text(percent(catalog, tmp_path))
    assert run("check", str(path), catalog=catalog).exit_code == 0
    newer(catalog)
    assert run("check", "--update", str(path), catalog=catalog).exit_code == 0
    updated, expected = path.read_text(), percent(catalog, tmp_path)
    assert calls(updated) == calls(expected)
    assert "# %pip install acme==2.0" in updated


def test_of_a_pair_the_notebook_is_checked(catalog: str, tmp_path: Path) -> None:
    script = percent(catalog, tmp_path)
    (tmp_path / "guide.py").write_text(script)
    run("notebook", "guide.ipynb", catalog=catalog)
    newer(catalog)
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, "in 1 document" in result.stdout) == (0, True)
    assert (tmp_path / "guide.py").read_text() == script


def test_blank_line_that_a_formatter_put_below_the_marker(catalog: str, tmp_path: Path) -> None:
    block = run("get", "GET /users", "--client", "sync", "--format", "markdown", catalog=catalog)
    text = block.stdout.replace(" -->\n```python", " -->\n\n~~~python").replace("```", "~~~")
    (tmp_path / "a.md").write_text(text)
    assert "1 cell in 1 document: 1 current." in run("check", ".", catalog=catalog).stdout


def test_page_without_a_marker_is_no_document(catalog: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Title\n")
    (tmp_path / "a.py").write_text("print(1)\n")
    assert run("check", ".", catalog=catalog).stdout == "0 cells in 0 documents.\n"


def test_broken_marker_is_named_with_its_line(catalog: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Title\n\n<!-- snippet-widget: {x} -->\n```python\n1\n```\n")
    result = run("check", "--format", "github", ".", catalog=catalog)
    assert result.exit_code == 3
    assert "::error file=a.md,line=3,title=Document::a.md, line 3: the marker" in result.stdout


def test_marker_ends_no_comment(catalog: str) -> None:
    publish(catalog, "org", "other", a_publication("python:acme==1.0", "GET /-->x"))
    options = ("--api", "other", "--client", "sync", "--format", "markdown")
    block = run("get", "GET /-->x", *options, catalog=catalog).stdout
    assert block.splitlines()[0].count("-->") == 1


def test_marker_with_an_invalid_range_is_unknown(catalog: str, tmp_path: Path) -> None:
    block = run("get", "GET /users", "--client", "sync", "--format", "markdown", catalog=catalog)
    broken = block.stdout.replace('"version_range": null', '"version_range": "acme\\u003c2"')
    (tmp_path / "a.md").write_text(f"{broken}\n{block.stdout}")
    result = run("check", ".", catalog=catalog)
    assert result.exit_code == 1
    assert "2 cells in 1 document: 1 current, 1 unknown." in result.stdout
    assert "'acme<2' is no range of versions of acme. Correct it" in result.stdout


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("name", "below"),
    [
        ("a.md", ""),
        ("a.md", "import acme; one\ncall\n"),
        ("a.md", "    import acme; one\n"),
        ("a.md", "```python\nnever closed\n"),
        ("a.rst", ""),
        ("a.rst", "\nimport acme; one\n"),
    ],
)
def test_marker_without_its_code_is_unknown(
    catalog: str, tmp_path: Path, name: str, below: str, end: str
) -> None:
    options = ("--client", "sync", "--format", "rst" if name == "a.rst" else "markdown")
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    marker = block.splitlines()[0]
    text = f"{block}\n{marker}\n\nProse.\n\n{block}\n{marker}\n{below}".replace("\n", end)
    (tmp_path / name).write_bytes(text.encode())
    newer(catalog)
    result = run("check", "--update", ".", catalog=catalog)
    assert result.exit_code == 1
    assert "4 cells in 1 document: 2 updated, 2 unknown." in result.stdout
    assert "Its code is missing: the marker has to stand" in result.stdout
    assert (tmp_path / name).read_bytes().decode().count(marker) == 2


@pytest.mark.parametrize("prefix", ["> ", "- "])
def test_marker_that_is_not_on_a_line_of_its_own_is_unknown(
    catalog: str, tmp_path: Path, prefix: str
) -> None:
    options = ("--client", "sync", "--format", "markdown")
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    (tmp_path / "a.md").write_text(prefix + block)
    assert "1 unknown." in run("check", ".", catalog=catalog).stdout


@pytest.mark.parametrize(("name", "format_"), PAGES)
def test_marker_without_its_colon_is_broken(
    catalog: str, tmp_path: Path, name: str, format_: str
) -> None:
    options = ("--client", "sync", "--format", format_)
    block = run("get", "GET /users", *options, catalog=catalog).stdout
    (tmp_path / name).write_text("Title\n\n" + block.replace("widget: {", "widget {"))
    result = run("check", ".", catalog=catalog)
    assert result.exit_code == 3
    assert f"{name}, line 3: the marker of a snippet has no colon. Write" in result.stderr
