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

from snippet_widget.documents.notebook_file import Span
from snippet_widget.documents.text_places import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

_DECODER = json.JSONDecoder()
_RECORD = r"snippet_widget=(?=\{)"
_PERCENT = re.compile(r"^# %%(?P<head>[^\n]*)\n?", re.MULTILINE)
_REGION = re.compile(
    rf"^<!-- #region [^\n]*?{_RECORD}[^\n]*-->[ \t\r]*\n(?P<body>.*?)^<!-- #endregion -->",
    re.MULTILINE | re.DOTALL,
)
_FENCE = re.compile(
    rf"^(?P<fence>`{{3,}}|~{{3,}})[ \t]*\w+ [^\n]*?{_RECORD}[^\n]*\n(?P<body>.*?)"
    r"^(?P=fence)[ \t\r]*$",
    re.MULTILINE | re.DOTALL,
)
_PROSE = re.compile(
    r'^\+\+\+ \{[^\n]*?"snippet_widget": (?=\{)[^\n]*\n(?P<body>.*?)'
    r"(?=^\+\+\+|^(?:`{3,}|~{3,}|:{3,})\{code-cell\}|\Z)",
    re.MULTILINE | re.DOTALL,
)
_CODE_CELL = re.compile(
    r"^(?P<fence>`{3,}|~{3,}|:{3,})\{code-cell\}[^\n]*\n---[ \t\r]*\n(?:(?!---)[^\n]*\n)*?"
    r"(?P<record>snippet_widget:[ \t\r]*\n(?:[ \t]+[^\n]*\n)+)"
    r"(?:(?!---)[^\n]*\n)*---[ \t\r]*\n"
    r"(?P<body>.*?)^(?P=fence)[ \t\r]*$",
    re.MULTILINE | re.DOTALL,
)


_ANY_CODE_CELL = re.compile(
    r"^(?P<fence>`{3,}|~{3,}|:{3,})\{code-cell\}[^\n]*\n"
    r"(?:---[ \t\r]*\n(?:(?!---)[^\n]*\n)*---[ \t\r]*\n|(?::[^\n]*\n)*)"
    r"(?P<body>.*?)^(?P=fence)[ \t\r]*$",
    re.MULTILINE | re.DOTALL,
)


def code_cells(text: str, *, percent: bool) -> Iterator[Span]:
    """Yield the code of all code cells, of a percent script or of a page in MyST."""
    if not percent:
        for found in _ANY_CODE_CELL.finditer(text):
            yield _stripped(text, *found.span("body"))
        return
    heads = list(_PERCENT.finditer(text))
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        if not head["head"].lstrip().startswith("["):
            yield _stripped(text, head.end(), following.start() if following else len(text))


def percent_places(text: str) -> Iterator[Place]:
    """Yield the cells of a percent script that have a record."""
    heads = list(_PERCENT.finditer(text))
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        record = _record_after(text, "snippet_widget=", head)
        if record is None:
            continue
        body = _stripped(text, head.end(), following.start() if following else len(text))
        kind = "markdown" if head["head"].lstrip().startswith(("[markdown]", "[md]")) else "code"
        yield Place(record, body, cell_type=kind, is_commented=True)


def markdown_places(text: str) -> Iterator[Place]:
    """Yield the cells of a notebook in Markdown or MyST that have a record."""
    shapes = (
        (_REGION, "snippet_widget=", "markdown"),
        (_FENCE, "snippet_widget=", "code"),
        (_PROSE, '"snippet_widget": ', "markdown"),
    )
    for pattern, key, kind in shapes:
        for found in pattern.finditer(text):
            record = _record_after(text, key, found)
            if record is not None:
                yield Place(record, _stripped(text, *found.span("body")), cell_type=kind)
    for found in _CODE_CELL.finditer(text):
        record = _stripped(text, *found.span("record"))
        body = _stripped(text, *found.span("body"))
        yield Place(record, body, cell_type="code", is_yaml=True)


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
    except json.JSONDecodeError:
        return Span(start, line_end)


def _stripped(text: str, start: int, end: int) -> Span:
    """Return a span without the blank lines at both of its ends."""
    body = text[start:end]
    first = len(body) - len(body.lstrip("\r\n"))
    return Span(start + first, start + max(first, len(body.rstrip())))
