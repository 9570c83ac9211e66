"""What is to be said of a cell that names an endpoint: whether what it asks for is published."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.cards.content import SnippetQuery
from snippet_widget.documents.checked_cell import CheckedCell, Verdict, is_older, sdk_label
from snippet_widget.documents.inserted_cells import output_metadata, output_record, range_alone
from snippet_widget.documents.judging import with_candidates
from snippet_widget.documents.output_indices import (
    endpoints_shown,
    output_indices,
    possible_references,
    with_output,
)
from snippet_widget.documents.page_directives import directives_of_cell
from snippet_widget.documents.pinned_sdks import is_side_by_side
from snippet_widget.documents.published_snippets import NOT_FOUND, UNDECIDED, EndpointCall
from snippet_widget.documents.references import references, unread_calls, with_versions
from snippet_widget.documents.shown_output import (
    rewritten,
    shown_sdks,
    shows_the_same,
    static_output,
)
from snippet_widget.documents.successors import nearest, successor
from snippet_widget.documents.version_moves import (
    move_text,
    naming_hint,
    snippet_sdk,
    version_moves,
)
from snippet_widget.documents.withdrawal_remarks import without_withdrawal
from snippet_widget.models import SdkSelector
from snippet_widget.plurals import counted
from snippet_widget.provenance import Form, Origin

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from snippet_widget.cards.content import CardContent
    from snippet_widget.documents.notebook_file import Cell
    from snippet_widget.documents.published_snippets import PublishedSnippets
    from snippet_widget.documents.published_versions import PublishedVersions
    from snippet_widget.documents.references import Reference
    from snippet_widget.documents.showing import ShownSnippets
    from snippet_widget.models import Snippet
    from snippet_widget.overviews import SdkOverview
    from snippet_widget.provenance import Provenance

_WORST_FIRST = (
    Verdict.UNKNOWN,
    Verdict.GONE,
    Verdict.NEWER,
    Verdict.SAME,
    Verdict.CURRENT,
)
_NOT_RENEWED = (
    "Its stored output shows another snippet, and it is not known which of its calls left it: run "
    "the cell again."
)

Values = dict[tuple["str | int", ...], Any]
"""What an update changes of a cell, by keys."""


def judged_references(
    cell: Cell,
    published: PublishedSnippets,
    versions: PublishedVersions,
    names: frozenset[str] = frozenset(),
) -> CheckedCell | None:
    """Return what is to be said of a cell without a record; None where it names no endpoint.

    Parameters
    ----------
    cell, published, versions
        The cell, and what it is compared with.
    names
        Those by which its document calls ``show()``.
    """
    is_code = cell.cell_type == "code"
    found_here = references(cell.source, names) if is_code else directives_of_cell(cell.source)
    asked = [_in_its_api(each, published) for each in found_here]
    unread = unread_calls(cell.source, names) if is_code and names else 0
    if not asked:
        return _unchecked(cell) if unread else None
    found = _judged(cell, asked, published, versions)
    if not unread:
        return found
    more = f"{counted(unread, 'more call')} of show() not checked: no literals as arguments."
    return replace(found, detail=f"{found.detail} {more}".strip())


def _unchecked(cell: Cell) -> CheckedCell:
    detail = (
        "Not checked: its arguments are not literals. Write the endpoint and the SDK in the call "
        "itself, or run the cell again after each release."
    )
    return CheckedCell(cell, Verdict.UNCHECKED, detail=detail, reference="show()")


def _judged(
    cell: Cell,
    asked: Sequence[Reference],
    published: PublishedSnippets,
    versions: PublishedVersions,
) -> CheckedCell:
    """Return what is to be said of a cell with calls, each judged with the output that it left."""
    shown = endpoints_shown(cell)
    if len(asked) == 1 and not shown:
        return _Judged(asked[0], published, versions).checked(cell)
    found, source = [], cell.source
    outputs: Values = {}
    indices = output_indices(cell, asked)
    for reference, index in zip(asked, indices, strict=True):
        alone = replace(with_output(cell, index), source=source)
        found.append(_Judged(reference, published, versions).checked(alone))
        source = found[-1].values.get(("source",), source)
        outputs |= _at(index, found[-1].values)
    worst = min(found, key=lambda each: _WORST_FIRST.index(each.verdict))
    details = _of_calls(asked, [each.detail for each in found])
    for index in shown.keys() - set(indices):
        candidates = possible_references(cell, index, asked)
        judged = [_Judged(each, published, versions) for each in candidates]
        if judged and all(each.is_stale(with_output(cell, index)) for each in judged):
            worst = _worse(worst, Verdict.NEWER)
            details.append(_NOT_RENEWED)
    named: Values = {} if source == cell.source else {("source",): source}
    moves = zip(asked, found, strict=True)
    of_old_text = any(each.displayed and ("source",) in moved.values for each, moved in moves)
    empties = of_old_text and not shown
    values = rewritten(cell, source) if empties else {**named, **outputs}
    leaves = worst.verdict in (Verdict.UNKNOWN, Verdict.GONE)  # its version may be another's
    return replace(
        worst,
        cell=cell,
        reference=" and ".join(dict.fromkeys(map(str, asked))),
        detail=" ".join(details),
        status=next((each.status for each in found if each.status), ""),
        values={} if leaves else values,
        follows_older=any(each.follows_older for each in found),
    )


def _of_calls(asked: Sequence[Reference], details: Sequence[str]) -> list[str]:
    """Return what is said of a cell's calls, each once, and of which where that is not of all."""
    different = list(dict.fromkeys(details))
    if len(different) == 1:
        return list(filter(None, different))
    names = [f"{each.endpoint.method} {each.endpoint.path}" for each in asked]
    labels = [
        name if names.count(name) == 1 else f"{name} (call {number} of {len(names)})"
        for number, name in enumerate(names, 1)
    ]
    labeled = list(zip(labels, details, strict=True))
    return [
        f"{' and '.join(label for label, said in labeled if said == each)}: {each}"
        for each in filter(None, different)
    ]


def _at(index: int | None, values: Mapping[tuple[str | int, ...], Any]) -> Values:
    """Return the changes of the one output of a cell as those of that one among all."""
    changed = {keys: value for keys, value in values.items() if keys[0] == "outputs"}
    return {} if index is None else {("outputs", index, *k[2:]): v for k, v in changed.items()}


def _worse(found: CheckedCell, verdict: Verdict) -> CheckedCell:
    if _WORST_FIRST.index(found.verdict) <= _WORST_FIRST.index(verdict):
        return found
    return replace(found, verdict=verdict, outdated=True)


def _in_its_api(reference: Reference, published: PublishedSnippets) -> Reference:
    """Return a reference with the API that has its endpoint, as what it calls finds it."""
    query = SnippetQuery(reference.org, reference.api, reference.endpoint, reference.level)
    newest = tuple(msgspec.structs.replace(sdk, version=None) for sdk in reference.sdks)
    for sdks in dict.fromkeys((reference.sdks, newest)):
        try:
            meant = published.meant_query(query, sdks)
        except (*NOT_FOUND, *UNDECIDED):
            continue  # the problem is said of the reference itself
        reference = replace(reference, org=meant.org, api=meant.api)
        break
    named = (_with_package(sdk, published.sdks(reference.scope)) for sdk in reference.sdks)
    return replace(reference, sdks=tuple(named))


def _with_package(sdk: SdkSelector, overviews: Iterable[SdkOverview]) -> SdkSelector:
    """Return the SDK of a version with its package, where its language has one alone."""
    packages = {each.package for each in overviews if each.type == sdk.type}
    if sdk.package or not sdk.version or len(packages) != 1:
        return sdk
    return msgspec.structs.replace(sdk, package=packages.pop())


@dataclass(frozen=True)
class _Judged:
    """One reference, compared with what is published."""

    reference: Reference
    published: PublishedSnippets
    versions: PublishedVersions

    def checked(self, cell: Cell) -> CheckedCell:
        found = CheckedCell(cell, Verdict.CURRENT, reference=str(self.reference))
        if self.reference.problem:
            return replace(found, verdict=Verdict.UNKNOWN, detail=self.reference.problem)
        held = self._held(cell)
        try:
            choice = self._choice(cell)
            self._ask_as_written(cell)
            remarks, status = self._remarks(held)
            newest = self.published.snippets(self._query(), self._wanted(choice, held))
        except UNDECIDED as problem:
            return replace(found, verdict=Verdict.UNKNOWN, detail=with_candidates(problem))
        except NOT_FOUND as problem:
            detail = f"{problem.detail}{self._look()}"
            return replace(found, verdict=Verdict.GONE, detail=detail)
        if not any(source.strip() for each in newest for source in each.sources.values()):
            detail = f"No SDK that it asks for has a snippet of it.{self._look()}"
            return replace(found, verdict=Verdict.GONE, detail=detail)
        found = replace(found, detail=remarks, status=status)
        moves = version_moves(held, newest)
        named = {sdk: to.sdk.version for sdk, to in moves.items() if sdk in self.reference.sdks}
        values = self._values(cell, with_versions(cell.source, self.reference, named), newest)
        return self._outdated(found, values, moves, choice) if values or named else found

    def is_stale(self, cell: Cell) -> bool:
        """Tell whether a cell's one output is not what it would show now."""
        return any(keys[2:3] == ("data",) for keys in self.checked(cell).values)

    def _outdated(
        self,
        found: CheckedCell,
        values: Mapping[tuple[str | int, ...], Any],
        moves: Mapping[SdkSelector, Snippet],
        choice: PublishedVersions,
    ) -> CheckedCell:
        """Return what is to be said of a cell that names or shows what is not the newest."""
        back = {sdk: to for sdk, to in moves.items() if is_older(snippet_sdk(to), sdk)}
        unnamed = [snippet_sdk(to) for sdk, to in back.items() if sdk not in self.reference.sdks]
        said = [found.detail, *(move_text(sdk, to, choice) for sdk, to in moves.items())]
        if not moves and shows_the_same(found.cell, values, without_withdrawal):
            before = "An" if found.status else "It is withdrawn no more; an"
            said.append(f"{before} update has its stored output say so.")
            return replace(found, detail=" ".join(filter(None, said)), values=values)
        same = self._same_text(moves) if moves else shows_the_same(found.cell, values)
        shows = any(keys[2:3] == ("data",) for keys in values)
        if not same and shows:
            said.append("Its stored output shows another snippet.")
        elif not moves:
            said.append("Its stored output says something else about running the code.")
        said.append(naming_hint(self.reference.kind, unnamed))
        return replace(
            found,
            verdict=Verdict.SAME if same else Verdict.NEWER,
            detail=" ".join(filter(None, said)),
            values=values,
            outdated=not same,
            follows_older=bool(back),
        )

    def _query(self) -> SnippetQuery:
        asked = self.reference
        return SnippetQuery(asked.org, asked.api, asked.endpoint, asked.level)

    def _choice(self, cell: Cell) -> PublishedVersions:
        """Return the versions to choose from: the cell's own range comes before the policy's."""
        record = output_record(cell)
        allowed = range_alone(cell) or (record.version_range if record else "")
        return self.versions.limited_to(self.reference.scope, allowed) if allowed else self.versions

    def _held(self, cell: Cell) -> list[Origin]:
        """Return the SDKs that the cell holds: those that it names, and those that it shows."""
        named = [sdk for sdk in self.reference.sdks if sdk.version]
        packages = {(sdk.type, sdk.package) for sdk in named}
        return [
            self._origin(sdk, stays=self._stays(sdk))
            for sdk in (*named, *self._shown_sdks(cell))
            if sdk in named or (sdk.type, sdk.package) not in packages
        ]

    def _shown_sdks(self, cell: Cell) -> tuple[SdkSelector, ...]:
        return shown_sdks(cell, self.published.sdks(self.reference.scope))

    def _ask_as_written(self, cell: Cell) -> None:
        """Ask for the versions that are named: what leads on from them is of the same API.

        Raises
        ------
        NewerThanPublished
            One that is named, or shown in its place, is not in what is compared with.
        OrgIdRequired, ApiIdRequired
            Several APIs have what is named.
        """
        asked = self.reference
        named = {(sdk.type, sdk.package) for sdk in asked.sdks if sdk.version}
        for sdk in (*asked.sdks, *self._shown_sdks(cell)):
            if sdk.version and (sdk.type, sdk.package) in named:
                self.versions.newer_than(asked.scope, sdk)
        if named:
            with contextlib.suppress(*NOT_FOUND):  # an update leads on from it
                self.published.snippets(self._query(), asked.sdks)

    def _stays(self, sdk: SdkSelector) -> bool:
        """Tell whether a version stays that is named: as a pin, or side by side with another."""
        asked = self.reference
        return sdk in asked.sdks and (asked.pinned or is_side_by_side(sdk, asked.sdks))

    def _origin(self, sdk: SdkSelector, *, stays: bool) -> Origin:
        asked = self.reference
        return Origin(
            org=asked.org,
            api=asked.api,
            method=asked.endpoint.method,
            path=asked.endpoint.path,
            sdk=sdk,
            client="",
            load_level=asked.level,
            example=None,
            form=Form.NOTEBOOK,
            credentials=asked.credentials,
            version_range=f"=={sdk.version}" if stays else None,
        )

    def _wanted(self, choice: PublishedVersions, held: Iterable[Origin]) -> tuple[SdkSelector, ...]:
        """Return the SDKs that the cell would show now, in their versions."""
        scope = self.reference.scope
        named = [
            sdk
            if self._stays(sdk)
            else msgspec.structs.replace(sdk, version=choice.newest(scope, sdk))
            for sdk in self.reference.sdks
            if sdk.version
        ]
        others = tuple(sdk for sdk in self.reference.sdks if not sdk.version)
        if named and not others:
            return tuple(named)
        shown = [each for each in held if each.sdk not in self.reference.sdks]
        return tuple(dict.fromkeys((*named, *choice.of_document(scope, others, shown))))

    def _remarks(self, held: Iterable[Origin]) -> tuple[str, str]:
        """Return what is to be known of the versions that a cell holds, and their status."""
        remarks, status = [], ""
        for each in held:
            newer = self.versions.newer_than(each.scope, each.sdk) if each.version_range else ""
            withdrawn, sentence = self.versions.withdrawal(each)
            status = status or withdrawn
            remarks.append(sentence)
            if newer and not sentence:
                published = f"{each.sdk.package} {newer} is published"
                remarks.append(f"{published}; it names {sdk_label(each.sdk)} and stays with it.")
            remarks.append(self.versions.outside(each))
        return " ".join(dict.fromkeys(filter(None, remarks))), status

    def _same_text(self, moves: Mapping[SdkSelector, Snippet]) -> bool:
        """Tell whether SDKs have the text of other versions of theirs."""
        try:
            old = self.published.snippets(self._query(), tuple(moves))
        except (*NOT_FOUND, *UNDECIDED):
            return False
        return [each.sources for each in old] == [each.sources for each in moves.values()]

    def _values(
        self, cell: Cell, source: str, newest: list[Snippet]
    ) -> dict[tuple[str | int, ...], Any]:
        """Return what an update changes: the versions that are named, and the stored output."""
        values: Values = {} if source == cell.source else {("source",): source}
        stored = static_output(cell)
        shown, metadata = self._shown(cell, newest) if stored else (None, {})
        if stored is None or shown is None:
            empties = values and self.reference.displayed
            return rewritten(cell, source) if empties else values
        for kind, text in shown.data.items():
            if kind in stored and "".join(stored[kind]) != text:
                values["outputs", 0, "data", kind] = text
        if any(keys[0] == "outputs" for keys in values) and metadata:
            values["outputs", 0, "metadata"] = {**output_metadata(cell), **metadata}
        return values

    def _shown(
        self, cell: Cell, snippets: list[Snippet]
    ) -> tuple[ShownSnippets | None, Mapping[str, Any]]:
        """Return what the cell would show now, None where that is not known, and its record."""
        from snippet_widget.documents.showing import (  # noqa: PLC0415 - Pygments
            ShownSnippets,
            shown_snippets,
        )

        asked = self.reference
        if asked.kind == "show()":
            shown = shown_snippets(
                snippets,
                self._query(),
                asked.clients,
                asked.credentials,
                required_only=asked.required_only,
            )
            return shown, {}
        record = output_record(cell)
        card = self._recorded_card(snippets, record) if record else None
        return (ShownSnippets(asked.endpoint, [card]), card.metadata) if card else (None, {})

    def _recorded_card(self, snippets: list[Snippet], record: Provenance) -> CardContent | None:
        for snippet in snippets:
            if (snippet.type, snippet.sdk.package) == (record.sdk.type, record.sdk.package):
                return self.published.card(snippet, record)
        return None

    def _look(self) -> str:
        """Return where to look for what is not there."""
        asked = self.reference
        gone = EndpointCall(asked.endpoint.method, asked.endpoint.path, None)
        names = [sdk.package for sdk in asked.sdks if sdk.package]
        types = [sdk.type for sdk in asked.sdks] or ["python"]
        for sdk in self.published.sdks(asked.scope):
            if sdk.latest and (sdk.package in names or (not names and sdk.type in types)):
                selector = SdkSelector(sdk.type, sdk.package, sdk.version)
                listed = self.published.listing(asked.scope, selector)
                found = successor(gone, listed)
                near = [found] if found else nearest(gone, listed)
                return f" Look at {'; '.join(map(str, near))}." if near else ""
        return ""
