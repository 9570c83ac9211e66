"""What ``check`` prints for continuous integration: GitHub's annotations, JUnit's XML."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET  # written only, never read

import click

from snippet_widget.cards.markup_text import markdown_remark
from snippet_widget.cards.visible_text import visible
from snippet_widget.cli.check_report import (
    FINE,
    WORDS,
    cell_description,
    cell_number,
    missing_text,
)
from snippet_widget.cli.github import (
    ANNOTATIONS,
    command_data,
    command_property,
    repository_path,
    table_cell,
)
from snippet_widget.cli.output_files import write_output

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from snippet_widget.cli.check_report import Report


@dataclass(frozen=True)
class _Finding:
    """Something to be shown at a line of a file."""

    path: Path
    line: int
    title: str
    text: str
    fails: bool = True

    @property
    def command(self) -> str:
        """It as a workflow command (GitHub Actions, "Setting an error message")."""
        level = "error" if self.fails else "notice"
        place = f"file={command_property(repository_path(self.path))},line={self.line}"
        return f"::{level} {place},title={command_property(self.title)}::{command_data(self.text)}"


def print_github(report: Report) -> None:
    """Print annotations, those that fail first, then how many there are, then the summary."""
    findings = list(_findings(report))
    for finding in sorted(_in_turn(findings), key=lambda each: not each.fails)[:ANNOTATIONS]:
        click.echo(finding.command)
    if len(findings) > ANNOTATIONS:
        click.echo(f"{len(findings)} findings, of which {ANNOTATIONS} are annotated.")
    click.echo(report.summary)


def _in_turn(findings: list[_Finding]) -> Iterator[_Finding]:
    """Yield the first finding of each file, then the second of each: no file has them all."""
    by_file: dict[tuple[Path, bool], list[_Finding]] = {}
    for finding in findings:
        by_file.setdefault((finding.path, finding.fails), []).append(finding)
    for row in zip_longest(*by_file.values()):
        yield from (finding for finding in row if finding)


def write_summary(report: Report, path: Path) -> None:
    """Append a table of what was found, in Markdown (GitHub Actions, "Adding a job summary")."""
    findings = list(_findings(report))
    lines = ["### Snippets in documents", "", markdown_remark(report.summary), ""]
    if findings:
        lines += ["| Document | Line | Found |", "| --- | --- | --- |"]
        lines += [
            f"| {table_cell(finding.path.as_posix())} | {finding.line} | {'**' * finding.fails}"
            f"{table_cell(finding.title)}{'**' * finding.fails}: "
            f"{table_cell(finding.text.splitlines()[0] if finding.text else '')} |"
            for finding in findings
        ]
    write_output(path, "\n".join([*lines, "", ""]), append=True)


def print_junit(report: Report) -> None:
    """Print one test suite for each document, and a test case for each of its cells."""
    suites = ET.Element("testsuites", name="snippet-widget check")
    for document in report.documents:
        suite = ET.SubElement(suites, "testsuite", name=document.path.as_posix())
        findings = [] if not document.problem else [("file", True, visible(document.problem))]
        findings += [
            (
                f"cell {cell_number(cell)}{cell_description(cell)}",
                report.fails(document, cell),
                visible(
                    f"{report.outcome_word(document, cell)}. {cell.detail}\n{cell.diff}".strip()
                ),
            )
            for cell in document.cells
        ]
        if report.is_incomplete(document):
            findings.append(("document", True, missing_text(document, added=False)))
        for name, fails, text in findings:
            _add_case(suite, document.path, name, text if fails else "", broken=name == "file")
        suite.set("tests", str(len(findings)))
        suite.set("errors", str(len(suite.findall("testcase/error"))))
        suite.set("failures", str(len(suite.findall("testcase/failure"))))
    ET.indent(suites)
    click.echo(ET.tostring(suites, encoding="unicode", xml_declaration=False))


def _add_case(suite: ET.Element, path: Path, name: str, text: str, *, broken: bool) -> None:
    case = ET.SubElement(suite, "testcase", classname=path.as_posix(), name=name)
    if text:
        kind = "error" if broken else "failure"
        ET.SubElement(case, kind, message=text.splitlines()[0]).text = text


def _findings(report: Report) -> Iterator[_Finding]:
    for document in report.documents:
        path, line = document.path, document.line or 1
        if document.problem:
            yield _Finding(path, line, "Document", visible(document.problem))
        if report.is_incomplete(document):
            text = missing_text(document, added=False)
            what = "endpoints" if document.missing_endpoints else "cells"
            yield _Finding(path, line, f"Snippets: {what} are missing", text)
        for cell in document.cells:
            word = report.outcome_word(document, cell)
            fails = report.fails(document, cell)
            if not (fails or cell.status) and (cell.outcome in FINE or word not in WORDS.values()):
                continue
            detail = visible(f"{cell.detail}\n{cell.diff}".strip())
            text = f"Cell {cell_number(cell)}{cell_description(cell)}. {detail}"
            yield _Finding(path, cell.cell.line, f"Snippet: {word}", text.strip(), fails=fails)
