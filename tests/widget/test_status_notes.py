"""The status line says the most urgent of what there is to say."""

from __future__ import annotations

import threading

from snippet_widget.widget.messages import LOADING
from snippet_widget.widget.state import PanelState, Status
from snippet_widget.widget.status_notes import StatusNotes


def test_failure_is_said_alone() -> None:
    state = PanelState()
    notes = StatusNotes(state, threading.RLock())
    notes.report(list=Status("4 endpoints."), cards=Status("No Java."))
    notes.report(failure=Status("Nothing answers.", "error", "Try again"))
    assert state.status == Status("Nothing answers.", "error", "Try again")
    notes.report(failure=None)
    assert state.status == Status("4 endpoints. No Java.")
    notes.report(cards=None, list=None)
    assert state.status == Status()


def test_one_thing_is_said_behind_the_list_and_what_one_waits_for_alone() -> None:
    state = PanelState()
    notes = StatusNotes(state, threading.RLock())
    notes.report(list=Status("4 endpoints."), about=Status("A sample."), slow=Status("Slow."))
    assert state.status == Status("Slow.")
    notes.report(slow=None)
    assert state.status == Status("4 endpoints. A sample.")
    notes.report(cards=Status("No Java."))
    assert state.status == Status("4 endpoints. No Java.")
    notes.report(list=LOADING)
    assert state.status == LOADING
    notes.report(list=Status("Refused.", "error", "Try again"), cards=None, slow=Status("Slow."))
    assert state.status.text.startswith("Refused.")


def test_what_is_amiss_with_the_cards_is_said_before_the_list() -> None:
    state = PanelState()
    notes = StatusNotes(state, threading.RLock())
    notes.report(list=Status("4 endpoints."), cards=Status("No snippet.", "warning"))
    assert state.status == Status("No snippet.", "warning")
