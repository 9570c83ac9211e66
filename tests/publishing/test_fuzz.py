"""Archives with flipped bytes and sources with broken text: an error of ours or an answer."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from snippet_widget.errors import SourceError
from snippet_widget.publishing.reader_worker import ReadFile, read
from tests.fern_builder import fern_python, fern_typescript
from tests.package_builder import build_sdist, build_tarball, build_wheel

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_BUILDS: list[tuple[Callable[[Path, dict[str, str]], Path], Callable[[], dict[str, str]]]] = [
    (build_wheel, fern_python),
    (build_sdist, fern_python),
    (build_tarball, fern_typescript),
]
_IDS = ["wheel", "sdist", "npm"]
_PIECES = [
    "(",
    ")",
    "{",
    "}",
    '"',
    "'",
    '"""',
    "`",
    "\\",
    "\0",
    "\n",
    "    ",
    "é",
    "\ud7ff",
    "yield ",
    "#",
]


def _answers(path: Path) -> None:
    try:
        read(ReadFile(str(path)))
    except SourceError as error:
        assert str(error)  # noqa: PT017 - either outcome is right, anything else is not


@pytest.mark.parametrize(("build", "files"), _BUILDS, ids=_IDS)
def test_flipped_bytes_of_archives(
    tmp_path: Path,
    build: Callable[[Path, dict[str, str]], Path],
    files: Callable[[], dict[str, str]],
) -> None:
    path = build(tmp_path, files())
    whole = path.read_bytes()
    chance = random.Random(4)  # noqa: S311 - the same every time
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(bytes(data[: chance.choice([len(data), chance.randrange(len(data))])]))
        _answers(path)


@pytest.mark.parametrize(("build", "files"), _BUILDS, ids=_IDS)
def test_broken_text_in_sources(
    tmp_path: Path,
    build: Callable[[Path, dict[str, str]], Path],
    files: Callable[[], dict[str, str]],
) -> None:
    chance = random.Random(5)  # noqa: S311 - the same every time
    for _ in range(150):
        broken = files()
        for name in chance.sample(sorted(broken), 2):
            text = broken[name]
            start = chance.randrange(len(text) + 1)
            stop = min(start + chance.choice([0, 1, 40]), len(text))
            broken[name] = text[:start] + chance.choice(_PIECES) + text[stop:]
        _answers(build(tmp_path, broken))
