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

from snippet_widget.cards.visible_text import visible, visible_line
from snippet_widget.cli.changes import changes_markdown
from snippet_widget.cli.publish_gate import findings, hidden_in
from snippet_widget.endpoints import path_key
from snippet_widget.languages import client_label, language, language_order
from snippet_widget.plurals import counted
from snippet_widget.publication import PublishMode
from snippet_widget.publishing.credential_detection import can_find_credentials
from snippet_widget.publishing.path_alignment import common_endpoints
from snippet_widget.syntax.grammars import has_grammar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.catalog import PublishReport
    from snippet_widget.cli.publish_target import Outcome
    from snippet_widget.publication import Problem, Publication

_MOST_PROBLEMS = 20
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
        "languages": language_sets(outcome.publications),
        "publications": [
            _described(publication, report, skipped=_is_skipped(summary, report))
            for publication, report in zip(outcome.publications, summary.reports, strict=True)
        ],
        "changes": outcome.changes,
        "findings": findings(outcome.publications),
        "unchecked": unchecked(outcome.publications),
    }
    click.echo(msgspec.json.format(msgspec.json.encode(described), indent=2).decode())


def unchecked(publications: Sequence[Publication]) -> list[str]:
    """Return what was not looked at, as what does that is not installed."""
    types = dict.fromkeys(p.sdk.type for p in publications if has_grammar(p.sdk.type) is False)
    syntaxes = [f"the syntax of {language(type_).label}" for type_ in types]
    return [*syntaxes, *([] if can_find_credentials() else ["secrets"])]


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
        common = counted(common_endpoints(publications), "endpoint")
        console.print(f"{common} in more than one language.")
        for languages, number in language_sets(publications).items():
            console.print(Text(f"  snippets of {counted(number, 'endpoint')} in {languages}"))
    for line in _remarks(publications):
        console.print(Text(visible_line(line)), soft_wrap=True)
    for changes in summary.outcome.changes:
        console.print(Text(visible("\n".join(changes_markdown(changes)))), soft_wrap=True)
    if missing := unchecked(publications):
        hint = (
            f"Not checked: {', '.join(missing)}; pip install 'snippet-widget[publish]' adds that."
        )
        console.print(Text(hint), soft_wrap=True)
    print_outcome(summary, console)


def _in_lines(publication: Publication) -> str:
    """Return the row of a publication for a terminal that is too narrow for the table."""
    cells = row_cells(publication)
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
        table.add_row(*row_cells(publication))
    return table


def print_outcome(summary: PublishSummary, console: Console | None = None) -> None:
    """Print what became of it, in a line."""
    console = console or Console(highlight=False)
    console.print(Text(visible_line(outcome_text(summary)), style="bold"), soft_wrap=True)


def snippet_counts(publication: Publication) -> dict[str, int]:
    """Return the number of snippets by client: ``sync_client``, ``async_client``, ``client``."""
    counts = Counter(
        client
        for endpoint in publication.endpoints
        if endpoint.full is not None
        for client in endpoint.full.sources
    )
    return dict(sorted(counts.items(), reverse=True))


def language_sets(publications: Sequence[Publication]) -> dict[str, int]:
    """Return the number of endpoints that have snippets in the same languages, by those."""
    found: dict[tuple[str, str], set[str]] = {}
    for publication in publications:
        for each in publication.endpoints:
            languages = found.setdefault((each.method, path_key(each.path)), set())
            languages |= {publication.sdk.type} if each.full is not None else set()
    counts = Counter(
        ", ".join(language(type_).label for type_ in sorted(types, key=language_order)) or "none"
        for types in found.values()
    )
    return dict(counts.most_common())


def warning_kinds(publication: Publication) -> dict[str, int]:
    """Return the number of warned snippets by kind of warning: names and calls left open."""
    kinds = Counter(
        kind
        for endpoint in publication.endpoints
        if endpoint.full is not None
        for kind in {_kind(warning) for warning in endpoint.full.warnings}
    )
    return dict(kinds.most_common())


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


def row_cells(publication: Publication) -> list[Text | str]:
    """Return package, version, endpoints, snippets, warned, repaired and problems."""
    counts = snippet_counts(publication)
    clients = language(publication.sdk.type).clients
    snippets = [
        f"{client_label(publication.sdk.type, client)} {counts.get(client, 0)}"
        for client in {**dict.fromkeys(clients), **counts}
    ]
    full = [endpoint.full for endpoint in publication.endpoints if endpoint.full is not None]
    return [
        Text(visible_line(publication.sdk.package or "")),
        Text(visible_line(publication.sdk.version or "")),
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
            yield f"  warning   {package}: {kind} ({counted(number, 'snippet')})"
        yield from _hidden(publication)
        for repair, number in _repair_kinds(publication).items():
            yield f"  repaired  {package}: {repair} ({counted(number, 'snippet')})"
        for found in findings([publication]):
            if found.kind == "secret":
                place = " ".join(filter(None, (found.endpoint, found.example)))
                yield f"  secret    {package}: {place}: {found.message}"
        missing = sum(endpoint.full is None for endpoint in publication.endpoints)
        if missing:
            yield f"  missing   {package}: no snippet published for {counted(missing, 'endpoint')}"
        if publication.internal:
            left_out = counted(len(publication.internal), "endpoint")
            yield f"  internal  {package}: {left_out} left out, as the description says"
        for note in (problem for problem in publication.problems if problem.note):
            yield f"  note      {package}: {_placed(note)}"
        problems = [problem for problem in publication.problems if not problem.note]
        shown = problems[:_MOST_PROBLEMS]
        yield from (f"  problem   {_placed(problem)}" for problem in shown)
        more = len(problems) - len(shown)
        if more > 0:
            yield f"  problem   … and {more} more; --json lists them all"


def _hidden(publication: Publication) -> Iterable[str]:
    if found := list(hidden_in(publication)):
        more = f" ({counted(len(found), 'source')} in all)" if found[1:] else ""
        place = f"{publication.sdk.package}: {found[0].endpoint}"
        yield f"  warning   {place}: {found[0].message}{more}"


def _placed(problem: Problem) -> str:
    line = f":{problem.line}" if problem.line else ""
    place = f"{problem.file}{line}: " if problem.file else ""
    endpoint = f"{problem.endpoint}: " if problem.endpoint else ""
    return f"{place}{endpoint}{problem.message}"


def outcome_text(summary: PublishSummary) -> str:
    """Return what became of a run, in sentences."""
    where = f"{summary.org}/{summary.api}"
    if summary.failed:
        return f"Nothing was stored in {where}: {'; '.join(summary.failed)}."
    place = f" {summary.outcome.kind.capitalize()}: {summary.outcome.name}"
    outcomes = list(zip(summary.publications, summary.reports, strict=True))
    skipped = [p for p, report in outcomes if _is_skipped(summary, report)]
    stored = _names([p for p, report in outcomes if not _is_skipped(summary, report)])
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
        f"{report.sdk.package}: {counted(len(report.added), 'endpoint')} added, "
        f"{len(report.changed)} changed, {len(report.removed)} removed."
    )
