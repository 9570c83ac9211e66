"""Parts of a page of Markdown that are no Markdown: front matter, ``<pre>``, indented code.

CommonMark 0.31, sections 4.4 and 4.6; Hugo's and Jekyll's ``highlight``. A comment around a marker
is none of them: it ends with the marker's own ``-->``, and what is below is on the page. But no
fence begins in a comment.
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
_SHOWING = re.compile(
    r"^ {0,3}(?:[>*+-][ \t]+)*(?:<(?P<tag>pre|script|style|textarea)(?=[\s>])"
    r"|\{\{(?P<mark>[<%])[ \t]*highlight\b|\{%-?[ \t]*(?P<jekyll>highlight)\b|(?P<comment><!--))",
    re.MULTILINE | re.IGNORECASE,
)
_END_OF_JEKYLL = re.compile(r"\{%-?[ \t]*endhighlight[ \t]*-?%\}")
_END_OF_COMMENT = re.compile("-->")
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


class Elements:
    """What HTML, or the generator of a site, shows or runs as it is in a page, and comments."""

    def __init__(self, page: str) -> None:
        self._page = page
        self._looked_through = 0
        self._never_closed: set[str] = set()

    def between(self, start: int, end: int) -> Iterator[Span]:
        """Yield those that begin between two places, but for comments."""
        while found := _SHOWING.search(self._page, start, end):
            start = self._end(found)
            if start > found.end() and not found["comment"]:
                yield Span(found.start(), start)

    def is_around(self, position: int, start: int) -> bool:
        """Tell whether one that begins behind a start is around a place.

        Places are asked for in their order.
        """
        self._looked_through = max(self._looked_through, start)
        while self._looked_through < position:
            found = _SHOWING.search(self._page, self._looked_through, position)
            self._looked_through = self._end(found) if found else position
        return self._looked_through > position

    def _end(self, opening: re.Match[str]) -> int:
        """Return where an element ends; where its opening does if it is never closed."""
        pattern = _closing(opening)
        if pattern.pattern in self._never_closed:
            return opening.end()
        closing = pattern.search(self._page, opening.end())
        if closing is None:
            self._never_closed.add(pattern.pattern)
        return closing.end() if closing else opening.end()


def _closing(opening: re.Match[str]) -> re.Pattern[str]:
    """Return what ends an element."""
    if opening["comment"]:
        return _END_OF_COMMENT
    if opening["jekyll"]:
        return _END_OF_JEKYLL
    if opening["mark"]:
        mark = ">" if opening["mark"] == "<" else "%"
        return re.compile(rf"\{{\{{{opening['mark']}[ \t]*/[ \t]*highlight[ \t]*{mark}\}}\}}")
    return re.compile(f"</{opening['tag'].lower()}>", re.IGNORECASE)


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
