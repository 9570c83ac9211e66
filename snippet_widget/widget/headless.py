"""Widgets that no front end is told of: programs that execute a notebook would store their models.

ipywidgets opens a comm for each widget, layout and style, and nbclient stores what is sent there in
the notebook (``metadata.widgets``), beside the static cards that are shown.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import comm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_here = threading.local()


@contextmanager
def headless(*, when: bool = True) -> Iterator[None]:
    """Make widgets whose comms go nowhere, in this thread.

    Parameters
    ----------
    when
        False: make them as ever.
    """
    if when:
        _install()
    before = getattr(_here, "headless", False)
    _here.headless = before or when
    try:
        yield
    finally:
        _here.headless = before


def _install() -> None:
    """Put ours before the function that kernels replace (`comm.create_comm`), once."""
    if not isinstance(comm.create_comm, _CreateComm):
        comm.create_comm = _CreateComm(comm.create_comm)


class _CreateComm:
    def __init__(self, create: Callable[..., Any]) -> None:
        self._create = create

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        create = comm.DummyComm if getattr(_here, "headless", False) else self._create
        return create(*args, **kwargs)
