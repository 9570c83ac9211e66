"""Bringing the SDKs of one API together on their common endpoints.

One SDK may know the base URL as ``https://api.acme.test/v1`` and the path as ``/users``, another
the path as ``/v1/users``. The prefix is moved where that makes the two agree.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from snippet_widget.endpoints import path_key
from snippet_widget.publication import Problem, Publication

if TYPE_CHECKING:
    from collections.abc import Sequence

_Keys = set[tuple[str, str]]
_LONGEST = 4
"""Segments of a prefix."""


def align_paths(publications: Sequence[Publication]) -> tuple[Publication, ...]:
    """Return the publications with their paths spelled as the first of them spells them.

    The first with the most endpoints sets the paths. Another one gets a prefix added where more of
    its endpoints then agree with the first one's, and at least half of the smaller SDK's; where its
    own prefix is one too many, it is taken away. Both are said in its problems.
    """
    if not publications:
        return ()
    leader = max(publications, key=lambda publication: len(publication.endpoints))
    keys = _keys(leader)
    return tuple(
        publication if publication is leader else _compared(_moved(publication, keys), leader)
        for publication in publications
    )


def align_to(publication: Publication, leader: Publication) -> Publication:
    """Return a publication with its paths spelled as another one spells them, where they meet."""
    return _compared(_moved(publication, _keys(leader)), leader)


def common_endpoints(publications: Sequence[Publication]) -> int:
    """Return the number of endpoints that SDKs of more than one language know."""
    languages: dict[tuple[str, str], set[str]] = {}
    for publication in publications:
        for key in _keys(publication):
            languages.setdefault(key, set()).add(publication.sdk.type)
    return sum(len(known) > 1 for known in languages.values())


def _keys(publication: Publication) -> _Keys:
    return {(e.method, path_key(e.path)) for e in publication.endpoints}


def _moved(publication: Publication, leader: _Keys) -> Publication:
    own = _keys(publication)
    meeting = len(own & leader)
    enough = max(meeting + 1, min(len(own), len(leader)) // 2)
    added = _best_prefix(own, leader)
    taken = _best_prefix(leader, own)
    gain_added = len({(m, added + p) for m, p in own} & leader) if added else 0
    gain_taken = len({(m, taken + p) for m, p in leader} & own) if taken else 0
    if max(gain_added, gain_taken) < enough:
        return publication
    if gain_added >= gain_taken:
        return _respelled(publication, added, adding=True)
    return _respelled(publication, taken, adding=False)


def _compared(publication: Publication, leader: Publication) -> Publication:
    """Say where one call name stands for different endpoints: they are not merged by name."""
    if publication.sdk.type == leader.sdk.type:
        return publication
    homes, common = _endpoints_by_call(leader), _keys(publication) & _keys(leader)
    apart = [
        (name, endpoint, homes[call])
        for call, (name, endpoint) in _calls(publication).items()
        if call in homes and _key(endpoint) not in common and homes[call] != endpoint
    ]
    package, other = publication.sdk.package, leader.sdk.package
    if apart and not common:
        found = [_of_another_version(publication, leader, apart)]
    else:
        found = [
            Problem(
                f"{name} of {package} is another endpoint than in {other}, where it is {home}; "
                "they are listed as two endpoints.",
                endpoint=endpoint,
            )
            for name, endpoint, home in apart
        ]
    return msgspec.structs.replace(publication, problems=(*publication.problems, *found))


def _of_another_version(
    publication: Publication, leader: Publication, apart: Sequence[tuple[str, str, str]]
) -> Problem:
    name, endpoint, home = apart[0]
    one, other = (f"{sdk.package} {sdk.version}" for sdk in (publication.sdk, leader.sdk))
    have = "has the same name" if len(apart) == 1 else "have the same names"
    return Problem(
        f"{one} and {other} have no endpoint in common, although {len(apart)} of their calls "
        f"{have}: {name} is {endpoint} in one and {home} in the other. They are SDKs of "
        "different versions of the API; publish SDK versions that belong together."
    )


def _calls(publication: Publication) -> dict[str, tuple[str, str]]:
    """Return (call, endpoint) of each snippet by what languages spell alike."""
    return {
        endpoint.full.call.replace("_", "").lower(): (
            endpoint.full.call,
            f"{endpoint.method} {endpoint.path}",
        )
        for endpoint in publication.endpoints
        if endpoint.full is not None and endpoint.full.call
    }


def _endpoints_by_call(publication: Publication) -> dict[str, str]:
    return {call: endpoint for call, (_, endpoint) in _calls(publication).items()}


def _key(endpoint: str) -> tuple[str, str]:
    method, _, path = endpoint.partition(" ")
    return method, path_key(path)


def _best_prefix(shorter: _Keys, longer: _Keys) -> str:
    """Return the prefix that most paths of one set lack to be paths of the other."""
    prefixes: Counter[str] = Counter()
    for method, path in longer:
        segments = path.split("/")
        for count in range(2, min(_LONGEST + 2, len(segments))):
            if (method, "/" + "/".join(segments[count:])) in shorter:
                prefixes["/".join(segments[:count])] += 1
    plain = [(number, prefix) for prefix, number in prefixes.items() if "{" not in prefix]
    return max(plain, default=(0, ""))[1]


def _respelled(publication: Publication, prefix: str, *, adding: bool) -> Publication:
    def spelled(path: str) -> str:
        if adding:
            return prefix + path
        return path[len(prefix) :] if path.startswith(prefix + "/") else path

    what = "added to" if adding else "taken from"
    note = f"{prefix} was {what} the paths, as the other SDK of this API spells them."
    return msgspec.structs.replace(
        publication,
        endpoints=tuple(
            msgspec.structs.replace(e, path=spelled(e.path)) for e in publication.endpoints
        ),
        problems=(*publication.problems, Problem(note, note=True)),
    )
