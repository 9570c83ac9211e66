"""The versions that an edited title or install line names, replaced by those of today.

Only as whole tokens: the rest of such a text is its author's.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from snippet_widget.documents.generated_title import names_versions, titled_versions
from snippet_widget.provenance import Passage, Provenance, Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from snippet_widget.documents.checked_cell import PublishedContent

_EXTRAS = r"(?:\s*\[[^\]\n]*\])?"
_SPECIFIER = rf"{_EXTRAS}\s*(?:[<>=!~]|@)"
_FROM = r"\s*(?:===?|>=|~=)\s*v?"  # upper bounds and exclusions are not to follow
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


def title_with_versions(text: str, old: str, new: str) -> str:
    """Return a title with the versions of another one.

    Parameters
    ----------
    text
        What is to follow.
    old, new
        The titles that were generated then and now: a version follows where all packages that had
        it moved to one and the same.
    """
    moves = _moves(titled_versions(old), titled_versions(new))
    if not moves:
        return text
    either = "|".join(re.escape(version) for version in sorted(moves, key=len, reverse=True))
    return re.sub(rf"(?<![\d.])({either}){_END}", lambda found: moves[found[1]], text)


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


def _moves(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """Return to which version each went, where that is one; a bare number may be of anything."""
    targets: dict[str, set[str]] = {}
    for label, version in old.items():
        targets.setdefault(version, set()).add(new.get(label, version))
    return {
        version: target
        for version, (target, *others) in targets.items()
        if "." in version and not others and target != version
    }
