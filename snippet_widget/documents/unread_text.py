"""A text that Jupytext pairs with a notebook, and that an update does not write.

Its format has no records (Rmd, ``light``, ``cell_metadata_filter: -all``), or it was left out:
`jupytext --sync` brings it in step. That takes the file that was saved last, so nothing of the
text is lost as long as the notebook has it, too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.documents.checked_document import CheckedDocument

if TYPE_CHECKING:
    from pathlib import Path

_COMMENT = r"(?:#+'?|//|--|;+|%|\"+|'+)"
_FRONT_MATTER = re.compile(
    rf"\A(?:\ufeff|#!.*\n|.*-\*-.*\n|\s*<!--[ \t]*\n|\s)*(?P<mark>(?:{_COMMENT}[ \t]*)?)---[ \t]*\n"
    r"(?:.*\n)*?(?P=mark)---[ \t]*(?:\n|\Z)"
)
_CELL_HEAD = re.compile(
    r"^(?:`{3,}|~{3,}|:{3,})\{(?:code|raw)-cell\}[^\n]*\n"
    r"(?:---[ \t]*\n(?:(?!---)[^\n]*\n)*---[ \t]*\n|(?::[^\n]*\n)*)",
    re.MULTILINE,
)
_BETWEEN_CELLS = re.compile(
    rf"<!-- #(?:end)?(?:region|raw|md|markdown)\b|(?:{_COMMENT}[ \t]*)?(?:[ \t]*(?:`{{3,}}|~{{3,}}"
    r"|:{3,}|\+\+\+)|%%(?!\w)|\+(?:[ \t{]|$)|(?:end)?region\b|%matplotlib inline$)"
)
_WORD = re.compile(r"\w")
_SIGNS = " \t#/;%!'\""


@dataclass(frozen=True)
class UnreadText:
    """A notebook that was checked, and a text that it is paired with.

    Parameters
    ----------
    notebook
        What was found in it.
    path
        The text's.
    """

    notebook: CheckedDocument
    path: Path

    @property
    def is_ahead(self) -> bool:
        """Whether the text was saved after the notebook, and says something else."""
        return _saved(self.path) >= _saved(self.notebook.path) and not self._says_the_same

    @property
    def ahead(self) -> CheckedDocument:
        """The text, with what keeps the notebook from being updated."""
        return CheckedDocument(
            self.path,
            problem=f"{self.path} was changed after {self.notebook.path}, which Jupytext pairs "
            "with it: to update the notebook would lose that. Both are as they were. Run "
            f"`jupytext --sync {self.notebook.path}` first, then update again.",
        )

    @property
    def _says_the_same(self) -> bool:
        try:
            text = self.path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return False
        head = _FRONT_MATTER.match(text)
        cells = self.notebook.file.cells if self.notebook.file else ()
        sources = [
            f"{cell.magic}{cell.source}"
            for cell in cells
            if cell.index or cell.cell_type != "raw" or not cell.source.startswith("---")
        ]
        return _lines("\n".join(sources)) == _lines(text[head.end() :] if head else text)


def _lines(text: str) -> list[str]:
    """Return the lines that have a word, without comment signs and what is put between cells."""
    kept = _CELL_HEAD.sub("", text.replace("\r\n", "\n"))
    lines = (line for line in kept.splitlines() if not _BETWEEN_CELLS.match(line))
    return [line.strip(_SIGNS) for line in lines if _WORD.search(line)]


def _saved(path: Path) -> int:
    """Return when a file was saved, as Jupytext compares it; 0 of one that is gone."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
