"""Which version is the newer: PEP 440 for Python packages, SemVer for the others."""

from __future__ import annotations

import operator
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SEMVER = re.compile(
    r"v?(?P<release>\d+(\.\d+)*)(-(?P<pre>[0-9A-Za-z.-]+))?(\+[0-9A-Za-z.-]+)?", re.ASCII
)

_COMPARISON = re.compile(r"(?P<operator>>=|<=|==|!=|>|<)\s*(?P<version>[^\s,<>=!]+)")
_COMPARE = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}

_LONGEST = 200

VersionKey = tuple[Any, ...]


@lru_cache(maxsize=65536)
def version_key(type_: str, version: str) -> VersionKey:
    """Return a sort key: higher is newer, and equal keys are one version (``1.0`` and ``1.0.0``).

    What follows neither rule, or is endless, is older than all that does, and ordered as text.
    """
    if len(version) > _LONGEST:
        return (0, version)
    key = _pep440(version) if type_ == "python" else _semver(version)
    return (1, key) if key else (0, version)


def is_version(type_: str, version: str) -> bool:
    """Return whether a text is a version by its ecosystem's rule, with no blank around it."""
    return version == version.strip() and version_key(type_, version)[0] == 1


def is_prerelease(type_: str, version: str) -> bool:
    """Return whether a version is only for those who ask for it: ``1.0rc1``, ``1.0.0-beta.2``."""
    if type_ == "python":
        key = _pep440(version)
        return bool(key and key[0].is_prerelease)
    found = _SEMVER.fullmatch(version)
    return bool(found and found["pre"])


def in_range(type_: str, version: str, allowed: str) -> bool:
    """Return whether a version lies in a range: ``>=1,<2``; every version lies in an empty one.

    For Python packages a range is a version specifier (PEP 440); for all others it is a list of
    comparisons (``>=``, ``>``, ``<=``, ``<``, ``==``, ``!=``) that must all hold.

    Raises
    ------
    ValueError
        The range cannot be read; the message says which part.
    """
    if type_ == "python":
        from packaging.specifiers import InvalidSpecifier, SpecifierSet  # noqa: PLC0415 - as below
        from packaging.version import InvalidVersion  # noqa: PLC0415

        try:
            return SpecifierSet(allowed).contains(version, prereleases=True)
        except InvalidSpecifier as error:
            raise ValueError(f"{error}") from None
        except InvalidVersion:
            return False
    fulfilled = [_compares(type_, version, part) for part in allowed.split(",") if part.strip()]
    return all(fulfilled)


def _compares(type_: str, version: str, comparison: str) -> bool:
    found = _COMPARISON.fullmatch(comparison.strip())
    if not found or version_key(type_, found["version"])[0] == 0:
        raise ValueError(f"Invalid specifier: {comparison.strip()!r}")
    compare: Callable[[Any, Any], bool] = _COMPARE[found["operator"]]
    return compare(version_key(type_, version), version_key(type_, found["version"]))


def latest(type_: str, versions: Sequence[str]) -> str:
    """Return the newest version; a pre-release only where there is nothing else."""
    releases = [version for version in versions if not is_prerelease(type_, version)]
    return max(releases or versions, key=lambda version: version_key(type_, version))


def _pep440(version: str) -> VersionKey | None:
    from packaging.version import InvalidVersion, Version  # noqa: PLC0415 - a third of our import

    try:
        return (Version(version),)
    except InvalidVersion:
        return None


def _semver(version: str) -> VersionKey | None:
    """Return the key of SemVer 2.0.0, section 11; missing numbers are 0, a ``v`` is ignored."""
    found = _SEMVER.fullmatch(version)
    if not found:
        return None
    release = [int(number) for number in found["release"].split(".")]
    while release and release[-1] == 0:
        release.pop()
    identifiers = tuple(
        (0, int(word), "") if word.isdigit() else (1, 0, word)
        for word in (found["pre"] or "").split(".")
    )
    return (tuple(release), found["pre"] is None, identifiers)
