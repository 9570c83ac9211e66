"""What the status line says, of the things there are to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.widget.messages import LOADING
from snippet_widget.widget.state import Status

if TYPE_CHECKING:
    import threading

    from snippet_widget.widget.state import PanelState

_ALONE = ("comparison", "reading", "slow")
"""What is said in the place of the list, as long as nothing is amiss with that."""

_MORE = ("gone", "cards", "about")
"""Of these the first is said behind the list."""


class StatusReducer:
    """What is known of the service, of the list, of the cards and of their comparison.

    A failure is said alone, then what is amiss with the cards or their comparison, then what one
    waits for; else what is known of the list, and one thing more: it is to fit in one line.

    Parameters
    ----------
    state
        Its ``status`` is set.
    lock
        Held meanwhile.
    """

    def __init__(self, state: PanelState, lock: threading.RLock) -> None:
        self._state = state
        self._lock = lock
        self._notes: dict[str, Status | None] = {}

    def report(self, **notes: Status | None) -> None:
        """Note what is known, and say what matters of it.

        Parameters
        ----------
        notes
            What is known of ``failure``, ``list``, ``about`` (what kind of API it is), ``gone``
            (the endpoint to begin with), ``cards``, ``comparison``, ``slow`` and ``reading``.
        """
        with self._lock:
            self._notes.update(notes)
            known = {name: note for name, note in self._notes.items() if note}
            self._state.status = _status_of(known)


def _status_of(known: dict[str, Status]) -> Status:
    if "failure" in known:
        return known["failure"]
    if "cards" in known and known["cards"].level != "info":
        return known["cards"]
    listed = known.get("list", Status())
    if listed.level == "info":
        for name in _ALONE:
            if name in known:
                return known[name]
    if listed == LOADING:  # beside the count there is no room for more
        return listed
    more = next((known[name] for name in _MORE if name in known), Status())
    text = " ".join(filter(None, (listed.text, more.text)))
    return Status(text, listed.level, listed.action)
