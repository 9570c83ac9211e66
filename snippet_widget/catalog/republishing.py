"""What a publication makes of an SDK version that may be there already: the same for all stores."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from snippet_widget.catalog.merging import merged_text
from snippet_widget.catalog.records import PublishReport
from snippet_widget.catalog.rows import EndpointRow
from snippet_widget.catalog.runs import with_stored_runs, without_runs
from snippet_widget.errors import AlreadyPublished
from snippet_widget.plurals import counted
from snippet_widget.publication import PublishMode
from snippet_widget.sdk_selector import sdk_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from snippet_widget.catalog.rows import EndpointKey, Texts
    from snippet_widget.models import SdkSelector

_NAMED_DIFFERENCES = 5


class Differences(NamedTuple):
    """How a publication differs from the one that is there: ``POST /v1/x`` of each."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]


class PublishedRows(NamedTuple):
    """What an SDK version consists of after its publication, and what that changed.

    Parameters
    ----------
    known
        Whether the version was published before.
    """

    sdk: SdkSelector
    rows: Sequence[EndpointRow]
    known: bool
    changes: Differences

    @property
    def written(self) -> bool:
        """Whether there is anything to write."""
        return not self.known or any(self.changes)

    @property
    def snippets(self) -> int:
        """The number of endpoints with a snippet."""
        return sum(row.texts[0] is not None for row in self.rows)

    def report(self, name: tuple[str, str], revision: int) -> PublishReport:
        """Return what the publisher is told."""
        count = len(self.rows)
        return PublishReport(
            *name, self.sdk, revision, count, self.snippets, self.known, *self.changes
        )


def rows_to_store(
    sdk: SdkSelector,
    stored: Mapping[EndpointKey, tuple[str, Texts]] | None,
    rows: Sequence[EndpointRow],
    mode: PublishMode,
) -> PublishedRows:
    """Return what a publication makes of an SDK version.

    Parameters
    ----------
    stored
        Path and texts by endpoint of that version; None: it is not published.
    rows
        What is published.

    Raises
    ------
    AlreadyPublished
        The version is there, and the mode is NEW.
    """
    if stored is None:
        return PublishedRows(sdk, rows, known=False, changes=Differences((), (), ()))
    if mode is PublishMode.SKIP:
        rows = merged(stored, ())
    elif mode is PublishMode.MERGE:
        rows = merged(stored, rows)
    rows = [_with_stored_runs(row, stored) for row in rows]
    found = differences(stored, rows)
    if mode is PublishMode.NEW:
        raise already_published(sdk, found)
    return PublishedRows(sdk, rows, known=True, changes=found)


def _with_stored_runs(
    row: EndpointRow, stored: Mapping[EndpointKey, tuple[str, Texts]]
) -> EndpointRow:
    _, (full, short) = stored.get(row.key, ("", (None, None)))
    return row._replace(
        texts=(with_stored_runs(full, row.texts[0]), with_stored_runs(short, row.texts[1]))
    )


def merged(
    stored: Mapping[EndpointKey, tuple[str, Texts]], rows: Sequence[EndpointRow]
) -> list[EndpointRow]:
    """Add rows to what is stored: an endpoint that both have keeps the examples of both."""
    known = {key: EndpointRow(key[0], path, key[1], texts) for key, (path, texts) in stored.items()}
    for row in rows:
        before = known.get(row.key)
        known[row.key] = row if before is None else before._replace(texts=_both(before, row))
    return list(known.values())


def _both(before: EndpointRow, row: EndpointRow) -> Texts:
    before_full, before_short = map(without_runs, before.texts)
    full = merged_text(before_full, row.texts[0])
    short = merged_text(before_short or before_full, row.texts[1] or row.texts[0])
    return full, (short if short != full else None)


def differences(
    before: Mapping[EndpointKey, tuple[str, Texts]], rows: Sequence[EndpointRow]
) -> Differences:
    """Compare rows with what is stored: path and texts by endpoint."""
    now = {row.key: row for row in rows}
    return Differences(
        added=tuple(f"{r.method} {r.path}" for r in rows if r.key not in before),
        changed=tuple(
            f"{r.method} {r.path}" for r in rows if r.key in before and before[r.key][1] != r.texts
        ),
        removed=tuple(f"{key[0]} {path}" for key, (path, _) in before.items() if key not in now),
    )


def already_published(sdk: SdkSelector, found: Differences) -> AlreadyPublished:
    """Return the error that says what a second publication of a version would change."""
    parts = [
        f"{counted(len(names), 'endpoint')} {verb} ({_some(names)})"
        for verb, names in zip(("added", "changed", "removed"), found, strict=True)
        if names
    ]
    what = f"with {', '.join(parts)}" if parts else "exactly as it is here"
    return AlreadyPublished(
        f"{sdk_text(sdk)} is already published, and this would publish it "
        f"again {what}. Nothing was changed. --replace publishes it anew, --skip-existing leaves "
        "it."
    )


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_NAMED_DIFFERENCES])
    return shown if len(names) <= _NAMED_DIFFERENCES else f"{shown}, …"


class DryRun(Exception):
    """Ends the transaction of a publication that was only to be tried."""

    def __init__(self, reports: list[PublishReport]) -> None:
        super().__init__()
        self.reports = reports


def unless_dry_run(reports: list[PublishReport], *, dry_run: bool) -> list[PublishReport]:
    """Return the reports of what is stored.

    Raises
    ------
    DryRun
        It was only to be tried: the transaction ends without a trace.
    """
    if dry_run:
        raise DryRun(reports)
    return reports
