"""A published package in memory: what every family of SDK generators reads."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Kind = Literal["wheel", "sdist", "installed", "npm"]


@dataclass(frozen=True)
class Package:
    """One version of one package and its files.

    Parameters
    ----------
    type
        Language: ``python`` or ``typescript``.
    name
        As its registry spells it.
    version
        As published.
    kind
        What it was read from; an sdist holds more than a wheel.
    files
        Contents by path inside the package, with forward slashes. Read when asked for and bounded
        by the reader; a path of an sdist begins below its top folder, and below ``src/``.
    remarks
        What the reader of the archive left out, in words.
    """

    type: str
    name: str
    version: str
    kind: Kind
    files: Mapping[str, bytes]
    remarks: list[str] = field(default_factory=list)

    def text(self, path: str) -> str:
        """Return a file as text, an empty one where it is not there."""
        data = self.files.get(path, b"")
        return data.decode("utf-8", "replace").removeprefix("\ufeff")

    def json(self, path: str) -> Any:
        """Return a file as JSON; None where it is not there or no JSON."""
        try:
            return json.loads(self.text(path))
        except (ValueError, RecursionError):
            return None

    def paths(self, *suffixes: str) -> Iterator[str]:
        """Return the paths that end in one of these, shallow ones first."""
        found = (path for path in self.files if path.endswith(suffixes))
        return iter(sorted(found, key=lambda path: (path.count("/"), path)))

    def __str__(self) -> str:  # noqa: D105
        return f"{self.name} {self.version}"
