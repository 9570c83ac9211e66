"""What the status line says, of the things there are to say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypedDict

from snippet_widget.widget.messages import LOADING
from snippet_widget.widget.state import Status

if TYPE_CHECKING:
    import threading

    from typing_extensions import Unpack

    from snippet_widget.widget.state import PanelState

_ALONE = ("comparison", "reading", "slow")
"""What is said in the place of the list, as long as nothing is amiss with that."""

_MORE = ("gone", "cards", "about")
"""Of these the first is said behind the list."""


class Notes(TypedDict, total=False):
    """What there is to say; None takes it back."""

    failure: Status | None
    list: Status | None
    about: Status | None
    """What kind of API it is."""
    gone: Status | None
    """The endpoint to begin with is no longer there."""
    cards: Status | None
    comparison: Status | None
    slow: Status | None
    reading: Status | None


class Report(Protocol):
    """Takes what there is to say: `StatusNotes.report`."""

    def __call__(self, **notes: Unpack[Notes]) -> None:
        """Note what is known."""


class StatusNotes:
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
        self._notes: Notes = {}

    def report(self, **notes: Unpack[Notes]) -> None:
        """Note what is known, and say what matters of it."""
        with self._lock:
            self._notes.update(notes)
            self._state.status = _status_of(self._notes)


def _status_of(notes: Notes) -> Status:
    known = {name: note for name, note in notes.items() if isinstance(note, Status) and note}
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
