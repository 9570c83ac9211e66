"""Files below folders that hold snippets and are no documents of a check: how many, and why."""

from __future__ import annotations

import codecs
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from snippet_widget.documents.discovery import is_built, is_excluded
from snippet_widget.documents.text_markers import (
    NOTEBOOK,
    SUFFIXES,
    has_marker,
    is_special,
    suffix_of,
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

    A reason is the name of a folder (``build/``), an ending (``.mdx``), or the encoding. What is
    excluded is not counted, nor are environments and folders that nobody writes into.
    """
    folders = [path for path in paths if path.is_dir()]
    return dict(Counter(reason for folder in folders for reason in _reasons(folder, exclude)))


def _reasons(folder: Path, exclude: Sequence[str]) -> Iterator[str]:
    for name, folders, files in os.walk(folder):
        place = Path(name)
        folders[:] = [
            each
            for each in folders
            if not is_excluded(folder, place / each, exclude)
            and (not is_built(place / each) or _may_be_source(place / each))
        ]
        within = next((p for p in place.relative_to(folder).parts if is_built(Path(p))), "")
        for each in files:
            path = place / each
            if not is_excluded(folder, path, exclude) and (reason := _reason(path, within)):
                yield reason


def _may_be_source(folder: Path) -> bool:
    """Tell whether somebody may write into a folder, though its name is that of what is built."""
    named = folder.name in _PERHAPS_BUILT or folder.name.startswith(".")
    return named and folder.name not in _TOOLS and not (folder / "pyvenv.cfg").is_file()


def _reason(path: Path, within: str) -> str:
    suffix = suffix_of(path)
    if suffix in OTHER_PAGES and has_marker(path):
        return suffix
    if suffix in SUFFIXES and _is_utf_16(path):
        return _NOT_UTF_8 if has_marker(path, "utf-16") else ""
    held = within and suffix in (NOTEBOOK, *SUFFIXES) and has_marker(path)
    return f"{within}/" if held else ""


def _is_utf_16(path: Path) -> bool:
    if is_special(path):
        return False
    try:
        with path.open("rb") as file:
            return file.read(2) in _UTF_16
    except OSError:
        return False
