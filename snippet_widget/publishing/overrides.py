"""What a vendor corrects by hand of what was read: per endpoint, SDK, client and example."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.models import Snippet, examples_of, joined_examples
from snippet_widget.publication import Problem, Publication, PublishedEndpoint
from snippet_widget.publishing.assembly import assemble
from snippet_widget.publishing.endpoint_matching import EndpointMatcher
from snippet_widget.publishing.extraction import ExtractedExample, ExtractionResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snippet_widget.publishing.manifest import (
        EndpointOverride,
        Manifest,
        SnippetOverride,
    )

_Pair = tuple[Snippet, Snippet]
"""An example as a whole program and as the call alone."""
_LAST = float("inf")


def with_overrides(
    publications: Sequence[Publication], manifest: Manifest
) -> tuple[Publication, ...]:
    """Return publications as a ``snippets.toml`` wants them.

    An override that nothing answers to is a problem of the first publication, with its line.
    """
    edited = [_Edited(publication, manifest.file) for publication in publications]
    unmet = [
        Problem(f"{said} The override changes nothing.", manifest.file, line, str(name))
        for override in manifest.endpoints
        for name, said, line in _unmet(edited, override)
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
            unmet.append((name, "No such snippet is there.", snippet.line))
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
        pairs = _pairs(found)
        changed = self._changed(pairs, found, snippet)
        if changed is None:
            return False
        self._endpoints[place] = _joined(found, changed)
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
        self, pairs: list[_Pair], endpoint: PublishedEndpoint, snippet: SnippetOverride
    ) -> list[_Pair] | None:
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
        pairs: list[_Pair],
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
        pairs[place] = (
            _replaced(pairs[place][0], new[0], snippet.client),
            _replaced(pairs[place][1], new[1], snippet.client),
        )
        return place

    def _read(self, endpoint: PublishedEndpoint, snippet: SnippetOverride) -> _Pair | None:
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


def _pairs(endpoint: PublishedEndpoint) -> list[_Pair]:
    if endpoint.full is None:
        return []
    calls = examples_of(endpoint.endpoint or endpoint.full)
    return list(zip(examples_of(endpoint.full), calls, strict=True))


def _joined(endpoint: PublishedEndpoint, pairs: list[_Pair]) -> PublishedEndpoint:
    if not pairs:
        return PublishedEndpoint(endpoint.method, endpoint.path)
    if len(pairs) > 1:
        pairs = [(_named(whole), _named(call)) for whole, call in pairs]
    return msgspec.structs.replace(
        endpoint,
        full=joined_examples([whole for whole, _ in pairs]),
        endpoint=joined_examples([call for _, call in pairs]),
    )


def _named(snippet: Snippet) -> Snippet:
    name = snippet.example or snippet.call or "example"
    return msgspec.structs.replace(snippet, example=name)


def _place(pairs: Sequence[_Pair], example: str) -> int | None:
    if not example:
        return 0 if pairs else None
    return next((n for n, (whole, _) in enumerate(pairs) if whole.example == example), None)


def _hidden(pairs: list[_Pair], place: int, client: str) -> list[_Pair] | None:
    whole, call = pairs[place]
    if client and client not in whole.sources:
        return None
    left = {field: text for field, text in whole.sources.items() if client and field != client}
    if not left:
        return pairs[:place] + pairs[place + 1 :]
    pairs[place] = (_without(whole, client), _without(call, client))
    return pairs


def _without(snippet: Snippet, client: str) -> Snippet:
    """Return a snippet without the source of a client, and without what is said of it."""
    label = f"{client.removesuffix('_client')}: "
    only = client == "client"
    return msgspec.structs.replace(
        snippet,
        sources={field: text for field, text in snippet.sources.items() if field != client},
        published={f: text for f, text in snippet.published.items() if f != client},
        required_only={f: text for f, text in snippet.required_only.items() if f != client},
        warnings=tuple(w for w in snippet.warnings if not (only or w.startswith(label))),
        repairs=() if only else snippet.repairs,
    )


def _replaced(old: Snippet, new: Snippet, client: str) -> Snippet:
    bare = _without(old, client)
    return msgspec.structs.replace(
        bare,
        sources={**old.sources, **new.sources},
        warnings=(*bare.warnings, *new.warnings),
        repairs=tuple(dict.fromkeys((*bare.repairs, *new.repairs))),
    )
