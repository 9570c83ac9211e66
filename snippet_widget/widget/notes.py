"""Which of the things there are to say the status line says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.widget.wording import EMPTY

if TYPE_CHECKING:
    import threading

    from snippet_widget.widget.state import PanelState, Status

MOST_URGENT_FIRST = ("failure", "cards", "list")


class Notes:
    """What is known of the service, of the cards and of the list; one of it is said.

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
        self._notes: dict[str, Status | None] = dict.fromkeys(MOST_URGENT_FIRST)

    def say(self, **notes: Status | None) -> None:
        """Note what is known, and say the most urgent of it."""
        with self._lock:
            self._notes.update(notes)
            self._state.status = next(filter(None, self._notes.values()), EMPTY)
