"""What a vendor corrects by hand of what was read: per endpoint, SDK, client and example."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.publication import Problem, Publication, PublishedEndpoint
from snippet_widget.publishing.assembly import assemble
from snippet_widget.publishing.endpoint_matching import EndpointMatcher
from snippet_widget.publishing.example_pairs import (
    Pair,
    example_name,
    pairs_of,
    with_client,
    with_pairs,
    without_client,
)
from snippet_widget.publishing.extraction import ExtractedExample, ExtractionResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.publishing.manifest import (
        EndpointOverride,
        Manifest,
        SnippetOverride,
    )

_LAST = float("inf")


def with_overrides(
    publications: Sequence[Publication], manifest: Manifest
) -> tuple[Publication, ...]:
    """Return publications as a ``snippets.toml`` wants them.

    An override that nothing answers to is a problem of the first publication, with its line.
    """
    edited = [_Edited(publication, manifest.file) for publication in publications]
    unmet: list[Problem] = []
    for override in manifest.endpoints:
        unmet += _apply_override(edited, override, manifest.file)
    done = [each.publication(manifest.endpoints) for each in edited]
    if done and unmet:
        problems = (*done[0].problems, *unmet)
        done[0] = msgspec.structs.replace(done[0], problems=problems)
    return tuple(done)


def _apply_override(
    edited: Sequence[_Edited], override: EndpointOverride, file: str
) -> list[Problem]:
    """Apply an override to all SDKs; return what of it met nothing."""

    def unmet(message: str, line: int) -> Problem:
        name = f"{override.method} {override.path}"
        return Problem(f"{message} The override changes nothing.", file, line, name)

    problems = []
    spelled = (found.path for each in edited if (found := each.find(override)) is not None)
    path = next(spelled, override.path)
    for snippet in override.snippets:
        outcomes = {
            each.apply(override, path, snippet) for each in edited if snippet.is_for(each.sdk)
        }
        if not outcomes:
            message = f"No {snippet.sdk.type} SDK of that name is read."
            problems.append(unmet(message, snippet.line))
        elif outcomes == {_Outcome.ABSENT}:
            problems.append(unmet("It has no such snippet.", snippet.line))
    is_found = [each.mark(override) for each in edited]
    if override.marks_endpoint and not any(is_found):
        problems.append(unmet("No SDK that is read has this endpoint.", override.line))
    return problems


class _Outcome(Enum):
    """What became of an override of one snippet."""

    APPLIED = auto()
    REFUSED = auto()
    """Its source cannot be published; a problem says why."""
    ABSENT = auto()
    """There is no such snippet."""


class _Edited:
    """One publication while it is edited."""

    def __init__(self, publication: Publication, file: str) -> None:
        self.sdk = publication.sdk
        self._publication = publication
        self._endpoints = list(publication.endpoints)
        self._problems: list[Problem] = []
        self._example_orders: dict[tuple[str, str], dict[str, int]] = {}
        self._file = file

    def mark(self, override: EndpointOverride) -> bool:
        """Hide an endpoint or say something of it; return whether it is there."""
        found = self.find(override)
        if found is None:
            return False
        place = self._endpoints.index(found)
        if override.hide:
            del self._endpoints[place]
            return True
        fields = {"summary": override.title} if override.title else {}
        if override.deprecated is not None:
            fields["deprecated"] = override.deprecated
        if fields and found.full is not None:
            short = found.endpoint
            self._endpoints[place] = msgspec.structs.replace(
                found,
                full=msgspec.structs.replace(found.full, **fields),
                endpoint=None if short is None else msgspec.structs.replace(short, **fields),
            )
        return True

    def apply(self, override: EndpointOverride, path: str, snippet: SnippetOverride) -> _Outcome:
        """Change the snippets of an endpoint.

        An endpoint that this SDK does not know is added, with its path as others spell it.
        """
        found = self.find(override)
        endpoint = found or PublishedEndpoint(override.method, path)
        pairs = pairs_of(endpoint)
        place = _place(pairs, snippet.example)
        if snippet.source is not None:
            new = self._read(endpoint, snippet)
            if new is None:
                return _Outcome.REFUSED
            place = _put(pairs, place, new, snippet.client)
        if place is None:
            return _Outcome.ABSENT
        if snippet.hide and snippet.source is None:
            if snippet.client and snippet.client not in pairs[place][0].sources:
                return _Outcome.ABSENT
            _hide(pairs, place, snippet.client)
        else:
            self._arrange(endpoint, pairs, place, snippet)
        changed = with_pairs(endpoint, pairs)
        if found is None:
            self._endpoints.append(changed)
        else:
            self._endpoints[self._endpoints.index(found)] = changed
        return _Outcome.APPLIED

    def _arrange(
        self, endpoint: PublishedEndpoint, pairs: list[Pair], place: int, snippet: SnippetOverride
    ) -> None:
        """Name an example, and note its number: it is sorted once all overrides are applied."""
        numbers = self._example_orders.setdefault((endpoint.method, endpoint.path), {})
        whole, call = pairs[place]
        number = numbers.pop(example_name(whole), None)
        if snippet.title:
            named = {"example": snippet.title}
            whole = msgspec.structs.replace(whole, **named)
            pairs[place] = (whole, msgspec.structs.replace(call, **named))
        number = number if snippet.order is None else snippet.order
        if number is not None:
            numbers[example_name(whole)] = number

    def publication(self, overrides: Sequence[EndpointOverride]) -> Publication:
        """Return what became of it, its endpoints in the order that is wanted."""
        orders = {
            id(found): override.order
            for override in overrides
            if override.order is not None and (found := self.find(override)) is not None
        }
        endpoints = sorted(self._endpoints, key=lambda each: orders.get(id(each), _LAST))
        return msgspec.structs.replace(
            self._publication,
            endpoints=tuple(map(self._with_sorted_examples, endpoints)),
            problems=(*self._publication.problems, *self._problems),
        )

    def _with_sorted_examples(self, endpoint: PublishedEndpoint) -> PublishedEndpoint:
        numbers = self._example_orders.get((endpoint.method, endpoint.path))
        if not numbers:
            return endpoint
        pairs = pairs_of(endpoint)
        pairs.sort(key=lambda pair: numbers.get(example_name(pair[0]), _LAST))
        return with_pairs(endpoint, pairs)

    def find(self, override: EndpointOverride) -> PublishedEndpoint | None:
        """Return the endpoint that an override is of; None: this SDK has none such."""
        return EndpointMatcher(self._endpoints).find(override.method, override.path)

    def _read(self, endpoint: PublishedEndpoint, snippet: SnippetOverride) -> Pair | None:
        """Return a source as it is read of any document, checked and cut; None: it fails."""
        found = ExtractedExample(
            endpoint.method,
            endpoint.path,
            sources={snippet.client: snippet.source or ""},
            name=snippet.example,
            file=self._file,
            line=snippet.line,
        )
        read = assemble(
            self.sdk.type,
            self.sdk.package or "",
            self.sdk.version or "",
            ExtractionResult([found]),
        )
        self._problems += read.problems
        full, short = read.endpoints[0].full, read.endpoints[0].endpoint
        if full is None:
            return None
        name = {"example": snippet.example or None}
        return (
            msgspec.structs.replace(full, **name),
            msgspec.structs.replace(short or full, **name),
        )


def _place(pairs: Sequence[Pair], example: str) -> int | None:
    if not example:
        return 0 if pairs else None
    return next((n for n, (whole, _) in enumerate(pairs) if whole.example == example), None)


def _put(pairs: list[Pair], place: int | None, new: Pair, client: str) -> int:
    """Put a source into an example, or into a new one; return its place."""
    if place is None:
        pairs.append(new)
        return len(pairs) - 1
    pairs[place] = with_client(pairs[place], new, client)
    return place


def _hide(pairs: list[Pair], place: int, client: str) -> None:
    """Take the source for a client out of an example, or the example where nothing is left."""
    left = without_client(pairs[place], client) if client else None
    pairs[place : place + 1] = [left] if left else []
