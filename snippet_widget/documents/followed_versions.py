"""The versions that an edited title or install line names, replaced by those of today.

Only as whole tokens after the name of their package: the rest of such a text is its author's.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from snippet_widget.documents.generated_title import titled_sdks
from snippet_widget.provenance import Passage, Provenance, Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snippet_widget.documents.checked_cell import PublishedContent

_EXTRAS = r"(?:\s*\[[^\]\n]*\])?"
_SPECIFIER = rf"{_EXTRAS}\s*(?:[<>=!~]|@)"
_FROM = r"\s*(?:===?|>=|~=)\s*v?"  # upper bounds and exclusions are not to follow
_BETWEEN = r"(?:[`*]*[ \t]+|==|@)[`*]*v?"  # name and version
_END = r"(?![\w+*]|[.-]\w)"


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
    moved = install_with_version(yours, package, version, newest.sdk.version or "")
    return (newest.source, moved) if moved != yours else (old, yours)


def installs_any_version(record: Provenance | Passage, text: str) -> bool:
    """Tell whether an install line says nothing of its package's version: it is never outdated."""
    if not isinstance(record, Provenance) or record.role is not Role.INSTALL:
        return False
    return not _installs_a_version(text, record.sdk.package or "")


def names_versions(text: str, titles: Iterable[str]) -> bool:
    """Tell whether a text has any of the SDK versions that titles name, after its package."""
    return any(
        re.search(_in_prose(package, [version]), text)
        for title in titles
        for package, _, version in titled_sdks(title)
    )


def title_with_versions(text: str, old: str, new: str) -> str:
    """Return a title with the versions of another one.

    Parameters
    ----------
    text
        What is to follow.
    old, new
        The titles that were generated then and now: a version of a package follows where all of
        that name that had it moved to one and the same.
    """
    for package, moves in _moves(old, new).items():
        pieces = re.split(_in_prose(package, moves), text)
        pieces[2::3] = [moves[version] for version in pieces[2::3]]
        text = "".join(pieces)
    return text


def install_with_version(text: str, package: str, old: str, new: str) -> str:
    """Return commands that install, with a package's version replaced."""
    named = rf"({_named(package)}{_EXTRAS}{_FROM}){re.escape(old)}{_END}"
    return re.sub(named, lambda found: f"{found[1]}{new}", text, flags=re.IGNORECASE)


def _installs_a_version(text: str, package: str) -> bool:
    """Tell whether commands that install say anything of a package's version."""
    return bool(re.search(_named(package) + _SPECIFIER, text, flags=re.IGNORECASE))


def _named(package: str) -> str:
    """Return what matches a package's name, however it is spelled (PEP 503)."""
    parts = map(re.escape, re.split(r"[-_.]+", package))
    return rf"(?<![\w./-]){'[-_.]+'.join(parts)}"


def _in_prose(package: str, versions: Iterable[str]) -> str:
    """Return what matches a package's name with one of some versions directly after it."""
    either = "|".join(re.escape(version) for version in sorted(versions, key=len, reverse=True))
    return rf"((?i:{_named(package)}){_BETWEEN})({either}){_END}"


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
    return moves


def _versions(title: str) -> dict[tuple[str, str], str]:
    """Return the version of each SDK that a title has in one version alone."""
    found = titled_sdks(title)
    labels = [sdk[:2] for sdk in found]
    return {sdk[:2]: sdk[2] for sdk in found if labels.count(sdk[:2]) == 1}
