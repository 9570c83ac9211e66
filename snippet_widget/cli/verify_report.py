"""What ``verify`` prints: a table with the failures below it, or JSON."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import click
import msgspec
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from snippet_widget.cards.visible_text import visible, visible_line
from snippet_widget.languages import client_label
from snippet_widget.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from snippet_widget.cli.verify_subjects import Subject, VerifiedSubject
    from snippet_widget.verifying import Isolation, Verification

_WIDTH = 160


def print_json(done: Sequence[VerifiedSubject], isolation: Isolation) -> None:
    """Print everything as one JSON object on standard output."""
    results = [
        fields
        for subject in done
        for result in subject.all_results()
        for fields in [_fields(subject.subject, result)]
    ]
    described = {
        "isolation": isolation.value,
        "results": results,
        "problems": [
            {"subject": subject.subject.label, "problem": subject.problem}
            for subject in done
            if subject.problem
        ],
        "summary": _summary(done),
    }
    click.echo(msgspec.json.format(msgspec.json.encode(described), indent=2).decode())


def _fields(subject: Subject, result: Verification) -> dict[str, Any]:
    place: dict[str, Any] = {"sdk": subject.sdks[0]}
    if subject.notebook:
        place = {"notebook": subject.label, "cell": subject.notebook[result.cell]}
    return {
        **place,
        "method": result.method,
        "path": result.path,
        "client": result.program.client or None,
        "example": result.program.example or None,
        "form": result.program.form.value,
        "sent": result.sent or None,
        "failure": result.failure or None,
        "warned": result.program.warned,
    }


def _summary(done: Sequence[VerifiedSubject]) -> dict[str, int]:
    results = [result for subject in done for result in subject.all_results()]
    failed = [result for result in results if result.failure]
    return {
        "run": len(results),
        "right": len(results) - len(failed),
        "failed_with_warning": sum(result.program.warned for result in failed),
        "failed_without_warning": sum(not result.program.warned for result in failed),
    }


def print_table(done: Sequence[VerifiedSubject], _: Isolation) -> None:
    """Print a row for each client and form of an SDK, then what failed, and the sum."""
    console = Console(highlight=False)
    if not sys.stdout.isatty():  # not console.is_terminal: a kernel sets FORCE_COLOR
        console = Console(highlight=False, width=_WIDTH, force_terminal=False)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("What", "Client", "Form"):
        table.add_column(heading, overflow="fold")
    for heading in ("Run", "Right", "Share", "Failed, warned", "Failed, no warning"):
        table.add_column(heading, justify="right")
    for subject in done:
        for row in _rows(subject):
            table.add_row(*row)
    if table.row_count:
        console.print(table)
    for line in _remarks(done):
        console.print(Text(line), soft_wrap=True)
    console.print(Text(_outcome(done), style="bold"), soft_wrap=True)


def _rows(subject: VerifiedSubject) -> Iterator[list[Text | str]]:
    counts: dict[tuple[str, str], Counter[str]] = {}
    for result in subject.all_results():
        program = result.program
        counter = counts.setdefault((_client(subject, result), program.form.value), Counter())
        counter["run"] += 1
        if result.failure:
            counter["warned" if result.program.warned else "silent"] += 1
    for (client, form), counter in counts.items():
        right = counter["run"] - counter["warned"] - counter["silent"]
        yield [
            Text(visible_line(subject.subject.label)),
            client,
            form,
            str(counter["run"]),
            str(right),
            f"{right / counter['run']:.1%}",
            str(counter["warned"]),
            str(counter["silent"]),
        ]


def _client(subject: VerifiedSubject, result: Verification) -> str:
    client = result.program.client
    return client_label(subject.subject.sdks[0].type, client) if client else ""


def _remarks(done: Sequence[VerifiedSubject]) -> Iterator[str]:
    for subject in done:
        if subject.problem:
            yield visible(f"  problem  {subject.problem}")
        for result in subject.all_results():
            if result.failure:
                yield visible_line(f"  failed   {_place(subject, result)}: {result.failure}")


def _place(subject: VerifiedSubject, result: Verification) -> str:
    endpoint = f"{result.method} {result.path}"
    if subject.subject.notebook:
        cell = subject.subject.notebook[result.cell] + 1
        return f"{subject.subject.label} · cell {cell} · {endpoint}"
    program = result.program
    parts = [endpoint, _client(subject, result), program.example, program.form.value]
    warning = ["warned"] if result.program.warned else []
    return " · ".join(part for part in [*parts, *warning] if part)


def _outcome(done: Sequence[VerifiedSubject]) -> str:
    counts = _summary(done)
    failed = counts["run"] - counts["right"]
    their = "its" if counts["run"] == 1 else "their"
    run = counted(counts["run"], "snippet")
    text = f"{counts['right']} of {run} sent the request of {their} endpoint"
    if not failed:
        return f"{text}."
    return (
        f"{text}; {failed} did not, {counts['failed_without_warning']} of them without a warning."
    )
