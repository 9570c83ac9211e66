"""The SDKs of an environment, recognized by the names of their files: nothing is imported.

An installed distribution lists its files in ``RECORD`` ("Recording installed projects" of the
PyPA's specifications). Reading those of 300 distributions takes some tens of milliseconds.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LAYOUTS: tuple[tuple[bytes, ...], ...] = (
    (b"/core/client_wrapper.py,",),  # Fern
    (b"/_base_client.py,", b"/_client.py,", b"/_qs.py,"),  # Stainless
    (b"/basesdk.py,", b"/sdkconfiguration.py,"),  # Speakeasy
    (b"/api_client.py,", b"/rest.py,", b"/configuration.py,", b"/api/"),  # OpenAPI-generator
)
"""Ends of the paths that a family's packages have; the family itself looks closer when read."""

_DIST_INFO = re.compile(r"(?P<name>.+)-(?P<version>[^-]+)\.dist-info")
_MOST_BYTES = 16 * 2**20
"""Of a list of files that is read."""


class InstalledSdk(NamedTuple):
    """One installed SDK: its normalized name (PEP 503) and its version."""

    name: str
    version: str


def normalized_name(name: str) -> str:
    """Return the name that is the same however a distribution is spelled (PEP 503).

    Examples
    --------
    >>> normalized_name("My_Pkg")
    'my-pkg'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def installed_sdks(path: Sequence[str] | None = None) -> tuple[InstalledSdk, ...]:
    """Return the SDKs of an environment, by name.

    Parameters
    ----------
    path
        Folders to look in, the first that has a distribution wins; ``sys.path`` without it.
        What was found in a folder is used again until the folder changes.
    """
    found: dict[str, InstalledSdk] = {}
    for folder in sys.path if path is None else path:
        for sdk in _of_folder(Path(folder)):
            found.setdefault(sdk.name, sdk)
    return tuple(sorted(found.values()))


_known: dict[Path, tuple[int, tuple[InstalledSdk, ...]]] = {}


def _of_folder(folder: Path) -> tuple[InstalledSdk, ...]:
    try:
        changed = folder.stat().st_mtime_ns
    except OSError:
        return ()
    known = _known.get(folder)
    if known is None or known[0] != changed:
        known = _known[folder] = changed, tuple(_found(folder))
    return known[1]


def _found(folder: Path) -> Iterator[InstalledSdk]:
    for distribution in folder.glob("*.dist-info"):  # none in what is no folder, a zip file say
        matched = _DIST_INFO.fullmatch(distribution.name)
        if matched and _is_sdk(distribution / "RECORD"):
            yield InstalledSdk(normalized_name(matched["name"]), matched["version"])


def _is_sdk(record: Path) -> bool:
    try:
        with record.open("rb") as file:
            files = file.read(_MOST_BYTES).replace(b"\\", b"/")
    except OSError:
        return False
    return any(all(end in files for end in layout) for layout in _LAYOUTS)
