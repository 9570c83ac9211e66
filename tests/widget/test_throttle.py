"""What may not happen too often."""

from __future__ import annotations

from snippet_widget.widget.throttle import Pace


def test_first_step_is_due_and_the_next_one_is_not() -> None:
    pace = Pace(3600.0)
    assert pace.is_due()
    pace.step()
    assert not pace.is_due()


def test_step_is_due_again_when_its_time_has_passed() -> None:
    pace = Pace(0.0)
    pace.step()
    assert pace.is_due()
