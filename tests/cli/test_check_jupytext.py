"""Notebooks that Jupytext writes as text are checked and updated, and pairs are kept in step."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.document_versions import catalog_of_two_languages, publish_two_languages, run
from tests.jupytext_texts import OWN, markdown, myst, paired, percent
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return catalog_of_two_languages(tmp_path)


def generated(catalog: str, tmp_path: Path, *sdks: str) -> list[dict[str, Any]]:
    """Return the cells of a notebook that is written now."""
    options = ("--client", "sync", "--client", "client", "--endpoint", "GET /users", *sdks)
    run("notebook", "new.ipynb", *options, "--title", "Users", catalog=catalog)
    text = (tmp_path / "new.ipynb").read_text()
    (tmp_path / "new.ipynb").unlink()
    cells: list[dict[str, Any]] = json.loads(text)["cells"]
    return cells


with_either_line_end = pytest.mark.parametrize("end", ["\n", "\r\n"])
in_each_format = pytest.mark.parametrize(
    ("name", "write"), [("guide.py", percent), ("guide.md", markdown), ("guide.myst", myst)]
)
paired_with_each_format = pytest.mark.parametrize(
    ("formats", "write"),
    [("ipynb,py:percent", percent), ("ipynb,md", markdown), ("ipynb,md:myst", myst)],
)


@with_either_line_end
@in_each_format
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
    publish_two_languages(catalog, "2.0", "two\nnew")
    assert "newer SDK published · title" in run("check", ".", catalog=catalog).stdout
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    expected = write(generated(catalog, tmp_path)).replace("\n", end)
    assert path.read_bytes().decode() == expected
    assert run("check", ".", catalog=catalog).exit_code == 0


@pytest.mark.parametrize("named", [(), ("--sdk", "typescript", "--sdk", "python:acme==1.0")])
def test_text_that_was_pinned_stays(catalog: str, tmp_path: Path, named: tuple[str, ...]) -> None:
    path = tmp_path / "guide.py"
    path.write_text(percent(generated(catalog, tmp_path, *named, "--pin")))
    before = path.read_text()
    publish_two_languages(catalog, "2.0", "two\nnew")
    result = run("check", "--update", "guide.py", "--versions", "acme>=3", catalog=catalog)
    assert "7 cells in 1 document: 7 current." in result.stdout
    assert path.read_text() == before


def test_headings_of_text_are_followed_beside_a_cell_that_is_limited_to_versions(
    catalog: str, tmp_path: Path
) -> None:
    cells = generated(catalog, tmp_path)
    call = next(c for c in cells if "import acme; one" in "".join(c["source"]))
    call["metadata"]["snippet_widget"]["version_range"] = "<2"
    (tmp_path / "guide.py").write_text(percent(cells))
    publish_two_languages(catalog, "2.0", "two\nnew")
    stale = run("check", ".", catalog=catalog)
    assert (stale.exit_code, "newer SDK published · title" in stale.stdout) == (1, True)
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    assert run("check", ".", catalog=catalog).exit_code == 0
    assert "import acme; one" in (tmp_path / "guide.py").read_text()


def test_pair_of_jupytext_is_kept_in_step(catalog: str, tmp_path: Path) -> None:
    options = ("--client", "sync", "--client", "client", "--endpoint", "GET /users")
    run("notebook", "guide.ipynb", *options, "--title", "Users", catalog=catalog)
    cells = paired(tmp_path, "ipynb,py:percent,md:myst")
    (tmp_path / "guide.py").write_text(percent(cells))
    (tmp_path / "guide.md").write_text(myst(cells))
    publish_two_languages(catalog, "2.0", "two\nnew")
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, "7 cells in 1 document" in result.stdout) == (0, True)
    cells = [OWN, *generated(catalog, tmp_path)]
    assert json.loads((tmp_path / "guide.ipynb").read_text())["cells"] == cells
    assert (tmp_path / "guide.py").read_text() == percent(cells)
    assert (tmp_path / "guide.md").read_text() == myst(cells)


@pytest.mark.parametrize("edited", ["guide.py", "guide.ipynb"])
def test_pair_that_was_edited_in_one_file_is_left_alone_and_named(
    catalog: str, tmp_path: Path, edited: str
) -> None:
    options = ("--client", "sync", "--endpoint", "GET /users")
    run("notebook", "guide.ipynb", *options, catalog=catalog)
    notebook = json.loads((tmp_path / "guide.ipynb").read_text())
    notebook["metadata"]["jupytext"] = {"formats": "ipynb,py:percent"}
    (tmp_path / "guide.ipynb").write_text(json.dumps(notebook, indent=1))
    (tmp_path / "guide.py").write_text(percent(notebook["cells"]))
    path = tmp_path / edited
    path.write_text(path.read_text().replace("import acme; one", "import acme; mine"))
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir() if each.is_file()}
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0  # nothing is outdated
    publish_two_languages(catalog, "2.0", "two\nnew")
    result = run("check", "--update", ".", catalog=catalog)
    assert result.exit_code == 3
    assert result.stderr == (
        "guide.py and guide.ipynb, which Jupytext pairs, differ in cell 5 by what somebody edited. "
        "Both are as they were. Bring them in step (`jupytext --sync`), then update again.\n"
    )
    assert all(
        (tmp_path / name).read_bytes() == data for name, data in before.items() if "guide" in name
    )
    text = (tmp_path / "guide.py").read_text()
    line = text[: text.index("import acme; ")].count("\n")  # of the cell's head
    annotated = run("check", "--update", "--format", "github", ".", catalog=catalog)
    assert f"file=guide.py,line={line},title=Document::" in annotated.stdout


def edited_cells(kind: str, cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return cells as somebody added, moved or took out one of them."""
    prose = {"cell_type": "markdown", "id": "p", "metadata": {}, "source": ["Prose here."]}
    if kind == "added":
        return [*cells[:4], prose, *cells[4:]]
    return [*cells[:2], *cells[4:], *(cells[2:4] if kind == "moved" else [])]


@pytest.mark.parametrize(
    "edit",
    [(kind, side) for kind in ("added", "moved", "taken out") for side in ("notebook", "text")],
    ids=" in ".join,
)
@paired_with_each_format
def test_pair_with_other_cells_in_one_file_is_left_alone(
    catalog: str,
    tmp_path: Path,
    formats: str,
    write: Callable[[list[dict[str, Any]]], str],
    edit: tuple[str, str],
) -> None:
    kind, side = edit
    run("notebook", "guide.ipynb", "--client", "sync", catalog=catalog)
    cells = paired(tmp_path, formats)
    notebook, text = tmp_path / "guide.ipynb", tmp_path / f"guide.{formats[6:8]}"
    text.write_text(write(edited_cells(kind, cells) if side == "text" else cells))
    if side == "notebook":
        whole = json.loads(notebook.read_text())
        notebook.write_text(json.dumps({**whole, "cells": edited_cells(kind, cells)}, indent=1))
    before = (notebook.read_bytes(), text.read_bytes())
    publish_two_languages(catalog, "2.0", "two\nnew")
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, notebook.read_bytes(), text.read_bytes()) == (3, *before)
    assert f"{text.name} and guide.ipynb, which Jupytext pairs, differ from line " in result.stderr
    assert "by what somebody added, moved or took out. Both are as they were." in result.stderr
    line = result.stderr.partition("differ from line ")[2].partition(" ")[0]
    annotated = run("check", "--update", "--format", "github", ".", catalog=catalog)
    assert f"file={text.name},line={line},title=Document::" in annotated.stdout


@with_either_line_end
@paired_with_each_format
def test_pair_of_jupytext_gains_and_loses_the_sections_of_its_notebook(
    catalog: str,
    tmp_path: Path,
    formats: str,
    write: Callable[[list[dict[str, Any]]], str],
    end: str,
) -> None:
    run("notebook", "guide.ipynb", catalog=catalog)
    text = tmp_path / f"guide.{formats[6:8]}"
    text.write_bytes(write(paired(tmp_path, formats)).replace("\n", end).encode())
    for version, added in (("2.0", "GET /teams"), ("3.0", "POST /zoo")):
        for sdk in ("python:acme", "typescript:@acme/sdk"):
            endpoints = [added] if version == "3.0" else ["GET /users", added]
            publish(catalog, "org", "api", a_publication(f"{sdk}=={version}", *endpoints))
        assert run("check", "--update", ".", catalog=catalog).exit_code == 0
        cells = json.loads((tmp_path / "guide.ipynb").read_text())["cells"]
        assert (added in str(cells), "## GET /users" in str(cells)) == (True, version == "2.0")
        assert text.read_bytes().decode() == write(cells).replace("\n", end)


@with_either_line_end
@in_each_format
def test_text_of_all_of_an_api_gains_the_sections_of_new_endpoints(
    catalog: str,
    tmp_path: Path,
    name: str,
    write: Callable[[list[dict[str, Any]]], str],
    end: str,
) -> None:
    run("notebook", "twin.ipynb", catalog=catalog)
    twin, text = tmp_path / "twin.ipynb", tmp_path / name
    text.write_bytes(write(json.loads(twin.read_text())["cells"]).replace("\n", end).encode())
    for sdk in ("python:acme", "typescript:@acme/sdk", "ruby:acme"):
        publish(catalog, "org", "api", a_publication(f"{sdk}==2.0", "GET /users", "GET /teams"))
    stale = run("check", name, catalog=catalog)
    assert (stale.exit_code, "of 1 endpoint (GET /teams)." in stale.stdout) == (1, True)
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    cells = json.loads(twin.read_text())["cells"]
    assert text.read_bytes().decode() == write(cells).replace("\n", end)
    assert run("check", ".", catalog=catalog).exit_code == 0
    publish(catalog, "org", "api", a_publication("python:acme==3.0", "GET /teams"))
    before = text.read_text().count("GET /users")
    gone = run("check", "--update", name, catalog=catalog)
    assert (gone.exit_code, text.read_text().count("GET /users") == before) == (1, True)


@with_either_line_end
def test_prose_below_new_code_needs_no_mark_between_cells(
    catalog: str, tmp_path: Path, end: str
) -> None:
    run("notebook", "guide.ipynb", "--client", "sync", "--client", "client", catalog=catalog)
    prose = {"cell_type": "markdown", "id": "prose", "metadata": {}, "source": ["Mine."]}
    cells = paired(tmp_path, "ipynb,md:myst", prose)
    text = tmp_path / "guide.md"
    text.write_bytes((myst(cells[:-1]) + "\n+++\n\nMine.\n").replace("\n", end).encode())
    endpoints = ("GET /users", "GET /teams")
    publish(catalog, "org", "api", a_publication("python:acme==2.0", *endpoints))
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    cells = json.loads((tmp_path / "guide.ipynb").read_text())["cells"][:-1]
    assert "GET /teams" in cells[-1]["source"][0]
    assert text.read_bytes().decode() == (myst(cells) + "\nMine.\n").replace("\n", end)


@pytest.mark.parametrize(
    ("name", "write", "blanks"),
    # by two blanks it ends a cell of MyST, as Jupytext reads it
    [("guide.md", markdown, 2), ("guide.md", markdown, 4), ("guide.myst", myst, 4)],
)
def test_code_that_holds_an_indented_fence_hides_no_section(
    catalog: str,
    tmp_path: Path,
    name: str,
    write: Callable[[list[dict[str, Any]]], str],
    blanks: int,
) -> None:
    indent = " " * blanks
    prompt = "\n".join(indent + line for line in ("```python", "x", "```"))
    cells = generated(catalog, tmp_path)
    call = next(c for c in cells if "import acme; one" in "".join(c["source"]))
    call["source"] = [f"prompt = '''\n{prompt}\n'''"]
    (tmp_path / name).write_text(write(cells))
    assert "7 cells in 1 document: 6 current, 1 edited" in run("check", ".", catalog=catalog).stdout


def test_record_that_is_no_yaml_is_named_with_its_line(catalog: str, tmp_path: Path) -> None:
    text = "```{code-cell}\n---\nsnippet_widget:\n  a: [\n---\nx\n```\n"
    (tmp_path / "a.md").write_text(text)
    result = run("check", "a.md", catalog=catalog)
    assert (result.exit_code, "a.md, line 3: " in result.stderr) == (3, True)


@pytest.mark.parametrize("formats", [None, "ipynb,md:myst", "ipynb,scripts//py:percent"])
def test_text_is_no_pair_of_a_notebook_of_its_name_that_does_not_say_so(
    catalog: str, tmp_path: Path, formats: str | None
) -> None:
    script = percent(generated(catalog, tmp_path))
    (tmp_path / "guide.py").write_text(script)
    publish_two_languages(catalog, "2.0", "two\nnew")
    run("notebook", "guide.ipynb", catalog=catalog)
    notebook = json.loads((tmp_path / "guide.ipynb").read_text())
    notebook["metadata"]["jupytext"] = {"formats": formats} if formats else {}
    (tmp_path / "guide.ipynb").write_text(json.dumps(notebook, indent=1))
    result = run("check", ".", catalog=catalog)
    assert (result.exit_code, "guide.py" in result.stdout) == (1, True)
    notebook["metadata"]["jupytext"] = {"formats": "ipynb,py:percent"}
    (tmp_path / "guide.ipynb").write_text(json.dumps(notebook, indent=1))
    # nobody checks for it where the notebook is left out
    assert run("check", ".", "--exclude", "*.ipynb", catalog=catalog).exit_code == 1
    assert run("check", ".", catalog=catalog).exit_code == 1  # the text is behind
    (tmp_path / "guide.py").write_text(percent(notebook["cells"]))
    in_step = run("check", ".", catalog=catalog)
    assert (in_step.exit_code, " in 1 document: " in in_step.stdout) == (0, True)


@pytest.mark.parametrize("quote", ['"""', "'''"])
def test_cell_in_a_string_of_a_script_is_text(catalog: str, tmp_path: Path, quote: str) -> None:
    script = percent(generated(catalog, tmp_path))
    shown = f"# %%\ntext = f(\"it's\", '# \\'')  # {quote}\ndoc = {quote}\n{script}\n{quote}\n\n"
    path = tmp_path / "guide.py"
    path.write_text(f"{shown}{script}")
    publish_two_languages(catalog, "2.0", "two\nnew")
    result = run("check", "--update", ".", catalog=catalog)
    assert "7 cells in 1 document: 1 current, 6 updated." in result.stdout
    assert path.read_text() == f"{shown}{percent(generated(catalog, tmp_path))}"


@pytest.mark.parametrize("mark", ['"snippet_widget": {', 'text = "# %%"\n# show('])
def test_script_that_speaks_of_markers_has_no_cells(
    catalog: str, tmp_path: Path, mark: str
) -> None:
    (tmp_path / "a.py").write_text(f"# {mark}\n")
    assert run("check", ".", catalog=catalog).stdout == "0 cells in 1 document.\n"


MARKDOWN_FORMAT = """\
---
jupyter:
  jupytext:
    text_representation:
      format_name: markdown
---
"""
SHOWN_ONLY = """\
````md
```python
show(1)
```
````

```python .noeval
show(1)
```
"""
ASKING = 'show("GET /users", sdk="python:acme==1.0")'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", f"```{{code-cell}}\n:tags: [a]\n\n{ASKING}\n```\n\n```python\nshow(1)\n```\n"),
        ("b.md", f"```{{code-cell}} python\n---\ntags: [a]\n---\n{ASKING}\n```\n"),
        ("c.py", f"# %%\nplt.show()\n\n# %% [markdown]\n# show(1)\n\n# %%\n{ASKING}\n"),
        ("d.py", "# %%\n# %snippet GET /users --sdk python:acme==1.0\n"),
        (
            "e.md",
            f"{MARKDOWN_FORMAT}\n{SHOWN_ONLY}\n```python\n{ASKING}\n```\n",
        ),
    ],
)
def test_cells_of_text_that_ask_for_an_endpoint_are_followed(
    catalog: str, tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text)
    assert "1 cell in 1 document: 1 current." in run("check", ".", catalog=catalog).stdout
    publish_two_languages(catalog, "2.0", "two\nnew")
    assert run("check", ".", catalog=catalog).exit_code == 1
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    assert (tmp_path / name).read_text() == text.replace("acme==1.0", "acme==2.0")
    (tmp_path / name).write_text(text.replace("acme==1.0", "acme==3.0"))
    result = run("check", ".", catalog=catalog)
    assert (result.exit_code, "acme 3.0 is not in it" in result.stdout) == (1, True)


LIGHT_HEAD = "# ---\n# jupyter:\n#   jupytext:\n#     format_name: {}\n# ---\n"
NOT_FOLLOWED = (
    "Passed over, though with markers: 1 {} (of Jupytext's scripts py:percent alone is followed)."
)


@pytest.mark.parametrize(
    ("head", "format_"),
    [
        (LIGHT_HEAD.format("light"), "py:light"),
        (LIGHT_HEAD.format("sphinx"), "py:sphinx"),
        (LIGHT_HEAD.format("nomarker"), "py:nomarker"),
        ("# # Title\n\n# +\n", "py:light"),
        ('# # Title\n\n# + tags=["a"]\n', "py:light"),
    ],
)
def test_script_of_a_format_that_is_not_followed_is_told(
    catalog: str, tmp_path: Path, head: str, format_: str
) -> None:
    script = f"{head}\nfrom snippet_widget import show\n\n# Text\n\n{ASKING}\n"
    (tmp_path / "guide.py").write_text(script)
    told = NOT_FOLLOWED.format(format_)
    named = run("check", "guide.py", catalog=catalog)
    assert (named.exit_code, named.stdout) == (0, f"0 cells in 1 document. {told}\n")
    folder = run("check", ".", catalog=catalog)
    assert (folder.exit_code, told in folder.stderr) == (2, True)
    (tmp_path / "plain.py").write_text(script.removeprefix(head))
    assert told in run("check", ".", catalog=catalog).stderr
    assert run("check", "plain.py", catalog=catalog).stdout == "0 cells in 1 document.\n"


def test_light_script_with_records_is_told(catalog: str, tmp_path: Path) -> None:
    text = percent(generated(catalog, tmp_path)).replace("# %%", "# +")
    (tmp_path / "guide.py").write_text(text)
    told = NOT_FOLLOWED.format("py:light")
    assert run("check", ".", catalog=catalog).stdout == f"0 cells in 1 document. {told}\n"


@pytest.mark.parametrize("name", ["guide.py", "guide.Rmd"])
def test_text_of_a_pair_is_not_passed_over(catalog: str, tmp_path: Path, name: str) -> None:
    format_ = "py:light" if name == "guide.py" else "Rmd"
    own = {**OWN, "id": "asking", "source": [ASKING]}
    run("notebook", "guide.ipynb", catalog=catalog)
    text = percent(paired(tmp_path, f"ipynb,{format_}", own)).replace("# %%", "# +")
    (tmp_path / name).write_text(text)
    assert "Passed over" not in run("check", ".", catalog=catalog).output


def test_raw_cell_of_myst_ends_the_prose_above_it(catalog: str, tmp_path: Path) -> None:
    first, *others = generated(catalog, tmp_path)
    raw = "```{raw-cell}\n\nmine\n```\n"
    (tmp_path / "guide.md").write_text(f"{myst([OWN, first])}\n{raw}\n{myst([OWN, *others])}")
    result = run("check", "guide.md", catalog=catalog)
    assert (result.exit_code, "edited" in result.stdout) == (0, False)
    publish_two_languages(catalog, "2.0", "two\nnew")
    assert run("check", "--update", "guide.md", catalog=catalog).exit_code == 0
    assert f"\n{raw}" in (tmp_path / "guide.md").read_text()
