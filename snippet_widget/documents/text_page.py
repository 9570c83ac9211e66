"""Pages of text: where the snippets in them are, and what is recorded of each.

On a page a marker is a comment above the fence, in reStructuredText one above the code block:
formatters leave both alone. Notebooks that Jupytext wrote have records of their own (see
`jupytext_cells`)::

    <!-- snippet-widget: {"org": …} -->          .. snippet-widget: {"org": …}
    ```python
    ```
"""

from __future__ import annotations

import json
import re
import textwrap
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import yaml

from snippet_widget.cards.cell import fence
from snippet_widget.documents.cell_location import CellLocation, marker_json
from snippet_widget.documents.fenced_text import example_at, examples_in
from snippet_widget.documents.jupytext_cells import code_cells, markdown_places, percent_places
from snippet_widget.documents.page_directives import pinned_directives
from snippet_widget.documents.show_names import show_names
from snippet_widget.documents.text_markers import CALLS, suffix_of
from snippet_widget.documents.text_spans import Span
from snippet_widget.errors import NotebookError
from snippet_widget.languages import language
from snippet_widget.provenance import METADATA_KEY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from snippet_widget.cards.content import CardContent

_FENCE = re.compile(
    r"^[ \t]*<!-- snippet-widget: (?P<record>\{[^\n]*\}) -->[ \t\r]*\n(?:[ \t\r]*\n)*"
    r"(?P<indent>[ \t]*)(?P<fence>(?P<char>[`~])(?P=char){2,})(?!(?P=char))[^\n]*\n"
    r"(?P<code>.*?)^[ \t]*(?P=fence)(?P=char)*[ \t\r]*$",
    re.MULTILINE | re.DOTALL,
)
_BLOCK = re.compile(
    r"^(?P<outer>[ \t]*)\.\. snippet-widget: (?P<record>\{[^\n]*\})[ \t\r]*\n(?:[ \t\r]*\n)*"
    r"(?P=outer)\.\. (?:code(?:-block)?|sourcecode)::[^\n]*\n"
    r"(?:(?P=outer)[ \t]+:[^\n]*\n)*[ \t\r]*\n"
    r"(?P<code>(?P<indent>(?P=outer)[ \t]+)\S[^\n]*(?:\n(?:(?P=indent)[^\n]*|[ \t\r]*(?=\n)))*)",
    re.MULTILINE,
)
_COMMENT = re.compile(
    r"^[ \t>*+-]*<!--[ \t]*snippet-widget(?P<colon>[ \t]*:)?[ \t]*(?P<record>\{[^\n]*?)"
    r"[ \t]*(?:-->[^\n]*)?$",
    re.MULTILINE,
)
_DIRECTIVE = re.compile(
    r"^[ \t]*\.\.[ \t]+snippet-widget(?P<colon>[ \t]*:)?[ \t]*(?P<record>\{[^\n]*?)[ \t\r]*$",
    re.MULTILINE,
)
_QUOTED = re.compile(r"[ \t]*>")
_OPENED = re.compile(r"[ \t\r]*\n(?:[ \t\r]*\n)*[ \t]*(?P<fence>`{3,}|~{3,})")
_IN_QUOTE = (
    "It stands in a block quote, where code is not followed. Move the marker and its fence out of "
    "it, or remove the marker."
)
_NEVER_CLOSED = (
    "Its code has no end: the fence below the marker is never closed. End it with a line of "
    "{fence} alone."
)
_NO_CODE = (
    "Its code is missing: the marker has to stand on a line of its own, directly above the {block} "
    "with the snippet. Put it there, insert the snippet again (`snippet-widget get --format "
    "{format}`), or remove the marker."
)


@dataclass(frozen=True)
class TextPage:
    """A page in Markdown, MyST, Quarto or reStructuredText, or a percent script.

    Parameters
    ----------
    path
        As given; how it ends says which of these.
    text
        The file's, without a byte order mark.

    What it shows as text alone is an example, and no snippet (`fenced_text`).
    """

    path: Path
    text: str = field(repr=False)

    def recorded(self) -> Iterator[tuple[CellLocation, dict[str, Any]]]:
        """Yield where the snippets are, each with its record.

        Raises
        ------
        NotebookError
            A marker is invalid; the message says which.
        """
        if self._suffix == ".py":
            places = percent_places(self.text)
        else:
            yield from self._marked()
            places = markdown_places(self.text) if self._suffix != ".rst" else iter(())
        for place in places:
            if place.extent is None or not example_at(self._examples, place.extent.start):
                yield place, self._record(place.record, is_yaml=place.is_yaml)

    def asking(self) -> Iterator[CellLocation]:
        """Yield the code cells that may call ``show()`` or ``%snippet``."""
        percent = self._suffix == ".py"
        calls = (*CALLS, *(f"{name}(" for name in show_names(self.text)))
        for body in code_cells(self.text, percent=percent) if self._suffix != ".rst" else ():
            asks = any(call in self.text[body.start : body.end] for call in calls)
            example = example_at(self._examples, body.start)
            if asks and (example is None or example.start == body.start):
                start = Span(body.start, body.start)
                yield CellLocation(start, body, cell_type="code", is_commented=percent)

    def pinned(self) -> Iterator[CellLocation]:
        """Yield the directives that name an SDK version."""
        for span, _ in () if self._suffix == ".py" else pinned_directives(self.path, self.text):
            yield CellLocation(Span(span.start, span.start), span, cell_type="markdown")

    def line(self, position: int) -> int:
        """Return the number of the line of a place, from 1."""
        return self.text.count("\n", 0, position) + 1

    @property
    def _suffix(self) -> str:
        return suffix_of(self.path)

    @cached_property
    def _examples(self) -> list[Span]:
        return examples_in(self.path, self.text)

    def _marked(self) -> Iterator[tuple[CellLocation, dict[str, Any]]]:
        pattern, marker = (_BLOCK, _DIRECTIVE) if self._suffix == ".rst" else (_FENCE, _COMMENT)
        end = position = 0
        while found := pattern.search(self.text, position):
            if example := example_at(self._examples, found.start()):
                position = example.end
                continue
            yield from self._without_code(marker.finditer(self.text, end, found.start()))
            end = position = found.end()
            record, start = Span(*found.span("record")), found.start("code")
            code = found["code"] if pattern is _FENCE else found["code"].rstrip()
            place = CellLocation(record, Span(start, start + len(code)), found["indent"])
            yield place, self._record(record)
        yield from self._without_code(marker.finditer(self.text, end))

    def _without_code(
        self, markers: Iterable[re.Match[str]]
    ) -> Iterator[tuple[CellLocation, dict[str, Any]]]:
        """Yield the markers that no code follows."""
        for marker in markers:
            if example_at(self._examples, marker.start()):
                continue
            record = Span(*marker.span("record"))
            fields = self._record(record)
            if not marker["colon"]:
                line = self.line(record.start)
                raise NotebookError(
                    f"{self.path}, line {line}: the marker of a snippet has no colon. Write "
                    "`snippet-widget: {…}`, or remove the marker.",
                    line=line,
                )
            body, problem = Span(record.end, record.end), self._problem(marker)
            yield CellLocation(record, body, problem=problem), fields

    def _problem(self, marker: re.Match[str]) -> str:
        """Return what is wrong below a marker without code, and what to do."""
        if self._suffix == ".rst":
            return _NO_CODE.format(block="code block", format="rst")
        if _QUOTED.match(marker[0]):
            return _IN_QUOTE
        opened = _OPENED.match(self.text, marker.end())
        if opened:
            return _NEVER_CLOSED.format(fence=opened["fence"])
        return _NO_CODE.format(block="fence", format="markdown")

    def _record(self, span: Span, *, is_yaml: bool = False) -> dict[str, Any]:
        written = self.text[span.start : span.end]
        try:
            record = yaml.safe_load(written)[METADATA_KEY] if is_yaml else json.loads(written)
            return dict(record)
        except (yaml.YAMLError, TypeError, ValueError) as error:
            raise self._broken(span, error) from None

    def _broken(self, span: Span, error: Exception) -> NotebookError:
        line = self.line(span.start)
        if isinstance(error, json.JSONDecodeError):
            return NotebookError(
                f"{self.path}, line {line}: the marker of a snippet is not JSON ({error.msg}). "
                "Insert the snippet again (`snippet-widget get --format markdown`), or remove the "
                "marker.",
                line=line,
            )
        return NotebookError(
            f"{self.path}, line {line}: `{METADATA_KEY}` of the cell is not YAML. Insert the "
            "snippet again, or remove it.",
            line=line,
        )


def marked_block(card: CardContent, *, rst: bool = False) -> str:
    """Return a card's code for a page of Markdown or reStructuredText, below its marker."""
    marker = f"snippet-widget: {marker_json(card.metadata[METADATA_KEY])}"
    code, lexer = card.code.strip("\n"), language(card.type).lexer
    if rst:
        return f".. {marker}\n\n.. code-block:: {lexer}\n\n{textwrap.indent(code, '   ')}"
    return f"<!-- {marker} -->\n{fence(code, lexer)}"
