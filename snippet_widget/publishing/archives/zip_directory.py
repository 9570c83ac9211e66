"""How large the directory of a zip archive is, before anybody reads it.

Python's reader takes seconds and a gibibyte for a directory of a million entries.
"""

from __future__ import annotations

import struct
from typing import IO

_END = struct.Struct("<4s4H2IH")
_LOCATOR = struct.Struct("<4sIQI")
_END_64 = struct.Struct("<4sQ2H2I4Q")
_COMMENT = 0xFFFF
_SIZE_64 = 0xFFFFFFFF


def entries_and_size(archive: IO[bytes]) -> tuple[int, int]:
    """Return the number of entries and the bytes of their directory, as an archive declares them.

    The end records are those of the .ZIP File Format Specification, 4.3.14 to 4.3.16. (0, 0) for
    what has none: the reader will say so.
    """
    size = archive.seek(0, 2)
    start = max(size - _COMMENT - _END.size, 0)
    archive.seek(start)
    tail = archive.read()
    found = tail.rfind(b"PK\5\6")
    if found < 0 or len(tail) - found < _END.size:
        return 0, 0
    _, _, _, _, count, directory, _, _ = _END.unpack_from(tail, found)
    locator = start + found - _LOCATOR.size
    if locator < 0 or not (count == _COMMENT or directory == _SIZE_64):
        return count, directory
    archive.seek(locator)
    mark, _, offset, _ = _LOCATOR.unpack(archive.read(_LOCATOR.size))
    if mark != b"PK\6\7" or offset > size - _END_64.size:
        return count, directory
    archive.seek(offset)
    mark, _, _, _, _, _, _, large_count, large, _ = _END_64.unpack(archive.read(_END_64.size))
    return (large_count, large) if mark == b"PK\6\6" else (count, directory)
