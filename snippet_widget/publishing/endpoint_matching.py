"""Which of an SDK's endpoints somebody means who spells paths as another source does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.endpoints import path_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snippet_widget.publication import PublishedEndpoint


class EndpointMatcher:
    """Finds endpoints by method and path, also where one of the two has a prefix more.

    Parameters
    ----------
    endpoints
        Those of one SDK.
    """

    def __init__(self, endpoints: Iterable[PublishedEndpoint]) -> None:
        self._by_key = {(each.method, path_key(each.path)): each for each in endpoints}

    def find(self, method: str, path: str) -> PublishedEndpoint | None:
        """Return the endpoint meant; None: it is not there, or several could be.

        Examples
        --------
        >>> from snippet_widget.publication import PublishedEndpoint
        >>> EndpointMatcher([PublishedEndpoint("GET", "/v2/users/{id}")]).find("GET", "/users/:id")
        PublishedEndpoint(method='GET', path='/v2/users/{id}')
        """
        key = path_key(path)
        if exact := self._by_key.get((method, key)):
            return exact
        near = [
            endpoint
            for (known_method, known), endpoint in self._by_key.items()
            if known_method == method and _is_tail(known, key)
        ]
        return near[0] if len(near) == 1 else None


def _is_tail(one: str, other: str) -> bool:
    """Return whether one of two paths is the other without its first segments."""
    return len(min(one, other, key=len)) > 1 and (one.endswith(other) or other.endswith(one))
