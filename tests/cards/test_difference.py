"""Two versions of a snippet side by side."""

from __future__ import annotations

import time
from difflib import unified_diff as exact_diff

import pytest

from snippet_widget.cards.difference import Row, Side, difference, unified_diff


def test_changed_words_are_marked_on_both_sides() -> None:
    compared = difference("Go", ("acme 1", "list(limit=10)"), ("acme 2", "list(size=10)"))
    assert compared.rows == (
        Row(Side(1, "list(limit=10)", ((5, 10),)), Side(1, "list(size=10)", ((5, 9),))),
    )


def test_lines_that_only_one_version_has_stand_alone() -> None:
    compared = difference("Go", ("1", "a\nc"), ("2", "a\nb\nc"))
    assert compared.rows == (
        Row(Side(1, "a"), Side(1, "a")),
        Row(None, Side(2, "b")),
        Row(Side(2, "c"), Side(3, "c")),
    )


def test_equal_versions_have_no_rows() -> None:
    assert difference("Go", ("1", "same"), ("2", "same")).rows == ()


def test_far_from_a_change_is_a_gap() -> None:
    lines = [f"line {n}" for n in range(20)]
    changed = [*lines[:15], "new", *lines[16:]]
    compared = difference("Go", ("1", "\n".join(lines)), ("2", "\n".join(changed)))
    assert compared.rows[0] == Row(None, None)
    assert [row.left.number for row in compared.rows[1:] if row.left] == [*range(13, 20)]


def test_hidden_characters_are_shown() -> None:
    compared = difference("Go", ("1", "a"), ("2", "a\u202e"))
    assert compared.rows[0].right == Side(1, "a⟨U+202E⟩", ((1, 9),))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("f(a) " * 40_000, "f(b) g(a) " * 20_000),
        ("x\n" * 2_000, "x\ny\n" * 1_000),
        ("a\nb\n" * 1_000, "b\na\na\n" * 700),
        ("f(a) f(b)\n" * 1_000, "f(b) f(a) f(c)\n" * 1_000),
        ("f(a) " * 300 + "\n", "f(b) g(a) " * 300 + "\n"),
    ],
    ids=["one long line", "one line repeated", "lines alternating", "many lines", "words repeated"],
)
def test_no_text_takes_longer_than_a_second(old: str, new: str) -> None:
    started = time.process_time()
    compared = difference("Go", ("1", old), ("2", new))
    assert unified_diff(("1", old), ("2", new))
    assert time.process_time() - started < 1
    assert any((row.left and row.left.changed) or row.left is None for row in compared.rows)


def test_diff_is_what_diff_prints() -> None:
    lines = [f"line {number}" for number in range(40)]
    for start in range(40):
        other = [*lines[:start], "new", *lines[start + 3 :: 2]]
        expected = list(exact_diff(lines, other, "1", "2", lineterm=""))
        found = unified_diff(("1", "\n".join(lines)), ("2", "\n".join(other)))
        assert found.splitlines() == expected
