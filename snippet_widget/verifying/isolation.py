"""Where snippets run: cut off by the system, or as well as Python alone can do it."""

from __future__ import annotations

import enum
import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from snippet_widget.errors import EnvironmentFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

INSIDE = Path(__file__).parent / "inside"
"""Scripts for the environment's interpreter."""

ROOT_FOLDER = "/tmp"  # noqa: S108 - of a file system that is the command's own
"""The folder that an isolated command may write to."""

_DISK_BYTES = 256 * 2**20
_PROBE_SECONDS = 20
_PASSED_VARIABLES = ("LANG", "LC_ALL", "SYSTEMROOT")


class Isolation(str, enum.Enum):
    """What keeps a snippet from the network, the user's files and other processes."""

    NAMESPACES = "namespaces"
    """The system: network, processes and files are the snippet's own (Linux)."""
    RECORDER = "recorder"
    """The recorder refuses; code that means harm can get around it."""


@cache
def available_isolation(platform: str = sys.platform) -> Isolation:
    """Return the best that this system allows to this user; found out by trying it.

    Raises
    ------
    EnvironmentFailed
        The system cannot fork processes, nor bound what they take: Windows.
    """
    if platform == "win32":
        raise EnvironmentFailed(
            "Snippets are not run on Windows: it can neither fork the process that each has, nor "
            "bound its memory and time as other systems do. Run snippet-widget verify in the "
            "Windows Subsystem for Linux, in a container, or in CI on Linux; all else works here."
        )
    if platform != "linux":
        return Isolation.RECORDER
    with tempfile.TemporaryDirectory(prefix="snippet-widget-") as root:
        python = os.path.realpath(sys.executable)
        command = isolated_command([python, "-I", "-c", ""], root, (sys.base_prefix, python))
        try:
            done = subprocess.run(  # noqa: S603 - our own script
                command,
                env=clean_environment(),
                timeout=_PROBE_SECONDS,
                check=False,
                capture_output=True,
            )
        except (OSError, subprocess.TimeoutExpired):
            return Isolation.RECORDER
    return Isolation.RECORDER if done.returncode else Isolation.NAMESPACES


def isolated_command(command: Sequence[str], root: str, readable: Sequence[str]) -> list[str]:
    """Return the command that runs another one in namespaces of its own.

    Parameters
    ----------
    command
        With an absolute path.
    root
        An empty folder, where the new file system is put together.
    readable
        Files and folders that the command needs, besides those of the system.
    """
    orders = {
        "root": [root],
        "readable": [each for path in readable for each in (path, os.path.realpath(path))],
        "bytes": [str(_DISK_BYTES)],
        "command": list(command),
    }
    return [sys.executable, "-I", str(INSIDE / "isolate.py"), json.dumps(orders)]


def clean_environment() -> dict[str, str]:
    """Return environment variables without anything of the user's: no credentials, no home."""
    passed = {name: os.environ[name] for name in _PASSED_VARIABLES if name in os.environ}
    return {
        "LANG": "C.UTF-8",
        **passed,
        "PATH": os.defpath,
        "HOME": tempfile.gettempdir(),
        "PYTHONHASHSEED": "0",
    }
