"""Where to look for what is gone: the endpoint under another path or call, and the nearest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.documents.published_snippets import EndpointCall

NEAREST = 3
"""As many endpoints are named in the place of one that is gone."""

_ALIKE = 0.3
_SAME_METHOD = 0.1
_SAME_END = 0.2
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def successor(gone: EndpointCall, listed: Sequence[EndpointCall]) -> EndpointCall | None:
    """Return the endpoint that took the place of one: the same path spelled otherwise, or call.

    Two endpoints with one call, or paths that differ in more than spelling, are no successor.
    """
    spelled = [each for each in listed if _spelling(each) == _spelling(gone)]
    called = [each for each in listed if gone.call and each.call == gone.call]
    for candidates in (spelled, called):
        if len(candidates) == 1:
            return candidates[0]
    return None


def nearest(gone: EndpointCall, listed: Iterable[EndpointCall]) -> list[EndpointCall]:
    """Return the endpoints whose words are most like those of one that is gone, best first."""
    wanted = _words(gone)
    likeness = {
        each: _likeness(wanted, _words(each))
        + _SAME_METHOD * (each.method == gone.method)
        + _SAME_END * (_end(each) == _end(gone))
        for each in listed
    }
    ranked = sorted(likeness, key=lambda each: (-likeness[each], str(each)))
    return [each for each in ranked if likeness[each] > _ALIKE][:NEAREST]


def _spelling(endpoint: EndpointCall) -> tuple[str, str]:
    """Return an endpoint without what is only spelling: case, dashes, parameter names."""
    path = re.sub(r"\{[^}]*\}|:\w+", "{}", endpoint.path)
    return endpoint.method, re.sub(r"[-_]", "", path).lower().rstrip("/")


def _end(endpoint: EndpointCall) -> str:
    """Return the last part of a path, whatever its parameter is called."""
    return _spelling(endpoint)[1].rpartition("/")[2]


def _words(endpoint: EndpointCall) -> frozenset[str]:
    path = re.sub(r"\{[^}]*\}", " ", endpoint.path)
    text = _HUMP.sub(" ", f"{path} {(endpoint.call or '').removeprefix('client.')}")
    words = re.findall(r"[a-z0-9]+", text.lower())
    return frozenset(word.removesuffix("s") for word in words)


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of words that two endpoints have in common (Jaccard's index)."""
    return len(one & other) / len(one | other) if one | other else 0.0
