"""Whether the snippets in notebooks are still what is published, and bringing them up to date.

Each cell with provenance is compared with the service that its snippet came from, or a copy of its
catalog. Nothing here writes: `updated` returns the new text of a file.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from snippet_widget.cards.content import recorded_card, recorded_query
from snippet_widget.cards.difference import unified_diff
from snippet_widget.documents.notebook_file import read_notebook
from snippet_widget.errors import (
    ApiIdRequired,
    ApiNotFound,
    EndpointNotFound,
    InvalidRequest,
    NotebookError,
    OrgIdRequired,
    OrgNotFound,
    RequestProblem,
    SdkNotFound,
)
from snippet_widget.provenance import METADATA_KEY, digest, read_provenance
from snippet_widget.versions import version_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from snippet_widget.cards.content import CardContent
    from snippet_widget.documents.notebook_file import Cell, NotebookFile
    from snippet_widget.models import LoadLevel, SdkSelector, Snippet
    from snippet_widget.provenance import Provenance

_GONE = (EndpointNotFound, SdkNotFound, ApiNotFound, OrgNotFound)
_UNDECIDED = (OrgIdRequired, ApiIdRequired, InvalidRequest)


class Verdict(str, enum.Enum):
    """What is to be said of a cell, the first that holds."""

    UNKNOWN = "unknown"
    """What stands under our key in its metadata cannot be understood or is ambiguous."""
    GONE = "gone"
    """The service has no such snippet any more."""
    EDITED = "edited"
    """Somebody has changed the text since it was inserted: never rewritten."""
    NEWER = "newer"
    """A newer SDK version, or another text for the same version, is published."""
    CURRENT = "current"


STALE = frozenset({Verdict.NEWER, Verdict.GONE})
"""The verdicts that a check fails for."""


@dataclass(frozen=True)
class CheckedCell:
    """One cell with provenance, and what was found about it.

    Parameters
    ----------
    cell
        As it is in the file.
    verdict
        What was found.
    provenance
        The cell's record; None where it cannot be read.
    detail
        Why, for people; empty where the verdict says it all.
    newest
        What would be inserted today; None where there is nothing or nothing newer.
    """

    cell: Cell
    verdict: Verdict
    provenance: Provenance | None = None
    detail: str = ""
    newest: CardContent | None = None

    @property
    def updatable(self) -> bool:
        """Whether `updated` brings it up to date."""
        return self.verdict is Verdict.NEWER and self.newest is not None

    @property
    def diff(self) -> str:
        """What an update would change, as a unified diff; empty where there is nothing."""
        if self.newest is None or self.provenance is None:
            return ""
        return unified_diff(
            (_named(self.provenance.sdk), self.cell.source),
            (_named(self.newest.sdk), self.newest.cell_source),
        )


@dataclass(frozen=True)
class CheckedNotebook:
    """One file: its cells with provenance, or the problem that it has.

    Parameters
    ----------
    file
        As it was read; None where it could not be.
    problem
        Why it could not be read; empty where it was.
    """

    path: Path
    file: NotebookFile | None = None
    cells: tuple[CheckedCell, ...] = ()
    problem: str = ""


class Client(Protocol):
    """What a check needs of a `SnippetClient`."""

    def get(  # noqa: PLR0913 - the operation's fields
        self,
        method: str,
        path: str,
        *,
        org_id: str | None,
        api_id: str | None,
        sdks: Sequence[SdkSelector],
        load_level: LoadLevel,
    ) -> list[Snippet]:
        """Return the snippets of one endpoint."""


class Checker:
    """Compares cells with what a service publishes today.

    Parameters
    ----------
    client
        Asked once for each snippet, however many cells hold it.

    Every check raises `ServiceError` when no answer can be had, and `Unauthorized` without a
    valid token: then nothing can be said about any cell.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._answers: dict[tuple[Any, ...], list[Snippet] | RequestProblem] = {}
        self._cards: dict[tuple[Any, ...], CardContent | None] = {}

    def check(self, path: Path) -> CheckedNotebook:
        """Read a notebook and judge its cells; a file that is none becomes a `problem`."""
        try:
            file = read_notebook(path)
        except NotebookError as error:
            return CheckedNotebook(path, problem=str(error))
        return CheckedNotebook(path, file, tuple(self._checked(file.cells)))

    def _checked(self, cells: Iterable[Cell]) -> Iterator[CheckedCell]:
        for cell in cells:
            try:
                record = read_provenance(cell.metadata)
            except ValueError as error:
                yield CheckedCell(cell, Verdict.UNKNOWN, detail=str(error))
                continue
            if record is not None:
                yield self._judged(cell, record)

    def _judged(self, cell: Cell, record: Provenance) -> CheckedCell:
        try:
            newest = self._newest(record)
        except _UNDECIDED as problem:
            return CheckedCell(cell, Verdict.UNKNOWN, record, problem.detail)
        except _GONE as problem:
            return CheckedCell(cell, Verdict.GONE, record, problem.detail)
        card = self._card(record, newest) if newest else None
        if newest is None or card is None:
            return CheckedCell(cell, Verdict.GONE, record, _missing(record, newest))
        changed = card.metadata[METADATA_KEY]["digest"] != record.digest
        newer = card if changed or newest.sdk.version != record.sdk.version else None
        if digest(cell.source) != record.digest:
            detail = f"{_named(newer.sdk)} is published." if newer else ""
            return CheckedCell(cell, Verdict.EDITED, record, detail, newer)
        if newer is None:
            return CheckedCell(cell, Verdict.CURRENT, record)
        return CheckedCell(cell, Verdict.NEWER, record, _newer_detail(record, newer, cell), newer)

    def _newest(self, record: Provenance) -> Snippet | None:
        """Return the latest version's snippet, or the record's own where that is newer still."""
        type_, version = record.sdk.type, record.sdk.version or ""
        latest = self._answer(record)
        if latest is None or latest.sdk.version == version:
            return latest
        if version_key(type_, latest.sdk.version) < version_key(type_, version):
            return self._answer(record, record.sdk)
        return latest

    def _card(self, record: Provenance, snippet: Snippet) -> CardContent | None:
        """Return what would be inserted today, each snippet of a form rendered once."""
        query = recorded_query(record)
        shape = (record.client, record.form, record.credentials, record.example)
        key = (query, snippet.type, snippet.sdk, *shape)
        if key not in self._cards:
            self._cards[key] = recorded_card(snippet, record)
        return self._cards[key]

    def _answer(self, record: Provenance, *sdks: SdkSelector) -> Snippet | None:
        """Return the SDK's snippet with the record's client: the latest, or of the version given.

        One question answers for all SDKs of an endpoint, and is asked once.
        """
        key = (recorded_query(record), sdks)
        if key not in self._answers:
            self._answers[key] = self._asked(record, sdks)
        answer = self._answers[key]
        if isinstance(answer, RequestProblem):
            raise answer
        for snippet in answer:
            same = (snippet.type, snippet.sdk.package) == (record.sdk.type, record.sdk.package)
            if same and snippet.sources.get(record.client, "").strip():
                return snippet
        return None

    def _asked(
        self, record: Provenance, sdks: Sequence[SdkSelector]
    ) -> list[Snippet] | RequestProblem:
        try:
            return self._client.get(
                record.method,
                record.path,
                org_id=record.org,
                api_id=record.api,
                sdks=sdks,
                load_level=recorded_query(record).load_level,
            )
        except (*_GONE, *_UNDECIDED) as problem:
            return problem


def updated(notebook: CheckedNotebook) -> str | None:
    """Return the file's text with every stale cell that nobody edited brought up to date.

    A cell whose text changes loses its outputs: they are of another program. None where there is
    nothing to update.
    """
    newer = [cell for cell in notebook.cells if cell.updatable]
    if notebook.file is None or not newer:
        return None
    return notebook.file.edited([(cell.cell, _values(cell)) for cell in newer])


def _values(checked: CheckedCell) -> dict[tuple[str, ...], Any]:
    card = checked.newest
    if card is None:
        return {}
    record = card.metadata[METADATA_KEY]
    values: dict[tuple[str, ...], Any] = {
        ("metadata", METADATA_KEY, "sdk", "version"): card.sdk.version,
        ("metadata", METADATA_KEY, "digest"): record["digest"],
    }
    if card.cell_source == checked.cell.source:
        return values
    values[("source",)] = card.cell_source
    return {**values, ("outputs",): [], ("execution_count",): None}


def _newer_detail(record: Provenance, newest: CardContent, cell: Cell) -> str:
    if newest.sdk.version == record.sdk.version:
        return f"{_named(newest.sdk)} was published anew, with another text."
    same = " Its snippet is the same." if newest.cell_source == cell.source else ""
    return f"{_named(newest.sdk)} is published.{same}"


def _missing(record: Provenance, newest: Snippet | None) -> str:
    """Return what the newest version does not publish, and what it does."""
    if newest is None:
        return f"{_named(record.sdk)} publishes no {record.client} of {record.endpoint}."
    sdk = f"{newest.sdk.package} {newest.sdk.version}"
    if record.example is not None:
        names = ", ".join(example.name for example in newest.examples) or "one, without a name"
        return (
            f"{sdk} publishes no example {record.example!r} of {record.endpoint}. "
            f"Its examples are: {names}."
        )
    return f"No call can be cut out of the snippet of {record.endpoint} in {sdk}."


def _named(sdk: SdkSelector) -> str:
    return f"{sdk.package} {sdk.version}"
