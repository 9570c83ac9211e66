"""A text that Jupytext pairs with a notebook, and that an update does not write.

Its format has no records (Rmd, ``light``, ``cell_metadata_filter: -all``), or it was left out:
`jupytext --sync` brings it in step. That takes the file that was saved last, which is the notebook
as soon as it is updated: nothing of the text is lost as long as the notebook has it, too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snippet_widget.documents.checked_document import CheckedDocument
from snippet_widget.documents.pair_advice import advice, alone_in, own_lines, saved_at, shown_lines

if TYPE_CHECKING:
    from collections.abc import Collection
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
# of cells in these languages Jupytext keeps the magic as metadata (jupytext, `_JUPYTER_LANGUAGES`)
_LANGUAGE_MAGIC = re.compile(
    rf"(?:{_COMMENT}[ \t]*)?%%(?:R|bash|sh|python[23]?|javascript|js|perl|html|latex|markdown|ruby"
    r"|script|svg|matlab|octave|sas|spark|sql|cython|haskell|julia|powershell|typescript)(?!\S)"
)
_OF_JUPYTEXT = ("jupyter", "jupytext", "kernelspec", "language_info")
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
        """Whether an update of the notebook would lose what somebody did to the text.

        Of a text that was saved after the notebook that is any difference, of an older one words
        that it alone has.
        """
        return bool(self._alone) or (self._is_newer and self._text_lines != self._notebook_lines)

    @property
    def ahead(self) -> CheckedDocument:
        """The text, with what keeps the notebook from being updated."""
        notebook = self.notebook.path
        if not self._is_newer:
            return CheckedDocument(
                self.path,
                problem=f"{self.path} has what {notebook}, which Jupytext pairs with it, lacks: to "
                "update the notebook would lose that. Both are as they were. "
                f"{advice(notebook, self.path, self._alone)}",
            )
        dropped = alone_in(self._own_lines, self._text_lines)
        todo = f"Run `jupytext --sync {notebook}` first, then update again."
        return CheckedDocument(
            self.path,
            problem=f"{self.path} was changed after {notebook}, which Jupytext pairs with it: to "
            "update the notebook would lose that. Both are as they were. "
            f"{advice(self.path, notebook, dropped) if dropped else todo}",
        )

    @property
    def behind(self) -> str:
        """What it lacks of the cells of its notebook that are checked, and what to do; or empty."""
        checked = {cell.cell.index for cell in self.notebook.cells}
        sources = (text for index, text in self._sources.items() if index in checked)
        lacking = alone_in(_lines("\n".join(sources)), self._text_lines)
        if not lacking:
            return ""
        notebook = self.notebook.path
        return (
            f"{self.path} lacks what {notebook}, which Jupytext pairs with it, has: "
            f"{shown_lines(lacking)}. `jupytext --sync {notebook}` would take "
            f"{self.path if self._is_newer else notebook}, which was saved last: save the one that "
            "is right, then run it."
        )

    @property
    def _is_newer(self) -> bool:
        return saved_at(self.path) >= saved_at(self.notebook.path)

    @property
    def _alone(self) -> list[str]:
        """What the notebook lacks."""
        return alone_in(self._text_lines, self._notebook_lines)

    @property
    def _notebook_lines(self) -> list[str]:
        return _lines("\n".join(self._sources.values()))

    @property
    def _text_lines(self) -> list[str]:
        try:
            text = self.path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return []
        head = _FRONT_MATTER.match(text)
        if head is None:
            return _lines(text)
        file = self.notebook.file
        written = {*_OF_JUPYTEXT, *(file.metadata if file else ())}
        own = _head_lines(text[head.start("mark") : head.end()], head["mark"], written)
        return [*_lines(own), *_lines(text[head.end() :])]

    @property
    def _sources(self) -> dict[int, str]:
        """The cells of the notebook by their index; the head of the text is a raw one."""
        cells = self.notebook.file.cells if self.notebook.file else ()
        found = {cell.index: f"{cell.magic}{cell.source}" for cell in cells}
        if cells and cells[0].cell_type == "raw" and cells[0].source.startswith("---"):
            found[0] = _head_lines(found[0])
        return found

    @property
    def _own_lines(self) -> list[str]:
        """What somebody wrote into the notebook."""
        recorded = {cell.cell.index for cell in self.notebook.cells if cell.record}
        sources = (text for index, text in self._sources.items() if index not in recorded)
        return _lines("\n".join([*own_lines(self.notebook), *sources]))


def _head_lines(head: str, mark: str = "", written: Collection[str] = ()) -> str:
    """Return what somebody wrote into the YAML above a text, one line for each key.

    Parameters
    ----------
    head
        The YAML between its marks.
    mark
        What each line begins with in a script.
    written
        Keys that are the notebook's metadata.
    """
    import yaml  # noqa: PLC0415 - 20 ms, for few

    lines = [line.removeprefix(mark) for line in head.strip().splitlines()]
    try:
        found = yaml.safe_load("\n".join(line for line in lines if line.strip() != "---"))
    except yaml.YAMLError:
        found = None
    if not isinstance(found, dict):
        return ""
    return "\n".join(
        f"{key}: {' '.join(str(value).split())}"
        for key, value in found.items()
        if key not in written
    )


def _lines(text: str) -> list[str]:
    """Return the lines that have a word, without comment signs and what is put between cells."""
    lines = _CELL_HEAD.sub("", text.replace("\r\n", "\n")).splitlines()
    return [
        line.strip(_SIGNS) for line in lines if _WORD.search(line) and not _is_between_cells(line)
    ]


def _is_between_cells(line: str) -> bool:
    """Tell whether a line is, or may be once it is no comment, put between cells."""
    marks = (_BETWEEN_CELLS.match(line), _BETWEEN_CELLS.match(line.strip(_SIGNS)))
    return any(marks) or _LANGUAGE_MAGIC.match(line) is not None
