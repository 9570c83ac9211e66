"""An update writes all files of a pair of Jupytext or none, and loses nobody's words."""

from __future__ import annotations

import json
import os
import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from tests.document_versions import catalog_of_two_languages, publish_two_languages, run
from tests.jupytext_texts import OWN, markdown, myst, paired, percent
from tests.publication_builder import a_publication
from tests.service_builder import publish

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(scope="module")
def outdated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a notebook, and a catalog that has a newer version."""
    folder = tmp_path_factory.mktemp("outdated")
    catalog = catalog_of_two_languages(folder)
    options = ("--client", "sync", "--endpoint", "GET /users", "--title", "Users")
    run("notebook", str(folder / "guide.ipynb"), *options, catalog=catalog)
    publish_two_languages(catalog, "2.0", "two\nnew")
    return folder


@pytest.fixture
def catalog(outdated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a catalog that has a newer version than the notebook beside it."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(outdated, tmp_path, dirs_exist_ok=True)
    return f"sqlite:///{tmp_path / 'catalog.db'}"


def saved(path: Path, seconds: int) -> None:
    """Have a file be saved so long after a time that is the same for all."""
    os.utime(path, (1_700_000_000 + seconds, 1_700_000_000 + seconds))


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(each.relative_to(folder)): each.read_bytes()
        for each in folder.rglob("guide*")
        if each.is_file()
    }


def without_records(
    write: Callable[[list[dict[str, Any]]], str],
) -> Callable[[list[dict[str, Any]]], str]:
    """Return how a text is written by ``cell_metadata_filter: -all``."""
    return lambda cells: write([{**cell, "metadata": {"tags": ["b"]}} for cell in cells])


def light(cells: list[dict[str, Any]]) -> str:
    """Return a script in Jupytext's light format."""
    text = percent(cells)
    return re.sub(r"^# %%(?: \[\w+\])?(.*)$", r"# +\1", text, flags=re.MULTILINE)


def sphinx(cells: list[dict[str, Any]]) -> str:
    """Return a script in the format of Sphinx's gallery."""
    return re.sub(r"^# %%.*$", "#" * 79, percent(cells), flags=re.MULTILINE)


def r_markdown(cells: list[dict[str, Any]]) -> str:
    return re.sub(r"^```python(.*)$", r"```{python\1}", markdown(cells), flags=re.MULTILINE)


def script(cells: list[dict[str, Any]]) -> str:
    """Return a script of another language, as Jupytext writes it."""
    return re.sub(r"^# ", "// ", percent(cells), flags=re.MULTILINE)


UNREAD: list[tuple[str, Callable[[list[dict[str, Any]]], str]]] = [
    ("py:percent", without_records(percent)),
    ("md", without_records(markdown)),
    ("md:myst", without_records(myst)),
    ("py:light", light),
    ("py:sphinx", sphinx),
    ("Rmd", r_markdown),
    ("ts:percent", script),
]
of_each_unread_format = pytest.mark.parametrize(
    ("ending", "write"), UNREAD, ids=[str(n) + each[0] for n, each in enumerate(UNREAD)]
)


PROSE = {
    "cell_type": "markdown",
    "id": "prose",
    "metadata": {"tags": ["b"]},
    "source": ["+ One\n", "\n", "```python\n", "x = 1\n", "```"],
}
"""Prose that looks like marks between cells."""


@pytest.mark.parametrize("seconds", [1, -1], ids=["newer", "older"])
@of_each_unread_format
def test_text_without_records_that_is_in_step_is_left_to_jupytext(
    catalog: str,
    tmp_path: Path,
    ending: str,
    write: Callable[[list[dict[str, Any]]], str],
    seconds: int,
) -> None:
    text = tmp_path / f"guide.{ending.partition(':')[0]}"
    text.write_text(write(paired(tmp_path, f"ipynb,{ending}", PROSE)))
    saved(tmp_path / "guide.ipynb", 0)
    saved(text, seconds)  # newer is how Jupytext leaves them
    before = text.read_bytes()
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, text.read_bytes()) == (0, before)
    assert "import acme; two" in (tmp_path / "guide.ipynb").read_text()
    assert result.stderr == (
        f"{text.name} is as it was: run `jupytext --sync guide.ipynb`, which brings it in step "
        "with the notebook.\n"
    )


@of_each_unread_format
def test_text_without_records_that_was_changed_after_its_notebook_keeps_its_words(
    catalog: str, tmp_path: Path, ending: str, write: Callable[[list[dict[str, Any]]], str]
) -> None:
    text = tmp_path / f"guide.{ending.partition(':')[0]}"
    text.write_text(
        write(paired(tmp_path, f"ipynb,{ending}")).replace("mine = 1", "mine = 1\nx = -1")
    )
    saved(tmp_path / "guide.ipynb", 0)
    saved(text, 1)
    before = contents(tmp_path)
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, contents(tmp_path)) == (3, before)
    assert result.stderr == (
        f"{text.name} was changed after guide.ipynb, which Jupytext pairs with it: to update the "
        "notebook would lose that. Both are as they were. Run `jupytext --sync guide.ipynb` "
        "first, then update again.\n"
    )


@of_each_unread_format
def test_text_without_records_that_is_older_than_its_notebook_keeps_its_words(
    catalog: str, tmp_path: Path, ending: str, write: Callable[[list[dict[str, Any]]], str]
) -> None:
    text = tmp_path / f"guide.{ending.partition(':')[0]}"
    cells = paired(tmp_path, f"ipynb,{ending}")
    text.write_text(write(cells).replace("mine = 1", "mine = 1\nx = -1"))
    saved(tmp_path / "guide.ipynb", 1)
    saved(text, 0)
    before = contents(tmp_path)
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, contents(tmp_path)) == (3, before)
    assert result.stderr == (
        f"{text.name} has what guide.ipynb, which Jupytext pairs with it, lacks: to update the "
        "notebook would lose that. Both are as they were. `jupytext --sync` would take "
        f"guide.ipynb, which was saved last, and drop what {text.name} alone has: `x = -1`. Put "
        "what is to stay into guide.ipynb, synchronize, then update again.\n"
    )
    text.write_text(write(cells))  # Jupytext has taken the notebook
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0


def test_notebook_may_say_more_than_an_older_text_without_records(
    catalog: str, tmp_path: Path
) -> None:
    text = tmp_path / "guide.py"
    text.write_text(light(paired(tmp_path, "ipynb,py:light")))
    notebook = tmp_path / "guide.ipynb"
    notebook.write_text(notebook.read_text().replace("mine = 1", "mine = 1\\nmore = 1"))
    saved(notebook, 1)
    saved(text, 0)
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    assert "more = 1" in notebook.read_text()


@pytest.mark.parametrize("seconds", [1, -1], ids=["newer", "older"])
@pytest.mark.parametrize(
    ("source", "written"),
    [
        (["%%bash\n", "echo"], '# + language="bash"\n# echo\n'),
        (["# region\n", "x = 1"], "# +\n# # region\nx = 1\n"),
        (["# + one\n", "x = 1"], "# +\n# # + one\nx = 1\n"),
    ],
)
def test_what_jupytext_writes_otherwise_is_no_change_of_a_text(
    catalog: str, tmp_path: Path, source: list[str], written: str, seconds: int
) -> None:
    cells = paired(tmp_path, "ipynb,py:light", {**OWN, "id": "last", "source": source})
    (tmp_path / "guide.py").write_text(f"{light(cells[:-1])}\n{written}")
    saved(tmp_path / "guide.ipynb", 0)
    saved(tmp_path / "guide.py", seconds)
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0


PAIRS = [
    ("nb//ipynb,text//md", "nb/guide.ipynb", "text/guide.md"),
    ("nb///ipynb,text///md", "nb/a/guide.ipynb", "text/a/guide.md"),
    ("nb/n_/ipynb,text/t_/md", "nb/n_guide.ipynb", "text/t_guide.md"),
    ("ipynb,../text//md", "nb/guide.ipynb", "text/guide.md"),
    (".nb.ipynb,.lgt.md", "guide.nb.ipynb", "guide.lgt.md"),
    ("notebook,markdown", "guide.ipynb", "guide.md"),
]
FILES = {"jupytext.toml": 'formats = "{}"', "pyproject.toml": '[tool.jupytext]\nformats = "{}"'}
TABLE = '[formats]\n"nb/" = "ipynb"\n"text/" = "md"\n'


@pytest.mark.parametrize(
    ("pair", "file"),
    [
        *((pair, {}) for pair in PAIRS),
        *((pair, {n: t.format(pair[0])}) for pair in PAIRS for n, t in FILES.items()),
        (PAIRS[1], {".jupytext": TABLE}),
        (PAIRS[1], {"jupytext.yml": "formats: {nb/: ipynb, text/: md}"}),
    ],
)
def test_pair_of_two_folders_or_endings_is_left_alone_where_one_has_other_cells(
    catalog: str, tmp_path: Path, pair: tuple[str, str, str], file: dict[str, str]
) -> None:
    formats, notebook, text = pair
    cells = paired(tmp_path, "" if file else formats)
    for name, content in file.items():
        (tmp_path / name).write_text(content)
    for name in (notebook, text):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "guide.ipynb").replace(tmp_path / notebook)
    (tmp_path / text).write_text(markdown(cells[1:]))
    before = {name: (tmp_path / name).read_bytes() for name in (notebook, text)}
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, "which Jupytext pairs, differ" in result.stderr) == (3, True)
    assert before == {name: (tmp_path / name).read_bytes() for name in (notebook, text)}
    (tmp_path / text).write_text(markdown(cells))
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    written = json.loads((tmp_path / notebook).read_text())["cells"]
    assert (tmp_path / text).read_text() == markdown(written)


def test_pair_whose_files_are_both_named_is_left_alone(catalog: str, tmp_path: Path) -> None:
    cells = paired(tmp_path, "ipynb,py:percent")
    (tmp_path / "guide.py").write_text(percent(cells[1:]))
    before = contents(tmp_path)
    named = ("check", "--update", "guide.py", "./guide.ipynb")
    result = run(*named, catalog=catalog)
    assert (result.exit_code, contents(tmp_path)) == (3, before)
    (tmp_path / "guide.py").write_text(percent(cells))
    assert run(*named, catalog=catalog).exit_code == 0
    written = json.loads((tmp_path / "guide.ipynb").read_text())["cells"]
    assert (tmp_path / "guide.py").read_text() == percent(written)


@pytest.mark.parametrize("named", [["guide.py"], [".", "--exclude", "*.ipynb"]])
def test_text_of_a_pair_that_is_named_alone_is_left_alone_where_its_notebook_has_other_cells(
    catalog: str, tmp_path: Path, named: list[str]
) -> None:
    cells = paired(tmp_path, "ipynb,py:percent")
    (tmp_path / "guide.py").write_text(percent(cells[1:]))
    before = contents(tmp_path)
    result = run("check", "--update", *named, catalog=catalog)
    assert (result.exit_code, contents(tmp_path)) == (3, before)
    assert "guide.py and guide.ipynb, which Jupytext pairs, differ" in result.stderr
    (tmp_path / "guide.py").write_text(percent(cells))
    assert run("check", "--update", *named, catalog=catalog).exit_code == 0
    assert "acme==2.0" in (tmp_path / "guide.py").read_text()
    assert (tmp_path / "guide.ipynb").read_bytes() == before["guide.ipynb"]


@pytest.mark.parametrize("pattern", ["*.md", "docs/*.md", "texts/"])
def test_text_of_a_pair_that_is_excluded_is_not_written(
    catalog: str, tmp_path: Path, pattern: str
) -> None:
    folder = "texts" if pattern == "texts/" else "docs"
    text = tmp_path / folder / "guide.md"
    text.parent.mkdir()
    text.write_text(markdown(paired(tmp_path, f"ipynb,{folder}//md")))
    before = text.read_bytes()
    result = run("check", "--update", ".", "--exclude", pattern, catalog=catalog)
    assert (result.exit_code, text.read_bytes()) == (0, before)
    assert result.stderr.startswith(f"{folder}/guide.md is as it was: run `jupytext --sync ")
    assert "import acme; two" in (tmp_path / "guide.ipynb").read_text()


@pytest.mark.parametrize("name", ["guide.md", "guide.ipynb"])
def test_pair_of_which_one_file_is_read_only_is_left_alone(
    catalog: str, tmp_path: Path, name: str
) -> None:
    (tmp_path / "guide.md").write_text(markdown(paired(tmp_path, "ipynb,md")))
    before = contents(tmp_path)
    (tmp_path / name).chmod(0o444)
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, contents(tmp_path)) == (3, before)
    assert result.stderr == (
        f"{name} is read-only; it is as it was. Make it writable. Until then what Jupytext pairs "
        "with it stays as it is, too.\n"
    )


def test_text_of_a_pair_that_has_no_record_of_a_call_is_left_to_jupytext(
    catalog: str, tmp_path: Path
) -> None:
    call = 'show("GET /users", sdk="python:acme==1.0")'
    shown = {**OWN, "id": "shown", "source": [call]}
    text = tmp_path / "guide.md"
    text.write_text(markdown(paired(tmp_path, "ipynb,md", shown)))
    before = text.read_bytes()
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, text.read_bytes()) == (0, before)
    assert "guide.md is as it was" in result.stderr
    assert "python:acme==2.0" in (tmp_path / "guide.ipynb").read_text()


@pytest.mark.parametrize("head", ["format_name: hydrogen", "comment_magics: false", "a: b"])
def test_script_whose_magics_are_no_comments_keeps_them_so(
    catalog: str, tmp_path: Path, head: str
) -> None:
    run("notebook", "guide.ipynb", "--sdk", "python:acme==1.0", "--force", catalog=catalog)

    def hydrogen(cells: list[dict[str, Any]]) -> str:
        text = percent(cells).replace("# jupyter: {}", f"# jupyter:\n#   {head}")
        return re.sub(r"^# (?=%pip)", "", text, flags=re.MULTILINE)

    text = tmp_path / "guide.py"
    text.write_text(hydrogen(paired(tmp_path, "ipynb,py:hydrogen")))
    added = "a: b" not in head
    endpoints = ("GET /users", "GET /teams") if added else ("GET /users",)
    for sdk in ("python:acme", "typescript:@acme/sdk"):
        publish(catalog, "org", "api", a_publication(f"{sdk}==3.0", *endpoints))
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    cells = json.loads((tmp_path / "guide.ipynb").read_text())["cells"]
    assert "%pip install acme==3.0" in str(cells)
    assert text.read_text() == hydrogen(cells)


@pytest.mark.parametrize("formats", ["ipynb,md", "ipynb,../shared//md"])
def test_no_text_is_written_outside_of_what_was_named(
    catalog: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, formats: str
) -> None:
    for name in ("docs", "shared"):
        (tmp_path / name).mkdir()
    cells = paired(tmp_path, formats)
    (tmp_path / "guide.ipynb").rename(tmp_path / "docs/guide.ipynb")
    text = tmp_path / "shared/guide.md"
    text.write_text(markdown(cells))
    if formats == "ipynb,md":
        (tmp_path / "docs/guide.md").symlink_to(text)
    monkeypatch.chdir(tmp_path / "docs")
    before = contents(tmp_path)
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, contents(tmp_path)) == (3, before)
    assert "outside of what was named" in result.stderr
    assert run("check", "--update", ".", str(text), catalog=catalog).exit_code == 0
    assert "acme 2.0" in text.read_text()


@pytest.mark.parametrize("write", [percent, without_records(percent)], ids=["read", "unread"])
@pytest.mark.parametrize("kind", ["prose", "code"])
def test_words_that_a_synchronization_would_drop_are_named(
    catalog: str,
    tmp_path: Path,
    write: Callable[[list[dict[str, Any]]], str],
    kind: str,
) -> None:
    notebook, text = tmp_path / "guide.ipynb", tmp_path / "guide.py"
    text.write_text(write(paired(tmp_path, "ipynb,py:percent")).replace("mine = 1", "mine = 2"))
    old, new = {
        "prose": ("mine = 1", "mine = 1\\nhere = 1\\nthere = 1"),
        "code": ("import acme; one", "import acme; here\\nmine = 1\\nthere = 1"),
    }[kind]
    edited = notebook.read_text().replace(old, new)
    notebook.write_text(edited.replace("mine = 1", "mine = 2"))
    saved(notebook, 0)
    saved(text, 1)
    before = contents(tmp_path)
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, contents(tmp_path)) == (3, before)
    lines = {"prose": "`here = 1` and 1 more line", "code": "`import acme; here` and 2 more lines"}
    assert result.stderr.endswith(
        " Both are as they were. `jupytext --sync` would take guide.py, which was saved last, and "
        f"drop what guide.ipynb alone has: {lines[kind]}. Put what is to stay into guide.py, "
        "synchronize, then update again.\n"
    )


def test_text_of_a_pair_that_is_behind_its_notebook_fails_as_a_document_does(
    catalog: str, tmp_path: Path
) -> None:
    text = tmp_path / "guide.py"
    text.write_text(percent(paired(tmp_path, "ipynb,py:percent")))
    before = text.read_bytes()
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    assert "5 cells in 1 document: 5 current." in run("check", ".", catalog=catalog).stdout
    text.write_bytes(before)
    for named in (".", "guide.ipynb"):
        result = run("check", named, catalog=catalog)
        assert (result.exit_code, "guide.py\n" in result.stdout) == (1, True)
        assert (
            "10 cells in 2 documents: 6 current, 1 the same in a newer SDK, 3 newer"
            in result.stdout
        )
    assert run("check", ".", "--exclude", "*.py", catalog=catalog).exit_code == 0
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    assert text.read_bytes() != before
    assert run("check", ".", catalog=catalog).exit_code == 0


@of_each_unread_format
def test_text_without_records_that_is_behind_its_notebook_is_noted(
    catalog: str, tmp_path: Path, ending: str, write: Callable[[list[dict[str, Any]]], str]
) -> None:
    text = tmp_path / f"guide.{ending.partition(':')[0]}"
    text.write_text(write(paired(tmp_path, f"ipynb,{ending}", PROSE)))
    assert run("check", ".", catalog=catalog).stderr == ""
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
    for options in ((), ("--update",)):
        result = run("check", *options, ".", catalog=catalog)
        assert (result.exit_code, "5 current" in result.stdout) == (0, True)
        assert result.stderr == (
            f"Note: {text.name} lacks what guide.ipynb, which Jupytext pairs with it, has: "
            "`* `acme 2.0`` and 3 more lines. `jupytext --sync guide.ipynb` would take "
            "guide.ipynb, which was saved last: save the one that is right, then run it.\n"
        )
    excluded = run("check", ".", "--exclude", text.name, catalog=catalog)
    assert (excluded.exit_code, excluded.stderr) == (0, "")
    text.write_text(write(json.loads((tmp_path / "guide.ipynb").read_text())["cells"]))
    assert run("check", ".", catalog=catalog).stderr == ""


TITLED = {
    "cell_type": "raw",
    "id": "head",
    "metadata": {},
    "source": ["---\n", "title: A\n", "---"],
}
HEADS = [
    (
        "py:light",
        "# -*- coding: utf-8 -*-\n# ---\n# title: {}\n# jupyter:\n#   jupytext: {{}}\n# ---\n",
    ),
    ("Rmd", "---\ntitle: {}\njupyter:\n  jupytext:\n    a: b\n---\n"),
    ("md:myst", "---\ntitle: {}\njupytext:\n  a: b\nkernelspec:\n  name: c\nfolded:\n- d\n---\n"),
]


@pytest.mark.parametrize("seconds", [1, -1], ids=["newer", "older"])
@pytest.mark.parametrize(("format_", "head"), HEADS, ids=[each[0] for each in HEADS])
def test_head_of_a_text_without_records_is_not_lost(
    catalog: str, tmp_path: Path, format_: str, head: str, seconds: int
) -> None:
    paired(tmp_path, f"ipynb,{format_}")
    notebook = json.loads((tmp_path / "guide.ipynb").read_text())
    notebook["cells"].insert(0, TITLED)
    notebook["metadata"]["folded"] = ["d"]
    (tmp_path / "guide.ipynb").write_text(json.dumps(notebook, indent=1))
    text = tmp_path / f"guide.{format_.partition(':')[0]}"
    write = without_records(dict(UNREAD)[format_])
    body = re.sub(r"\A(# )?---\n(.*\n)*?(# )?---\n", "", write(notebook["cells"][1:]))
    text.write_text(head.format("Mine") + body)
    saved(tmp_path / "guide.ipynb", 0)
    saved(text, seconds)
    before = contents(tmp_path)
    result = run("check", "--update", ".", catalog=catalog)
    assert (result.exit_code, contents(tmp_path)) == (3, before)
    assert ("`title: Mine`" in result.stderr) == (seconds < 0)
    text.write_text(head.format("A") + body)
    saved(text, seconds)
    assert run("check", "--update", ".", catalog=catalog).exit_code == 0
