"""What GitHub Actions reads: workflow commands, and Markdown of a job summary."""

from __future__ import annotations

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
