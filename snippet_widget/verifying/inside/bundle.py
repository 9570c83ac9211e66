"""A file that one process of Node writes and others read, none of which can change it later."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress


class SealedFile:
    """A file without a name: written by one child through `writing`, then read as `reading`."""

    def __init__(self) -> None:
        if sys.platform == "linux":
            self.writing = os.memfd_create("bundle", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
            self.reading = self.writing
            return
        self.writing, path = tempfile.mkstemp()
        self.reading = os.open(path, os.O_RDONLY)
        os.unlink(path)  # noqa: PTH108 - beside os.open

    def seal(self) -> bool:
        """Let nobody write any more; return whether there is something to read."""
        if sys.platform == "linux":
            import fcntl  # noqa: PLC0415 - not on every system

            seals = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK
            with suppress(OSError):
                fcntl.fcntl(self.writing, fcntl.F_ADD_SEALS, seals | fcntl.F_SEAL_SEAL)
        else:
            os.close(self.writing)
        return os.fstat(self.reading).st_size > 0
