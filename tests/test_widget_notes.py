"""The status line says the most urgent of what there is to say."""

from __future__ import annotations

import threading

from snippet_widget.widget.notes import Notes
from snippet_widget.widget.state import PanelState, Status


def test_most_urgent_note_is_said() -> None:
    state = PanelState()
    notes = Notes(state, threading.RLock())
    notes.say(list=Status("4 endpoints."))
    assert state.status.text == "4 endpoints."
    notes.say(failure=Status("Nothing answers.", "error"), cards=Status("No snippet."))
    assert state.status.text == "Nothing answers."
    notes.say(failure=None)
    assert state.status.text == "No snippet."
    notes.say(cards=None, list=None)
    assert state.status == Status()
