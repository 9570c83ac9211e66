"""Directives on pages that name an SDK version, ``{snippet}`` and ``.. snippet::``: pins.

Any other shows what is published when the page is built, and the build says what it cannot show.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from snippet_widget.documents.fenced_text import example_at, examples_in
from snippet_widget.documents.references import Reference, asked_reference
from snippet_widget.documents.text_markers import suffix_of
from snippet_widget.documents.text_spans import Span
from snippet_widget.errors import ConfigurationError
from snippet_widget.sdk_selector import parse_directive_sdks

if TYPE_CHECKING:
    from collections.abc import Iterator

_MYST = re.compile(
    r"^[ \t>]*(?:`{3,}|~{3,}|:{3,})\{snippet\}[ \t]+(?P<endpoint>[^\n]+)\n"
    r"(?:(?:[ \t>]*:[\w-]+:[^\n]*\n)+|[ \t>]*---[ \t\r]*\n(?:[^\n]*\n)*?[ \t>]*---[ \t\r]*\n)",
    re.MULTILINE,
)
_RST = re.compile(
    r"^(?P<indent>[ \t]*)\.\. snippet::[ \t]+(?P<endpoint>[^\n]+)\n"
    r"(?:(?P=indent)[ \t]+:[\w-]+:[^\n]*(?:\n|\Z))+",
    re.MULTILINE,
)
_OPTION = re.compile(r"^[ \t>]*:?(?P<name>[\w-]+):[ \t]*(?P<value>[^\n]*?)[ \t\r]*$", re.MULTILINE)
_MARKDOWN = Path("page.md")


def pinned_directives(path: Path, page: str) -> Iterator[tuple[Span, Reference]]:
    """Yield the directives of a page that name a version: where they are, and what they ask for."""
    if "snippet}" not in page and ".. snippet::" not in page:
        return
    examples = examples_in(path, page)
    pattern = _RST if suffix_of(path) == ".rst" else _MYST
    for found in pattern.finditer(page):
        reference = _reference(found)
        if reference and not example_at(examples, found.start()):
            yield Span(*found.span()), reference


def directives_of_cell(source: str) -> list[Reference]:
    """Return what the directives in a cell of Markdown, or in reStructuredText alone, ask for."""
    path = _MARKDOWN.with_suffix(".rst") if source.lstrip().startswith("..") else _MARKDOWN
    return [reference for _, reference in pinned_directives(path, source)]


def _reference(found: re.Match[str]) -> Reference | None:
    """Return what a directive asks for; None where it names no version, or is none of ours."""
    options = {each["name"]: each["value"].strip("\"'") for each in _OPTION.finditer(found[0])}
    asked = {name: options[name] for name in ("org", "api", "level") if name in options}
    version = options.get("version")
    try:
        reference = asked_reference("{snippet}", found["endpoint"].strip(), {**asked, "pin": True})
    except (ConfigurationError, ValueError, TypeError):
        return None  # the build says so
    try:
        sdks = parse_directive_sdks(options.get("sdk", ""), version)
    except ConfigurationError as error:
        return replace(reference, problem=str(error)) if version else None
    return replace(reference, sdks=sdks) if any(sdk.version for sdk in sdks) else None
