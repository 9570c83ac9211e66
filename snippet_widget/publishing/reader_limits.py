"""What a process that reads others' files may take of the machine.

Apart from the readers, so that a service that starts one need not load what reads packages.
"""

from __future__ import annotations

import contextlib

MEMORY = 1024 * 2**20
"""Bytes of address space."""
PROCESSOR_SECONDS = 60
"""Seconds of processor time, after which the system ends it."""
WAIT_SECONDS = 60
"""Seconds by the clock, after which whoever started it ends it: it may wait without computing."""

MAX_NODES = 2_000_000
"""How many collections, scalars and aliases a document may have: 10 MB have 0.5 million."""


def limit_resources(memory: int) -> None:
    """Give this process less memory and time than the machine has, where that can be done."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    wanted = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_CPU: PROCESSOR_SECONDS,
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in wanted.items():
        with contextlib.suppress(ValueError, OSError):  # macOS knows no RLIMIT_AS
            hard = resource.getrlimit(kind)[1]
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (least, least))
