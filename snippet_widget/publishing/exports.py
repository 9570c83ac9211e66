"""Exports of catalogs as sources: checked as everything else is that somebody else wrote."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.endpoints import path_key
from snippet_widget.publication import Problem, PublishedEndpoint
from snippet_widget.publishing.assembly import source_error
from snippet_widget.publishing.example_pairs import Pair, pairs_of, with_pairs, without_client

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snippet_widget.publication import Publication

_error = functools.lru_cache(maxsize=100_000)(source_error)
"""Versions of one SDK have most of their sources in common."""


def checked_export(publication: Publication, file: str) -> Publication:
    """Return what of an export passes the checks of its language; the rest is a problem each."""
    problems = list(publication.problems)
    once = _once([_named(each) for each in publication.endpoints], file, problems)
    endpoints = tuple(_checked(each, file, problems) for each in once)
    return msgspec.structs.replace(publication, endpoints=endpoints, problems=tuple(problems))


def _named(endpoint: PublishedEndpoint) -> PublishedEndpoint:
    """Return an endpoint with its method in upper case, as it will be stored."""
    method = endpoint.method.strip().upper()
    if method == endpoint.method:
        return endpoint
    return msgspec.structs.replace(endpoint, method=method)


def _once(
    endpoints: Iterable[PublishedEndpoint], file: str, problems: list[Problem]
) -> Iterable[PublishedEndpoint]:
    """Return each endpoint once, with the first snippet that there is of it."""
    known: dict[tuple[str, str], PublishedEndpoint] = {}
    for endpoint in endpoints:
        key = (endpoint.method, path_key(endpoint.path))
        first = known.setdefault(key, endpoint)
        if first.full is None:
            known[key] = endpoint
        elif first is not endpoint and endpoint.full is not None:
            message = "It is listed twice: its first snippet is kept."
            problems.append(Problem(message, file, endpoint=_label(endpoint)))
    return known.values()


def _label(endpoint: PublishedEndpoint) -> str:
    return f"{endpoint.method} {endpoint.path}"


def _checked(endpoint: PublishedEndpoint, file: str, problems: list[Problem]) -> PublishedEndpoint:
    pairs = pairs_of(endpoint)
    usable = [left for pair in pairs if (left := _usable(pair, file, _label(endpoint), problems))]
    unchanged = len(usable) == len(pairs) and all(
        a is b for a, b in zip(usable, pairs, strict=True)
    )
    return endpoint if unchanged else with_pairs(endpoint, usable)


def _usable(pair: Pair, file: str, endpoint: str, problems: list[Problem]) -> Pair | None:
    if not pair[0].sources:
        problems.append(Problem("Its snippet is empty.", file, endpoint=endpoint))
        return None
    left: Pair | None = pair
    for client, source in pair[0].sources.items():
        error = _error(pair[0].type, source)
        if error is not None and left is not None:
            message = f"The {client} snippet is left out: {error}."
            problems.append(Problem(message, file, endpoint=endpoint))
            left = without_client(left, client)
    return left
