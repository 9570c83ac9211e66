"""Files that options name for a command to write: summaries, previews and exports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.documents.text_markers import is_special
from snippet_widget.errors import ConfigurationError

if TYPE_CHECKING:
    from pathlib import Path


def write_output(path: Path, text: str, *, append: bool = False) -> None:
    """Write a file, or put a text at its end.

    Raises
    ------
    ConfigurationError
        There is no such folder, or nothing can be written there.
    """
    try:
        with path.open("a" if append else "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise _unwritable(path, error) from error


def require_output(path: Path | None) -> None:
    """See that a file can be written, before a command does what the file is to tell of.

    Raises
    ------
    ConfigurationError
        As `write_output`.
    """
    if path is None or is_special(path):
        return
    try:
        is_new = not path.exists()
        path.open("a").close()
        if is_new:
            path.unlink()
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> ConfigurationError:
    return ConfigurationError(
        f"{path} cannot be written: {error.strerror}. Name a file in a folder that is there and "
        "writable."
    )
