"""One publication for each SDK version, where several sources have snippets for the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from snippet_widget.endpoints import path_key
from snippet_widget.plurals import counted
from snippet_widget.publication import Problem, Publication, PublishedEndpoint
from snippet_widget.publishing.descriptions.documents import no_snippet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snippet_widget.models import SdkSelector


def merge_publications(publications: Iterable[Publication]) -> tuple[Publication, ...]:
    """Return the publications with those of one SDK version made one, in the order of the first.

    What one source has no snippets for, and another has, is no problem of the first.

    An endpoint that several of them know keeps the first snippet that one of them has of it.
    """
    by_sdk: dict[SdkSelector, list[Publication]] = {}
    read = list(publications)
    elsewhere = {no_snippet(publication.sdk.type) for publication in read}
    for whole in read:
        problems = tuple(problem for problem in whole.problems if problem not in elsewhere)
        publication = msgspec.structs.replace(whole, problems=problems)
        by_sdk.setdefault(publication.sdk, []).append(publication)
    return tuple(group[0] if len(group) == 1 else _one(sdk, group) for sdk, group in by_sdk.items())


def _one(sdk: SdkSelector, group: list[Publication]) -> Publication:
    endpoints: dict[tuple[str, str], PublishedEndpoint] = {}
    twice = 0
    for endpoint in (endpoint for publication in group for endpoint in publication.endpoints):
        key = (endpoint.method, path_key(endpoint.path))
        known = endpoints.setdefault(key, endpoint)
        if known.full is None:
            endpoints[key] = endpoint
        elif known is not endpoint and endpoint.full is not None:
            twice += 1
    problems = [problem for publication in group for problem in publication.problems]
    if twice:
        where = f"in several sources of {sdk.package} {sdk.version}"
        are, those = ("is", "that") if twice == 1 else ("are", "those")
        message = f"{counted(twice, 'snippet')} {are} {where}: {those} of the first {are} kept."
        problems.append(Problem(message, note=True))
    internal = dict.fromkeys(name for publication in group for name in publication.internal)
    return Publication(sdk, tuple(endpoints.values()), tuple(problems), tuple(internal))
