"""Where a page shows text as it is: what looks like a snippet there is an example.

A fence ends with a line of as many of its characters or more; what is between is text, shorter
fences included, and those indented by four blanks or more (CommonMark 0.31, section 4.5). The
content of a directive of MyST is Markdown. In reStructuredText what is indented below ``::`` or a
directive of code is text (docutils, "Literal blocks"). A fence of colons is MyST's, for directives.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.documents.text_markers import suffix_of
from snippet_widget.documents.text_spans import Span
from snippet_widget.documents.unparsed_text import Elements, front_matter, indented_code

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

_FENCE = re.compile(
    r"^(?P<prefix>(?:[ \t>]|[*+:~-][ \t]|\d+[.)][ \t])*)(?P<fence>`{3,}|~{3,}|:{3,})"
    r"(?P<info>[^\n]*)\n?",
    re.MULTILINE,
)
_LITERAL = re.compile(
    r"^(?P<indent>[ \t]*)(?=\S)(?:\.\. (?:code|code-block|sourcecode|parsed-literal|raw)::[^\n]*"
    r"|(?!\.\.[ \t])[^\n]*::[ \t\r]*)\n"
    r"(?P<text>(?:(?P=indent)[ \t]+[^\n]*(?:\n|\Z)|[ \t\r]*\n)+)",
    re.MULTILINE,
)
_DIRECTIVE = re.compile(r"\{(?P<name>[A-Za-z][\w:-]*)\}")
_CELL = "code-cell"
_JUPYTEXT_RECORD = "snippet_widget={"
_DEEPER_AT_MOST = 3
_OF_CODE = {_CELL, "code", "code-block", "sourcecode", "literal", "parsed-literal", "raw", "math"}


@dataclass(frozen=True)
class _Open:
    fence: str
    info: str
    start: int
    width: int

    @property
    def directive(self) -> str:
        found = _DIRECTIVE.match(self.info)
        return found["name"] if found else ""

    @property
    def is_of_colons(self) -> bool:
        return self.fence.startswith(":")

    def is_text(self, *, directives: bool) -> bool:
        """Tell whether what it holds is no Markdown: of colons only a directive's may be none."""
        directive = self.directive if directives else ""
        return directive in _OF_CODE or (not directive and not self.is_of_colons)

    def is_closed_by(self, line: re.Match[str]) -> bool:
        bare = not line["info"].strip() and not line["prefix"].strip(" \t>")
        # Jupytext ends a cell of Markdown at the margin alone (jupytext, `MarkdownCellReader`)
        deepest = 0 if _JUPYTEXT_RECORD in self.info else self.width + _DEEPER_AT_MOST
        within = len(line["prefix"].expandtabs(4)) <= deepest
        return bare and within and line["fence"].startswith(self.fence)


def examples_in(path: Path, page: str) -> list[Span]:
    """Return literal blocks, or what is between fences, but for the cells of a notebook in MyST.

    A fence that is never closed holds no example: it may well be an oversight.
    """
    suffix = suffix_of(path)
    if suffix == ".py":
        return []
    if suffix == ".rst":
        return [Span(*found.span("text")) for found in _LITERAL.finditer(page)]
    above, indented = list(front_matter(page)), list(indented_code(page))
    # braces name a directive of MyST, in Quarto a language
    fences = list(_text_fences(page, [*above, *indented], directives=suffix != ".qmd"))
    elements, starts = Elements(page), [0, *(each.end for each in fences)]
    ends = [*(each.start for each in fences), len(page)]
    gaps = zip(starts, ends, strict=True)
    shown = [each for start, end in gaps for each in elements.between(start, end)]
    return [*above, *indented, *fences, *shown]


def example_at(examples: Iterable[Span], position: int) -> Span | None:
    """Return the example that a place of a page is in, if any."""
    return next((each for each in examples if each.start <= position < each.end), None)


def _text_fences(page: str, without: Sequence[Span], *, directives: bool) -> Iterator[Span]:
    """Yield what fences show, but for those that begin in parts without Markdown."""
    around: list[_Open] = []
    text: _Open | None = None
    elements, markdown = Elements(page), 0
    for line in _FENCE.finditer(page):
        if text is not None:
            if text.is_closed_by(line):
                if text.directive != _CELL:
                    yield Span(text.start, line.start())
                text, markdown = None, line.end()
        elif around and around[-1].is_closed_by(line):
            around.pop()
        elif example_at(without, line.start()) or not _opens(line):
            continue
        elif not elements.is_around(line.start(), markdown):
            width = len(line["prefix"].expandtabs(4))
            opened = _Open(line["fence"], line["info"].strip(), line.end(), width)
            if opened.is_text(directives=directives):
                text = opened
            elif not opened.is_of_colons:
                around.append(opened)


def _opens(line: re.Match[str]) -> bool:
    return "`" not in line["info"] or line["fence"].startswith("~")
