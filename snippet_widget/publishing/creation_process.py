"""Check in a process of its own, with limits, what was sent to be published.

As `reader_process`: what breaks there breaks nothing here, and it is no sandbox.
"""

from __future__ import annotations

import subprocess
from typing import NamedTuple

from snippet_widget.creation import InvalidCreation
from snippet_widget.decoding import json_decoder
from snippet_widget.errors import UnsafeArchive
from snippet_widget.publication import Publication, PublishedEndpoint, PublishMode
from snippet_widget.publishing import child_processes
from snippet_widget.publishing.creation_worker import Header
from snippet_widget.publishing.reader_limits import WAIT_SECONDS

_WORKER = "snippet_widget.publishing.creation_worker"
_HEADER = json_decoder(Header)
_ENDPOINT = json_decoder(PublishedEndpoint)


class CheckedCreation(NamedTuple):
    """What is to be published, and where."""

    org: str
    api: str
    mode: PublishMode
    dry_run: bool
    publications: list[Publication]


def check_creation(body: bytes, seconds: float = WAIT_SECONDS) -> CheckedCreation:
    """Return what a request asks to publish; called in a thread, as it takes its time.

    Parameters
    ----------
    body
        As it was sent.
    seconds
        Seconds to wait for the process.

    Raises
    ------
    InvalidCreation
        The body is not what the operation takes. Where its pointer is None, its text is msgspec's.
    UnsafeArchive
        The process died or took too long.
    """
    try:
        done = child_processes.run_reader(_WORKER, body, seconds)
    except subprocess.TimeoutExpired as error:
        raise UnsafeArchive(
            f"Checking the snippets took more than {seconds:g} seconds and was stopped. "
            "Nothing was published; send fewer at a time."
        ) from error
    if done.returncode:
        raise UnsafeArchive(
            "The snippets could not be checked: that needs more memory or time than is given to "
            "it. Nothing was published; send fewer at a time."
        )
    return _checked(done.stdout)


def _checked(output: bytes) -> CheckedCreation:
    """Return what the process wrote, decoded line by line: other threads run in between."""
    first, *lines = output.splitlines()
    header = _HEADER.decode(first)
    if header.invalid is not None:
        raise InvalidCreation(*_invalid(header.invalid))
    endpoints = iter(lines)
    publications = [
        Publication(sdk, tuple(_ENDPOINT.decode(next(endpoints)) for _ in range(count)), problems)
        for sdk, count, problems in header.sdks
    ]
    return CheckedCreation(header.org, header.api, header.mode, header.dry_run, publications)


def _invalid(invalid: tuple[str, str] | str) -> tuple[str | None, str]:
    return (None, invalid) if isinstance(invalid, str) else invalid
