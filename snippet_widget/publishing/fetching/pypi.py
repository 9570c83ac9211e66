"""Fetching from a Python package index: wheels through pip, sdists as the files they are.

pip honors everything a user has set for it (indexes, find-links, credentials, keyrings, proxies,
hashes). It is never allowed to build: building an sdist runs its code. So sdists come from the same
indexes as plain files, their hashes checked (see `pip_sdist`).
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from packaging.requirements import InvalidRequirement, Requirement

from snippet_widget.errors import ConfigurationError, SourceError, SourceNotFound, UnsafeArchive
from snippet_widget.publishing import child_processes
from snippet_widget.publishing.fetching import downloading
from snippet_widget.publishing.fetching.download_errors import download_error

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

_SDIST = "snippet_widget.publishing.fetching.pip_sdist"
NO_SDIST = 3
"""How that module ends where no index has the sdist."""
_OTHER_HASH = "DO NOT MATCH THE HASHES"

_UNASKED = "Could not fetch URL"
_OTHER_PLATFORM = "none of the wheel's tags"
_YANKED = re.compile(r"is a yanked version.*?Reason for being yanked: ([^\n]*)", re.DOTALL)
_MISSING = re.compile(r"No matching distribution|Could not find a version|from versions: none")


class DownloadedWheel(NamedTuple):
    """A wheel, and why its version was yanked: None where it was not."""

    path: Path
    yanked: str | None = None


def download_wheel(
    requirement: str, folder: Path, *, largest: int = downloading.LARGEST
) -> DownloadedWheel:
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
    arguments = [*options, "--dest", str(folder), "--", str(wanted)]
    done = _run("pip", ["download", *arguments], str(wanted), largest)
    wheels = sorted(folder.glob("*.whl"))
    if done.returncode == 0 and wheels:
        yanked = _YANKED.search(done.stderr)
        return DownloadedWheel(wheels[0], yanked[1].strip() if yanked else None)
    if download_error(done.stderr, "pip") is None and _MISSING.search(done.stderr):
        # without retries pip says only at this level that an index could not be asked
        done = _run("pip", ["download", "-vv", *arguments], str(wanted), largest)
        unasked = "\n".join(line for line in done.stdout.splitlines() if _UNASKED in line)
        if why := download_error(unasked, "pip"):
            raise SourceError(f"pip could not download {wanted}: {why}")
        if _OTHER_PLATFORM in done.stdout:
            raise SourceError(
                f"There is no wheel of {wanted} for this platform and this Python. Publish from "
                "one that it is for, or download its wheel and name that."
            )
    raise _failure(wanted, done.stderr)


def sdist(
    name: str, version: str, folder: Path, *, largest: int = downloading.LARGEST
) -> Path | None:
    """Download the sdist of one version of a package; None where no index has it.

    Raises
    ------
    SourceError
        An index or the download failed.
    UnsafeArchive
        The file is too large, or not the one whose hash the index gives.
    """
    arguments = [name, version, str(folder), str(largest)]
    done = _run(_SDIST, arguments, f"The sdist of {name}", largest)
    sdists = sorted(path for path in folder.iterdir() if path.suffix != ".whl")
    if done.returncode == 0 and sdists:
        return sdists[0]
    if done.returncode == NO_SDIST:
        return None
    if _OTHER_HASH in done.stderr:
        raise UnsafeArchive(
            f"The sdist of {name} {version} is not the file that its index describes (its hash "
            "differs). It was not read; try again, and if that happens again, ask who runs "
            "the index."
        )
    why = download_error(done.stderr, "pip") or _reason(done.stderr)
    raise SourceError(f"pip could not download the sdist of {name} {version}: {why}")


def _run(
    module: str, arguments: list[str], what: str, largest: int
) -> subprocess.CompletedProcess[str]:
    """Run pip, or what stands on it, in a process that nothing beside the user's file reaches."""
    with child_processes.empty_folder() as working:
        return downloading.run(
            child_processes.python_module(module, *arguments),
            what,
            folder=working,
            environment=child_processes.fetcher_environment(os.environ),
            largest=largest,
        )


def _requirement(text: str) -> Requirement:
    try:
        wanted = Requirement(text)
    except InvalidRequirement:
        raise ConfigurationError(
            f"pypi:{text} is not a package. Write pypi:NAME or pypi:NAME==VERSION."
        ) from None
    if wanted.url:
        raise ConfigurationError(
            f"pypi:{text} names a URL. Download the file and publish that instead."
        )
    return wanted


def _failure(wanted: Requirement, output: str) -> SourceError:
    if why := download_error(output, "pip"):
        return SourceError(f"pip could not download {wanted}: {why}")
    if _MISSING.search(output):
        return SourceNotFound(
            f"There is no wheel of {wanted} in the package indexes that pip is set to use. Check "
            "the spelling and the version (pip index versions "
            f"{wanted.name}); a package that is published as source alone cannot be read this way."
        )
    return SourceError(f"pip could not download {wanted}: {_reason(output)}")


def _reason(output: str) -> str:
    """Return pip's own sentence on what went wrong; it holds no password."""
    lines = [line for line in output.splitlines() if line.startswith("ERROR")] or [output.strip()]
    return lines[-1][:500]
