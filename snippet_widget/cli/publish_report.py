"""What ``publish`` says at the end: a table for people, JSON for programs."""

from __future__ import annotations

import re
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import click
import msgspec
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from snippet_widget.languages import client_label, language
from snippet_widget.publishing.path_alignment import common_endpoints

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.catalog import PublishReport
    from snippet_widget.publication import Problem, Publication

_MOST_PROBLEMS = 20
_FEW = 5
_WIDTH = 120
_LABEL = re.compile(r"^(?:sync|async): ")
_SUBJECT = re.compile(
    r"(?<!but )(?<![.\w$])[\w$]+(?:\.[\w$]+)+|(?<=argument )[\w$]+|(?<=name )[\w$]+"
)


def print_json(
    org: str, api: str, publications: Sequence[Publication], reports: Sequence[PublishReport]
) -> None:
    """Print what was read and stored as one JSON object on standard output."""
    described = {
        "org": org,
        "api": api,
        "dry_run": not reports,
        "common_endpoints": common_endpoints(publications),
        "publications": [
            _described(publication, reports[number] if reports else None)
            for number, publication in enumerate(publications)
        ],
    }
    click.echo(msgspec.json.format(msgspec.json.encode(described), indent=2).decode())


def print_table(
    org: str, api: str, publications: Sequence[Publication], reports: Sequence[PublishReport]
) -> None:
    """Print a table of endpoints and snippets, warnings by kind, and problems with their place."""
    console = Console(highlight=False)
    if not sys.stdout.isatty():  # not console.is_terminal: a kernel sets FORCE_COLOR
        console = Console(highlight=False, width=_WIDTH, force_terminal=False)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("SDK", "Version"):
        table.add_column(heading, overflow="fold")
    for heading in ("Endpoints", "Snippets", "Warned", "Repaired", "Problems"):
        table.add_column(heading, justify="left" if heading == "Snippets" else "right")
    for publication in publications:
        table.add_row(*_row(publication))
    console.print(table)
    if len(publications) > 1:
        common = _counted(common_endpoints(publications), "endpoint")
        console.print(f"{common} in more than one language.")
    for line in _remarks(publications):
        console.print(Text(line), soft_wrap=True)
    console.print(Text(_outcome(org, api, publications, reports), style="bold"), soft_wrap=True)


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


def _described(publication: Publication, report: PublishReport | None) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "sdk": publication.sdk,
        "endpoints": len(publication.endpoints),
        "snippets": snippet_counts(publication),
        "without_snippet": [
            f"{e.method} {e.path}" for e in publication.endpoints if e.full is None
        ],
        "warnings": warning_kinds(publication),
        "repairs": dict(Counter(_repairs(publication))),
        "problems": publication.problems,
    }
    if report is not None:
        fields |= {
            "revision": report.revision,
            "replaced": report.replaced,
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
        str(len(publication.problems)),
    ]


def _remarks(publications: Sequence[Publication]) -> Iterable[str]:
    for publication in publications:
        package = publication.sdk.package
        for kind, number in warning_kinds(publication).items():
            yield f"  warning   {package}: {kind} ({_counted(number, 'snippet')})"
        for repair, number in _repair_kinds(publication).items():
            yield f"  repaired  {package}: {repair} ({_counted(number, 'snippet')})"
        missing = sum(endpoint.full is None for endpoint in publication.endpoints)
        if missing:
            yield f"  missing   {package}: no snippet published for {_counted(missing, 'endpoint')}"
        shown = publication.problems[:_MOST_PROBLEMS]
        yield from (f"  problem   {_placed(problem)}" for problem in shown)
        more = len(publication.problems) - len(shown)
        if more > 0:
            yield f"  problem   … and {more} more; --json lists them all"


def _placed(problem: Problem) -> str:
    line = f":{problem.line}" if problem.line else ""
    place = f"{problem.file}{line}: " if problem.file else ""
    endpoint = f"{problem.endpoint}: " if problem.endpoint else ""
    return f"{place}{endpoint}{problem.message}"


def _outcome(
    org: str, api: str, publications: Sequence[Publication], reports: Sequence[PublishReport]
) -> str:
    names = ", ".join(f"{p.sdk.package} {p.sdk.version}" for p in publications)
    if not reports:
        return f"Dry run: nothing was stored. {names} can be published in {org}/{api}."
    replaced = [report for report in reports if report.replaced]
    changes = "".join(
        f" {report.sdk.package}: {_counted(len(report.added), 'endpoint')} added, "
        f"{len(report.changed)} changed, {len(report.removed)} removed."
        for report in replaced
    )
    return f"Published {names} in {org}/{api}.{changes}"
