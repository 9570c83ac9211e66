"""The public face stays light and complete."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import snippet_widget
from snippet_widget import client

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("module", ["snippet_widget", "snippet_widget.client"])
def test_import_is_light(module: str) -> None:
    heavy = "{'ipywidgets', 'requests', 'starlette', 'msgspec', 'pygments'}"
    code = f"import sys, {module}; print(sorted({heavy} & set(sys.modules)))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "[]"


def test_commands_that_may_ask_no_service_load_no_client() -> None:
    commands = ("publish", "token", "changes", "check")
    code = f"import sys\nfor name in {commands}: __import__('snippet_widget.cli.' + name)\n"
    loaded = subprocess.run(
        [sys.executable, "-c", f"{code}print('requests' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert loaded.stdout.strip() == "False"


def test_documents_load_nothing_that_they_do_not_need() -> None:
    heavy = {
        *("IPython", "anywidget", "ipywidgets", "traitlets", "pygments", "requests", "starlette"),
        *("argparse", "asyncio", "importlib.metadata", "packaging", "snippet_widget.samples"),
    }
    of_few_documents = {
        *("difflib", "html", "shlex", "tempfile", "tomli", "tomllib", "yaml"),
        *("snippet_widget.cards.difference", "snippet_widget.documents.three_way_merge"),
        "snippet_widget.documents.judging_references",
    }
    code = f"""
import sys, pkgutil
from importlib import import_module
import snippet_widget.documents.checking, snippet_widget.documents.showing
print(sorted({heavy | of_few_documents} & set(sys.modules)))
for module in pkgutil.iter_modules(snippet_widget.documents.__path__, "snippet_widget.documents."):
    import_module(module.name)
print(sorted({heavy} & set(sys.modules)))
"""
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split("\n") == ["[]", "[]", ""]


@pytest.mark.parametrize(
    "module",
    ["creation_process", "creation_worker", "reader_worker", "descriptions.documents"],
)
def test_a_process_that_reads_loads_only_what_its_source_needs(module: str) -> None:
    heavy = "{'asyncio', 'email', 'tarfile', 'tree_sitter', 'yaml'}"
    code = (
        f"import sys, snippet_widget.publishing.{module}; print(sorted({heavy} & set(sys.modules)))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    assert all(getattr(snippet_widget, name) is not None for name in snippet_widget.__all__)


def test_public_names_are_listed_before_they_are_loaded() -> None:
    assert dir(snippet_widget) == sorted(snippet_widget.__all__)
    assert {"SdkSelector", "connect", "panel", "show"} <= set(dir(snippet_widget))
    assert dir(client) == ["AsyncSnippetClient", "SnippetClient", "TokenClient"]


@pytest.mark.parametrize("source", ["raise ValueError('mine')", "x = 1", "import nowhere"])
@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("msgspec.py", "from snippet_widget import panel"),
        ("anywidget.py", "from snippet_widget.widget import docked; docked.show('a.ipynb')"),
        ("msgspec.py", "from snippet_widget.widget import docked; docked.show('a.ipynb')"),
    ],
)
def test_a_file_that_hides_a_package_is_named(
    tmp_path: Path, file: str, code: str, source: str
) -> None:
    (tmp_path / file).write_text(source)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    name = file.removesuffix(".py")
    assert done.stderr.splitlines()[-1] == (
        f"snippet_widget.errors.ConfigurationError: {file} in this notebook's folder hides the "
        f"package {name}: rename it, and restart the kernel."
    )


def test_all_files_that_hide_packages_are_named_at_once(tmp_path: Path) -> None:
    for name in ("msgspec", "anywidget", "notes"):
        (tmp_path / f"{name}.py").write_text("")
    code = "from snippet_widget import panel"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stderr.splitlines()[-1] == (
        "snippet_widget.errors.ConfigurationError: anywidget.py, msgspec.py in this notebook's "
        "folder hide the packages anywidget, msgspec: rename them, and restart the kernel."
    )
