"""Parts of a page of Markdown that are no Markdown: front matter, ``<pre>``, indented code.

CommonMark 0.31, sections 4.4 and 4.6. A comment around a marker is none of them: it ends with the
marker's own ``-->``, and what is below is on the page.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from snippet_widget.documents.text_spans import Span

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Iterator

_FRONT_MATTER = re.compile(r"\A---[ \t\r]*\n(?:[^\n]*\n)*?(?:---|\.\.\.)[ \t\r]*(?:\n|\Z)")
_TOML_FRONT_MATTER = re.compile(r"\A\+{3}[ \t\r]*\n(?P<toml>(?:[^\n]*\n)*?)\+{3}[ \t\r]*(?:\n|\Z)")
_HTML = re.compile(
    r"^ {0,3}<(?P<tag>pre|script|style|textarea)(?=[\s>]).*?</(?P=tag)>",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_DEEP = re.compile(
    r"^(?: {4}|\t| {1,3}\t)[ \t]*(?=<!--[ \t]*snippet-widget|[`~:]{3,}\{snippet\})", re.MULTILINE
)
# what others indent by four as content: lists, definitions, footnotes, admonitions and tabs
_CONTAINER = re.compile(r"[*+-][ \t]|\d+[.)][ \t]|[:~][ \t]|\[\^|!!!|\?\?\?|===|///|<|\{%")
_LIST_ITEM = re.compile(r"(?:[*+-]|\d+[.)]|[:~])[ \t]+")
_INDENTED_BY_FOUR = re.compile(r"\[\^|!!!|\?\?\?|===")
_TAB = 4


def front_matter(page: str) -> Iterator[Span]:
    """Yield what stands above a page as YAML or TOML."""
    found = _FRONT_MATTER.match(page)
    if found:
        yield Span(*found.span())
    found = _TOML_FRONT_MATTER.match(page)
    if found and _is_toml(found["toml"]):  # cells of MyST begin with the same mark
        yield Span(*found.span())


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text.replace("\r\n", "\n"))
    except (ValueError, RecursionError):
        return False
    return True


def html_text(page: str) -> Iterator[Span]:
    """Yield elements whose content HTML shows, or runs, as it is."""
    for found in _HTML.finditer(page):
        yield Span(*found.span())


def indented_code(page: str) -> Iterator[Span]:
    """Yield indented code that shows a marker or a directive."""
    position = 0
    while found := _DEEP.search(page, position):
        column = _code_column(page, found.start())
        position = found.end()
        if column is not None and _width(_line(page, found.start())) >= column:
            position = _end_of_code(page, found.start(), column)
            yield Span(found.start(), position)


def _line(page: str, start: int) -> str:
    end = page.find("\n", start)
    return page[start:] if end < 0 else page[start:end]


def _end_of_code(page: str, start: int, column: int) -> int:
    """Return where indented code ends: above the next line with text that is less indented."""
    end = start
    for line in page[start:].splitlines(keepends=True):
        if line.strip() and _width(line) < column:
            break
        end += len(line)
    return end


def _code_column(page: str, start: int) -> int | None:
    """Return from which column on a line is code; None where that is not known.

    Of a container, which the lines above that are less indented begin, it is four behind the
    column of its content.
    """
    least = _width(_line(page, start))
    for line in reversed(page[:start].splitlines()):
        width = _width(line)
        if line.strip() and width < least:
            if _CONTAINER.match(line.strip()):
                content = _content_column(line)
                return None if content is None else content + _TAB
            least = width
        if least == 0:
            break
    return _TAB


def _content_column(line: str) -> int | None:
    """Return the column of what a container holds, which its first line says."""
    text, width = line.expandtabs(_TAB).strip(), _width(line)
    if item := _LIST_ITEM.match(text):
        mark = len(item[0].rstrip())
        blanks = len(item[0]) - mark
        return width + mark + (blanks if blanks <= _TAB else 1)
    return width + _TAB if _INDENTED_BY_FOUR.match(text) else None


def _width(line: str) -> int:
    line = line.expandtabs(_TAB)
    return len(line) - len(line.lstrip(" "))
