"""What the status line says, of the things there are to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.widget.state import Status

if TYPE_CHECKING:
    import threading

    from snippet_widget.widget.state import PanelState


class StatusReducer:
    """What is known of the service, of the list, of the cards and of their comparison.

    A failure is said alone, then what is amiss with the cards or their comparison; else what is
    known of list and cards.

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

    def say(self, **notes: Status | None) -> None:
        """Note what is known, and say what matters of it.

        Parameters
        ----------
        notes
            What is known of ``failure``, ``list``, ``cards`` and ``comparison``.
        """
        with self._lock:
            self._notes.update(notes)
            known = {name: note for name, note in self._notes.items() if note}
            self._state.status = _said(known)


def _said(known: dict[str, Status]) -> Status:
    if "failure" in known:
        return known["failure"]
    if "cards" in known and known["cards"].level != "info":
        return known["cards"]
    if "comparison" in known and known.get("list", Status()).level == "info":
        return known["comparison"]
    said = [known[name] for name in ("list", "cards") if name in known]
    if not said:
        return Status()
    return Status(" ".join(note.text for note in said), said[0].level, said[0].action)
