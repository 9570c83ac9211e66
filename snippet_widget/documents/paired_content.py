"""What a notebook and its text hold besides recorded snippets, to be compared line by line.

How a format writes a line is taken back, and what it puts between cells is left out (jupytext,
`cell_to_text`, `notebook_to_myst`): the same cells give the same lines. Cells with a record are
their keys, because an update makes both sides alike.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.documents.generated_cell import cell_key
from snippet_widget.documents.jupytext_cells import percent_cells
from snippet_widget.documents.text_document import TextDocument
from snippet_widget.documents.text_markers import suffix_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snippet_widget.documents.checked_document import CheckedDocument
    from snippet_widget.documents.generated_cell import CellKey
    from snippet_widget.documents.notebook_file import Cell

_FRONT_MATTER = re.compile(
    r"\A(?:\s*<!--[ \t\r]*\n\s*)?---[ \t\r]*\n.*?^---[ \t\r]*\n(?:\s*-->[ \t\r]*\n)?",
    re.DOTALL | re.MULTILINE,
)
_COMMENTED_FRONT_MATTER = re.compile(
    r"\A(?:#!.*\n|# -\*-.*\n)*# ---[ \t\r]*\n(?:#.*\n)*?# ---[ \t\r]*\n"
)
_CELL_HEAD = re.compile(
    r"^(?:`{3,}|~{3,}|:{3,})\{(?:code|raw)-cell\}[^\n]*\n"
    r"(?:---[ \t\r]*\n(?:(?!---)[^\n]*\n)*---[ \t\r]*\n|(?::[^\n]*\n)*)",
    re.MULTILINE,
)
_BETWEEN_CELLS = re.compile(
    r"^[ \t]*(?:`{3,}|~{3,}|:{3,})|^\+\+\+|^<!-- #(?:end)?(?:region|raw|md|markdown)\b|^%%"
)
_PROSE_HEAD = re.compile(r"[^{=]*\[(?:markdown|md|raw)\]")
_WHOLLY_COMMENTED = re.compile(r'language="|active')
_QUOTED = re.compile(r"[rR]?(?P<quotes>\"{3}|'{3})\n?(?P<text>.*?)\n?(?P=quotes)", re.DOTALL)
_COMMENT = re.compile(r"^# ?", re.MULTILINE)
_COMMENTED_MAGIC = re.compile(
    r"^(?:# ?)+(?=[%!?]|\w+ *= *[%!]|\S+\?[ \t]*$"
    r"|(?:cat|cd|copy|cp|ddir|dir|echo|ldir|ls|mkdir|mv|ren|rm|rmdir)(?![\w=]))"
)


@dataclass(frozen=True)
class Content:
    """One line that somebody wrote, or one recorded cell.

    Parameters
    ----------
    value
        The line as a notebook has it, or the key of the cell.
    line
        Where it is in its file, from 1.
    """

    value: str | CellKey
    line: int


def is_compared(document: CheckedDocument) -> bool:
    """Tell whether a text is of a format whose lines are those of its notebook."""
    return isinstance(document.file, TextDocument) and suffix_of(document.path) != ".qmd"


def notebook_content(document: CheckedDocument, text: CheckedDocument) -> list[Content]:
    """Return what a notebook holds, as far as a text that it is paired with holds it."""
    keys = _keys(document)
    percent = suffix_of(text.path) == ".py"
    found: list[Content] = []
    for cell in document.file.cells if document.file else ():
        if cell.index in keys:
            found.append(Content(keys[cell.index], cell.line))
        elif not _is_front_matter(cell):
            source = f"{cell.magic}{cell.source}"
            code = percent and cell.cell_type == "code"
            found += _content(source if percent else _CELL_HEAD.sub("", source), cell.line, code)
    return found


def text_content(document: CheckedDocument) -> list[Content]:
    """Return what a text that Jupytext wrote holds."""
    file = document.file
    if not isinstance(file, TextDocument):
        return []
    page, keys = file.page, _keys(document)
    percent = suffix_of(document.path) == ".py"
    head = (_COMMENTED_FRONT_MATTER if percent else _FRONT_MATTER).match(page)
    position = head.end() if head else 0
    own = _percent_content if percent else _markdown_content
    found: list[Content] = []
    for index, place in sorted(enumerate(file.places), key=lambda each: each[1].record.start):
        if index in keys and place.extent is not None:
            found += own(page, position, place.extent.start)
            found.append(Content(keys[index], page.count("\n", 0, place.record.start) + 1))
            position = place.extent.end
    return [*found, *own(page, position, len(page))]


def _keys(document: CheckedDocument) -> dict[int, CellKey]:
    return {
        each.cell.index: cell_key(each.record)
        for each in document.cells
        if each.record and each.cell.recorded
    }


def _is_front_matter(cell: Cell) -> bool:
    """Tell whether Jupytext puts a cell into the head of a text."""
    return cell.index == 0 and cell.cell_type == "raw" and cell.source.startswith("---")


def _markdown_content(page: str, start: int, end: int) -> Iterator[Content]:
    line = page.count("\n", 0, start) + 1
    # what is left out is replaced by as many blank lines
    kept = _CELL_HEAD.sub(lambda found: "\n" * found[0].count("\n"), page[start:end])
    yield from _content(kept, line, code=False)


def _percent_content(page: str, start: int, end: int) -> Iterator[Content]:
    cells = [each for each in percent_cells(page) if start <= each[0].start() < end]
    first = cells[0][0].start() if cells else end
    yield from _content(page[start:first], page.count("\n", 0, start) + 1, code=True)
    for head, body, _ in cells:
        source, line = page[body.start : body.end], page.count("\n", 0, body.start) + 1
        prose = _PROSE_HEAD.match(head["head"]) is not None
        if prose and (quoted := _QUOTED.fullmatch(source.replace("\r\n", "\n"))):
            source = quoted["text"]
        elif prose or _WHOLLY_COMMENTED.search(head["head"]):
            source = _COMMENT.sub("", source)
        yield from _content(source, line, code=not prose)


def _content(source: str, line: int, code: bool) -> Iterator[Content]:  # noqa: FBT001 - private
    """Yield the lines of a source that are not blank, with magics of code as they are run."""
    for number, each in enumerate(source.splitlines()):
        kept = (_COMMENTED_MAGIC.sub("", each) if code else each).rstrip()
        if kept and not _BETWEEN_CELLS.match(kept):
            yield Content(kept, line + number)
