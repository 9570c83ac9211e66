"""What ``publish`` says at the end: a table for people, JSON for programs."""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click
import msgspec
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from snippet_widget.cli.changes import changes_markdown
from snippet_widget.cli.publish_gate import findings
from snippet_widget.languages import client_label, language
from snippet_widget.publication import PublishMode
from snippet_widget.publishing.credentials_found import can_find_credentials
from snippet_widget.publishing.path_alignment import common_endpoints
from snippet_widget.syntax.grammars import has_grammar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from snippet_widget.catalog import PublishReport
    from snippet_widget.cli.publish_target import Outcome
    from snippet_widget.publication import Problem, Publication

ANNOTATIONS = 10
"""GitHub shows so many of each kind for one step, and drops the others without a word."""
_GRAVEST = ("secret", "problem", "warning", "note")
_LEVELS = {"secret": "error", "note": "notice"}
_MOST_PROBLEMS = 20
_MOST_ROWS = 200
_FEW = 5
_WIDTH = 120
_NARROW = 72
_LABEL = re.compile(r"^(?:sync|async): ")
_SUBJECT = re.compile(
    r"(?<!but )(?<![.\w$])[\w$]+(?:\.[\w$]+)+|(?<=argument )[\w$]+|(?<=name )[\w$]+"
)


@dataclass(frozen=True)
class PublishSummary:
    """All that there is to report of a run.

    Parameters
    ----------
    failed
        What kept it from being stored.
    """

    org: str
    api: str
    outcome: Outcome
    mode: PublishMode
    dry_run: bool
    failed: Sequence[str] = ()

    @property
    def publications(self) -> Sequence[Publication]:
        """What was read, and stored if nothing kept it from that."""
        return self.outcome.publications

    @property
    def reports(self) -> Sequence[PublishReport | None]:
        """What storing each did; None where that is not known."""
        return self.outcome.reports or [None] * len(self.publications)


def print_json(summary: PublishSummary) -> None:
    """Print what was read and stored as one JSON object on standard output."""
    outcome = summary.outcome
    described = {
        "org": summary.org,
        "api": summary.api,
        "catalog": outcome.name if outcome.kind == "catalog" else None,
        "service": outcome.name if outcome.kind == "service" else None,
        "dry_run": summary.dry_run,
        "compared": not outcome.untried,
        "failed": summary.failed,
        "common_endpoints": common_endpoints(outcome.publications),
        "publications": [
            _described(publication, report, skipped=_is_skipped(summary, report))
            for publication, report in zip(outcome.publications, summary.reports, strict=True)
        ],
        "changes": outcome.changes,
        "findings": findings(outcome.publications),
        "unchecked": unchecked(outcome.publications),
    }
    click.echo(msgspec.json.format(msgspec.json.encode(described), indent=2).decode())


def print_github(summary: PublishSummary) -> None:
    """Print annotations of a workflow, the gravest first, and the outcome."""
    found = sorted(findings(summary.publications), key=lambda each: _GRAVEST.index(each.kind))
    for finding in found[:ANNOTATIONS]:
        place = f" file={_property(finding.file)}" if finding.file else ""
        place += f",line={finding.line}" if finding.file and finding.line else ""
        where = " ".join(filter(None, (finding.sdk, finding.endpoint, finding.example)))
        level = _LEVELS.get(finding.kind, "warning")
        click.echo(f"::{level}{place}::{_data(f'{where}: {finding.message}')}")
    if len(found) > ANNOTATIONS:
        click.echo(f"{len(found)} findings, of which {ANNOTATIONS} are annotated.")
    level = "error" if summary.failed else "notice"
    click.echo(f"::{level}::{_data(_outcome(summary))}")


def write_summary(summary: PublishSummary, path: Path) -> None:
    """Append what was read, found and stored, in Markdown (GitHub Actions, "job summary")."""
    lines = ["### Snippets published", "", _outcome(summary), ""]
    lines += ["| SDK | Version | Endpoints | Snippets | Warned | Problems |"]
    lines += ["| --- | --- | ---: | --- | ---: | ---: |"]
    for publication in summary.publications:
        package, version, number, snippets, warned, _, problems = map(str, _row(publication))
        cells = (package, version, number, snippets.replace("\n", ", "), warned, problems)
        lines.append(f"| {' | '.join(map(_cell, cells))} |")
    found = findings(summary.publications)
    if found:
        lines += ["", "| Found | SDK | Endpoint | What |", "| --- | --- | --- | --- |"]
        for each in found[:_MOST_ROWS]:
            where = " ".join(filter(None, (each.endpoint, each.example)))
            lines.append(
                f"| {' | '.join(map(_cell, (each.kind, each.sdk, where, each.message)))} |"
            )
        if len(found) > _MOST_ROWS:
            lines.append(f"\n{len(found)} findings in all.")
    for changes in summary.outcome.changes:
        lines += ["", *changes_markdown(changes)]
    with path.open("a", encoding="utf-8") as file:
        file.write("\n".join([*lines, "", ""]))


def _cell(text: str) -> str:
    """Return text as the content of a cell of a Markdown table."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def unchecked(publications: Sequence[Publication]) -> list[str]:
    """Return what was not looked at, as what does that is not installed."""
    types = dict.fromkeys(p.sdk.type for p in publications if has_grammar(p.sdk.type) is False)
    said = [f"the syntax of {language(type_).label}" for type_ in types]
    return [*said, *([] if can_find_credentials() else ["secrets"])]


def _data(text: str) -> str:
    """Escape what a workflow command says."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def print_table(summary: PublishSummary, console: Console | None = None) -> None:
    """Print a table of endpoints and snippets, warnings by kind, and problems with their place."""
    publications = summary.publications
    given, console = console, console or Console(highlight=False)
    if (
        given is None and not sys.stdout.isatty()
    ):  # not console.is_terminal: a kernel sets FORCE_COLOR
        console = Console(highlight=False, width=_WIDTH, force_terminal=False)
    if console.width < _NARROW:
        for publication in publications:
            console.print(Text(_in_lines(publication)), soft_wrap=True)
    else:
        console.print(_table(publications))
    if len(publications) > 1:
        common = _counted(common_endpoints(publications), "endpoint")
        console.print(f"{common} in more than one language.")
    for line in _remarks(publications):
        console.print(Text(line), soft_wrap=True)
    for changes in summary.outcome.changes:
        console.print(Text("\n".join(changes_markdown(changes))), soft_wrap=True)
    if missing := unchecked(publications):
        hint = f"Not checked: {', '.join(missing)}; pip install 'snippet-widget[publish]' does it."
        console.print(Text(hint), soft_wrap=True)
    print_outcome(summary, console)


def _in_lines(publication: Publication) -> str:
    """Return the row of a publication for a terminal that is too narrow for the table."""
    cells = _row(publication)
    package, version, endpoints, snippets, warned, repaired, problems = map(str, cells)
    listed = ", ".join(snippets.split("\n"))
    return (
        f"{package} {version}\n  endpoints {endpoints}; {listed}\n"
        f"  warned {warned}, repaired {repaired}, problems {problems}"
    )


def _table(publications: Sequence[Publication]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("SDK", "Version"):
        table.add_column(heading, overflow="fold")
    for heading in ("Endpoints", "Snippets", "Warned", "Repaired", "Problems"):
        table.add_column(heading, justify="left" if heading == "Snippets" else "right")
    for publication in publications:
        table.add_row(*_row(publication))
    return table


def print_outcome(summary: PublishSummary, console: Console | None = None) -> None:
    """Print what became of it, in a line."""
    console = console or Console(highlight=False)
    console.print(Text(_outcome(summary), style="bold"), soft_wrap=True)


def snippet_counts(publication: Publication) -> dict[str, int]:
    """Return the number of snippets by client: ``sync_client``, ``async_client``, ``client``."""
    counts = Counter(
        client
        for endpoint in publication.endpoints
        if endpoint.full is not None
        for client in endpoint.full.sources
    )
    return dict(sorted(counts.items(), reverse=True))


def warning_kinds(publication: Publication) -> dict[str, int]:
    """Return the number of warned snippets by kind of warning: names and calls left open."""
    kinds = Counter(
        kind
        for endpoint in publication.endpoints
        if endpoint.full is not None
        for kind in {_kind(warning) for warning in endpoint.full.warnings}
    )
    return dict(kinds.most_common())


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _kind(warning: str) -> str:
    return _SUBJECT.sub("…", _LABEL.sub("", warning))


def _is_skipped(summary: PublishSummary, report: PublishReport | None) -> bool:
    return report is not None and report.replaced and summary.mode is PublishMode.SKIP


def _described(
    publication: Publication, report: PublishReport | None, *, skipped: bool
) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "sdk": publication.sdk,
        "endpoints": len(publication.endpoints),
        "snippets": snippet_counts(publication),
        "without_snippet": [
            f"{e.method} {e.path}" for e in publication.endpoints if e.full is None
        ],
        "warnings": warning_kinds(publication),
        "repairs": dict(Counter(_repairs(publication))),
        "internal": publication.internal,
        "deprecated": [
            f"{e.method} {e.path}" for e in publication.endpoints if e.full and e.full.deprecated
        ],
        "problems": publication.problems,
    }
    if report is not None:
        fields |= {
            "revision": report.revision,
            "replaced": report.replaced and not skipped,
            "skipped": skipped,
            "added": report.added,
            "changed": report.changed,
            "removed": report.removed,
        }
    return fields


def _repairs(publication: Publication) -> Iterable[str]:
    return (repair for e in publication.endpoints if e.full for repair in e.full.repairs)


def _repair_kinds(publication: Publication) -> dict[str, int]:
    """Return the number of repairs of each kind: with their names, where those are few."""
    found = Counter(_repairs(publication))
    return found if len(found) <= _FEW else Counter(map(_kind, _repairs(publication)))


def _row(publication: Publication) -> list[Text | str]:
    counts = snippet_counts(publication)
    clients = language(publication.sdk.type).clients
    snippets = [
        f"{client_label(publication.sdk.type, client)} {counts.get(client, 0)}"
        for client in {**dict.fromkeys(clients), **counts}
    ]
    full = [endpoint.full for endpoint in publication.endpoints if endpoint.full is not None]
    return [
        Text(publication.sdk.package or ""),
        Text(publication.sdk.version or ""),
        str(len(publication.endpoints)),
        "\n".join(snippets),
        str(sum(bool(snippet.warnings) for snippet in full)),
        str(sum(bool(snippet.repairs) for snippet in full)),
        str(sum(not problem.note for problem in publication.problems)),
    ]


def _remarks(publications: Sequence[Publication]) -> Iterable[str]:
    for publication in publications:
        package = publication.sdk.package
        for kind, number in warning_kinds(publication).items():
            yield f"  warning   {package}: {kind} ({_counted(number, 'snippet')})"
        for repair, number in _repair_kinds(publication).items():
            yield f"  repaired  {package}: {repair} ({_counted(number, 'snippet')})"
        for found in findings([publication]):
            if found.kind == "secret":
                place = " ".join(filter(None, (found.endpoint, found.example)))
                yield f"  secret    {package}: {place}: {found.message}"
        missing = sum(endpoint.full is None for endpoint in publication.endpoints)
        if missing:
            yield f"  missing   {package}: no snippet published for {_counted(missing, 'endpoint')}"
        if publication.internal:
            left_out = _counted(len(publication.internal), "endpoint")
            yield f"  internal  {package}: {left_out} left out, as the description has it"
        for note in (problem for problem in publication.problems if problem.note):
            yield f"  note      {package}: {_placed(note)}"
        problems = [problem for problem in publication.problems if not problem.note]
        shown = problems[:_MOST_PROBLEMS]
        yield from (f"  problem   {_placed(problem)}" for problem in shown)
        more = len(problems) - len(shown)
        if more > 0:
            yield f"  problem   … and {more} more; --json lists them all"


def _placed(problem: Problem) -> str:
    line = f":{problem.line}" if problem.line else ""
    place = f"{problem.file}{line}: " if problem.file else ""
    endpoint = f"{problem.endpoint}: " if problem.endpoint else ""
    return f"{place}{endpoint}{problem.message}"


def _outcome(summary: PublishSummary) -> str:
    where = f"{summary.org}/{summary.api}"
    if summary.failed:
        return f"Nothing was stored in {where}: {'; '.join(summary.failed)}."
    place = f" {summary.outcome.kind.capitalize()}: {summary.outcome.name}"
    told = list(zip(summary.publications, summary.reports, strict=True))
    skipped = [p for p, report in told if _is_skipped(summary, report)]
    stored = _names([p for p, report in told if not _is_skipped(summary, report)])
    sentences = []
    if summary.dry_run:
        sentences.append("Dry run: nothing was stored.")
    if summary.dry_run and summary.outcome.untried:
        return (
            f"Dry run: nothing was sent. {summary.outcome.name} cannot be asked what publishing "
            f"would change there; {stored} was read and checked here."
        )
    if stored and summary.dry_run:
        sentences.append(f"{stored} can be published in {where}.")
    elif stored:
        sentences.append(f"Published {stored} in {where}.")
    if skipped:
        sentences.append(f"Skipped, as published in {where} already: {_names(skipped)}.")
    sentences += [_changes(r) for r in summary.reports if r is not None and r.replaced and stored]
    return " ".join(sentences) + place


def _names(publications: Sequence[Publication]) -> str:
    return ", ".join(f"{p.sdk.package} {p.sdk.version}" for p in publications)


def _changes(report: PublishReport) -> str:
    return (
        f"{report.sdk.package}: {_counted(len(report.added), 'endpoint')} added, "
        f"{len(report.changed)} changed, {len(report.removed)} removed."
    )
