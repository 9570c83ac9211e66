"""Between the rows of a store and what a catalog takes and gives: the same for all stores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from snippet_widget.catalog.contract import (
    PAGE_ENDPOINTS,
    PageEndpoint,
    PublishedSdk,
    PublishReport,
    SdkStatus,
)
from snippet_widget.catalog.merging import merged_text
from snippet_widget.catalog.runs import with_stored_runs, without_runs
from snippet_widget.ecosystems import is_installable
from snippet_widget.endpoints import display_path, method_name, path_key
from snippet_widget.errors import AlreadyPublished, ConfigurationError
from snippet_widget.languages import canonical_type
from snippet_widget.models import LONGEST_NAME, LONGEST_PATH, Sdk, SdkSelector, Snippet
from snippet_widget.publication import PublishMode
from snippet_widget.sdk_selector import sdk_text
from snippet_widget.snippet_wire import snippet_from_json, snippet_to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from snippet_widget.publication import Publication, PublishedEndpoint

_NAMED_DIFFERENCES = 5
_HIGHEST_PAGE = 2**31 // PAGE_ENDPOINTS

EndpointKey = tuple[str, str]
"""Method and path key: what makes an endpoint one, within its API."""

Texts = tuple[str | None, str | None]
"""JSON text of the full snippet and, where it differs, of its endpoint level."""


class EndpointRow(NamedTuple):
    """One endpoint of a publication, ready to be written."""

    method: str
    path: str
    path_key: str
    texts: Texts

    @property
    def key(self) -> EndpointKey:
        """What is unique in the API."""
        return (self.method, self.path_key)


class NewEndpoint(NamedTuple):
    """One endpoint that the API did not have; the columns of the table after its API."""

    ordinal: int
    method: str
    path: str
    path_key: str
    segments: int


class Differences(NamedTuple):
    """How a publication differs from the one that is there: ``POST /v1/x`` of each."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]


ANY_VERSION = "0"
"""A version that is none in particular, to check the other names of an SDK."""


def checked_name(what: str, name: str | None) -> None:
    """Check that a name can be used, and say what it is of where it cannot.

    Raises
    ------
    ConfigurationError
        It is missing, too long, or holds characters that cannot be printed.
    """
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise ConfigurationError(
            f"{name!r} cannot be the {what}. Use 1 to {LONGEST_NAME} printable characters "
            "without spaces around them."
        )


def checked_names(org: str, api: str, sdk: SdkSelector) -> SdkSelector:
    """Return the SDK with the type's canonical name, once all the names can be used.

    Raises
    ------
    ConfigurationError
        A name is missing, too long, holds characters that cannot be printed, or is none that
        the language's installer takes for a package.
    """
    names = {
        "organization": org,
        "API": api,
        "SDK's type": sdk.type,
        "SDK's package": sdk.package,
        "SDK's version": sdk.version,
    }
    for what, name in names.items():
        checked_name(what, name)
    type_ = canonical_type(sdk.type)
    if not is_installable(type_, sdk.package or "", sdk.version or ""):
        raise ConfigurationError(
            f"{sdk.package!r} {sdk.version!r} cannot be a {type_} package and its version. Use "
            "the name and the version that its registry has: `pip` or `npm` would install it."
        )
    return SdkSelector(type_, sdk.package, sdk.version)


def rows_of(publication: Publication, sdk: SdkSelector) -> list[EndpointRow]:
    """Return the rows of a publication; an endpoint that it has twice is taken once, the first.

    Raises
    ------
    ConfigurationError
        A path or a source cannot be stored: not every database takes what Python takes for text.
    """
    rows: dict[EndpointKey, EndpointRow] = {}
    for endpoint in publication.endpoints:
        _check(endpoint)
        row = EndpointRow(
            method_name(endpoint.method),
            display_path(endpoint.path),
            path_key(endpoint.path),
            _texts(endpoint, sdk),
        )
        rows.setdefault(row.key, row)
    return list(rows.values())


def _check(endpoint: PublishedEndpoint) -> None:
    path = endpoint.path
    if not path.isprintable() or len(path) > LONGEST_PATH:
        raise ConfigurationError(
            f"The path {path[:LONGEST_NAME]!r} cannot be published. Use printable characters, "
            f"no more than {LONGEST_PATH} of them."
        )


def _texts(endpoint: PublishedEndpoint, sdk: SdkSelector) -> Texts:
    full = _text(endpoint.full, sdk)
    short = _text(endpoint.endpoint, sdk)
    return full, (short if short != full else None)


def _text(snippet: Snippet | None, sdk: SdkSelector) -> str | None:
    if snippet is None:
        return None
    own = Sdk(package=sdk.package or "", version=sdk.version or "")
    stored = msgspec.structs.replace(snippet, type=sdk.type, sdk=own)
    try:
        return snippet_to_json(stored)
    except UnicodeEncodeError as error:
        raise ConfigurationError(
            f"A snippet of {sdk_text(sdk)} is not text: {error}. Nothing "
            "was published; correct it in the source."
        ) from error


def rewritten(text: str | None) -> str | None:
    """Return a stored text as it would be stored today: for rows of earlier versions.

    One that cannot be read stays as it is: it must not keep the catalog from being opened.
    """
    if text is None:
        return None
    try:
        snippet = snippet_from_json(text)
    except msgspec.MsgspecError:
        return text
    return snippet_to_json(snippet)


def numbered(
    stored: Iterable[Iterable[Any]], rows: Sequence[EndpointRow]
) -> tuple[dict[EndpointKey, int], list[NewEndpoint]]:
    """Give each endpoint its ordinal; new ones are appended in the publication's order.

    Parameters
    ----------
    stored
        Method, path key, path and ordinal of all the endpoints that the API has.

    Returns
    -------
    ordinals, new
        The ordinal of every endpoint of the API, and the endpoints to be written.
    """
    ordinals: dict[EndpointKey, int] = {}
    paths: dict[str, str] = {}
    for method, key, path, ordinal in stored:
        ordinals[method, key] = ordinal
        paths.setdefault(key, path)
    new = []
    for row in rows:
        if row.key not in ordinals:
            ordinal = ordinals[row.key] = len(ordinals)
            path = paths.setdefault(row.path_key, row.path)  # one spelling for all its methods
            segments = row.path_key.count("/")
            new.append(NewEndpoint(ordinal, row.method, path, row.path_key, segments))
    return ordinals, new


def published_sdk(columns: Sequence[Any]) -> PublishedSdk:
    """Return an SDK version: the fields of `PublishedSdk` in their order."""
    key, type_, package, version, snippets, status, reason, at = columns
    return PublishedSdk(key, type_, package, version, snippets, SdkStatus(status), reason, at)


def with_package(text: str | None, package: str) -> str | None:
    """Return a stored snippet as one of a package of another name."""
    if text is None:
        return None
    snippet = snippet_from_json(text)
    named = Sdk(package=package, version=snippet.sdk.version)
    return snippet_to_json(msgspec.structs.replace(snippet, sdk=named))


def name_taken(name: str) -> AlreadyPublished:
    """Return the error of a new name that something else has."""
    return AlreadyPublished(f"{name} is there already. Nothing was renamed; choose another name.")


def first_ordinal(page: int) -> int:
    """Return the first ordinal of a page; of one beyond everything, the highest that fits."""
    return (min(page, _HIGHEST_PAGE) - 1) * PAGE_ENDPOINTS


def endpoints_of(rows: Iterable[Sequence[Any]]) -> list[PageEndpoint]:
    """Gather a page's rows by endpoint: ordinal, method, path, key of the SDK and text of each."""
    found: dict[int, tuple[str, str, dict[int, str]]] = {}
    for ordinal, method, path, sdk, text in rows:
        endpoint = found.setdefault(ordinal, (method, path, {}))
        if text is not None:
            endpoint[2][sdk] = text
    return [PageEndpoint(*endpoint) for endpoint in found.values()]


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


class DryRun(Exception):
    """Ends the transaction of a publication that was only to be tried."""

    def __init__(self, reports: list[PublishReport]) -> None:
        super().__init__()
        self.reports = reports


def stored(reports: list[PublishReport], *, dry_run: bool) -> list[PublishReport]:
    """Return the reports of what is stored.

    Raises
    ------
    DryRun
        It is not to be.
    """
    if dry_run:
        raise DryRun(reports)
    return reports


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


def already_published(sdk: SdkSelector, found: Differences) -> AlreadyPublished:
    """Return the error that says what a second publication of a version would change."""
    parts = [
        f"{len(names)} endpoint{'s' * (len(names) != 1)} {verb} ({_some(names)})"
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
