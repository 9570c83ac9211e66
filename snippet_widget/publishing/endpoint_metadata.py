"""What a description of an API says of its endpoints, put on the endpoints of all its SDKs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.publishing.endpoint_matching import EndpointMatcher

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.models import Snippet
    from snippet_widget.publication import Publication, PublishedEndpoint
    from snippet_widget.publishing.descriptions.operation_metadata import OperationMetadata


def with_metadata(
    publications: Iterable[Publication], marks: Sequence[tuple[str, str, OperationMetadata]]
) -> tuple[Publication, ...]:
    """Return publications without what is internal, the rest with its summary, tags and state.

    What an SDK says of a call itself stays.
    """
    return tuple(_marked(publication, marks) for publication in publications)


def _marked(
    publication: Publication, marks: Sequence[tuple[str, str, OperationMetadata]]
) -> Publication:
    matcher = EndpointMatcher(publication.endpoints)
    by_endpoint = {
        id(found): operation
        for method, path, operation in marks
        if (found := matcher.find(method, path)) is not None
    }
    internal = [
        f"{each.method} {each.path}"
        for each in publication.endpoints
        if id(each) in by_endpoint and by_endpoint[id(each)].internal
    ]
    return msgspec.structs.replace(
        publication,
        endpoints=tuple(
            _endpoint(each, by_endpoint[id(each)]) if id(each) in by_endpoint else each
            for each in publication.endpoints
            if id(each) not in by_endpoint or not by_endpoint[id(each)].internal
        ),
        internal=tuple(dict.fromkeys((*publication.internal, *internal))),
    )


def _endpoint(endpoint: PublishedEndpoint, marks: OperationMetadata) -> PublishedEndpoint:
    return msgspec.structs.replace(
        endpoint,
        full=_snippet(endpoint.full, marks),
        endpoint=_snippet(endpoint.endpoint, marks),
    )


def _snippet(snippet: Snippet | None, marks: OperationMetadata) -> Snippet | None:
    if snippet is None:
        return None
    return msgspec.structs.replace(
        snippet,
        summary=snippet.summary or marks.summary,
        tags=snippet.tags or marks.tags,
        deprecated=snippet.deprecated or marks.deprecated,
    )
