"""The cells of notebooks that Jupytext wrote as text, each with its record where Jupytext has it.

Percent scripts, Markdown and MyST::

    # %% snippet_widget={"org": …}               # %% [markdown] snippet_widget={"org": …}

    ```python snippet_widget={"org": …}          <!-- #region snippet_widget={"org": …} -->
    ```                                          <!-- #endregion -->

    ```{code-cell}                               +++ {"snippet_widget": {"org": …}}
    ---
    snippet_widget:
      org: …
    ---
    ```
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from snippet_widget.documents.cell_location import CellLocation
from snippet_widget.documents.text_spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_DECODER = json.JSONDecoder()
_RECORD = r"snippet_widget=(?=\{)"
_PERCENT = re.compile(r"^# %%(?P<head>[^\n]*)\n?", re.MULTILINE)
_QUOTE = re.compile(r"""#[^\n]*|(?P<triple>\"{3}|'{3})|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?""")
_REGION = re.compile(rf"^<!-- #region [^\n]*?{_RECORD}[^\n]*-->[ \t\r]*\n", re.MULTILINE)
_REGION_END = re.compile(r"^<!-- #endregion -->", re.MULTILINE)
_FENCE = re.compile(rf"^(?P<fence>`{{3,}}|~{{3,}})[ \t]*\w+ [^\n]*?{_RECORD}[^\n]*\n", re.MULTILINE)
_PROSE = re.compile(r'^\+\+\+ \{[^\n]*?"snippet_widget": (?=\{)[^\n]*\n', re.MULTILINE)
_PROSE_END = re.compile(r"(?=^\+\+\+|^(?:`{3,}|~{3,}|:{3,})\{(?:code|raw)-cell\}|\Z)", re.MULTILINE)
_CODE_CELL = re.compile(
    r"^(?P<fence>`{3,}|~{3,}|:{3,})\{code-cell\}[^\n]*\n"
    r"(?P<options>---[ \t\r]*\n(?:(?!---)[^\n]*\n)*---[ \t\r]*\n|(?::[^\n]*\n)*)",
    re.MULTILINE,
)
_MARKDOWN_FORMAT = re.compile(
    r"\A---[ \t\r]*\n(?:(?!---)[^\n]*\n)*?[ \t]+format_name: markdown[ \t\r]*\n"
)
_MARKDOWN_CODE = re.compile(
    r"^(?P<fence>`{3,})python(?![^\s])(?![^\n]*\.noeval)[^\n]*\n", re.MULTILINE
)
_BLANK_LINES = re.compile(r"(?:[ \t\r]*\n)*")
_OPTION = re.compile(r"^snippet_widget:[ \t\r]*\n(?:[ \t]+[^\n]*\n)+", re.MULTILINE)


def code_cells(text: str, *, percent: bool) -> Iterator[Span]:
    """Yield the code of all code cells, of a percent script, a page in MyST or Jupytext's Markdown.

    In the last one each fence of Python is a cell, where the page says that this is its format.
    """
    if not percent:
        pattern = _MARKDOWN_CODE if _MARKDOWN_FORMAT.match(text) else _CODE_CELL
        for _, body, _ in _blocks(text, pattern):
            yield body
        return
    for head, body, _ in percent_cells(text):
        if not head["head"].lstrip().startswith("["):
            yield body


def percent_places(text: str) -> Iterator[CellLocation]:
    """Yield the cells of a percent script that have a record."""
    for head, body, end in percent_cells(text):
        record = _record_after(text, "snippet_widget=", head)
        if record is None:
            continue
        kind = "markdown" if head["head"].lstrip().startswith(("[markdown]", "[md]")) else "code"
        whole = Span(head.start(), end)
        yield CellLocation(record, body, cell_type=kind, is_commented=True, extent=whole)


def percent_cells(text: str) -> Iterator[tuple[re.Match[str], Span, int]]:
    """Yield where the cells of a percent script begin, with their bodies and where they end.

    None begins in a string of several lines (Jupytext, `StringParser`).
    """
    quoted = list(_quoted(text)) if "# %%" in text else []
    heads = [each for each in _PERCENT.finditer(text) if not _is_in(quoted, each.start())]
    ends = [*(head.start() for head in heads[1:]), len(text)]
    for head, end in zip(heads, ends, strict=False):  # a script without cells has one end
        yield head, _stripped(text, head.end(), end), end


def _is_in(spans: Iterable[Span], position: int) -> bool:
    return any(span.start <= position < span.end for span in spans)


def _quoted(text: str) -> Iterator[Span]:
    """Yield the strings in triple quotes of a script; one that never ends takes the rest."""
    position = 0
    while found := _QUOTE.search(text, position):
        position = found.end()
        if found["triple"]:
            closing = re.compile(rf"(?<!\\){found['triple']}").search(text, position)
            position = closing.end() if closing else len(text)
            yield Span(found.start(), position)


def markdown_places(text: str) -> Iterator[CellLocation]:
    """Yield the cells of a notebook in Markdown or MyST that have a record."""
    shapes = (
        (_REGION, _REGION_END, "snippet_widget=", "markdown"),
        (_FENCE, None, "snippet_widget=", "code"),
        (_PROSE, _PROSE_END, '"snippet_widget": ', "markdown"),
    )
    for begin, end, key, kind in shapes:
        for found, body, last in _blocks(text, begin, end):
            record = _record_after(text, key, found)
            if record is not None:
                whole = Span(found.start(), last)
                yield CellLocation(record, body, cell_type=kind, extent=whole)
    for found, body, last in _blocks(text, _CODE_CELL):
        option = _OPTION.search(text, *found.span("options"))
        if option:
            record, whole = _stripped(text, *option.span()), Span(found.start(), last)
            yield CellLocation(record, body, cell_type="code", is_yaml=True, extent=whole)


def _blocks(
    text: str, begin: re.Pattern[str], end: re.Pattern[str] | None = None
) -> Iterator[tuple[re.Match[str], Span, int]]:
    """Yield where blocks begin, with their bodies and where what follows them begins.

    Each ends with its own fence when `end` is None. An unclosed block is skipped, with everything
    below it.
    """
    position = 0
    while found := begin.search(text, position):
        fence = end or re.compile(rf"^{re.escape(found['fence'])}[ \t\r]*$", re.MULTILINE)
        closed = fence.search(text, found.end())
        if closed is None:
            return
        blank = _BLANK_LINES.match(text, closed.end())
        last = blank.end() if blank else closed.end()
        yield found, _stripped(text, found.end(), closed.start()), last
        position = max(closed.end(), found.end())


def _record_after(text: str, key: str, found: re.Match[str]) -> Span | None:
    """Return where the record of a cell is, or what stands there instead; None without its key."""
    line_end = text.find("\n", found.start())
    line_end = len(text) if line_end < 0 else line_end
    at = text.find(key, found.start(), line_end)
    if at < 0:
        return None
    start = at + len(key)
    try:
        return Span(start, _DECODER.raw_decode(text, start)[1])
    except ValueError:
        return Span(start, line_end)


def _stripped(text: str, start: int, end: int) -> Span:
    """Return a span without the blank lines at both of its ends."""
    body = text[start:end]
    first = len(body) - len(body.lstrip("\r\n"))
    return Span(start + first, start + max(first, len(body.rstrip())))
