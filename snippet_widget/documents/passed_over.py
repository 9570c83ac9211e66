"""Files below folders that hold snippets and are no documents of a check: how many, and why."""

from __future__ import annotations

import codecs
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from snippet_widget.documents.discovery import is_built, is_declared_beside, is_excluded
from snippet_widget.documents.text_markers import (
    NOTEBOOK,
    SUFFIXES,
    has_marker,
    is_special,
    suffix_of,
    unread_quarto_cells,
    unread_script_format,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

OTHER_PAGES = (".mdx", ".mdown", ".mkd", ".rmd")
"""Of pages that no check reads, though people may put a marker into them."""

_PERHAPS_BUILT = ("build", "dist", "env", "site")
_TOOLS = (".git", ".ipynb_checkpoints")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_NOT_UTF_8 = "not UTF-8"


def passed_over(paths: Iterable[Path], exclude: Sequence[str] = ()) -> dict[str, int]:
    """Return how many files with a marker are left out below folders, by the reason.

    A reason is the name of a folder (``build/``), an ending (``.mdx``), the encoding, a format of
    Jupytext (``py:light``) or cells of Quarto (``qmd:{python}``). Files that are named may have
    the last two, too. What is excluded is not
    counted, nor are environments, folders that nobody writes into, and texts that a notebook
    beside them declares.
    """
    found: Counter[str] = Counter()
    for path in paths:
        found.update(_reasons(path, exclude) if path.is_dir() else _format_of(path))
    return dict(found)


def _format_of(path: Path) -> list[str]:
    """Return why a file that is named has no cells, where that is its format."""
    format_ = unread_script_format(path) or unread_quarto_cells(path)
    return [format_] if format_ and not is_declared_beside(path) else []


def _reasons(folder: Path, exclude: Sequence[str]) -> Iterator[str]:
    for name, folders, files in os.walk(folder):
        location = Path(name)
        folders[:] = [
            each
            for each in folders
            if not is_excluded(folder, location / each, exclude)
            and (not is_built(location / each) or _may_be_source(location / each))
        ]
        within = next((p for p in location.relative_to(folder).parts if is_built(Path(p))), "")
        for each in files:
            path = location / each
            if not is_excluded(folder, path, exclude) and (reason := _reason(path, within)):
                yield reason


def _may_be_source(folder: Path) -> bool:
    """Tell whether somebody may write into a folder, though its name is that of what is built."""
    named = folder.name in _PERHAPS_BUILT or folder.name.startswith(".")
    return named and folder.name not in _TOOLS and not (folder / "pyvenv.cfg").is_file()


def _reason(path: Path, within: str) -> str:
    """Return why a file is left out; empty where it is not, or its notebook is checked for it."""
    reason = _own_reason(path) or (f"{within}/" if within and _is_marked(path) else "")
    return "" if reason and is_declared_beside(path) else reason


def _own_reason(path: Path) -> str:
    """Return what in a file itself is the reason."""
    suffix = suffix_of(path)
    if suffix in OTHER_PAGES and has_marker(path):
        return suffix
    if suffix in SUFFIXES and _is_utf_16(path):
        return _NOT_UTF_8 if has_marker(path, "utf-16") else ""
    return unread_script_format(path) or unread_quarto_cells(path)


def _is_marked(path: Path) -> bool:
    return suffix_of(path) in (NOTEBOOK, *SUFFIXES) and has_marker(path)


def _is_utf_16(path: Path) -> bool:
    if is_special(path):
        return False
    try:
        with path.open("rb") as file:
            return file.read(2) in _UTF_16
    except OSError:
        return False
