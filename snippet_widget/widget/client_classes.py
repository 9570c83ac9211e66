"""Whether a class is a client of an SDK that is known by its distribution alone."""

from __future__ import annotations

import functools
import re
import sys
from types import ModuleType

_SEPARATORS = re.compile(r"[-_.]+")


def is_client_of(kind: type, package: str, client: str) -> bool:
    """Whether a class, or one that it is made from, belongs to a distribution.

    Parameters
    ----------
    kind
        Of what a notebook has as its client. A module will do: some SDKs are called so.
    package
        Name of the distribution.
    client
        ``async_client``: a class that has an async counterpart will not do, nor that one for
        another client.
    """
    if issubclass(kind, ModuleType):
        return True
    own = next((each for each in kind.__mro__ if _is_of(each, package)), None)
    if own is None:
        return False
    if client == "async_client":
        return not _has_async_counterpart(own)
    return not _is_async(own)


def _is_async(kind: type) -> bool:
    return "async" in kind.__name__.lower()


def _has_async_counterpart(kind: type) -> bool:
    module = sys.modules.get(str(kind.__module__))
    return module is not None and f"Async{kind.__name__}" in vars(module)


def _is_of(kind: type, package: str) -> bool:
    module = str(kind.__module__).partition(".")[0]
    return module == _SEPARATORS.sub("_", package).lower() or module in _top_level(package)


def _top_level(package: str) -> frozenset[str]:
    """Return what a distribution of this environment installs at the top level."""
    from importlib import metadata  # noqa: PLC0415 - 20 ms that most calls never need

    try:
        return _installed_top_level(package)
    except (metadata.PackageNotFoundError, ValueError):
        return frozenset()  # it may be installed later


@functools.lru_cache(maxsize=32)
def _installed_top_level(package: str) -> frozenset[str]:
    from importlib import metadata  # noqa: PLC0415 - as above

    return frozenset(path.parts[0].removesuffix(".py") for path in metadata.files(package) or ())
