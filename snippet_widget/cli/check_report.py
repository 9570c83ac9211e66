"""What ``check`` prints: a list for people, JSON, or annotations of GitHub Actions."""

from __future__ import annotations

import json
from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click
import msgspec

from snippet_widget.cards.visible_text import visible
from snippet_widget.documents.checking import STALE, CheckedCell, CheckedNotebook, Verdict
from snippet_widget.languages import client_label

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

_COLORS = {
    Verdict.CURRENT: "green",
    Verdict.NEWER: "yellow",
    Verdict.EDITED: "blue",
    Verdict.GONE: "red",
    Verdict.UNKNOWN: "magenta",
}
_WORDS = {
    Verdict.CURRENT: "current",
    Verdict.NEWER: "newer SDK published",
    Verdict.EDITED: "edited by hand",
    Verdict.GONE: "gone from the service",
    Verdict.UNKNOWN: "unknown",
}


def print_text(checked: Sequence[CheckedNotebook], done: set[Path]) -> None:
    """Print each notebook that has something to say, and a summary."""
    for notebook in checked:
        if notebook.problem:
            click.echo(click.style(f"{notebook.problem}", fg="red"), err=True)
        elif notebook.cells:
            click.echo(click.style(str(notebook.path), bold=True))
            for cell in notebook.cells:
                _print_cell(cell, updated=notebook.path in done and cell.updatable)
    click.echo(_summary(checked, done))


def _print_cell(checked: CheckedCell, *, updated: bool) -> None:
    word = "updated" if updated else _WORDS[checked.verdict]
    click.echo(
        f"  cell {checked.cell.index + 1}: "
        f"{click.style(word, fg='green' if updated else _COLORS[checked.verdict])}"
        f"{_what(checked)}"
    )
    if checked.detail:
        click.echo(f"    {visible(checked.detail)}")
    for line in checked.diff.splitlines() if checked.verdict is Verdict.NEWER else []:
        click.echo("    " + click.style(visible(line), fg={"+": "green", "-": "red"}.get(line[:1])))


def _what(checked: CheckedCell) -> str:
    record = checked.provenance
    if record is None:
        return ""
    label = client_label(record.sdk.type, record.client)
    sdk = f"{record.sdk.package} {record.sdk.version}"
    return visible(f" · {record.endpoint} · {label} · {sdk}")


def _summary(checked: Sequence[CheckedNotebook], done: set[Path]) -> str:
    words = Counter(
        "updated" if notebook.path in done and cell.updatable else _WORDS[cell.verdict]
        for notebook in checked
        for cell in notebook.cells
    )
    cells = words.total()
    read = sum(1 for notebook in checked if notebook.file is not None)
    order = ["current", "updated", *(word for word in _WORDS.values() if word != "current")]
    parts = ", ".join(f"{words[word]} {word}" for word in order if words[word])
    return (
        f"{cells} snippet{'s' * (cells != 1)} in {read} notebook{'s' * (read != 1)}"
        f"{': ' if parts else ''}{parts}."
    )


def print_json(checked: Sequence[CheckedNotebook], done: set[Path]) -> None:
    """Print everything as one JSON object."""
    counts = Counter(cell.verdict for notebook in checked for cell in notebook.cells)
    content = {
        "notebooks": [
            {
                "path": str(notebook.path),
                "problem": notebook.problem or None,
                "cells": [_cell_fields(cell, notebook.path in done) for cell in notebook.cells],
            }
            for notebook in checked
        ],
        "summary": {verdict.value: counts[verdict] for verdict in Verdict},
    }
    click.echo(json.dumps(content, indent=2))


def _cell_fields(checked: CheckedCell, done: bool) -> dict[str, Any]:  # noqa: FBT001 - internal
    record = checked.provenance
    fields: Mapping[str, Any] = msgspec.to_builtins(record) if record else {}
    return {
        "index": checked.cell.index,
        "line": checked.cell.line,
        "verdict": checked.verdict.value,
        "detail": checked.detail,
        **{name: value for name, value in fields.items() if name != "digest"},
        "newest": checked.newest.sdk.version if checked.newest else None,
        "diff": checked.diff,
        "updated": done and checked.updatable,
    }


def print_github(checked: Sequence[CheckedNotebook], done: set[Path]) -> None:
    """Print workflow commands (GitHub Actions, "Setting a warning message"), then the summary."""
    for notebook in checked:
        if notebook.problem:
            click.echo(_command("error", notebook.path, 1, "Notebook", notebook.problem))
        for cell in notebook.cells:
            if cell.verdict is Verdict.CURRENT or (notebook.path in done and cell.updatable):
                continue
            level = "error" if cell.verdict in STALE else "notice"
            text = f"Cell {cell.cell.index + 1}{_what(cell)}. {visible(cell.detail)}\n{cell.diff}"
            title = f"Snippet: {_WORDS[cell.verdict]}"
            click.echo(_command(level, notebook.path, cell.cell.line, title, text.strip()))
    click.echo(_summary(checked, done))


def _command(level: str, path: Path, line: int, title: str, text: str) -> str:
    return (
        f"::{level} file={_property(path.as_posix())},line={line},title={_property(title)}"
        f"::{_data(text)}"
    )


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


REPORTS: Mapping[str, Callable[[Sequence[CheckedNotebook], set[Path]], None]] = MappingProxyType(
    {"text": print_text, "json": print_json, "github": print_github}
)
