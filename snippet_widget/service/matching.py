"""Find the template of a concrete path: ``/users/42`` is ``/users/{id}``."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
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
    if "{}" not in template:
        return template == segment
    pattern = ".+".join(map(re.escape, template.split("{}")))
    return re.fullmatch(pattern, segment, re.DOTALL) is not None


def _openness(template: str) -> tuple[list[tuple[bool, int]], str]:
    """Return a key by which the template that leaves the least open comes first."""
    parts = [("{}" in segment, -len(segment)) for segment in template.split("/")]
    return parts, template


def nearest(method: str, path: str, endpoints: Iterable[EndpointName]) -> list[dict[str, str]]:
    """Return the endpoints that read most like the one asked for, the nearest first."""

    def likeness(endpoint: EndpointName) -> tuple[float, bool]:
        alike = SequenceMatcher(a=path.lower(), b=endpoint.path.lower()).ratio()
        return alike, endpoint.method == method

    ranked = sorted(endpoints, key=likeness, reverse=True)[:_CANDIDATES]
    return [{"method": endpoint.method, "path": endpoint.path} for endpoint in ranked]
