"""Whether a person waits for the cell, or a program executes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from snippet_widget.widget.interactive import is_watched


@dataclass
class Shell:
    """A kernel's shell, while it runs a cell."""

    request: dict[str, Any] = field(default_factory=dict)

    def get_parent(self) -> dict[str, Any]:
        return self.request


def test_request_that_allows_no_input_comes_from_a_program() -> None:
    assert not is_watched(Shell({"content": {"allow_stdin": False}}))
    assert is_watched(Shell({"content": {"allow_stdin": True}}))


def test_anything_else_may_be_a_person() -> None:
    assert is_watched(Shell())
    assert is_watched(object())
    assert is_watched()
