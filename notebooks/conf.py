"""The documentation as a site: ``uv run sphinx-build -W notebooks site``.

Sphinx with MyST-NB renders the notebooks as they are stored: what a reader sees needs no kernel.
``-W`` fails on a link, an anchor or an image that leads nowhere. The reference is generated: of
commands by Click, of the Python names from their docstrings.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from snippet_widget.cli import main

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
pygments_style = "tango"
pygments_dark_style = "monokai"
suppress_warnings = ["myst.xref_missing"]  # the changelog's links lead into the repository


def setup(app: Sphinx) -> None:
    """Generate the reference of commands before pages are read."""
    app.connect("builder-inited", _write_commands)


def _write_commands(app: Sphinx) -> None:
    folder = Path(app.srcdir, "reference")
    text = "\n\n".join(["# Commands", *_sections(main, "snippet-widget")]) + "\n"
    path = folder / "commands.md"
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def _sections(command: click.Command, name: str) -> Iterator[str]:
    """Yield a heading and the help text of a command, and of each below it."""
    context = click.Context(command, info_name=name, max_content_width=90)
    yield f"## `{name}`\n\n```text\n{command.get_help(context).replace(chr(8), '')}\n```"
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            below = command.get_command(context, each)
            if below is not None:
                yield from _sections(below, f"{name} {each}")
