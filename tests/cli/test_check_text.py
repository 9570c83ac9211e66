"""Pages of text are checked and updated as notebooks are: Markdown, MyST, rst, percent scripts."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from click.testing import CliRunner

from snippet_widget.cli import main
from snippet_widget.models import Sdk, SdkSelector, Snippet
from snippet_widget.publication import Publication, PublishedEndpoint
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from collections.abc import Callable
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


def generated(catalog: str, tmp_path: Path) -> list[dict[str, Any]]:
    """Return the cells of a notebook that is written now."""
    options = ("--client", "sync", "--client", "client", "--endpoint", "GET /users")
    run("notebook", "new.ipynb", *options, "--title", "Users", catalog=catalog)
    text = (tmp_path / "new.ipynb").read_text()
    (tmp_path / "new.ipynb").unlink()
    cells: list[dict[str, Any]] = json.loads(text)["cells"]
    return cells


def tags(cell: dict[str, Any]) -> str:
    found = cell["metadata"].get("tags")
    return f" tags={json.dumps(found)}" if found else ""


def percent(cells: list[dict[str, Any]]) -> str:
    """Return a script as Jupytext writes a notebook of ours."""
    parts = ["# ---\n# jupyter: {}\n# ---\n"]
    for cell in cells:
        record = json.dumps(cell["metadata"]["snippet_widget"], sort_keys=True)
        source = "".join(cell["source"])
        kind = "" if cell["cell_type"] == "code" else " [markdown]"
        if kind or source.startswith("%"):
            source = "\n".join(f"# {line}".rstrip() for line in source.split("\n"))
        parts.append(f"# %%{kind} snippet_widget={record}{tags(cell)}\n{source}\n")
    return "\n".join(parts)


def markdown(cells: list[dict[str, Any]]) -> str:
    """Return a page of Markdown as Jupytext writes a notebook of ours."""
    parts = ["---\njupyter: {}\n---\n"]
    for cell in cells:
        record = json.dumps(cell["metadata"]["snippet_widget"], sort_keys=True)
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            parts.append(f"```python snippet_widget={record}{tags(cell)}\n{source}\n```\n")
        else:
            parts.append(
                f"<!-- #region snippet_widget={record} -->\n{source}\n<!-- #endregion -->\n"
            )
    return "\n".join(parts)


def myst(cells: list[dict[str, Any]]) -> str:
    """Return a page of MyST as Jupytext writes a notebook of ours, with a cell of its author's."""
    parts = ["---\njupyter: {}\n---\n\n```{code-cell}\n---\ntags: [b]\n---\nmine = 1\n```\n"]
    for cell in cells:
        record, source = cell["metadata"]["snippet_widget"], "".join(cell["source"])
        if cell["cell_type"] == "code":
            options = yaml.safe_dump({"snippet_widget": record}, default_flow_style=False)
            named = ", ".join(cell["metadata"]["tags"])
            parts.append(f"```{{code-cell}}\n---\n{options}tags: [{named}]\n---\n{source}\n```\n")
        else:
            line = json.dumps({"snippet_widget": record}, sort_keys=True)
            parts.append(f"+++ {line}\n\n{source}\n")
    return "\n".join(parts)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("name", "write"), [("guide.py", percent), ("guide.md", markdown), ("guide.myst", myst)]
)
def test_notebook_that_is_text_is_followed_with_its_headings(
    catalog: str,
    tmp_path: Path,
    name: str,
    write: Callable[[list[dict[str, Any]]], str],
    end: str,
) -> None:
    path = tmp_path / name
    path.write_bytes(write(generated(catalog, tmp_path)).replace("\n", end).encode())
    assert "7 cells in 1 document: 7 current." in run("check", ".", catalog=catalog).stdout
    newer(catalog)
    assert "newer SDK published · title" in run("check", ".", catalog=catalog).stdout
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    expected = write(generated(catalog, tmp_path)).replace("\n", end)
    assert path.read_bytes().decode() == expected
    assert run("check", ".", catalog=catalog).exit_code == 0


def test_headings_of_text_are_followed_beside_a_cell_that_is_limited_to_versions(
    catalog: str, tmp_path: Path
) -> None:
    cells = generated(catalog, tmp_path)
    call = next(c for c in cells if "import acme; one" in "".join(c["source"]))
    call["metadata"]["snippet_widget"]["version_range"] = "<2"
    (tmp_path / "guide.py").write_text(percent(cells))
    newer(catalog)
    stale = run("check", ".", catalog=catalog)
    assert (stale.exit_code, "newer SDK published · title" in stale.stdout) == (1, True)
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    assert run("check", ".", catalog=catalog).exit_code == 0
    assert "import acme; one" in (tmp_path / "guide.py").read_text()


def test_pair_of_jupytext_is_kept_in_step(catalog: str, tmp_path: Path) -> None:
    options = ("--client", "sync", "--client", "client", "--endpoint", "GET /users")
    run("notebook", "guide.ipynb", *options, "--title", "Users", catalog=catalog)
    notebook = json.loads((tmp_path / "guide.ipynb").read_text())
    notebook["metadata"]["jupytext"] = {"formats": "ipynb,py:percent,md:myst"}
    (tmp_path / "guide.ipynb").write_text(json.dumps(notebook, indent=1))
    (tmp_path / "guide.py").write_text(percent(notebook["cells"]))
    (tmp_path / "guide.md").write_text(myst(notebook["cells"]))
    newer(catalog)
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, "7 cells in 1 document" in result.stdout) == (0, True)
    cells = generated(catalog, tmp_path)
    assert json.loads((tmp_path / "guide.ipynb").read_text())["cells"] == cells
    assert (tmp_path / "guide.py").read_text() == percent(cells)
    assert (tmp_path / "guide.md").read_text() == myst(cells)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("formats", "write"),
    [("ipynb,py:percent", percent), ("ipynb,md", markdown), ("ipynb,md:myst", myst)],
)
def test_pair_of_jupytext_gains_and_loses_the_sections_of_its_notebook(
    catalog: str,
    tmp_path: Path,
    formats: str,
    write: Callable[[list[dict[str, Any]]], str],
    end: str,
) -> None:
    run("notebook", "guide.ipynb", catalog=catalog)
    notebook = json.loads((tmp_path / "guide.ipynb").read_text())
    notebook["metadata"]["jupytext"] = {"formats": formats}
    (tmp_path / "guide.ipynb").write_text(json.dumps(notebook, indent=1))
    text = tmp_path / f"guide.{formats[6:8]}"
    text.write_bytes(write(notebook["cells"]).replace("\n", end).encode())
    for version, added in (("2.0", "GET /teams"), ("3.0", "POST /zoo")):
        for sdk in ("python:acme", "typescript:@acme/sdk"):
            endpoints = [added] if version == "3.0" else ["GET /users", added]
            publish(catalog, "org", "api", a_publication(f"{sdk}=={version}", *endpoints))
        assert run("check", "--update", ".", catalog=catalog).exit_code == 0
        cells = json.loads((tmp_path / "guide.ipynb").read_text())["cells"]
        assert (added in str(cells), "## GET /users" in str(cells)) == (True, version == "2.0")
        assert text.read_bytes().decode() == write(cells).replace("\n", end)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_prose_below_new_code_needs_no_mark_between_cells(
    catalog: str, tmp_path: Path, end: str
) -> None:
    run("notebook", "guide.ipynb", "--client", "sync", "--client", "client", catalog=catalog)
    notebook = json.loads((tmp_path / "guide.ipynb").read_text())
    notebook["metadata"]["jupytext"] = {"formats": "ipynb,md:myst"}
    (tmp_path / "guide.ipynb").write_text(json.dumps(notebook, indent=1))
    text = tmp_path / "guide.md"
    text.write_bytes((myst(notebook["cells"]) + "\n+++\n\nMine.\n").replace("\n", end).encode())
    endpoints = ("GET /users", "GET /teams")
    publish(catalog, "org", "api", a_publication("python:acme==2.0", *endpoints))
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    cells = json.loads((tmp_path / "guide.ipynb").read_text())["cells"]
    assert "GET /teams" in cells[-1]["source"][0]
    assert text.read_bytes().decode() == (myst(cells) + "\nMine.\n").replace("\n", end)


def test_record_that_is_no_yaml_is_named_with_its_line(catalog: str, tmp_path: Path) -> None:
    text = "```{code-cell}\n---\nsnippet_widget:\n  a: [\n---\nx\n```\n"
    (tmp_path / "a.md").write_text(text)
    result = run("check", "a.md", catalog=catalog)
    assert (result.exit_code, "a.md, line 3: " in result.stderr) == (3, True)


def test_quarto_page_is_followed(catalog: str, tmp_path: Path) -> None:
    block = run("get", "GET /users", "--client", "sync", "--format", "markdown", catalog=catalog)
    text = block.stdout.replace("```python", "```{python}")
    (tmp_path / "a.qmd").write_text(f"# Users\n\n{text}")
    newer(catalog)
    assert "  cell 1, line 3: newer SDK" in run("check", ".", catalog=catalog).stdout
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    assert "```{python}\nimport acme; two" in (tmp_path / "a.qmd").read_text()


@pytest.mark.parametrize("formats", [None, "ipynb,md:myst", "ipynb,scripts//py:percent"])
def test_text_is_no_pair_of_a_notebook_of_its_name_that_does_not_say_so(
    catalog: str, tmp_path: Path, formats: str | None
) -> None:
    script = percent(generated(catalog, tmp_path))
    (tmp_path / "guide.py").write_text(script)
    newer(catalog)
    run("notebook", "guide.ipynb", catalog=catalog)
    notebook = json.loads((tmp_path / "guide.ipynb").read_text())
    notebook["metadata"]["jupytext"] = {"formats": formats} if formats else {}
    (tmp_path / "guide.ipynb").write_text(json.dumps(notebook, indent=1))
    result = run("check", ".", catalog=catalog)
    assert (result.exit_code, "guide.py" in result.stdout) == (1, True)
    notebook["metadata"]["jupytext"] = {"formats": "ipynb,py:percent"}
    (tmp_path / "guide.ipynb").write_text(json.dumps(notebook, indent=1))
    assert run("check", ".", catalog=catalog).exit_code == 0
    # nobody checks for it where the notebook is left out
    assert run("check", ".", "--exclude", "*.ipynb", catalog=catalog).exit_code == 1


def test_blank_line_that_a_formatter_put_below_the_marker(catalog: str, tmp_path: Path) -> None:
    block = run("get", "GET /users", "--client", "sync", "--format", "markdown", catalog=catalog)
    text = block.stdout.replace(" -->\n```python", " -->\n\n~~~python").replace("```", "~~~")
    (tmp_path / "a.md").write_text(text)
    assert "1 cell in 1 document: 1 current." in run("check", ".", catalog=catalog).stdout


def test_page_without_a_marker_is_no_document(catalog: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Title\n")
    (tmp_path / "a.py").write_text("print(1)\n")
    assert run("check", ".", catalog=catalog).stdout == "0 cells in 0 documents.\n"


@pytest.mark.parametrize("mark", ['"snippet_widget": {', 'text = "# %%"\n# show('])
def test_script_that_speaks_of_markers_has_no_cells(
    catalog: str, tmp_path: Path, mark: str
) -> None:
    (tmp_path / "a.py").write_text(f"# {mark}\n")
    assert run("check", ".", catalog=catalog).stdout == "0 cells in 1 document.\n"


def test_broken_marker_is_named_with_its_line(catalog: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Title\n\n<!-- snippet-widget: {x} -->\n```python\n1\n```\n")
    result = run("check", "--format", "github", ".", catalog=catalog)
    assert result.exit_code == 3
    assert "::error file=a.md,line=3,title=Document::a.md, line 3: the marker" in result.stdout


def test_record_that_is_nested_too_deeply_stops_no_other_document(
    catalog: str, tmp_path: Path
) -> None:
    deep = '{"a":' * 50_000 + "}" * 50_000
    (tmp_path / "a.md").write_text(f"<!-- snippet-widget: {deep} -->\n```python\n1\n```\n")
    (tmp_path / "b.py").write_text(f"# %% snippet_widget={deep}\n1\n")
    (tmp_path / "c.md").write_text(page(catalog, "markdown"))
    result = run("check", ".", catalog=catalog)
    assert (result.exit_code, "6 cells in 1 document: 6 current." in result.stdout) == (3, True)
    for name in ("a.md", "b.py"):
        assert f"{name} has a record that is nested too deeply" in result.stderr


def test_pipe_keeps_no_check_waiting(catalog: str, tmp_path: Path) -> None:
    for name in ("a.md", "a.ipynb"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "b.md").write_text(page(catalog, "markdown"))
    assert "6 cells in 1 document: 6 current." in run("check", ".", catalog=catalog).stdout
    result = run("check", "a.md", "a.ipynb", catalog=catalog)
    assert (result.exit_code, result.stderr.count("is a pipe, a socket or a device")) == (3, 2)


def test_marker_below_a_byte_order_mark_is_followed(catalog: str, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    command = ["get", "GET /users", "--client", "sync", "--format", "markdown"]
    path.write_text("\ufeff" + run(*command, catalog=catalog).stdout)
    newer(catalog)
    result = run("check", "--update", ".", catalog=catalog)
    assert "cell 1, line 1: updated" in result.stdout
    assert path.read_bytes().decode() == "\ufeff" + run(*command, catalog=catalog).stdout


def test_case_of_a_suffix_does_not_matter_and_an_unknown_one_is_named(
    catalog: str, tmp_path: Path
) -> None:
    text = page(catalog, "markdown")
    for name in ("a.MD", "b.mdx"):
        (tmp_path / name).write_text(text)
    (tmp_path / "c.RST").write_text(page(catalog, "rst"))
    found = run("check", ".", "a.MD", catalog=catalog)
    assert (found.exit_code, "12 cells in 2 documents: 12 current." in found.stdout) == (0, True)
    other = run("check", "b.mdx", catalog=catalog)
    assert (other.exit_code, "b.mdx is not a kind of document" in other.stderr) == (3, True)


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
    assert "'acme<2' is not a range of versions of acme. Correct it" in result.stdout


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


ASKING = 'show("GET /users", sdk="python:acme==1.0")'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", f"```{{code-cell}}\n:tags: [a]\n\n{ASKING}\n```\n\n```python\nshow(1)\n```\n"),
        ("b.md", f"```{{code-cell}} python\n---\ntags: [a]\n---\n{ASKING}\n```\n"),
        ("c.py", f"# %%\nplt.show()\n\n# %% [markdown]\n# show(1)\n\n# %%\n{ASKING}\n"),
        ("d.py", "# %%\n# %snippet GET /users --sdk python:acme==1.0\n"),
    ],
)
def test_cells_of_text_that_ask_for_an_endpoint_are_followed(
    catalog: str, tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text)
    assert "1 cell in 1 document: 1 current." in run("check", ".", catalog=catalog).stdout
    newer(catalog)
    assert run("check", ".", catalog=catalog).exit_code == 1
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    assert (tmp_path / name).read_text() == text.replace("acme==1.0", "acme==2.0")
