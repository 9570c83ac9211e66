"""Runs what a job runs in somebody's repository, with the programs of this environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def run_command(
    command: list[str], folder: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path, **environment},
        check=False,
        capture_output=True,
        text=True,
        timeout=100,
    )


def run_step(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the script of a step as GitHub does with ``shell: bash``."""
    file = folder / "step.sh"
    file.write_text(script)
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(file)]
    return run_command(shell, folder, **environment)
