"""What is to be said of a cell that names an endpoint: whether what it asks for is published."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from snippet_widget.cards.content import SnippetQuery
from snippet_widget.documents.checked_cell import CheckedCell, Verdict
from snippet_widget.documents.inserted_cells import output_metadata, output_record
from snippet_widget.documents.judging import with_candidates
from snippet_widget.documents.published_snippets import NOT_FOUND, UNDECIDED, EndpointCall
from snippet_widget.documents.references import references, with_versions
from snippet_widget.documents.successors import nearest, successor
from snippet_widget.models import SdkSelector

if TYPE_CHECKING:
    from collections.abc import Mapping

    from snippet_widget.cards.content import CardContent
    from snippet_widget.documents.notebook_file import Cell
    from snippet_widget.documents.published_snippets import PublishedSnippets
    from snippet_widget.documents.published_versions import PublishedVersions
    from snippet_widget.documents.references import Reference
    from snippet_widget.documents.showing import ShownSnippets
    from snippet_widget.models import Snippet
    from snippet_widget.provenance import Provenance

_WORST_FIRST = (
    Verdict.UNKNOWN,
    Verdict.GONE,
    Verdict.NEWER,
    Verdict.SAME,
    Verdict.CURRENT,
)


def judged_references(
    cell: Cell, published: PublishedSnippets, versions: PublishedVersions
) -> CheckedCell | None:
    """Return what is to be said of a cell without a record; None where it names no endpoint."""
    found_here = references(cell.source) if cell.cell_type == "code" else []
    asked = [_in_its_api(each, published) for each in found_here]
    if not asked:
        return None
    if len(asked) == 1:
        return _Judged(asked[0], published, versions).checked(cell)
    found, source = [], cell.source
    for reference in asked:
        # without outputs: of several it is not known which belongs to which
        found.append(
            _Judged(reference, published, versions).checked(
                replace(cell, source=source, outputs=())
            )
        )
        source = found[-1].values.get(("source",), source)
    worst = min(found, key=lambda each: _WORST_FIRST.index(each.verdict))
    details = " ".join(dict.fromkeys(each.detail for each in found if each.detail))
    values: dict[tuple[str | int, ...], Any] = {}
    if source != cell.source:
        values["source",] = source
    return replace(worst, cell=cell, detail=details, values=values)


def _in_its_api(reference: Reference, published: PublishedSnippets) -> Reference:
    """Return a reference with the API that has its endpoint, as what it calls finds it."""
    query = SnippetQuery(reference.org, reference.api, reference.endpoint, reference.level)
    try:
        meant = published.meant_query(query, reference.sdks)
    except (*NOT_FOUND, *UNDECIDED):
        return reference  # the problem is said of the reference itself
    return replace(reference, org=meant.org, api=meant.api)


@dataclass(frozen=True)
class _Judged:
    """One reference, compared with what is published."""

    reference: Reference
    published: PublishedSnippets
    versions: PublishedVersions

    def checked(self, cell: Cell) -> CheckedCell:
        found = CheckedCell(cell, Verdict.CURRENT, reference=str(self.reference))
        try:
            versions = self._versions()
            newest = self._snippets(versions)
            old = self._snippets({})
        except UNDECIDED as problem:
            return replace(found, verdict=Verdict.UNKNOWN, detail=with_candidates(problem))
        except NOT_FOUND as problem:
            detail = f"{problem.detail}{self._look()}"
            return replace(found, verdict=Verdict.GONE, detail=detail)
        if not any(source.strip() for each in newest for source in each.sources.values()):
            detail = f"No SDK that it asks for has a snippet of it.{self._look()}"
            return replace(found, verdict=Verdict.GONE, detail=detail)
        values = self._values(cell, versions, newest)
        if not values:
            return found
        named = ", ".join(f"{sdk.package} {version}" for sdk, version in versions.items())
        detail = f"{named} is published." if named else "Its stored output shows another snippet."
        same = [each.sources for each in old] == [each.sources for each in newest]
        same = same if named else _shows_the_same(cell, values)
        verdict = Verdict.SAME if same else Verdict.NEWER
        if same and not named:
            detail = "Its stored output says something else about running the code."
        return replace(found, verdict=verdict, detail=detail, values=values, outdated=not same)

    def _query(self) -> SnippetQuery:
        asked = self.reference
        return SnippetQuery(asked.org, asked.api, asked.endpoint, asked.level)

    def _snippets(self, versions: Mapping[SdkSelector, str]) -> list[Snippet]:
        sdks = (
            SdkSelector(sdk.type, sdk.package, versions.get(sdk, sdk.version))
            for sdk in self.reference.sdks
        )
        return self.published.snippets(self._query(), tuple(sdks))

    def _versions(self) -> dict[SdkSelector, str]:
        """Return the newest versions of the SDKs that are named in older ones."""
        pinned = [sdk for sdk in self.reference.sdks if sdk.version]
        newest = {sdk: self.versions.newest(self.reference.scope, sdk) for sdk in pinned}
        return {sdk: version for sdk, version in newest.items() if version != sdk.version}

    def _values(
        self, cell: Cell, versions: Mapping[SdkSelector, str], newest: list[Snippet]
    ) -> dict[tuple[str | int, ...], Any]:
        """Return what an update changes: the versions that are named, and the stored output."""
        source = with_versions(cell.source, versions)
        values: dict[tuple[str | int, ...], Any] = {}
        if source != cell.source:
            values["source",] = source
        stored = _static_output(cell)
        shown, metadata = self._shown(cell, newest) if stored else (None, {})
        if stored is None or shown is None:
            return values
        for kind, text in shown.data.items():
            if kind in stored and "".join(stored[kind]) != text:
                values["outputs", 0, "data", kind] = text
        if values and metadata:
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


def _shows_the_same(cell: Cell, values: Mapping[tuple[str | int, ...], Any]) -> bool:
    """Tell whether all that an update changes is what running the code has shown."""
    from snippet_widget.cards.static import without_verified  # noqa: PLC0415 - Pygments

    stored = _static_output(cell) or {}
    shown = {str(keys[-1]): text for keys, text in values.items() if keys[2:3] == ("data",)}
    return all(
        without_verified("".join(stored[kind])) == without_verified(text)
        for kind, text in shown.items()
    )


def _static_output(cell: Cell) -> Mapping[str, Any] | None:
    """Return the data of the one output that `show` left, if there is such a one alone."""
    if len(cell.outputs) != 1 or not isinstance(cell.outputs[0], dict):
        return None
    data = cell.outputs[0].get("data")
    ours = isinstance(data, dict) and 'class="sw-static' in "".join(data.get("text/html", ""))
    return data if ours else None
