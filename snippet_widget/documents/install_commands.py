"""The versions that commands name which install a package, as in ``pip install 'acme>=1,<2'``.

Other lines beside such commands are their author's: what they say of a package is not installed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from snippet_widget.documents.text_spans import Span, spliced
from snippet_widget.versions import in_range

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMAND = re.compile(
    r"^[^\n]*\b(?:pip3?|uv|conda|mamba|pixi|poetry|pdm|npm|pnpm|yarn|bun)\b[^\n]*"
    r"\b(?:install|add|i)\b[^\n]*(?:(?<=[\\,(\[])\r?\n[^\n]*)*",
    re.MULTILINE,
)
_EXTRAS = r"(?:\s*\[[^\]\n]*\])?"
_SPECIFIER = rf"{_EXTRAS}\s*(?:[<>=!~]|@)"
_FROM = r"\s*(?:===?|>=|~=)\s*v?"  # upper bounds and exclusions are not to follow
_COMPARISON = r"(?:===?|~=|!=|<=?|>=?)\s*[\w.*+!-]+"
_END = r"(?![\w+*]|[.-][\w*])"


def package_pattern(package: str) -> str:
    """Return what matches a package's name, however it is spelled (PEP 503)."""
    parts = map(re.escape, re.split(r"[-_.]+", package))
    return rf"(?<![\w./-]){'[-_.]+'.join(parts)}"


def with_version_installed(text: str, package: str, old: str, new: str) -> str:
    """Return commands that install, with a package's version replaced, also ``1.0`` of 1.0.0."""
    equal = "|".join(map(re.escape, _equal_versions(old)))
    named = re.compile(
        rf"({package_pattern(package)}{_EXTRAS}(?:\s*{_COMPARISON}\s*,)*?{_FROM})({equal}){_END}",
        re.IGNORECASE,
    )
    return spliced(
        text,
        [
            (Span(*found.span(2)), new)
            for command in _commands(text)
            for found in named.finditer(text, command.start, command.end)
        ],
    )


def installs_a_version(text: str, package: str) -> bool:
    """Tell whether commands that install say anything of a package's version."""
    named = re.compile(package_pattern(package) + _SPECIFIER, re.IGNORECASE)
    return any(named.search(text, each.start, each.end) for each in _commands(text))


def excluding_requirement(text: str, package: str, version: str) -> str:
    """Return what commands require of a package that a version does not fulfill, else nothing."""
    return next(
        (name for name, range_ in _required(text, package) if not _allows(range_, version)), ""
    )


def _required(text: str, package: str) -> Iterator[tuple[str, str]]:
    """Yield what commands require of a package, as it is written, and the range alone."""
    named = re.compile(
        rf"{package_pattern(package)}{_EXTRAS}\s*(?P<range>{_COMPARISON}(?:\s*,\s*{_COMPARISON})*)",
        re.IGNORECASE,
    )
    for command in _commands(text):
        for found in named.finditer(text, command.start, command.end):
            yield found[0], found["range"]


def _allows(allowed: str, version: str) -> bool:
    try:
        return in_range("python", version, allowed)
    except ValueError:
        return True  # it is for pip to say so


def _commands(text: str) -> list[Span]:
    """Return the commands that install in a text; all of it where it has none."""
    return [Span(*found.span()) for found in _COMMAND.finditer(text)] or [Span(0, len(text))]


def _equal_versions(version: str) -> list[str]:
    """Return a version and its shorter forms that are equal to it: 1.0 of 1.0.0."""
    forms = [version]
    while re.fullmatch(r"\d+(?:\.\d+)+\.0", forms[-1]):
        forms.append(forms[-1].removesuffix(".0"))
    return forms
