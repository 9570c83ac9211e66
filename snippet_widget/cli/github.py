"""What GitHub Actions reads: workflow commands, and Markdown of a job summary."""

from __future__ import annotations

import os
from pathlib import Path

from snippet_widget.cards.markup_text import markdown_remark

ANNOTATIONS = 10
"""GitHub shows so many of each kind for one step, and drops the others without a word."""


def table_cell(text: str) -> str:
    """Return text as the content of a cell of a Markdown table."""
    return markdown_remark(text).replace("|", "\\|")


def command_data(text: str) -> str:
    """Return text as the message of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def command_property(text: str) -> str:
    """Return text as the value of a workflow command's property."""
    return command_data(text).replace(":", "%3A").replace(",", "%2C")


def repository_path(path: Path) -> str:
    """Return a file's path in its repository, where GitHub looks for it; as given outside of any.

    The repository is where ``.git`` is, else the workspace of the job.
    """
    file = Path(os.path.abspath(path))  # noqa: PTH100 - a link stays, ".." goes
    workspace = os.environ.get("GITHUB_WORKSPACE")
    roots = [folder for folder in file.parents if (folder / ".git").exists()][:1]
    roots += [Path(workspace)] if workspace else []
    found = next((root for root in roots if file.is_relative_to(root)), None)
    return (file.relative_to(found) if found else path).as_posix()
