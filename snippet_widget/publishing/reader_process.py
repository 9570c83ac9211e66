"""Reading in a process of its own, with limits: what breaks there breaks nothing here.

It is no sandbox: the process runs as the same user, and nothing keeps it from the network or from
files. What it reads is never run; a parser that could be made to run it would be.
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import msgspec

from snippet_widget import errors
from snippet_widget.decoding import decode_json
from snippet_widget.errors import SnippetWidgetError, SourceError, UnsafeArchive
from snippet_widget.publishing import child_processes
from snippet_widget.publishing.reader_limits import MEMORY, WAIT_SECONDS
from snippet_widget.publishing.reader_worker import ReaderTask, ReadResult

if TYPE_CHECKING:
    from snippet_widget.publishing.reader_worker import Job

_WORKER = "snippet_widget.publishing.reader_worker"
_ERRORS = {
    name: each
    for name, each in vars(errors).items()
    if isinstance(each, type) and issubclass(each, SnippetWidgetError)
}


def read(job: Job, seconds: float = WAIT_SECONDS, memory: int = MEMORY) -> ReadResult:
    """Read one source in another process.

    Parameters
    ----------
    job
        What to read.
    seconds
        Seconds to wait for the result.
    memory
        Bytes of address space that the process may take.

    Raises
    ------
    SourceError
        What the reader raised; `UnsafeArchive` where it died or took too long.
    """
    try:
        done = child_processes.run_reader(
            _WORKER,
            msgspec.json.encode(ReaderTask(job, memory)),
            seconds,
            avoided=job.folder,
        )
    except subprocess.TimeoutExpired as error:
        raise UnsafeArchive(
            f"Reading {job.name} took more than {seconds:g} seconds and was stopped. Nothing was "
            "published."
        ) from error
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2][:200]
        raise UnsafeArchive(
            f"{job.name} could not be read: its reader ended with status {done.returncode} {last}. "
            "Nothing was published."
        )
    result = decode_json(done.stdout, ReadResult)
    if result.error:
        raise _ERRORS.get(result.error, SourceError)(result.message)
    return result
