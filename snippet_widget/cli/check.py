"""``snippet-widget check``: whether the snippets in notebooks are still what is published."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from snippet_widget.cli.asking import AskedService
from snippet_widget.cli.check_report import REPORTS
from snippet_widget.cli.exported import exported_client
from snippet_widget.cli.options import service_options
from snippet_widget.documents.checking import STALE, CheckedNotebook, Checker, updated
from snippet_widget.documents.file_writing import replace_text
from snippet_widget.documents.notebook_file import find_notebooks
from snippet_widget.errors import NotebookError

if TYPE_CHECKING:
    from collections.abc import Sequence

FAILED = 1
"""Exit status when something is stale."""
TROUBLE = 2
"""Exit status when a notebook could not be read or written."""


@click.command("check")
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="NOTEBOOK|FOLDER..."
)
@click.option("--update", is_flag=True, help="Rewrite stale cells that nobody has edited.")
@click.option("--backup", is_flag=True, help="Keep what --update rewrites as NOTEBOOK.ipynb.bak.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(list(REPORTS)),
    default="text",
    show_default=True,
    help="For people, for programs, or annotations of GitHub Actions.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--export",
    "exports",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Compare with an exported API instead, offline; repeatable.",
)
@service_options
def command(  # noqa: PLR0913 - one for each option
    paths: tuple[Path, ...],
    *,
    update: bool,
    backup: bool,
    format_: str,
    as_json: bool,
    exports: tuple[Path, ...],
    **service: Any,
) -> None:
    """Compare the snippets in notebooks with what is published today.

    Each cell that was inserted by snippet_widget is current, newer (a newer SDK version is
    published), edited (by hand), gone (from the service) or unknown. Exit status 1 says that some
    are newer or gone, 2 that a notebook could not be read.

    \b
    Examples:
      snippet-widget check docs
      snippet-widget check --update guide.ipynb
      snippet-widget check --format github docs
      snippet-widget check --export users.json docs
    """  # noqa: D301 - click's own mark for lines to keep
    notebooks = find_notebooks(paths)
    source = exported_client(exports) if exports else AskedService(**service).client()
    with source as client:
        checker = Checker(client)
        checked = [checker.check(path) for path in notebooks]
    rewritten = [_updated(notebook, backup=backup) for notebook in checked] if update else []
    done = {notebook.path for notebook in rewritten if notebook and not notebook.problem}
    failures = [notebook for notebook in rewritten if notebook and notebook.problem]
    REPORTS["json" if as_json else format_]([*checked, *failures], done)
    raise SystemExit(_status([*checked, *failures], done))


def _updated(notebook: CheckedNotebook, *, backup: bool) -> CheckedNotebook | None:
    """Write a notebook's update; return what became of it, None where there was nothing to do."""
    text = updated(notebook)
    if text is None or notebook.file is None:
        return None
    try:
        replace_text(notebook.path, notebook.file.text, text, backup=backup)
    except NotebookError as error:
        return CheckedNotebook(notebook.path, problem=str(error))
    return CheckedNotebook(notebook.path)


def _status(checked: Sequence[CheckedNotebook], done: set[Path]) -> int:
    if any(notebook.problem for notebook in checked):
        return TROUBLE
    stale = [
        cell
        for notebook in checked
        for cell in notebook.cells
        if cell.verdict in STALE and not (notebook.path in done and cell.updatable)
    ]
    return FAILED if stale else 0
