"""Parts of a page of Markdown that are no Markdown: front matter, ``<pre>``, indented code.

CommonMark 0.31, sections 4.4 and 4.6. A comment around a marker is none of them: it ends with the
marker's own ``-->``, and what is below is on the page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from snippet_widget.documents.text_spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_FRONT_MATTER = re.compile(r"\A---[ \t\r]*\n(?:[^\n]*\n)*?(?:---|\.\.\.)[ \t\r]*(?:\n|\Z)")
_HTML = re.compile(
    r"^ {0,3}<(?P<tag>pre|script|style|textarea)(?=[\s>]).*?</(?P=tag)>",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_DEEP = re.compile(
    r"^(?: {4}|\t| {1,3}\t)[ \t]*(?=<!--[ \t]*snippet-widget|[`~:]{3,}\{snippet\})", re.MULTILINE
)
_CODE = re.compile(r"(?:(?: {4}| {0,3}\t)[^\n]*(?:\n|\Z)|[ \t\r]*\n)+")
# what others indent by four as content: lists, definitions, footnotes, admonitions and tabs
_CONTAINER = re.compile(r"[*+-][ \t]|\d+[.)][ \t]|[:~][ \t]|\[\^|!!!|\?\?\?|===|///|<|\{%")
_TAB = 4


def front_matter(page: str) -> Iterator[Span]:
    """Yield what stands above a page as YAML."""
    found = _FRONT_MATTER.match(page)
    if found:
        yield Span(*found.span())


def html_text(page: str) -> Iterator[Span]:
    """Yield elements whose content HTML shows, or runs, as it is."""
    for found in _HTML.finditer(page):
        yield Span(*found.span())


def indented_code(page: str) -> Iterator[Span]:
    """Yield indented code that shows a marker or a directive."""
    position = 0
    while found := _DEEP.search(page, position):
        code = _CODE.match(page, found.start())
        position = found.end()
        if code and not _is_content(page, found.start()):
            yield Span(*code.span())
            position = code.end()


def _is_content(page: str, start: int) -> bool:
    """Tell whether a line is of a container, which the lines above that are less indented begin."""
    least = _width(page[start:].partition("\n")[0])
    for line in reversed(page[:start].splitlines()):
        width = _width(line)
        if line.strip() and width < least:
            if _CONTAINER.match(line.strip()):
                return True
            least = width
        if least == 0:
            break
    return False


def _width(line: str) -> int:
    line = line.expandtabs(_TAB)
    return len(line) - len(line.lstrip(" "))
