"""Reading zip and tar archives that somebody else made: within bounds, and nothing unpacked.

Archives that no honest tool makes (names that lead outside, duplicates, overlapping entries,
bombs, bad checksums) raise `UnsafeArchive`. Links are left out and remarked: honest sdists have
them. Files are read when asked for; a compressed tar is first unrolled into one bounded temporary
file, which has no name.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import mmap
import os
import stat
import tarfile
import tempfile
import unicodedata
import weakref
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, cast

from snippet_widget.errors import UnsafeArchive
from snippet_widget.publishing.archives.zip_directory import entries_and_size

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Limits:
    """How much an archive may hold, in bytes unless said otherwise.

    Parameters
    ----------
    total
        All of it, unpacked.
    file
        One file; larger ones are left out and remarked.
    entries
        Number of entries.
    ratio
        Unpacked to packed size of one file of more than a mebibyte.
    name
        Length of a path in characters; it may have 60 parts.
    header
        Length of a tar's extended header.
    """

    total: int = 400 * 2**20
    file: int = 20 * 2**20
    entries: int = 100_000
    ratio: int = 200
    name: int = 1024
    header: int = 2**20


LIMITS = Limits()
_BROKEN = (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError)
_CODECS: dict[bytes, Callable[..., object]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ": lzma.open,
}
_BLOCK = 512
_WITHOUT_DATA = (b"1", b"2", b"3", b"4", b"5", b"6")
"""Types of a tar's entries behind which there is no data: links, devices, folders, pipes."""
_LOCAL_HEADER = 30
"""Bytes before the name of a zip's entry."""
_DIRECTORY_ENTRY = 200
"""Bytes of an entry in a zip's directory, its name included; longer ones are rare."""
_CHUNK = 2**20


def open_archive(path: Path, remarks: list[str], limits: Limits = LIMITS) -> Mapping[str, bytes]:
    """Return the files of a zip or tar archive, recognized by its first bytes.

    Parameters
    ----------
    path
        The archive.
    remarks
        Receives a line for each entry that is left out.
    limits
        How much it may hold.

    Raises
    ------
    UnsafeArchive
        It is broken, no archive, or built to harm its reader.
    """
    try:
        if zipfile.is_zipfile(path):
            return ZipFiles(path, remarks, limits)
        return TarFiles(path, remarks, limits)
    except (*_BROKEN, ValueError, NotImplementedError) as error:
        raise UnsafeArchive(
            f"{path.name} is not a readable zip or tar archive, or is damaged ({error}). Fetch it "
            "again from where it was published."
        ) from error


class _MappedFile(mmap.mmap):
    """A file in memory, with a position that a forked process does not share."""

    def seekable(self) -> bool:
        """Return what `zipfile` asks for, and `mmap` has since Python 3.13."""
        return True


def _mapped(path: Path) -> IO[bytes]:
    with path.open("rb") as file:
        return cast("IO[bytes]", _MappedFile(file.fileno(), 0, access=mmap.ACCESS_READ))


class ZipFiles(Mapping[str, bytes]):
    """The files of a zip archive (a wheel), decompressed one at a time."""

    def __init__(self, path: Path, remarks: list[str], limits: Limits = LIMITS) -> None:
        _check_directory(path, limits)
        self._archive, self._name = zipfile.ZipFile(_mapped(path)), path.name
        self._limits = limits
        entries = self._archive.infolist()
        _check_count(path.name, len(entries), limits)
        _check_overlap(path.name, entries)
        names = _Names(path.name, limits)
        self._entries = {
            name: entry
            for entry in entries
            if (name := names.checked(entry.filename, folder=entry.is_dir()))
            and self._wanted(entry, remarks)
        }
        _check_sizes(path.name, self._entries.values(), limits)

    def _wanted(self, entry: zipfile.ZipInfo, remarks: list[str]) -> bool:
        mode = entry.external_attr >> 16
        why = ""
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            why = "a link or device"
        elif entry.flag_bits & 1:
            why = "encrypted"
        elif entry.file_size > self._limits.file:
            why = f"larger than {self._limits.file} bytes"
        if why:
            remarks.append(f"{entry.filename[:200]} is {why}; left out")
        return not why

    def __getitem__(self, name: str) -> bytes:  # noqa: D105
        entry = self._entries[name]
        try:
            with self._archive.open(entry) as member:
                return member.read()  # never more than the size declared
        except (*_BROKEN, RuntimeError, NotImplementedError, ValueError) as error:
            raise UnsafeArchive(f"{self._name} is damaged at {name}: {error}.") from error

    def __iter__(self) -> Iterator[str]:  # noqa: D105
        return iter(self._entries)

    def __len__(self) -> int:  # noqa: D105
        return len(self._entries)


class TarFiles(Mapping[str, bytes]):
    """The files of a tar archive (an sdist, an npm tarball), without its top folder."""

    def __init__(self, path: Path, remarks: list[str], limits: Limits = LIMITS) -> None:
        self._stream = tempfile.TemporaryFile()  # noqa: SIM115 - closed with this mapping
        weakref.finalize(self, self._stream.close)
        _unroll(path, self._stream, limits)
        _count_headers(path.name, self._stream, limits)
        self._stream.seek(0)
        names = _Names(path.name, limits)
        self._entries: dict[str, tuple[int, int]] = {}
        headers = cast("IO[bytes]", _HeaderStream(path.name, self._stream, limits))
        with tarfile.open(fileobj=headers, mode="r:") as archive:
            for count, entry in enumerate(archive, start=1):
                _check_count(path.name, count, limits)
                name = names.checked(entry.name, folder=entry.isdir())
                if not entry.isreg() or entry.issparse():
                    if not entry.isdir():
                        remarks.append(f"{entry.name[:200]} is a link or device; left out")
                elif entry.size > limits.file:
                    remarks.append(f"{entry.name[:200]} is larger than {limits.file} bytes")
                elif name:
                    inner = name.partition("/")[2] or name
                    self._entries[inner] = (entry.offset_data, entry.size)

    def __getitem__(self, name: str) -> bytes:  # noqa: D105
        offset, size = self._entries[name]
        if hasattr(os, "pread"):  # keeps no position, which a forked process would share
            return os.pread(self._stream.fileno(), size, offset)
        self._stream.seek(offset)
        return self._stream.read(size)

    def __iter__(self) -> Iterator[str]:  # noqa: D105
        return iter(self._entries)

    def __len__(self) -> int:  # noqa: D105
        return len(self._entries)


class _Names:
    """The names seen so far in one archive."""

    def __init__(self, archive: str, limits: Limits) -> None:
        self._archive, self._limits = archive, limits
        self._seen: set[str] = set()

    def checked(self, name: str, *, folder: bool) -> str:
        """Return the path of a file; nothing for a folder.

        Raises
        ------
        UnsafeArchive
            The name leads outside, is absolute, absurdly long, or was there before.
        """
        parts = name.replace("\\", "/").split("/")
        outside = ".." in parts or name.startswith(("/", "\\")) or name[1:2] == ":"
        if outside or "\0" in name or not name:
            raise UnsafeArchive(
                f"{self._archive} holds an entry named {name[:80]!r}, which points outside the "
                "package. No packaging tool writes that; do not install it."
            )
        if len(name) > self._limits.name or len(parts) > 60:  # noqa: PLR2004 - see Limits.name
            raise UnsafeArchive(f"{self._archive} holds a name that is too long: {name[:80]!r}…")
        if folder:
            return ""
        path = "/".join(part for part in parts if part not in {"", "."})
        unique = unicodedata.normalize("NFC", path)
        if unique in self._seen:
            raise UnsafeArchive(f"{self._archive} holds two entries named {path[:200]!r}.")
        self._seen.add(unique)
        return path


def _check_count(archive: str, count: int, limits: Limits) -> None:
    if count > limits.entries:
        raise UnsafeArchive(f"{archive} has {count} entries; at most {limits.entries} are read.")


def _check_directory(path: Path, limits: Limits) -> None:
    """Refuse what takes long to list, whether it declares its entries or not."""
    with path.open("rb") as archive:
        count, size = entries_and_size(archive)
    _check_count(path.name, count, limits)
    if size > limits.entries * _DIRECTORY_ENTRY:
        raise UnsafeArchive(f"The list of the entries of {path.name} is {size} bytes long.")


def _check_overlap(archive: str, entries: list[zipfile.ZipInfo]) -> None:
    """Refuse entries that share bytes: how the densest zip bombs are made."""
    end = -1
    for entry in sorted(entries, key=lambda entry: entry.header_offset):
        if entry.header_offset < end:
            raise UnsafeArchive(f"{archive} has overlapping entries, as zip bombs do.")
        end = entry.header_offset + _LOCAL_HEADER + len(entry.orig_filename) + entry.compress_size


def _check_sizes(archive: str, entries: Iterable[zipfile.ZipInfo], limits: Limits) -> None:
    total = 0
    for entry in entries:
        total += entry.file_size
        ratio = entry.file_size / max(entry.compress_size, 1)
        if entry.file_size > _CHUNK and ratio > limits.ratio:
            raise UnsafeArchive(
                f"{archive}: {entry.filename[:200]} unpacks to {ratio:.0f} times its packed size."
            )
    if total > limits.total:
        raise UnsafeArchive(f"{archive} unpacks to more than {limits.total} bytes.")


def _unroll(path: Path, target: IO[bytes], limits: Limits) -> None:
    """Write a tar archive uncompressed, within bounds."""
    with path.open("rb") as packed:
        head = packed.read(6)
        packed.seek(0)
        codec = next((codec for magic, codec in _CODECS.items() if head.startswith(magic)), None)
        source = cast("IO[bytes]", codec(packed) if codec is not None else packed)
        size = 0
        while chunk := source.read(_CHUNK):
            size += len(chunk)
            if size > limits.total:
                raise UnsafeArchive(f"{path.name} unpacks to more than {limits.total} bytes.")
            target.write(chunk)


def _count_headers(archive: str, stream: IO[bytes], limits: Limits) -> None:
    """Refuse far too many entries in a moment, where `tarfile` would take minutes to list them.

    An estimate: it ends where sizes are overridden. What is exact is counted while listing.
    """
    offset = count = 0
    while True:
        stream.seek(offset)
        header = stream.read(_BLOCK)
        if len(header) < _BLOCK or not header.strip(b"\0"):
            return
        count += 1
        _check_count(archive, count, limits)
        digits = header[124:136].split(b"\0", 1)[0].strip()
        if not digits.isdigit() or header[156:157] == b"S":  # a huge size, or a sparse map
            return
        octal = set(digits) <= set(b"01234567")
        size = int(digits, 8) if octal and header[156:157] not in _WITHOUT_DATA else 0
        offset += _BLOCK + -(-size // _BLOCK) * _BLOCK


class _HeaderStream:
    """A tar archive as `tarfile` reads its headers, none of which may be huge.

    `tarfile` reads an extended header at once, as long as it says to be. Which entries have data
    behind them depends on type, sparse maps and pax headers: only `tarfile` itself is sure to skip
    as it does, so it is bounded here instead of being foreseen.
    """

    def __init__(self, archive: str, stream: IO[bytes], limits: Limits) -> None:
        self._archive, self._stream, self._largest = archive, stream, limits.header
        self.seek, self.tell = stream.seek, stream.tell

    def read(self, size: int) -> bytes:
        """Read so many bytes.

        Raises
        ------
        UnsafeArchive
            They are more than a header has.
        """
        if not 0 <= size <= self._largest + _BLOCK:
            raise UnsafeArchive(f"{self._archive} has an extended header of {size} bytes.")
        return self._stream.read(size)
