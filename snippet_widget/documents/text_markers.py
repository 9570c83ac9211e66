"""Which files of text hold snippets, without reading them as documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SUFFIXES = (".md", ".markdown", ".myst", ".qmd", ".rst", ".py")
"""Of the files that may hold markers."""

NOTEBOOK = ".ipynb"
"""Of notebooks."""

CALLS = ("show(", "%snippet ")
"""What is in the code of a cell that names an endpoint."""

_MARKS = (
    b"snippet-widget: {",
    # as Jupytext writes them: percent and Markdown, MyST
    b"snippet_widget={",
    b'"snippet_widget": {',
    b"\nsnippet_widget:",
    # written by hand, and broken
    b"snippet-widget:{",
    b"<!-- snippet-widget {",
    b".. snippet-widget {",
)
_CELLS = (b"{code-cell}", b"# %%", b"format_name: markdown")
_DIRECTIVES = (b"{snippet}", b".. snippet::")
_VERSIONS = (b"version:", b"==")


def suffix_of(path: Path) -> str:
    """Return how a file's name ends, in lower case: ``.MD`` is Markdown, too."""
    return path.suffix.lower()


def is_special(path: Path) -> bool:
    """Tell whether a path is a pipe, a socket or a device: to read it may never end."""
    return path.exists() and not path.is_file() and not path.is_dir()


def has_marker(path: Path, encoding: str = "utf-8") -> bool:
    """Tell whether a file of text holds a snippet, or what may ask for one of some version."""
    if is_special(path):
        return False
    try:
        data = path.read_bytes()
        data = data if encoding == "utf-8" else data.decode(encoding).encode()
    except (OSError, UnicodeDecodeError):
        return False
    calls = (*(call.encode() for call in CALLS), b"from snippet_widget import")
    asks = any(call in data for call in calls) and any(each in data for each in _CELLS)
    pins = any(each in data for each in _DIRECTIVES) and any(each in data for each in _VERSIONS)
    return asks or pins or any(mark in data for mark in _MARKS)
