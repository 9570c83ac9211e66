"""What a vendor corrects by hand of what was read: per endpoint, SDK, client and example."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.publication import Problem, Publication, PublishedEndpoint
from snippet_widget.publishing.assembly import assemble
from snippet_widget.publishing.endpoint_matching import EndpointMatcher
from snippet_widget.publishing.example_pairs import (
    Pair,
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
    unmet = [
        Problem(f"{message} The override changes nothing.", manifest.file, line, str(name))
        for override in manifest.endpoints
        for name, message, line in _unmet(edited, override)
    ]
    done = [each.publication(manifest.endpoints) for each in edited]
    if done and unmet:
        problems = (*done[0].problems, *unmet)
        done[0] = msgspec.structs.replace(done[0], problems=problems)
    return tuple(done)


def _unmet(edited: Sequence[_Edited], override: EndpointOverride) -> list[tuple[str, str, int]]:
    """Apply an override to all SDKs; return what of it met nothing: endpoint, why, line."""
    name = f"{override.method} {override.path}"
    unmet = []
    spelled = (found.path for each in edited if (found := each.find(override)) is not None)
    path = next(spelled, override.path)
    for snippet in override.snippets:
        wanted = [each for each in edited if snippet.is_for(each.sdk)]
        if not wanted:
            unmet.append((name, f"No {snippet.sdk.type} SDK of that name is read.", snippet.line))
        elif not sum(each.apply(override, path, snippet) for each in wanted):
            unmet.append((name, "It has no such snippet.", snippet.line))
    plain = (
        override.hide
        or override.title != ""
        or override.order is not None
        or override.deprecated is not None
    )
    met = sum(each.mark(override) for each in edited)
    if not met and plain:
        unmet.append((name, "No SDK that is read has this endpoint.", override.line))
    return unmet


class _Edited:
    """One publication while it is edited."""

    def __init__(self, publication: Publication, file: str) -> None:
        self.sdk = publication.sdk
        self._publication = publication
        self._endpoints = list(publication.endpoints)
        self._problems: list[Problem] = []
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

    def apply(self, override: EndpointOverride, path: str, snippet: SnippetOverride) -> bool:
        """Change the snippets of an endpoint; return whether there was something to change.

        An endpoint that this SDK does not know is added, with its path as others spell it.
        """
        found = self.find(override)
        if found is None:
            if snippet.source is None:
                return False
            found = PublishedEndpoint(override.method, path)
            self._endpoints.append(found)
        place = self._endpoints.index(found)
        pairs = pairs_of(found)
        changed = self._changed(pairs, found, snippet)
        if changed is None:
            return False
        self._endpoints[place] = with_pairs(found, changed)
        return True

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
            endpoints=tuple(endpoints),
            problems=(*self._publication.problems, *self._problems),
        )

    def find(self, override: EndpointOverride) -> PublishedEndpoint | None:
        """Return the endpoint that an override is of; None: this SDK has none such."""
        return EndpointMatcher(self._endpoints).find(override.method, override.path)

    def _changed(
        self, pairs: list[Pair], endpoint: PublishedEndpoint, snippet: SnippetOverride
    ) -> list[Pair] | None:
        """Return the examples of an endpoint after an override; None: there is none such."""
        place = _place(pairs, snippet.example)
        if snippet.source is not None:
            place = self._with_source(pairs, place, endpoint, snippet)
        elif place is not None and snippet.hide:
            return _hidden(pairs, place, snippet.client)
        if place is None:
            return None
        if snippet.title:
            whole, call = pairs[place]
            named = {"example": snippet.title}
            pairs[place] = (
                msgspec.structs.replace(whole, **named),
                msgspec.structs.replace(call, **named),
            )
        if snippet.order is not None:
            pairs.insert(max(snippet.order - 1, 0), pairs.pop(place))
        return pairs

    def _with_source(
        self,
        pairs: list[Pair],
        place: int | None,
        endpoint: PublishedEndpoint,
        snippet: SnippetOverride,
    ) -> int | None:
        """Put a source into an example, or into a new one; return its number."""
        new = self._read(endpoint, snippet)
        if new is None:
            return place
        if place is None:
            pairs.append(new)
            return len(pairs) - 1
        pairs[place] = with_client(pairs[place], new, snippet.client)
        return place

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


def _hidden(pairs: list[Pair], place: int, client: str) -> list[Pair] | None:
    if client and client not in pairs[place][0].sources:
        return None
    left = without_client(pairs[place], client) if client else None
    return [*pairs[:place], *([left] if left else []), *pairs[place + 1 :]]
