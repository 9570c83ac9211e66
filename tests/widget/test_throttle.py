"""What may not happen too often."""

from __future__ import annotations

from snippet_widget.widget.throttle import Throttle


def test_first_step_is_due_and_the_next_one_is_not() -> None:
    throttle = Throttle(3600.0)
    assert throttle.is_due()
    throttle.step()
    assert not throttle.is_due()


def test_step_is_due_again_when_its_time_has_passed() -> None:
    throttle = Throttle(0.0)
    throttle.step()
    assert throttle.is_due()
