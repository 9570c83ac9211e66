"""The documentation says what the software does: commands, settings, links and pictures."""

from __future__ import annotations

import ast
import os
import re
import shlex
from functools import cache
from itertools import takewhile
from pathlib import Path

import click
import nbformat
import pytest

import snippet_widget
from snippet_widget.cli import COMMANDS, main
from snippet_widget.settings import Settings, variable_name
from tests.order import LONGEST, TEST_BY_TEST

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PAGES = sorted((ROOT / "notebooks").glob("**/*.md"))


def _prose() -> dict[str, str]:
    texts = {"README.md": README}
    for path in NOTEBOOKS:
        cells = nbformat.read(path, as_version=4).cells
        texts[path.name] = "\n".join(c.source for c in cells if c.cell_type == "markdown")
    texts |= {str(path.relative_to(ROOT / "notebooks")): path.read_text() for path in PAGES}
    return texts


PROSE = _prose()


def _fences(text: str, *words: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [code for word, code in found if word in words]


_REDIRECTIONS = (">", ">>", "|", "||", "&&")


def _commands() -> list[list[str]]:
    lines = [
        line
        for text in PROSE.values()
        for code in _fences(text, "sh", "")
        for line in code.splitlines()
        if re.search(r"\bsnippet-widget [a-z]", line)
    ]
    words = [shlex.split(line.split("snippet-widget ")[1], comments=True) for line in lines]
    return [list(takewhile(lambda word: word not in _REDIRECTIONS, each)) for each in words]


@pytest.mark.parametrize("words", _commands(), ids=" ".join)
def test_command_is_one_that_there_is(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where the documents are that are spoken of
    (tmp_path / "docs").mkdir()
    for name in ("docs/guide.ipynb", "guide.ipynb", "analysis.ipynb"):
        (tmp_path / name).touch()
    name, *arguments = words
    command = main.get_command(click.Context(main), name)
    assert command is not None, f"there is no `snippet-widget {name}`"
    while isinstance(command, click.Group):
        name, *arguments = arguments
        command = command.get_command(click.Context(command), name)
        assert command is not None
    command.make_context(name, list(arguments))


def test_every_command_is_shown_in_the_readme() -> None:
    assert [name for name in COMMANDS if f"snippet-widget {name}" not in README] == []


def test_every_setting_is_in_the_readme() -> None:
    names = [variable_name(name) for name in Settings.__dataclass_fields__]
    assert [name for name in names if f"`{name}`" not in README] == []


@pytest.mark.parametrize("code", _fences(README, "python"))
def test_python_of_the_readme_uses_public_names(code: str) -> None:
    imported = [
        alias.name
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.ImportFrom) and node.module == "snippet_widget"
        for alias in node.names
    ]
    assert imported
    assert [name for name in imported if not hasattr(snippet_widget, name)] == []


def _links() -> list[tuple[str, str]]:
    pattern = re.compile(r'\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"')
    return [
        (name, link)
        for name, text in PROSE.items()
        for pair in pattern.findall(text)
        for link in pair
        if link and "://" not in link and not link.startswith("#")
    ]


@pytest.mark.parametrize(("document", "link"), _links())
def test_link_leads_to_a_file(document: str, link: str) -> None:
    file = ROOT if document == "README.md" else ROOT / "notebooks" / document
    folder = file if file.is_dir() else file.parent
    assert (folder / link.split("#", maxsplit=1)[0]).exists(), f"{document} links to {link}"


def test_notebooks_are_numbered_and_tidy() -> None:
    assert [path.name[:2] for path in NOTEBOOKS] == [
        f"{number:02}" for number in range(1, len(NOTEBOOKS) + 1)
    ]
    for path in NOTEBOOKS:
        nbformat.validate(nbformat.read(path, as_version=4))


@cache
def _tree() -> set[str]:
    """Return every file and folder of the repository, from its root."""
    found = [path.name for path in ROOT.iterdir()]
    for tree in ("snippet_widget", "tests", "benchmarks", "notebooks"):
        for folder, folders, files in os.walk(ROOT / tree):
            if "node_modules" in folders:
                folders.remove("node_modules")
            here = Path(folder).relative_to(ROOT).as_posix()
            found += [f"{here}/{name}" for name in (*folders, *files)]
    return set(found)


@cache
def _modules() -> set[str]:
    return {path.removesuffix(".py") for path in _tree()}


@cache
def _endings() -> set[str]:
    """Return each path of the tree, also without the first of its folders, the second and so on."""
    parts = [path.split("/") for path in _tree()]
    return {"/".join(path[n:]) for path in parts for n in range(len(path))}


_PATH = re.compile(r"(?<![\w/.:@~-])(?:[\w.*-]+/)*[\w-]+(?:\.(?:py|ts|json|toml|yml|md|ipynb)\b|/)")
_MODULE = re.compile(r"\b(?:benchmarks|tests|snippet_widget)(?:\.[a-z_]\w*)+")


def test_contributors_are_led_to_files_that_there_are() -> None:
    """A path may begin in a room: ``cards/content.py``, or ``insert.ts`` beside one just named."""
    pages = ("CONTRIBUTING.md", "notebooks/architecture.md", "notebooks/reference/benchmarks.md")
    for page in pages:
        for code in re.findall(r"`([^`\n]+)`", (ROOT / page).read_text()):
            named = [path.rstrip("/") for path in _PATH.findall(code)]
            gone = [name for name in named if name not in _endings()]
            assert (gone, _gone_modules(code)) == ([], []), f"{page}: `{code}`"


def test_docstrings_name_modules_that_there_are() -> None:
    for path in sorted(path for path in _tree() if path.endswith(".py")):
        docstrings = (ROOT / path).read_text().split('"""')[1::2]
        assert _gone_modules(" ".join(docstrings)) == [], path


def test_files_that_begin_a_run_are_there() -> None:
    assert [path for path in (*LONGEST, *TEST_BY_TEST) if path not in _tree()] == []


def _gone_modules(text: str) -> list[str]:
    """Return the modules, and the names in them, that a text mentions and that do not exist."""
    named = {name: name.replace(".", "/") for name in _MODULE.findall(text)}
    places = {name: (path, path.rpartition("/")[0]) for name, path in named.items()}
    return [name for name, either in places.items() if not _modules() & {*either}]
