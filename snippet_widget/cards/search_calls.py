"""Finds endpoints by their calls, as they stand in code: `await client.voices.get(`."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from snippet_widget.cards.search_entry import Entry

_CALL = re.compile(r"(?<![\w.])(?:\w+\.)*\w+(?=\s*\()")
_NAME = re.compile(
    r"\s*(?:(?:const|let|var)\s+)?(?:\w+\s*=\s*)?(?:await\s+)?((?:\w+\.)+\w*)[\s;,)]*"
)
_ANSWERED = re.compile(r"\.with_?(?:raw|streaming)_?response(?!\w)", re.IGNORECASE)
"""How the SDKs of some generators are told to return the response itself."""
_CLIENT = "client"
"""What it is called in the calls that the rows show."""
_LAST = "\N{REPLACEMENT CHARACTER}"


class CallSearch:
    """Some endpoints, by their calls in alphabetical order, without the client.

    Parameters
    ----------
    entries
        By their number.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        spelled = [_spelled(entry.call.partition(".")[2]) for entry in entries]
        self._keys = sorted(
            (key for key, name in enumerate(spelled) if name),
            key=lambda key: (spelled[key], len(entries[key].path)),
        )
        self._names = [spelled[key] for key in self._keys]
        self._parts = frozenset(part for name in set(self._names) for part in name.split("."))

    def called(self, query: str) -> tuple[str, list[int]]:
        """Return what a query calls, without its client, and the endpoints of that.

        Parameters
        ----------
        query
            A call with arguments, or its name, as far as it has been typed.

        Returns
        -------
        call, keys
            An empty call: the query is none. The endpoints that have this very call come first,
            then those whose call begins so.
        """
        query = _ANSWERED.sub("", query)
        with_arguments: list[str] = _CALL.findall(query)
        if with_arguments:
            return self._called_with_arguments(with_arguments, is_path="/" in query)
        match = _NAME.fullmatch(query)
        return self._named(match[1]) if match else ("", [])

    def _called_with_arguments(
        self, names: Iterable[str], *, is_path: bool
    ) -> tuple[str, list[int]]:
        dotted_first = sorted(names, key=lambda name: "." not in name)
        for name in dotted_first:
            for call in _tails(name):
                if self._is_there(call):
                    return call, self._beginning_with(call)
        name = dotted_first[0]
        return ("", []) if is_path or "." not in name else self._named(name)

    def _named(self, name: str) -> tuple[str, list[int]]:
        calls = (name, self._without_client(name))
        by_likelihood = sorted(calls, key=self._is_there, reverse=True)
        for call in by_likelihood:
            keys = self._beginning_with(call) if call else []
            if keys:
                return call, keys
        return name.removeprefix(f"{_CLIENT}."), []

    def _without_client(self, name: str) -> str:
        """Return a name from the first part on that calls have, the one being typed at the last."""
        *before, _ = parts = name.split(".")
        known = (place for place, part in enumerate(before) if _spelled(part) in self._parts)
        begins = (place for place in known if place or parts[0] != _CLIENT)
        return ".".join(parts[next(begins, len(before)) :])

    def _is_there(self, call: str) -> bool:
        name = _spelled(call)
        place = bisect_left(self._names, name)
        return place < len(self._names) and self._names[place] == name

    def _beginning_with(self, call: str) -> list[int]:
        name = _spelled(call)
        first = bisect_left(self._names, name)
        return self._keys[first : bisect_left(self._names, name + _LAST, first)]


def _spelled(call: str) -> str:
    """Return one spelling for `get_all` and `getAll`."""
    return call.replace("_", "").lower()


def _tails(name: str) -> Iterator[str]:
    """Yield a name, then it without the client, then without each attribute that leads to it."""
    parts = name.split(".")
    return (".".join(parts[first:]) for first in range(len(parts)))
