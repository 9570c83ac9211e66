"""Of background work only the newest of each channel counts."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from snippet_widget.widget.latest_task import LatestTasks

if TYPE_CHECKING:
    from collections.abc import Generator


def never(error: Exception) -> None:
    raise AssertionError(error)


def test_values_arrive_in_order() -> None:
    newest, got = LatestTasks(threading.RLock()), []  # type: tuple[LatestTasks, list[int]]
    newest.start("a", (n for n in range(3)), take=got.append, failed=never)
    assert newest.wait(5)
    assert got == [0, 1, 2]


def test_a_newer_job_ends_the_older_one_of_its_lane() -> None:
    newest, got = LatestTasks(threading.RLock()), []  # type: tuple[LatestTasks, list[str]]
    gate, closed = threading.Event(), threading.Event()

    def old() -> Generator[str, None, None]:
        try:
            yield "old 1"
            gate.wait(5)
            yield "old 2"
        finally:
            closed.set()

    newest.start("a", old(), take=got.append, failed=never)
    newest.start("a", (each for each in ["new"]), take=got.append, failed=never)
    assert newest.wait(5)
    gate.set()
    assert closed.wait(5)
    assert [each for each in got if each != "old 1"] == ["new"]


def test_lanes_do_not_disturb_each_other() -> None:
    newest, got = LatestTasks(threading.RLock()), []  # type: tuple[LatestTasks, list[str]]
    newest.start("a", (each for each in ["a"]), take=got.append, failed=never)
    newest.start("b", (each for each in ["b"]), take=got.append, failed=never)
    assert newest.wait(5)
    assert sorted(got) == ["a", "b"]


def test_what_fails_is_reported_and_may_start_again() -> None:
    newest, got = LatestTasks(threading.RLock()), []  # type: tuple[LatestTasks, list[str]]

    def breaks() -> Generator[str, None, None]:
        yield "before"
        raise ValueError("away")

    def again(error: Exception) -> None:
        got.append(str(error))
        newest.start("a", (each for each in ["back"]), take=got.append, failed=never, delay=0.01)

    newest.start("a", breaks(), take=got.append, failed=again)
    assert newest.wait(5)
    assert got == ["before", "away", "back"]


def test_waiting_gives_up_in_time() -> None:
    newest, gate = LatestTasks(threading.RLock()), threading.Event()
    newest.start("a", (gate.wait(5) for _ in range(1)), take=lambda _: None, failed=never)
    assert not newest.wait(0.01, "a")
    assert newest.wait(0.01, "b")
    gate.set()
    assert newest.wait(5)


def test_a_canceled_job_hands_nothing_over() -> None:
    newest, got, gate = LatestTasks(threading.RLock()), [], threading.Event()  # type: tuple[LatestTasks, list[bool], threading.Event]
    newest.start("a", (gate.wait(5) for _ in range(1)), take=got.append, failed=never)
    newest.cancel("a")
    gate.set()
    assert newest.wait(5)
    assert got == []
