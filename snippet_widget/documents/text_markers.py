"""Which files of text hold snippets, without reading them as documents."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SUFFIXES = (".md", ".markdown", ".myst", ".qmd", ".rst", ".py")
"""Of the files that may hold markers."""

NOTEBOOK = ".ipynb"
"""Of notebooks."""

CALLS = ("show(", "%snippet ")
"""What is in the code of a cell that names an endpoint."""

_CALLS = (*(call.encode() for call in CALLS), b"from snippet_widget import")
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
_UNREAD_FORMAT = re.compile(
    rb"^#[ \t]+format_name:[ \t]*(?P<name>light|nomarker|bare|sphinx)[ \t\r]*$"
    rb"|^# \+(?:[ \t\r]*$|[ \t]+(?:\[\w+\]|\S+=))",
    re.MULTILINE,
)
_QUARTO_CELL = re.compile(
    rb"^[ \t]*(?P<fence>`{3,})\{python\b[^\n]*\n(?P<code>.*?)^[ \t]*(?P=fence)[ \t\r]*$",
    re.MULTILINE | re.DOTALL,
)
_CALL_OF_ENDPOINT = re.compile(
    rb"\bshow\(\s*[\"'][A-Za-z]+[ \t]+/|^[ \t]*%snippet[ \t]", re.MULTILINE
)


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
    asks = any(call in data for call in _CALLS) and any(each in data for each in _CELLS)
    pins = any(each in data for each in _DIRECTIVES) and any(each in data for each in _VERSIONS)
    return asks or pins or any(mark in data for mark in _MARKS)


def unread_script_format(path: Path) -> str:
    """Return the format of a script of Jupytext that holds snippets and is not read; else nothing.

    Of its formats of Python that is any but percent.
    """
    if suffix_of(path) != ".py" or is_special(path):
        return ""
    try:
        data = path.read_bytes()
    except OSError:
        return ""
    found = _UNREAD_FORMAT.search(data)
    holds = b"snippet_widget={" in data or any(call in data for call in _CALLS)
    if not found or not holds or b"\n# %%" in data:
        return ""
    return f"py:{(found['name'] or b'light').decode()}"


def unread_quarto_cells(path: Path) -> str:
    """Return the kind of cells on a page of Quarto that name endpoints, which no check reads."""
    if suffix_of(path) != ".qmd" or is_special(path):
        return ""
    try:
        data = path.read_bytes()
    except OSError:
        return ""
    cells = _QUARTO_CELL.finditer(data)
    return "qmd:{python}" if any(_CALL_OF_ENDPOINT.search(each["code"]) for each in cells) else ""
