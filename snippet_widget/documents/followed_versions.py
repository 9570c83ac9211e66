"""The versions that an edited title or install line names, replaced by those of today.

Only as whole tokens after the name of their package: the rest of such a text is its author's. So
is a version that its words tie to one time, as in "since acme 1.0", one that is compared with
another, and one in a fence, which shows what was printed: they would become false.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from snippet_widget.documents.fenced_text import example_at, examples_in
from snippet_widget.documents.generated_title import titled_sdks
from snippet_widget.documents.install_commands import (
    excluding_requirement,
    installs_a_version,
    package_pattern,
    with_version_installed,
)
from snippet_widget.documents.text_spans import Span, spliced
from snippet_widget.provenance import Passage, Provenance, Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snippet_widget.documents.checked_cell import PublishedContent

_BETWEEN = r"(?:[`*]*[ \t]+|==|@)[`*]*v?"  # name and version
_END = r"(?![\w+*]|[.-]\w)"
_ONE_TIME = re.compile(
    r"\b(?:since|from|between|before|after|until|till|through|up to|as of|prior to|off"
    r"|(?:older|newer|earlier|later) than|(?:starting|beginning) (?:with|in)"
    r"|(?:introduced|added|new|changed|changes|fixed|deprecated|dropped|removed) (?:in|by|with)"
    r"|(?:release notes|changelog|errata) (?:for|of|to)"
    r"|(?:from|between)\b.*\d.*\b(?:to|and)|(?:migrat|mov|upgrad|updat)\w+ to)"
    r" +(?:version +)?[`*\"'(]*\Z",
    re.IGNORECASE,
)
_OR_LATER = re.compile(
    r"[`*]*\s+(?:(?:and|or)\s+(?:later|newer|above|higher|up|earlier|older|below)"
    r"|onwards?|upwards?|was|were)\b",
    re.IGNORECASE,
)
_VERSION = r"\d[\w+]*(?:[.-]\w+)*"
_BARE = r"v?\d+(?:\.\w+)+"
_LINK = r"[`*]*\s*(?:vs\.?|versus|to|and|or|through|until|[,/&\u2013\u2014→-]|->|=>)\s*[`*]*"
_LINK_TO_NAME = r"[`*]*\s*(?:vs\.?|versus|to|→|->|=>)\s*[`*]*"
_BLOCK_START = re.compile(r"[ \t>]*(?:#{1,6}[ \t]|[*+-][ \t]|\d+[.)][ \t]|[`~]{3}|\r?\n)")
_HEADING = re.compile(r"[ \t>]*#{1,6}[ \t]")
_MARKDOWN = Path("title.md")


def following(
    record: Provenance | Passage | None, old: str, yours: str, newest: PublishedContent
) -> tuple[str, str]:
    """Return the text that was written and what somebody made of it, with the versions of today.

    Both as they are where the record is of no title or install line, or the edited one names none.
    """
    if isinstance(record, Passage) and record.role is Role.TITLE:
        moved = title_with_versions(yours, old, newest.source)
        if moved == yours and not names_versions(yours, (newest.source,)):
            return old, yours
        return title_with_versions(old, old, newest.source), moved
    if not isinstance(record, Provenance) or record.role is not Role.INSTALL or not newest.sdk:
        return old, yours
    package, version = record.sdk.package or "", record.sdk.version or ""
    moved = with_version_installed(yours, package, version, newest.sdk.version or "")
    return (newest.source, moved) if moved != yours else (old, yours)


def names_no_version(record: Provenance | Passage, text: str, titles: Iterable[str]) -> bool:
    """Tell whether a title or an install line says nothing of versions: it is never outdated.

    Parameters
    ----------
    record, text
        The cell's.
    titles
        Which were generated then and now.
    """
    if record.role is Role.TITLE:
        return not names_versions(text, titles)
    if not isinstance(record, Provenance) or record.role is not Role.INSTALL:
        return False
    return not installs_a_version(text, record.sdk.package or "")


def refused(record: Provenance | Passage, text: str, newest: PublishedContent) -> str:
    """Return what an install line requires that today's version does not fulfill, else nothing.

    With the version that it follows replaced by today's.
    """
    if not isinstance(record, Provenance) or record.role is not Role.INSTALL or not newest.sdk:
        return ""
    package, version = record.sdk.package or "", newest.sdk.version or ""
    moved = with_version_installed(text, package, record.sdk.version or "", version)
    if not excluding_requirement(moved, package, version):
        return ""
    return excluding_requirement(text, package, version)


def names_versions(text: str, titles: Iterable[str]) -> bool:
    """Tell whether a text has any of the SDK versions that titles name, after its package."""
    return any(
        _followed(text, package, (version,))
        for title in titles
        for package, _, full in titled_sdks(title)
        for version in (full, *_series(full))
    )


def title_with_versions(text: str, old: str, new: str) -> str:
    """Return a title with the versions of another one.

    Parameters
    ----------
    text
        What is to follow.
    old, new
        The titles that were generated then and now: a version of a package follows where all of
        that name that had it moved to one and the same; 1.2 of 1.2.3 becomes 2.0 of 2.0.1.
    """
    for package, moves in _moves(old, new).items():
        found = _followed(text, package, moves)
        text = spliced(text, [(Span(*each.span(2)), moves[each[2]]) for each in found])
    return text


def _in_prose(package: str, versions: Iterable[str]) -> str:
    """Return what matches a package's name with one of some versions directly after it."""
    return rf"((?i:{package_pattern(package)}){_BETWEEN})({_either(versions)}){_END}"


def _followed(text: str, package: str, versions: Iterable[str]) -> list[re.Match[str]]:
    """Return where a text names one of some versions of a package, and may name another."""
    shown = examples_in(_MARKDOWN, text)
    return [
        found
        for found in re.finditer(_in_prose(package, versions), text)
        if not example_at(shown, found.start())
        and not _is_of_one_time(found)
        and not _is_compared(found, package)
    ]


def _is_of_one_time(found: re.Match[str]) -> bool:
    """Tell whether the words around a version of a package tie it to one time."""
    block = _block_around(found.string, found.start())
    before = found.string[block.start : found.start()]
    after = found.string[found.end() :]
    return bool(_ONE_TIME.search(re.sub(r"\s+", " ", before)) or _OR_LATER.match(after))


def _is_compared(found: re.Match[str], package: str) -> bool:
    """Tell whether the block around a package's version has another one of it."""
    block = _block_around(found.string, found.start())
    text = found.string[block.start : block.end]
    named = rf"((?i:{package_pattern(package)}){_BETWEEN})"
    if re.search(rf"{_BARE}{_LINK_TO_NAME}{named}|{named}{_VERSION}{_LINK}{_BARE}", text):
        return True
    mentions = re.compile(rf"{named}({_VERSION})").finditer(found.string, block.start, block.end)
    versions = [each[2] for each in mentions if not _is_of_one_time(each)]
    longest = f"{max(versions, key=len, default='')}."
    return not all(longest.startswith(f"{version}.") for version in versions)


def _block_around(text: str, position: int) -> Span:
    """Return the paragraph, heading or list item in which a place of a text is."""
    start = end = 0
    is_heading = False
    for line in text.splitlines(keepends=True):
        if is_heading or _BLOCK_START.match(line):
            if end > position:
                break
            start = end
        is_heading = bool(_HEADING.match(line))
        end += len(line)
    return Span(start, end)


def _either(versions: Iterable[str]) -> str:
    return "|".join(re.escape(version) for version in sorted(versions, key=len, reverse=True))


def _series(version: str) -> list[str]:
    """Return how prose may shorten a version: 1.2.3 to 1.2."""
    parts = version.split(".") if re.fullmatch(r"\d+(?:\.\d+)*", version) else []
    return [".".join(parts[:count]) for count in range(2, len(parts))]


def _moves(old: str, new: str) -> dict[str, dict[str, str]]:
    """Return to which version each of a package's went, where that is one."""
    before, after = _versions(old), _versions(new)
    targets: dict[tuple[str, str], set[str]] = {}
    for (package, label), version in before.items():
        targets.setdefault((package, version), set()).add(after.get((package, label), version))
    moves: dict[str, dict[str, str]] = {}
    for (package, version), (target, *others) in targets.items():
        if not others and target != version:
            moves.setdefault(package, {})[version] = target
    return {package: _with_series(moved) for package, moved in moves.items()}


def _with_series(moves: dict[str, str]) -> dict[str, str]:
    """Return moves with those of shortened versions, where that is one for each."""
    shortened: dict[str, set[str]] = {}
    for version, target in moves.items():
        for short, new in zip(_series(version), _series(target), strict=False):
            shortened.setdefault(short, set()).add(new)
    return {**{short: new for short, (new, *others) in shortened.items() if not others}, **moves}


def _versions(title: str) -> dict[tuple[str, str], str]:
    """Return the version of each SDK that a title has in one version alone."""
    found = titled_sdks(title)
    labels = [sdk[:2] for sdk in found]
    return {sdk[:2]: sdk[2] for sdk in found if labels.count(sdk[:2]) == 1}
