"""The files of a folder in memory, bounded: links and what tools leave behind are not entered."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from snippet_widget.errors import SourceError
from snippet_widget.publishing.archives.bounded import LIMITS

_NOT_ENTERED = {"node_modules", "vendor", "dist", "build", "target", "__pycache__", "venv"}


class FolderFiles(Mapping[str, bytes]):
    """Contents by path below a folder, with forward slashes; read when asked for.

    Parameters
    ----------
    root
        The folder.

    Raises
    ------
    SourceError
        It holds more files than any SDK does.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._paths = dict.fromkeys(sorted(_paths(root)))
        if len(self._paths) > LIMITS.entries:
            raise SourceError(
                f"{root.name} holds more than {LIMITS.entries} files. Name the folder of one SDK."
            )

    def __getitem__(self, path: str) -> bytes:  # noqa: D105
        if path not in self._paths:
            raise KeyError(path)
        with (self._root / path).open("rb") as file:
            return file.read(LIMITS.file)

    def __contains__(self, path: object) -> bool:  # noqa: D105 - without reading it
        return path in self._paths

    def __iter__(self) -> Iterator[str]:  # noqa: D105
        return iter(self._paths)

    def __len__(self) -> int:  # noqa: D105
        return len(self._paths)

    def text(self, path: str) -> str:
        """Return a file as text, an empty one where it is not there."""
        data = self.get(path, b"")
        return data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")


def _paths(root: Path) -> Iterator[str]:
    count = 0
    for folder, folders, files in os.walk(root):
        folders[:] = [
            name
            for name in folders
            if name not in _NOT_ENTERED
            and not name.startswith(".")
            and not Path(folder, name).is_symlink()
        ]
        for name in files:
            path = Path(folder, name)
            if not path.is_symlink() and path.is_file():
                yield path.relative_to(root).as_posix()
                count += 1
        if count > LIMITS.entries:
            return
