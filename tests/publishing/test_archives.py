"""Archives are read within bounds; those made to harm raise, and nothing is unpacked."""

from __future__ import annotations

import gzip
import io
import struct
import tarfile
import time
import warnings
import zipfile
from typing import TYPE_CHECKING

import pytest

from snippet_widget.errors import UnsafeArchive
from snippet_widget.publishing.archives.bounded import Limits, open_archive
from tests.package_builder import build_sdist, build_wheel

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SMALL = Limits(total=4 * 2**20, file=3 * 2**20, entries=100, ratio=200, name=200, header=4096)


def _zip(folder: Path, *entries: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    path = folder / "evil.whl"
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")  # zipfile itself warns of duplicates
        for name, data in entries:
            archive.writestr(name, data)
    return path


def _tar(folder: Path, *entries: tarfile.TarInfo | str, data: bytes = b"x") -> Path:
    path = folder / "evil.tar.gz"
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for entry in entries:
            info = tarfile.TarInfo(entry) if isinstance(entry, str) else entry
            if info.isreg():
                info.size = len(data)
            archive.addfile(info, io.BytesIO(data) if info.isreg() else None)
    return path


def _special(name: str, type_: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = type_, target
    return info


MILLION = 10**6


def _million_in_zip64(folder: Path, declared: int = MILLION) -> Path:
    """Write a wheel whose directory lists an empty file a million times."""
    path = folder / "million.whl"
    local = struct.pack("<4s5H3I2H", b"PK\3\4", 20, 0, 0, 0, 33, 0, 0, 0, 1, 0) + b"a"
    entry = struct.pack("<4s6H3I5H2I", b"PK\1\2", 20, 20, 0, 0, 0, 33, 0, 0, 0, 1, *[0] * 6) + b"a"
    size = len(entry) * MILLION
    sizes = (declared, declared, size, len(local))
    with path.open("wb") as archive:
        archive.write(local)
        archive.write(entry * MILLION)
        archive.write(struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, *sizes))
        archive.write(struct.pack("<4sIQI", b"PK\6\7", 0, len(local) + size, 1))
        archive.write(struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, *[0xFFFF] * 2, *[2**32 - 1] * 2, 0))
    return path


def _million_hidden_in_zip64(folder: Path) -> Path:
    return _million_in_zip64(folder, declared=1)


def _million_in_tar(folder: Path) -> Path:
    path = folder / "million.tar.gz"
    path.write_bytes(gzip.compress(tarfile.TarInfo("p/a").tobuf() * (MILLION // 10), 1) * 10)
    return path


@pytest.mark.parametrize("build", [_million_in_zip64, _million_hidden_in_zip64, _million_in_tar])
def test_archive_of_a_million_entries_is_refused_at_once(
    tmp_path: Path, build: Callable[[Path], Path]
) -> None:
    path = build(tmp_path)
    start = time.process_time()
    with pytest.raises(UnsafeArchive, match=r"1000000 entries|47000000 bytes|more than"):
        open_archive(path, [])
    assert time.process_time() - start < 3  # seconds: to read the directory takes more


def test_wheel_and_sdist_give_their_files(tmp_path: Path) -> None:
    remarks: list[str] = []
    wheel = open_archive(build_wheel(tmp_path, {"a/b.py": "x = 1"}), remarks)
    sdist = open_archive(build_sdist(tmp_path, {"src/a.py": "x = 2"}), remarks)
    assert wheel["a/b.py"] == b"x = 1"
    assert sdist["src/a.py"] == b"x = 2"
    assert "nothing" not in wheel
    assert remarks == []


@pytest.mark.parametrize(
    "name",
    ["../evil.py", "a/../../evil.py", "/etc/evil.py", "C:/evil.py", "..\\evil.py", "\\\\host\\x"],
)
def test_names_that_lead_outside_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnsafeArchive, match="points outside the package"):
        open_archive(_zip(tmp_path, (name, b"x")), [])
    with pytest.raises(UnsafeArchive, match="points outside the package"):
        open_archive(_tar(tmp_path, name), [])


@pytest.mark.parametrize("names", [("a.py", "a.py"), ("a.py", "./a.py"), ("é.py", "e\u0301.py")])
def test_names_that_are_there_twice_are_refused(tmp_path: Path, names: tuple[str, str]) -> None:
    with pytest.raises(UnsafeArchive, match="two entries named"):
        open_archive(_zip(tmp_path, *[(name, b"x") for name in names]), [])
    with pytest.raises(UnsafeArchive, match="two entries named"):
        open_archive(_tar(tmp_path, *names), [])


@pytest.mark.parametrize(
    "entry",
    [
        _special("link", tarfile.SYMTYPE, "/etc/passwd"),
        _special("hard", tarfile.LNKTYPE, "a.py"),
        _special("pipe", tarfile.FIFOTYPE),
        _special("device", tarfile.CHRTYPE),
    ],
    ids=lambda entry: entry.name,
)
def test_links_and_devices_of_tars_are_left_out(tmp_path: Path, entry: tarfile.TarInfo) -> None:
    remarks: list[str] = []
    files = open_archive(_tar(tmp_path, "top/a.py", entry), remarks)
    assert list(files) == ["a.py"]
    assert remarks == [f"{entry.name} is a link or device; left out"]


def test_links_of_zips_are_left_out(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link")
    link.external_attr = 0o120777 << 16
    remarks: list[str] = []
    assert list(open_archive(_zip(tmp_path, (link, b"/etc/passwd")), remarks)) == []
    assert remarks == ["link is a link or device; left out"]


def test_bad_checksum_is_told_when_the_file_is_read(tmp_path: Path) -> None:
    path = _zip(tmp_path, ("a.py", b"first"), ("b.py", b"second"))
    data = bytearray(path.read_bytes())
    start = data.index(b"a.py") + len(b"a.py")
    data[start + 3] ^= 0xFF
    path.write_bytes(bytes(data))
    files = open_archive(path, [])
    assert files["b.py"] == b"second"
    with pytest.raises(UnsafeArchive, match=r"damaged at a\.py"):
        files["a.py"]


def test_file_larger_than_the_limit_is_left_out(tmp_path: Path) -> None:
    remarks: list[str] = []
    big = bytes(range(256)) * (4 * 2**12)
    assert list(open_archive(_zip(tmp_path, ("big.py", big)), remarks, SMALL)) == []
    assert "big.py is larger than" in remarks[0]


def test_zip_bomb_is_refused(tmp_path: Path) -> None:
    path = _zip(tmp_path, ("bomb.py", bytes(2 * 2**20)))
    with pytest.raises(UnsafeArchive, match="times its packed size"):
        open_archive(path, [], SMALL)


def test_gzip_bomb_is_refused_before_it_is_unrolled(tmp_path: Path) -> None:
    path = tmp_path / "bomb.tar.gz"
    with gzip.open(path, "wb") as packed:
        for _ in range(64):
            packed.write(bytes(2**20))
    with pytest.raises(UnsafeArchive, match="unpacks to more than"):
        open_archive(path, [], SMALL)


def test_overlapping_entries_are_refused(tmp_path: Path) -> None:
    path = _zip(tmp_path, ("a.py", b"a" * 100), ("b.py", b"b" * 100))
    data = bytearray(path.read_bytes())
    second = data.rindex(b"PK\x01\x02")
    data[second + 42 : second + 46] = (10).to_bytes(4, "little")  # where its header is said to be
    path.write_bytes(bytes(data))
    with pytest.raises(UnsafeArchive, match="overlapping entries"):
        open_archive(path, [])


def test_too_many_entries_are_refused(tmp_path: Path) -> None:
    many = [f"{number}.py" for number in range(101)]
    with pytest.raises(UnsafeArchive, match="101 entries"):
        open_archive(_zip(tmp_path, *[(name, b"") for name in many]), [], SMALL)
    with pytest.raises(UnsafeArchive, match="101 entries"):
        open_archive(_tar(tmp_path, *many), [], SMALL)


def test_huge_extended_header_is_refused(tmp_path: Path) -> None:
    info = tarfile.TarInfo("a.py")
    info.pax_headers = {"comment": "x" * 10_000}
    with pytest.raises(UnsafeArchive, match="extended header of"):
        open_archive(_tar(tmp_path, info), [], SMALL)


@pytest.mark.parametrize("name", ["a" * 201, "/".join("a" * 61)])
def test_absurd_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnsafeArchive, match="too long"):
        open_archive(_zip(tmp_path, (name, b"")), [], SMALL)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no archive",
        b"PK\x03\x04 and then nothing",
        b"\x1f\x8b\x08\x00 broken",
        gzip.compress(b"no tar", mtime=0),
        gzip.compress(b"x" * 2000, mtime=0),
        gzip.compress(b"a" * 124 + b"\xff" * 400, mtime=0),
    ],
)
def test_what_is_no_archive_is_named(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "broken-1.0.tar.gz"
    path.write_bytes(data)
    with pytest.raises(UnsafeArchive, match=r"broken-1\.0\.tar\.gz is not a readable"):
        open_archive(path, [])


def test_cut_short_archives_are_named(tmp_path: Path) -> None:
    path = build_sdist(tmp_path, {f"{n}.py": str(n) * 1000 for n in range(50)})
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(UnsafeArchive, match="damaged"):
        open_archive(path, [])


def test_link_with_a_size_hides_no_header(tmp_path: Path) -> None:
    """`tarfile` skips no data behind a link, whatever size the link gives itself."""
    link = tarfile.TarInfo("acme-1.0/link")
    link.type, link.size = tarfile.SYMTYPE, 10 * 2**20
    huge = tarfile.TarInfo("acme-1.0/setup.py")
    huge.pax_headers = {"comment": "x" * 10_000}
    many = [tarfile.TarInfo(f"acme-1.0/{number}") for number in range(101)]
    for entries, told in (([huge], "extended header of"), (many, "101 entries")):
        path = tmp_path / "acme-1.0.tar"
        headers = [entry.tobuf(tarfile.PAX_FORMAT) for entry in (link, *entries)]
        path.write_bytes(b"".join(headers) + bytes(11 * 2**20))
        with pytest.raises(UnsafeArchive, match=told):
            open_archive(path, [], Limits(entries=100, header=4096))


def test_size_in_a_pax_header_hides_no_header(tmp_path: Path) -> None:
    first = tarfile.TarInfo("acme-1.0/first")
    first.pax_headers, first.size = {"size": "0"}, 10 * 2**20
    many = [tarfile.TarInfo(f"acme-1.0/{number}") for number in range(101)]
    path = tmp_path / "acme-1.0.tar"
    headers = [entry.tobuf(tarfile.PAX_FORMAT) for entry in (first, *many)]
    path.write_bytes(b"".join(headers) + bytes(11 * 2**20))
    with pytest.raises(UnsafeArchive, match="101 entries"):
        open_archive(path, [], Limits(entries=100, header=4096))
