"""Fetching from a Python package index: wheels through pip, sdists as the files they are.

pip honors everything a user has set (indexes, find-links, credentials, proxies, hashes); uv's
settings are handed to it. It is never allowed to build: building an sdist runs its code. So sdists
come from the same indexes as plain files, their hashes checked (see `simple_index`).
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement

from snippet_widget.errors import ConfigurationError, SourceError, SourceNotFound
from snippet_widget.publishing.fetching import downloading, simple_index
from snippet_widget.publishing.fetching.uv_settings import pip_variables, uv_settings

_MISSING = re.compile(r"No matching distribution|Could not find a version|from versions: none")


def wheel(requirement: str, folder: Path, *, largest: int = downloading.LARGEST) -> Path:
    """Download the wheel of a package into a folder.

    Parameters
    ----------
    requirement
        ``NAME`` or ``NAME==VERSION`` (PEP 508).
    folder
        Where to.
    largest
        Bytes that it may have.

    Raises
    ------
    SourceNotFound
        No index has such a package or version as a wheel.
    SourceError
        pip could not download it; `UnsafeArchive` where it is too large.
    """
    wanted = _requirement(requirement)
    options = ["--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--no-input"]
    command = [sys.executable, "-m", "pip", "download", *options, "--dest", str(folder)]
    indexes = pip_variables(uv_settings(os.environ, Path.cwd()), os.environ)
    done = downloading.run(
        [*command, "--", str(wanted)],
        str(wanted),
        folder=Path.cwd(),
        environment={**os.environ, **indexes},
        largest=largest,
    )
    wheels = sorted(folder.glob("*.whl"))
    if done.returncode == 0 and wheels:
        return wheels[0]
    raise _failure(wanted, done.stderr)


def sdist(name: str, version: str, folder: Path) -> Path | None:
    """Download the sdist of one version of a package; None where no index has it."""
    settings = uv_settings(os.environ, Path.cwd())
    return simple_index.download_sdist(name, version, folder, settings)


def _requirement(text: str) -> Requirement:
    try:
        wanted = Requirement(text)
    except InvalidRequirement as error:
        raise ConfigurationError(
            f"pypi:{text} is no package. Write pypi:NAME or pypi:NAME==VERSION ({error})."
        ) from None
    if wanted.url:
        raise ConfigurationError(
            f"pypi:{text} names a URL. Download the file and publish that instead."
        )
    return wanted


def _failure(wanted: Requirement, output: str) -> SourceError:
    if _MISSING.search(output):
        return SourceNotFound(
            f"There is no wheel of {wanted} in the package indexes that pip is set to use. Check "
            "the spelling and the version (pip index versions "
            f"{wanted.name}); a package that is published as source alone cannot be read this way."
        )
    lines = [line for line in output.splitlines() if line.startswith("ERROR")] or [output.strip()]
    return SourceError(f"pip could not download {wanted}: {lines[-1][:500]}")
