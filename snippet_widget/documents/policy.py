"""What a check demands of documents: which findings fail, which SDK versions, which files.

Read from ``[tool.snippet-widget]`` in ``pyproject.toml``; options of the command come on top.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.decoding import convert
from snippet_widget.documents.version_range import VersionRange
from snippet_widget.errors import ConfigurationError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


OUTCOMES = (
    "same",
    "newer",
    "edited",
    "edited-outdated",
    "gone",
    "unknown",
    "unchecked",
    "yanked",
    "deprecated",
)
"""What a check may fail for."""

DEFAULT_FAILURES = ("newer", "gone", "edited-outdated", "unknown")

_TABLE = "[tool.snippet-widget]"
_MISSPELT = "snippet_widget"


@dataclass(frozen=True)
class Policy:
    """What a check demands.

    Parameters
    ----------
    fail_on
        Of `OUTCOMES`: what makes it fail.
    versions
        Ranges of versions by package; several of one package all hold.
    exclude
        Patterns of files and folders below the folders that are checked, as in ``drafts/*``.
    """

    fail_on: frozenset[str] = frozenset(DEFAULT_FAILURES)
    versions: tuple[VersionRange, ...] = ()
    exclude: tuple[str, ...] = ()


class _Table(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    fail_on: list[str] | None = None
    versions: list[str] = []
    exclude: list[str] = []


def read_policy(folder: Path) -> Policy:
    """Return the policy of the project that a folder belongs to: of the nearest such table.

    Raises
    ------
    ConfigurationError
        A ``pyproject.toml`` cannot be read, or has what is no policy in its table.
    """
    for place in (folder, *folder.parents):
        path = place / "pyproject.toml"
        if path.is_file() and (table := _table(path)) is not None:
            return _policy(path, table)
    return Policy()


def failures(names: Sequence[str]) -> frozenset[str]:
    """Return what a check fails for, by names; ``none`` for nothing.

    Raises
    ------
    ConfigurationError
        One of them is no outcome of a check.
    """
    chosen = [part.strip() for name in names for part in name.split(",") if part.strip()]
    for name in chosen:
        if name not in (*OUTCOMES, "none"):
            raise ConfigurationError(
                f"A check cannot fail on {name!r}. Choose from {', '.join(OUTCOMES)}, or none."
            )
    return frozenset(chosen) - {"none"}


def _table(path: Path) -> Any:
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path} is not TOML: {error}.") from None
    tables = content.get("tool", {})
    if _MISSPELT in tables:
        raise ConfigurationError(
            f"{path} has its policy in [tool.{_MISSPELT}], which is not read. Name it {_TABLE}."
        )
    return tables.get("snippet-widget")


def _policy(path: Path, table: Any) -> Policy:
    try:
        read = convert(table, _Table)
        chosen = DEFAULT_FAILURES if read.fail_on is None else read.fail_on
        versions = tuple(map(VersionRange.parse, read.versions))
        return Policy(failures(chosen), versions, tuple(read.exclude))
    except (msgspec.ValidationError, ConfigurationError) as error:
        raise ConfigurationError(f"{path}, {_TABLE}: {error}") from None
