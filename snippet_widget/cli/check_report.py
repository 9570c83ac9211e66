"""What ``check`` found, and how it is printed for people and as JSON."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click
import msgspec

from snippet_widget.cards.visible_text import visible_line
from snippet_widget.cli.terminal_text import print_line
from snippet_widget.documents.checked_cell import Verdict
from snippet_widget.documents.text_markers import NOTEBOOK, suffix_of
from snippet_widget.languages import client_label
from snippet_widget.plurals import counted
from snippet_widget.provenance import Passage, Role, read_provenance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from snippet_widget.documents.checked_cell import CheckedCell
    from snippet_widget.documents.checked_document import CheckedDocument
    from snippet_widget.provenance import Provenance

_COLORS = {
    "current": "green",
    "same": "green",
    "updated": "green",
    "merged": "green",
    "newer": "yellow",
    "edited": "blue",
    "edited-outdated": "yellow",
    "gone": "red",
    "unknown": "magenta",
    "unchecked": "blue",
}
WORDS = {
    "current": "current",
    "same": "the same in a newer SDK",
    "newer": "newer SDK published",
    "edited": "edited by hand",
    "edited-outdated": "edited by hand, and outdated",
    "gone": "no longer published",
    "unknown": "unknown",
    "unchecked": "not checked",
    "same-downgrade": "the same in an older SDK",
    "newer-downgrade": "older SDK applies",
}
"""What is said of each outcome; the last two where a range of versions ends below the cell's."""

FINE = {"current", "same", "edited"}
"""Outcomes that nobody need do anything about, unless the policy has it otherwise."""

_CHANGES = {"+": "green", "-": "red"}
_NAMED = 5
_LEAVING_OUT = (
    " --update adds them; leave an endpoint out by `endpoints` in the metadata of the notebook."
)
_UNTOLD = ("digest", "original", "document")


@dataclass(frozen=True)
class Report:
    """Everything that a run found.

    Parameters
    ----------
    documents
        What was read, and what could not be read or written.
    updated
        The files that were brought up to date.
    fail_on
        Outcomes that make the check fail.
    quiet
        For people: cells that nobody need look at are counted and not listed, of updated ones the
        difference is not shown, and what is said of several is said once in a document.
    passed_over
        How many files with markers were left out, by the reason.
    """

    documents: tuple[CheckedDocument, ...]
    updated: frozenset[Path]
    fail_on: frozenset[str]
    quiet: bool = False
    passed_over: Mapping[str, int] = field(default_factory=dict)

    @property
    def problems(self) -> list[CheckedDocument]:
        """The files that could not be read or written."""
        return [document for document in self.documents if document.problem]

    @property
    def failing(self) -> bool:
        """Whether something is as the policy does not want it."""
        return any(self.fails(document, cell) for document, cell in self.cells) or any(
            map(self.is_incomplete, self.documents)
        )

    @property
    def cells(self) -> Iterator[tuple[CheckedDocument, CheckedCell]]:
        """All cells with their documents."""
        return ((document, cell) for document in self.documents for cell in document.cells)

    def fails(self, document: CheckedDocument, cell: CheckedCell) -> bool:
        """Tell whether a cell makes the check fail."""
        unwanted = {cell.outcome, cell.status} & self.fail_on
        return bool(unwanted) and self.outcome_word(document, cell) in WORDS.values()

    def is_incomplete(self, document: CheckedDocument) -> bool:
        """Tell whether a document lacks endpoints that it would have if it were written now."""
        return (
            "newer" in self.fail_on and bool(document.missing) and document.path not in self.updated
        )

    def outcome_word(self, document: CheckedDocument, cell: CheckedCell) -> str:
        """Return what is said of a cell: its outcome, or what the update did to it."""
        if document.path in self.updated and cell.updatable:
            if cell.removable:
                return "removed"
            merged = "recorded" if cell.is_recorded_alone else "merged"
            return merged if cell.merged else "updated"
        outcome = f"{cell.outcome}-downgrade" if cell.is_downgrade else cell.outcome
        return WORDS.get(outcome, WORDS[cell.outcome])

    def needs_nothing(self, document: CheckedDocument, cell: CheckedCell) -> bool:
        """Tell whether nobody need look at a cell: nothing is wrong, and nothing was done."""
        is_as_found = self.outcome_word(document, cell) in WORDS.values()
        fails = self.fails(document, cell)
        return cell.outcome in FINE and is_as_found and not (cell.status or fails)

    def listed(self, document: CheckedDocument) -> list[CheckedCell]:
        """Return the cells that are listed for people."""
        return [c for c in document.cells if not (self.quiet and self.needs_nothing(document, c))]

    @property
    def summary(self) -> str:
        """All in one line."""
        words = Counter(self.outcome_word(*each) for each in self.cells)
        cells, read = words.total(), sum(1 for each in self.documents if each.file is not None)
        for document in self.documents:
            added = document.path in self.updated
            words["added" if added else "missing"] += len(document.missing)
        order = ["current", "updated", "merged", "recorded", "added", "removed"]
        order += [*WORDS.values(), "missing"]
        parts = ", ".join(f"{words[word]} {word}" for word in dict.fromkeys(order) if words[word])
        return (
            f"{counted(cells, 'cell')} in {counted(read, 'document')}"
            f"{': ' if parts else ''}{parts}.{passed_over_text(self.passed_over)}"
        )


def cell_number(checked: CheckedCell) -> int:
    """Return the number of a cell, from 1: what people read, and what ``--accept`` takes."""
    return checked.cell.index + 1


_FOLLOWED = {
    "py:": "of Jupytext's scripts py:percent alone is followed",
    "qmd:": "on pages of Quarto marked blocks alone are followed: `get --format markdown`",
}


def passed_over_text(counts: Mapping[str, int]) -> str:
    """Return how many files with markers were left out, and why; empty where none were."""
    files = [f"{number} {visible_line(reason)}" for reason, number in counts.items()]
    hints = [
        hint
        for start, hint in _FOLLOWED.items()
        if any(reason.startswith(start) for reason in counts)
    ]
    followed = f" ({'; '.join(hints)})" if hints else ""
    return f" Passed over, though with markers: {', '.join(files)}{followed}." if files else ""


def cell_description(checked: CheckedCell) -> str:
    """Return what a cell holds, for people."""
    if checked.record is None:
        return visible_line(f" · {checked.reference}") if checked.reference else ""
    return f" · {_record_description(checked.record)}"


def _record_description(record: Provenance | Passage) -> str:
    if isinstance(record, Passage):
        title = "title" if record.role is Role.TITLE else f"heading of {record.method} "
        return visible_line(f"{title}{record.path or ''}")
    role = "" if record.role is Role.CALL else f"{record.role.value} of "
    label = client_label(record.sdk.type, record.client)
    sdk = f"{record.sdk.package} {record.sdk.version}"
    if record.role is Role.INSTALL:
        return visible_line(f"{role}{sdk}")
    return visible_line(f"{role}{record.endpoint} · {label} · {sdk}")


def missing_cells(document: CheckedDocument) -> list[str]:
    """Return what the cells hold that a generated document lacks, for people."""
    records = (read_provenance(cell.metadata) for cell in document.missing)
    return [_record_description(record) for record in records if record]


def missing_text(document: CheckedDocument, *, added: bool) -> str:
    """Return which endpoints, or cells, a generated document lacks; empty where it lacks none."""
    if not document.missing:
        return ""
    endpoints = document.missing_endpoints
    names = endpoints or missing_cells(document)
    more = len(names) - _NAMED
    named = ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")
    verb = "Added" if added else "Missing"
    count = f" of {counted(len(endpoints), 'endpoint')}" if endpoints else ""
    cells = counted(len(document.missing), "cell")
    hint = _LEAVING_OUT if endpoints and not added else ""
    return visible_line(f"{verb}: {cells}{count} ({named}).{hint}")


def print_text(report: Report) -> None:
    """Print each document that has something to say, and a summary."""
    for document in report.documents:
        if document.problem:
            print_line(document.problem, err=True, fg="red")
        elif report.listed(document) or document.missing:
            print_line(str(document.path), bold=True)
            for cells in _alike(report, document):
                _print_cells(report, document, cells)
            if text := missing_text(document, added=document.path in report.updated):
                click.echo(f"  {text}")
    click.echo(report.summary)


def _alike(report: Report, document: CheckedDocument) -> Iterable[Sequence[CheckedCell]]:
    """Return the cells that are listed, those together of which a quiet report says the same."""
    found: dict[Any, list[CheckedCell]] = {}
    for cell in report.listed(document):
        said = (report.outcome_word(document, cell), cell.detail)
        differs = cell.diff or _is_written(report, document, cell)
        once = report.quiet and cell.detail and not differs
        updated = report.quiet and said[0] == "updated"
        key = said[0] if updated else said if once else cell.cell.index
        found.setdefault(key, []).append(cell)
    return found.values()


def _print_cells(report: Report, document: CheckedDocument, cells: Sequence[CheckedCell]) -> None:
    checked = cells[0]
    word = report.outcome_word(document, checked)
    color = _COLORS.get(checked.outcome if word in WORDS.values() else word, "green")
    # the lines of a notebook are those of its JSON, which nobody sees
    line = "" if suffix_of(document.path) == NOTEBOOK else f", line {checked.cell.line}"
    place, what = f"cell {cell_number(checked)}{line}", cell_description(checked)
    if len(cells) > 1:
        more = len(cells) - _NAMED
        named = ", ".join(str(cell_number(each)) for each in cells[:_NAMED])
        place, what = f"{len(cells)} cells ({named}{f' and {more} more' * (more > 0)})", ""
    click.echo(f"  {place}: {click.style(word, fg=color)}{what}")
    if checked.detail and all(each.detail == checked.detail for each in cells):
        print_line(f"    {checked.detail}")
    for line in _shown_diff(report, document, checked).splitlines():
        print_line(f"    {_inert(line)}", fg=_CHANGES.get(line[:1]))


def _shown_diff(report: Report, document: CheckedDocument, checked: CheckedCell) -> str:
    return "" if report.quiet and _is_written(report, document, checked) else checked.diff


def _is_written(report: Report, document: CheckedDocument, checked: CheckedCell) -> bool:
    return document.path in report.updated and checked.updatable


def _inert(line: str) -> str:
    """Return a line of code that is no workflow command (GitHub Actions looks behind spaces)."""
    return line.replace("::", "⟨U+003A⟩:", 1) if line.lstrip().startswith("::") else line


def print_json(report: Report) -> None:
    """Print everything as one JSON object."""
    counts = Counter(cell.verdict for _, cell in report.cells)
    content = {
        "documents": [
            {
                "path": str(document.path),
                "problem": document.problem or None,
                "line": document.line,
                "missing": list(document.missing_endpoints),
                "missing_cells": missing_cells(document),
                "cells": [_cell_fields(report, document, cell) for cell in document.cells],
            }
            for document in report.documents
        ],
        "summary": {verdict.value: counts[verdict] for verdict in Verdict},
        "passed_over": dict(report.passed_over),
        "failed": report.failing,
    }
    click.echo(json.dumps(content, indent=2))


def _cell_fields(report: Report, document: CheckedDocument, checked: CheckedCell) -> dict[str, Any]:
    record: dict[str, Any] = msgspec.to_builtins(checked.record) if checked.record else {}
    newest = checked.newest.sdk if checked.newest else None
    return {
        "cell": cell_number(checked),
        "index": checked.cell.index,
        "line": checked.cell.line,
        "verdict": checked.verdict.value,
        "outdated": checked.outdated,
        "fails": report.fails(document, checked),
        "detail": checked.detail,
        "status": checked.status,
        **{name: value for name, value in record.items() if name not in _UNTOLD},
        "newest": newest.version if newest else None,
        "diff": checked.diff,
        "conflicts": checked.merged.conflicts if checked.merged else 0,
        "updated": _is_written(report, document, checked),
    }
