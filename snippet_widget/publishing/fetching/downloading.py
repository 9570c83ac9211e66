"""Running pip and npm, with bounds on what they may download and how long they may take."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from typing import TYPE_CHECKING

from snippet_widget.errors import SourceError, UnsafeArchive

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

LARGEST = 200 * 2**20
"""Bytes of a package."""
SECONDS = 600
"""Seconds that a download may take."""

_LIMITED = """\
import os, resource, sys
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
most = int(sys.argv[1])
most = most if hard == resource.RLIM_INFINITY else min(most, hard)
resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
os.execvp(sys.argv[2], sys.argv[2:])
"""
_TOO_LARGE = ("File too large", "EFBIG")
_SIGXFSZ = 25


def run(
    command: Sequence[str],
    what: str,
    *,
    folder: Path,
    environment: Mapping[str, str],
    largest: int = LARGEST,
) -> subprocess.CompletedProcess[str]:
    """Run a program that downloads, and return how it ended.

    Parameters
    ----------
    command
        Program and arguments.
    what
        What it fetches, for messages.
    folder
        Where it runs.
    environment
        Its variables.
    largest
        Bytes of the largest file that it may write, where the system can bound that.

    Raises
    ------
    UnsafeArchive
        What it downloaded is larger.
    SourceError
        It took too long.
    """
    if importlib.util.find_spec("resource") is not None:  # not on Windows
        command = [sys.executable, "-ISc", _LIMITED, str(largest), *command]
    try:
        done = subprocess.run(  # noqa: S603 - a list, built by callers from checked names
            command,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
            cwd=folder,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        raise SourceError(
            f"{what} was not downloaded within {SECONDS} seconds. Try again, or download the file "
            "yourself and publish that."
        ) from None
    too_large = done.returncode in {-_SIGXFSZ, 128 + _SIGXFSZ}
    if too_large or (done.returncode and any(word in done.stderr for word in _TOO_LARGE)):
        raise UnsafeArchive(
            f"{what} is larger than {largest} bytes. No SDK known here is; nothing was published."
        )
    return done
