"""The documentation as a site: ``uv run sphinx-build -W notebooks site``.

Sphinx with MyST-NB renders the notebooks as they are stored: what a reader sees needs no kernel.
``-W`` fails on a link, an anchor or an image that leads nowhere. The reference is generated: of
commands by Click, of settings and Python names from their docstrings, of the service from its
OpenAPI document.
"""

from __future__ import annotations

import ast
import inspect
import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import click

from snippet_widget import settings
from snippet_widget.cli import main
from snippet_widget.service.limits import Limits
from snippet_widget.service.openapi import openapi_document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

project = "snippet_widget"
author = "The snippet_widget developers"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["build", "files", "**.ipynb_checkpoints"]
nb_execution_mode = "off"  # the test run executes them
nb_merge_streams = True
autodoc_typehints = "none"  # the signatures say them
html_theme = "furo"
html_title = "snippet_widget"
html_show_sphinx = False
html_static_path = html_css_files = ["site.css"]
pygments_style = "tango"
pygments_dark_style = "github-dark"  # whose colors the cards have
suppress_warnings = ["myst.xref_missing"]  # the changelog's links lead into the repository


def setup(app: Sphinx) -> None:
    """Generate the reference before pages are read."""
    app.connect("builder-inited", _write_reference)


def _write_reference(app: Sphinx) -> None:
    pages = {
        "commands": ["# Commands", *_sections(main, "snippet-widget")],
        "settings": ["# Settings", _SETTINGS, *_settings()],
        "wire": ["# The service's operations", _WIRE, *_operations()],
    }
    for name, parts in pages.items():
        text = "\n\n".join(parts) + "\n"
        path = Path(app.srcdir, "reference", f"{name}.md")
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


_SETTINGS = (
    "The environment of commands, magics, `panel()` and `show()`; options and arguments win. "
    "What `check` demands is in `[tool.snippet-widget]` of `pyproject.toml`: `fail-on`, `versions` "
    "and `exclude`."
)
_WIRE = "`GET /openapi.json` of a service has all of this for programs, with every field."


def _settings() -> Iterator[str]:
    """Yield a section for each setting, with the text below it in its class."""
    tree = ast.parse(inspect.getsource(settings.Settings)).body[0]
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    for field, text in itertools.pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            said = ast.literal_eval(text.value) if isinstance(text, ast.Expr) else ""
            yield f"## `{settings.variable_name(field.target.id)}`\n\n{said}"


def _operations() -> Iterator[str]:
    """Yield a section for each operation of the service."""
    for path, methods in openapi_document(Limits())["paths"].items():
        for method, operation in methods.items():
            about = [operation.get("summary", ""), operation.get("description", "")]
            statuses = [
                f"| {status} | {' '.join(answer.get('description', '').split())} |"
                for status, answer in operation.get("responses", {}).items()
            ]
            table = "\n".join(["| Status | Answer |", "| --- | --- |", *statuses])
            yield "\n\n".join([f"## `{method.upper()} {path}`", *filter(None, about), table])


def _sections(command: click.Command, name: str) -> Iterator[str]:
    """Yield a heading and the help text of a command, and of each below it."""
    context = click.Context(command, info_name=name, max_content_width=90)
    yield f"## `{name}`\n\n```text\n{command.get_help(context).replace(chr(8), '')}\n```"
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            below = command.get_command(context, each)
            if below is not None:
                yield from _sections(below, f"{name} {each}")
