"""Which files below folders are documents: not what was built from them, nor environments."""

from __future__ import annotations

import json
import os
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snippet_widget.documents.jupytext_pairs import declared_texts
from snippet_widget.documents.text_markers import (
    NOTEBOOK,
    SUFFIXES,
    has_marker,
    is_special,
    suffix_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

BUILT = frozenset(
    {
        "__pycache__",
        "_build",
        "_site",
        "build",
        "dist",
        "env",
        "htmlcov",
        "jupyter_execute",
        "node_modules",
        "site",
        "site-packages",
        "venv",
    }
)
"""Names of folders that hold what is built or installed; those that begin with a dot as well."""


def find_documents(paths: Iterable[Path], exclude: Sequence[str] = ()) -> list[Path]:
    """Return the documents that paths name, each once: files as given, all those below folders.

    Below a folder these are notebooks, and files of text with the marker of a snippet. Of a pair
    that a notebook beside the text declares (Jupytext), the notebook alone is a document.

    Links to folders are not followed. Left out below a folder are hidden folders, those named in
    `BUILT`, environments (they hold ``pyvenv.cfg``), and what is excluded.

    Parameters
    ----------
    paths
        Files and folders that are there.
    exclude
        Patterns with ``*`` and ``?``. Left out is each file or folder of which one matches the
        name, the path below the folder that was given, or the whole path, that folder's included.
    """
    found: dict[Path, Path] = {}
    for path in paths:
        for document in sorted(_below(path, exclude)) if path.is_dir() else [path]:
            found.setdefault(document.resolve(), document)
    return list(found.values())


def leads_out(document: Path, paths: Iterable[Path]) -> bool:
    """Tell whether a document is a link to a file that none of the paths names.

    Parameters
    ----------
    document
        One that `find_documents` found.
    paths
        What it was found in.
    """
    target = document.resolve()
    return document.is_symlink() and not any(
        target.is_relative_to(path.resolve()) for path in paths
    )


def is_text_outside(text: Path, notebook: Path, named: Iterable[Path]) -> bool:
    """Tell whether the text that a notebook declares lies where nobody has named anything.

    Parameters
    ----------
    text
        Its path, which may be a link, or lead out of its folder.
    notebook
        The notebook's path: what is in its folder belongs to it.
    named
        The files and folders that were named. What is below the working folder may be written, too.
    """
    target = text.resolve()
    folders = (Path.cwd(), notebook.resolve().parent, *(each.resolve() for each in named))
    return not any(target.is_relative_to(each) for each in folders)


def paired_texts(notebook: Path, metadata: Mapping[str, Any]) -> list[Path]:
    """Return the text files that Jupytext pairs with a notebook, and that hold records.

    Parameters
    ----------
    notebook, metadata
        The notebook, and its own metadata: ``jupytext.formats``, as in ``ipynb,py:percent``.
    """
    return [path for path in declared_texts(notebook, metadata) if has_records(path)]


def is_declared_beside(text: Path) -> bool:
    """Tell whether the notebook of a text's name declares that it is paired with it."""
    notebook = text.with_suffix(NOTEBOOK)
    return notebook.is_file() and text in declared_texts(notebook, _metadata(text))


def has_records(text: Path) -> bool:
    """Tell whether a text may hold the records of the cells of a notebook."""
    return suffix_of(text) in SUFFIXES and has_marker(text)


def _below(folder: Path, exclude: Sequence[str]) -> Iterator[Path]:
    for name, folders, files in os.walk(folder):
        location = Path(name)
        folders[:] = [
            each
            for each in folders
            if not (is_built(location / each) or is_excluded(folder, location / each, exclude))
        ]
        named = (location / each for each in files)
        included = [each for each in named if not is_excluded(folder, each, exclude)]
        notebooks = {e for e in included if suffix_of(e) == NOTEBOOK and not is_special(e)}
        texts = [each for each in included if has_records(each)]
        yield from notebooks
        # of a pair the notebook is checked, and the other brought in step
        yield from (
            each
            for each in texts
            if each.with_suffix(".ipynb") not in notebooks
            or each not in paired_texts(each.with_suffix(".ipynb"), _metadata(each))
        )


def _metadata(text: Path) -> Mapping[str, Any]:
    """Return the metadata of the notebook beside a text; none of one that cannot be read."""
    try:
        whole = json.loads(text.with_suffix(".ipynb").read_bytes())
    except (OSError, ValueError, RecursionError):  # said of the notebook when it is checked
        return {}
    metadata = whole.get("metadata") if isinstance(whole, dict) else None
    return metadata if isinstance(metadata, dict) else {}


def is_built(folder: Path) -> bool:
    """Tell whether a folder holds what is built or installed, or is hidden."""
    return (
        folder.name.startswith(".")
        or folder.name in BUILT
        or folder.name.endswith(".egg-info")
        or (folder / "pyvenv.cfg").is_file()
    )


def is_excluded(top: Path, path: Path, exclude: Sequence[str]) -> bool:
    """Tell whether a pattern leaves out a file or folder below the folder that was named."""
    below = path.relative_to(top).as_posix()
    return any(
        fnmatch(name, pattern.rstrip("/"))
        for pattern in exclude
        for name in (path.name, below, path.as_posix())
    )


def is_left_out(path: Path, named: Iterable[Path], exclude: Sequence[str]) -> bool:
    """Tell whether a pattern leaves out a file, or a folder that it is in, wherever it was found.

    Parameters
    ----------
    path
        The file.
    named
        The files and folders that were named.
    exclude
        Patterns, as in `find_documents`.
    """
    tops = [each for each in named if each.is_dir() and path.is_relative_to(each)]
    return any(
        is_excluded(top, each, exclude)
        for top in tops or [path.parent]
        for each in (path, *path.parents)
        if each != top and each.is_relative_to(top)
    )
