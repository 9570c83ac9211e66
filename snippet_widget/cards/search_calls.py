"""Finds endpoints by their calls, as they stand in code: `await client.voices.get(`."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from snippet_widget.cards.search_entry import Entry

_CALL = re.compile(r"(?<![\w.])(?:\w+\.)*\w+(?=\s*\()")
_NAME = re.compile(
    r"\s*(?:(?:const|let|var)\s+)?(?:\w+\s*=\s*)?(?:await\s+)?(?:new\s+)?((?:\w+\.)+\w*)[\s;,)]*"
)
_MENTIONED = re.compile(r"(?<![\w.])(?:\w+\.)+\w+(?![\w.]|\s*\()")
"""A name that is passed on: `print(client.voices.get)`."""
_ANSWERED = re.compile(r"\.with_?(?:raw|streaming)_?response(?!\w)", re.IGNORECASE)
"""How the SDKs of some generators are told to return the response itself."""
_PARENTHESIS = re.compile(r"(\(|\)\s*\.(?=\s*\w)|\))")
_CLIENT = "client"
"""What it is called in the calls that the rows show."""
_LONGEST = 20
"""Parts of a call at most: what is pasted may have thousands."""
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
        called: list[str] = _CALL.findall(query)
        if not called:
            match = _NAME.fullmatch(query)
            return self._named(match[1]) if match else ("", [])
        is_path = "/" in query
        dotted = [name for name in called if "." in name]
        found = self._first_there(dotted)
        if not found and (joined := _joined(query)) != query:
            call, keys = self.called(joined)
            found = call if keys else ""
        mentioned = [] if is_path else _MENTIONED.findall(query)
        found = found or self._first_there([*mentioned, *called])
        if found:
            return found, self._beginning_with(found)
        return self._named(dotted[0]) if dotted and not is_path else ("", [])

    def _first_there(self, names: Iterable[str]) -> str:
        """Return the first call that one of some names ends in; empty where none does."""
        tails = itertools.chain.from_iterable(map(_tails, names))
        return next(filter(self._is_there, tails), "")

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


def _joined(query: str) -> str:
    """Return `client.with_options.voices.get(` for `client.with_options(timeout=3).voices.get(`."""
    joined: list[str] = []
    opened: list[int] = []
    for part in _PARENTHESIS.split(query):
        if part == "(":
            opened.append(len(joined))
        begin = opened.pop() if opened and part.startswith(")") else None
        if begin is not None and part != ")":
            joined[begin:] = "."
        else:
            joined.append(part)
    return "".join(joined)


def _spelled(call: str) -> str:
    """Return one spelling for `get_all` and `getAll`."""
    return call.replace("_", "").lower()


def _tails(name: str) -> Iterator[str]:
    """Yield a name, then it without the client, then without each attribute that leads to it."""
    parts = name.split(".")[-_LONGEST:]
    return (".".join(parts[first:]) for first in range(len(parts)))
