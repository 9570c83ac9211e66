"""Code in Markdown, and the whole programs that a package's README shows.

Every step is linear in the text.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from email.parser import HeaderParser
from typing import TYPE_CHECKING

from snippet_widget.publishing.extraction import CheckedProgram, ExtractedExample

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from snippet_widget.publishing.package import Package

_READMES = ("readme.md", "usage.md", "readme-pypi.md")
_METADATA = ("METADATA", "PKG-INFO")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*([\w#+.-]*)(.*)")
TYPESCRIPT_FENCES = frozenset({"typescript", "ts", "javascript", "js"})
"""What TypeScript is called behind a fence."""


@dataclass(frozen=True)
class Code:
    """A closed fence.

    Parameters
    ----------
    source
        What is in it, dedented.
    heading
        The nearest one above it.
    line
        Of the fence in its text, from 1.
    file
        Where it stands in a package.
    """

    source: str
    heading: str = ""
    line: int = 0
    file: str = ""


@dataclass(frozen=True)
class ShownProgram:
    """A program that makes one call of an SDK, for one of its clients.

    Parameters
    ----------
    code
        As the vendor shows it.
    call
        ``client.users.get``.
    client
        The field that it belongs in.
    program
        The code, repaired and checked; None where that is not done.
    """

    code: Code
    call: str
    client: str
    program: CheckedProgram | None = None


@dataclass(frozen=True)
class Fence:
    """What opens a block of code (CommonMark 0.31.2, section 4.5), at any indentation.

    Parameters
    ----------
    mark
        Three or more backticks or tildes.
    language
        The first word behind them.
    """

    mark: str
    language: str

    def is_closed_by(self, line: str) -> bool:
        """Return whether a line holds as many of the same character, or more, and nothing else."""
        text = line.strip()
        return text.startswith(self.mark) and not text.strip(self.mark[0])


def opened_fence(line: str) -> Fence | None:
    """Return the fence that a line opens; None: it opens none."""
    found = _FENCE.fullmatch(line.rstrip())
    if found is None or (found[1][0] == "`" and "`" in found[3]):
        return None
    return Fence(found[1], found[2])


def code_fences(markdown: str, languages: Collection[str], file: str = "") -> Iterator[Code]:
    """Yield the closed fences of a text in some languages, as they are spelled after the fence."""
    fence: Fence | None = None
    inside: list[str] = []
    heading, start = "", 0
    for number, line in enumerate(markdown.split("\n"), 1):
        if fence is None:
            fence = opened_fence(line)
            inside, start = [], number
            if fence is None and line.lstrip().startswith("#"):
                heading = line.strip("# \t\r")
        elif not fence.is_closed_by(line):
            inside.append(line)
        else:
            if fence.language.lower() in languages:
                source = textwrap.dedent("\n".join(inside)).strip("\n").rstrip()
                yield Code(source, heading, start, file)
            fence = None


def readme_code(package: Package, languages: Collection[str]) -> Iterator[Code]:
    """Yield the fences of a package's README: its file, or what a Python package's metadata has."""
    for path in sorted(package.files):
        name = path.rpartition("/")[2]
        if "/" not in path and name.lower() in _READMES:
            yield from code_fences(package.text(path), languages, path)
        elif name in _METADATA and (path == name or path.endswith(f".dist-info/{name}")):
            body = HeaderParser().parsestr(package.text(path)).get_payload()
            yield from code_fences(body if isinstance(body, str) else "", languages, path)


def with_programs(
    endpoints: list[ExtractedExample], shown: Iterable[ShownProgram]
) -> list[ExtractedExample]:
    """Return endpoints with the programs that call them, those of one heading together."""
    first = {found.call: found for found in reversed(endpoints)}
    examples: dict[str, dict[str, ExtractedExample]] = {}
    seen: set[str] = set()
    for one in shown:
        known = first.get(one.call)
        if known is None or one.code.source in seen:
            continue
        seen.add(one.code.source)
        found = examples.setdefault(one.call, {}).setdefault(
            one.code.heading,
            ExtractedExample(known.method, known.path, known.call, name=one.code.heading),
        )
        if one.client not in found.sources:
            found.file, found.line = one.code.file, one.code.line
            found.summary, found.parameters = known.summary, known.parameters
            found.add(one.client, one.program or CheckedProgram(one.code.source))
            found.checked = one.program is not None
    return [
        example
        for found in endpoints
        for example in (
            examples[found.call or ""].values()
            if found.call in examples and found is first[found.call]
            else [found]
        )
    ]
