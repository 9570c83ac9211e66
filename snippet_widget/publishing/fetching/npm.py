"""Fetching from an npm registry: ``npm pack``, which honors .npmrc and runs no script here."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from snippet_widget.errors import ConfigurationError, SourceError, SourceNotFound
from snippet_widget.publishing import child_processes
from snippet_widget.publishing.fetching import downloading
from snippet_widget.publishing.fetching.download_errors import download_error

if TYPE_CHECKING:
    from collections.abc import Mapping

_OPTIONS = ("--ignore-scripts", "--loglevel=error", "--fetch-retries=1")
_WORD = r"[A-Za-z0-9][\w.~-]*"
_NAME = re.compile(rf"((?:@{_WORD}/)?{_WORD})(?:@([A-Za-z0-9~^][\w.+-]*))?", re.ASCII)
_FILE = re.compile(r"\.(?:tgz|tar|tar\.gz)$", re.IGNORECASE)
"""How npm tells a file from a name or a version."""
_MISSING = re.compile(r"\bE404\b|\bETARGET\b|No matching version|404 Not Found")


def tarball(wanted: str, folder: Path) -> Path:
    """Download the tarball of a package into a folder.

    Parameters
    ----------
    wanted
        ``NAME`` or ``NAME@VERSION``; NAME may have a scope, ``@acme/sdk``.

    Raises
    ------
    SourceNotFound
        The registry has no such package or version.
    SourceError
        npm is not there, or failed.
    """
    matched = _NAME.fullmatch(wanted)
    # folders, files and URLs are kept out: npm would run their scripts
    if matched is None or any(_FILE.search(part or "") for part in matched.groups()):
        raise ConfigurationError(
            f"npm:{wanted} is not a package. Write npm:NAME, npm:@SCOPE/NAME or npm:NAME@VERSION."
        )
    environment = child_processes.fetcher_environment(os.environ)
    with child_processes.empty_folder() as working:
        # without a prefix npm looks for a project, and its .npmrc, in the folders above
        options = [*_OPTIONS, f"--prefix={working}", f"--pack-destination={folder}"]
        command = [_npm(environment), "pack", *options, "--", wanted]
        done = downloading.run(command, wanted, folder=working, environment=environment)
    tarballs = sorted(folder.glob("*.tgz"))
    if done.returncode == 0 and tarballs:
        return tarballs[0]
    if download_error(done.stderr, "npm") is None and _MISSING.search(done.stderr):
        raise SourceNotFound(
            f"There is no package {wanted} in the npm registry that npm is set to use. Check the "
            f"spelling and the version (npm view {wanted.rpartition('@')[0] or wanted} versions)."
        )
    why = download_error(done.stderr, "npm") or _reason(done.stderr)
    raise SourceError(f"npm could not download {wanted}: {why}")


def _reason(output: str) -> str:
    """Return npm's own sentence among the lines that it writes about an error."""
    lines = (re.sub(r"^npm (?:error|ERR!)\s*", "", line).strip() for line in output.splitlines())
    sentences = [
        line for line in lines if line.count(" ") > 1 and not line.startswith("A complete log")
    ]
    return sentences[0][:500] if sentences else "it gives no reason"


def _npm(environment: Mapping[str, str]) -> str:
    beside = Path(sys.executable).parent
    found = shutil.which("npm", path=environment["PATH"]) or shutil.which("npm", path=str(beside))
    if found is None:
        raise SourceError(
            "Reading from an npm registry needs npm, which is not installed. "
            "pip install 'snippet-widget[npm]' brings it; or download the tarball and publish that."
        )
    return found
