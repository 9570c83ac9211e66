"""Which texts Jupytext pairs with a notebook: by its metadata, or by Jupytext's configuration."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Mapping

_NAMES = {"notebook": "ipynb", "rmarkdown": "Rmd", "quarto": "qmd", "markdown": "md", "myst": "md"}
_NAMES |= {"marimo": "py", "script": "auto", "c++": "cpp", "pandoc": "md"}
_FILES = [
    f"{dot}jupytext{suffix}"
    for dot in ("", ".")
    for suffix in ("", ".toml", ".yml", ".yaml", ".json")
]
_SCRIPTS = {"python": "py", "typescript": "ts", "javascript": "js", "julia": "jl", "r": "R"}


def declared_texts(notebook: Path, metadata: Mapping[str, Any]) -> list[Path]:
    """Return the files that are there of those that Jupytext pairs with a notebook.

    Parameters
    ----------
    notebook, metadata
        The notebook, and its own metadata: ``jupytext.formats``, as in ``ipynb,py:percent`` or
        ``notebooks//ipynb,scripts//py``. Without, Jupytext's configuration says it.
    """
    jupytext = metadata.get("jupytext")
    own = jupytext.get("formats") if isinstance(jupytext, dict) else None
    groups = _groups(own) if own else _configured(notebook.absolute().parent)
    for group in groups:
        formats = [_Format.parse(each, metadata) for each in group]
        bases = (each.base(notebook) for each in formats if each.suffix == ".ipynb")
        if base := next(filter(None, bases), None):
            texts = (_near(notebook, f.path(base)) for f in formats if f.suffix != ".ipynb")
            return [path for path in texts if path.is_file()]
    return []


@dataclass(frozen=True)
class _Base:
    """What the paths of all files of a pair have in common: folders above and below a root."""

    above: tuple[str, ...]
    below: tuple[str, ...] | None
    name: str


@dataclass(frozen=True)
class _Format:
    """One file of a pair: ``root//folder/prefix_/ending.py:percent``, most of it left out."""

    root: tuple[str, ...]
    folder: tuple[str, ...]
    prefix: str
    ending: str
    suffix: str

    @classmethod
    def parse(cls, text: str, metadata: Mapping[str, Any]) -> _Format:
        prefix, _, name = text.strip().rpartition("/")
        root, _, prefix = prefix.rpartition("//")
        folder, _, prefix = prefix.rpartition("/")
        name = _NAMES.get(name.lower(), name).partition(":")[0]
        ending, _, suffix = name.rpartition(".")
        suffix = _script_of(metadata) if suffix == "auto" else suffix
        return cls(_parts(root), _parts(folder), prefix, ending, f".{suffix}")

    def base(self, path: Path) -> _Base | None:
        """Return what a file of this format has in common with those that it is paired with."""
        stem, parts = path.stem, path.absolute().parent.parts
        if not (stem.startswith(self.prefix) and stem.endswith(self.ending)) or ".." in self.folder:
            return None
        name = stem[len(self.prefix) : len(stem) - len(self.ending)]
        end = len(parts) - len(self.folder)
        if parts[end:] != self.folder:
            return None
        if not self.root:
            return _Base(parts[:end], None, name)
        size = len(self.root)
        starts = (n for n in range(end - size, -1, -1) if parts[n : n + size] == self.root)
        start = next(starts, None)
        return None if start is None else _Base(parts[:start], parts[start + size : end], name)

    def path(self, base: _Base) -> Path:
        """Return the path of the file of this format."""
        below = (*self.root, *base.below) if base.below is not None else ()
        name = f"{self.prefix}{base.name}{self.ending}{self.suffix}"
        return Path(os.path.normpath(Path(*base.above, *below, *self.folder, name)))


def _parts(folder: str) -> tuple[str, ...]:
    return tuple(filter(None, folder.split("/")))


def _near(notebook: Path, path: Path) -> Path:
    """Return a path as the notebook's is written, from the same folder."""
    relative = os.path.relpath(path, notebook.absolute().parent)
    beside = os.sep not in relative
    return (
        notebook.with_name(relative)
        if beside
        else Path(os.path.normpath(notebook.parent / relative))
    )


def _script_of(metadata: Mapping[str, Any]) -> str:
    kernel = metadata.get("kernelspec")
    named = kernel.get("language") if isinstance(kernel, dict) else None
    return _SCRIPTS.get(str(named or "python").lower(), "py")


def _groups(formats: Any) -> list[list[str]]:
    """Return the groups of formats that somebody wrote down, in each form that Jupytext takes."""
    if isinstance(formats, str):
        return [each.split(",") for each in formats.split(";")]
    if isinstance(formats, dict):
        return [[f"{k.removesuffix('/')}///{v}" if k else f"{v}" for k, v in formats.items()]]
    return [group for each in formats if isinstance(formats, list) for group in _groups(each)]


def _configured(folder: Path) -> list[list[str]]:
    """Return the formats of the nearest configuration of Jupytext, in a folder or above it."""
    for place in (folder, *folder.parents):
        for name in (*_FILES, "pyproject.toml"):
            settings = _settings(place / name)
            if settings is not None:
                return _groups(settings.get("formats") or [])
    return []


def _settings(path: Path) -> Mapping[str, Any] | None:
    """Return what a file of configuration holds; None of one that is not there."""
    if not path.is_file():
        return None
    try:
        text = path.read_text("utf-8")
        is_yaml = path.suffix in (".yml", ".yaml", ".json")
        found = _yaml(text) if is_yaml else tomllib.loads(text)
    except (OSError, ValueError):  # Jupytext says it
        return {}
    if path.name == "pyproject.toml":
        found = found.get("tool", {}).get("jupytext")
    return found if isinstance(found, dict) else None


def _yaml(text: str) -> Any:
    import yaml  # noqa: PLC0415 - 20 ms, for few

    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(error) from None
