"""Find the template of a concrete path: ``/users/42`` is ``/users/{id}``.

Paths come from whoever asks: all of this takes time in proportion to their length.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.catalog import EndpointName

_CANDIDATES = 5


def best_template(path: str, templates: Iterable[str]) -> str | None:
    """Return the path key that a concrete path is an instance of; None: of none of them.

    Literal segments win over parameters, the leftmost first, as in the routing of most
    frameworks; within a segment, more literal text wins.

    Parameters
    ----------
    path
        A path key: ``/users/42``.
    templates
        Path keys with as many segments: ``/users/{}``, ``/{}/42``.
    """
    segments = path.split("/")
    matching = [template for template in templates if _matches(template.split("/"), segments)]
    return min(matching, key=_openness, default=None)


def _matches(template: Sequence[str], segments: Sequence[str]) -> bool:
    return len(template) == len(segments) and all(map(_segment_matches, template, segments))


def _segment_matches(template: str, segment: str) -> bool:
    """Return whether a segment is the template's literals with something in each gap."""
    first, *literals = template.split("{}")
    if not literals:
        return template == segment
    if not segment.startswith(first):
        return False
    *inner, last = literals
    position = len(first)
    for literal in inner:  # the leftmost place of each leaves the most room for the others
        position = segment.find(literal, position + 1)
        if position < 0:
            return False
        position += len(literal)
    return segment.endswith(last) and len(segment) - len(last) > position


def _openness(template: str) -> tuple[list[tuple[bool, int]], str]:
    """Return a key by which the template that leaves the least open comes first."""
    parts = [("{}" in segment, -len(segment)) for segment in template.split("/")]
    return parts, template


def nearest(method: str, path: str, endpoints: Iterable[EndpointName]) -> list[dict[str, str]]:
    """Return the endpoints that read most like the one asked for, the nearest first."""
    asked = _bigrams(path)

    def likeness(endpoint: EndpointName) -> tuple[float, bool]:
        there = _bigrams(endpoint.path)
        shared = (asked & there).total()
        return shared / (asked.total() + there.total()), endpoint.method == method

    ranked = sorted(endpoints, key=likeness, reverse=True)[:_CANDIDATES]
    return [{"method": endpoint.method, "path": endpoint.path} for endpoint in ranked]


def _bigrams(path: str) -> Counter[str]:
    """Count the pairs of neighboring characters, for the coefficient of Sørensen and Dice."""
    text = f"{path.lower()}/"
    return Counter(map("".join, pairwise(text)))
