"""Two versions of a snippet side by side."""

from __future__ import annotations

from snippet_widget.cards.difference import Row, Side, difference


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
