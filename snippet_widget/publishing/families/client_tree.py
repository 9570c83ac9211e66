"""The classes that an SDK's root reaches by attributes, as its calls spell them.

``client.users.admins`` leads from the root to the class of ``users``, and from there to another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_Class = TypeVar("_Class")
_Read = TypeVar("_Read")

_DEPTH = 10
"""Attributes on one way: classes that make ever new ones come to an end."""


def walk_clients(
    root: _Class, read: Callable[[_Class], tuple[_Read, Iterable[tuple[str, _Class]]] | None]
) -> Iterator[tuple[_Class, tuple[str, ...], _Read]]:
    """Yield each class with the attributes that lead to it and what was read of it, depth first.

    A class that several ways lead to is there for each of them; none leads through itself.

    Parameters
    ----------
    root
        Where the ways begin, with no attribute.
    read
        Reads a class: what is wanted of it, and its attributes that are such classes; None where
        the package has no such class.
    """
    yield from _below(root, (), frozenset(), read)


def _below(
    place: _Class,
    names: tuple[str, ...],
    above: frozenset[_Class],
    read: Callable[[_Class], tuple[_Read, Iterable[tuple[str, _Class]]] | None],
) -> Iterator[tuple[_Class, tuple[str, ...], _Read]]:
    known = None if place in above or len(names) > _DEPTH else read(place)
    if known is None:
        return
    found, attributes = known
    yield place, names, found
    for name, child in attributes:
        yield from _below(child, (*names, name), above | {place}, read)
