"""What ``publish`` leaves in a workflow: GitHub's annotations, and a job summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from snippet_widget.cards.markup_text import markdown_remark
from snippet_widget.cli.changes import changes_markdown
from snippet_widget.cli.github import ANNOTATIONS, command_data, command_property, table_cell
from snippet_widget.cli.output_files import write_output
from snippet_widget.cli.publish_gate import findings
from snippet_widget.cli.publish_report import outcome_text, row_cells

if TYPE_CHECKING:
    from pathlib import Path

    from snippet_widget.cli.publish_report import PublishSummary

_BY_SEVERITY = ("secret", "problem", "warning", "note")
_LEVELS = {"secret": "error", "note": "notice"}
_MOST_ROWS = 200


def print_github(summary: PublishSummary) -> None:
    """Print annotations of a workflow, the most severe first, and the outcome."""
    found = sorted(findings(summary.publications), key=lambda each: _BY_SEVERITY.index(each.kind))
    for finding in found[:ANNOTATIONS]:
        place = f" file={command_property(finding.file)}" if finding.file else ""
        place += f",line={finding.line}" if finding.file and finding.line else ""
        where = " ".join(filter(None, (finding.sdk, finding.endpoint, finding.example)))
        level = _LEVELS.get(finding.kind, "warning")
        click.echo(f"::{level}{place}::{command_data(f'{where}: {finding.message}')}")
    if len(found) > ANNOTATIONS:
        click.echo(f"{len(found)} findings, of which {ANNOTATIONS} are annotated.")
    level = "error" if summary.failed else "notice"
    click.echo(f"::{level}::{command_data(outcome_text(summary))}")


def write_summary(summary: PublishSummary, path: Path) -> None:
    """Append what was read, found and stored, in Markdown (GitHub Actions, "job summary")."""
    lines = ["### Snippets published", "", markdown_remark(outcome_text(summary)), ""]
    lines += ["| SDK | Version | Endpoints | Snippets | Warned | Problems |"]
    lines += ["| --- | --- | ---: | --- | ---: | ---: |"]
    for publication in summary.publications:
        package, version, number, snippets, warned, _, problems = map(str, row_cells(publication))
        cells = (package, version, number, snippets.replace("\n", ", "), warned, problems)
        lines.append(f"| {' | '.join(map(table_cell, cells))} |")
    found = findings(summary.publications)
    if found:
        lines += ["", "| Found | SDK | Endpoint | What |", "| --- | --- | --- | --- |"]
        for each in found[:_MOST_ROWS]:
            where = " ".join(filter(None, (each.endpoint, each.example)))
            lines.append(
                f"| {' | '.join(map(table_cell, (each.kind, each.sdk, where, each.message)))} |"
            )
        if len(found) > _MOST_ROWS:
            lines.append(f"\n{len(found)} findings in all.")
    for changes in summary.outcome.changes:
        lines += ["", *changes_markdown(changes)]
    write_output(path, "\n".join([*lines, "", ""]), append=True)
