"""Reading in a process of its own, with limits: what breaks there breaks nothing here.

It is no sandbox: the process runs as the same user, and nothing keeps it from the network or from
files. What it reads is never run; a parser that could be made to run it would be.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import msgspec

from snippet_widget import errors
from snippet_widget.decoding import decode_json
from snippet_widget.errors import SourceError, UnsafeArchive
from snippet_widget.publishing import isolation
from snippet_widget.publishing.reader_limits import SECONDS
from snippet_widget.publishing.worker import Job, ReadResult

_WORKER = "snippet_widget.publishing.worker"


def read(job: Job, seconds: float = SECONDS) -> ReadResult:
    """Read one source in another process.

    Parameters
    ----------
    job
        What to read.
    seconds
        Seconds to wait for the result.

    Raises
    ------
    SourceError
        What the reader raised; `UnsafeArchive` where it died or took too long.
    """
    path = Path(job.path)
    name = path.name if job.installed is None else job.installed[0]
    beside = path / "." / "file" if path.is_dir() else path
    try:
        done = isolation.run_reader(
            _WORKER,
            msgspec.json.encode(job),
            seconds,
            beside=beside if job.installed is None else None,
        )
    except subprocess.TimeoutExpired as error:
        raise UnsafeArchive(
            f"Reading {name} took more than {seconds:g} seconds and was stopped. Nothing was "
            "published."
        ) from error
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2][:200]
        raise UnsafeArchive(
            f"{name} could not be read: its reader ended with status {done.returncode} {last}. "
            "Nothing was published."
        )
    result = decode_json(done.stdout, ReadResult)
    if result.error:
        raised = getattr(errors, result.error, SourceError)
        raise raised(result.message)
    return result
