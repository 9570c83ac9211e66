"""Whether a person waits for the cell, or a program executes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from snippet_widget.widget.interactive import came_by_subshell, is_interactive


@dataclass
class Shell:
    """A kernel's shell, while it runs a cell."""

    request: dict[str, Any] = field(default_factory=dict)

    def get_parent(self) -> dict[str, Any]:
        return self.request


def test_request_that_allows_no_input_comes_from_a_program() -> None:
    assert not is_interactive(Shell({"content": {"allow_stdin": False}}))
    assert is_interactive(Shell({"content": {"allow_stdin": True}}))


def test_voila_shows_the_widgets_of_what_it_executes() -> None:
    shell = Shell({"content": {"allow_stdin": False}})
    assert is_interactive(shell, {"VOILA_KERNEL_ID": "one"})
    assert not is_interactive(shell, {})


def test_anything_else_may_be_a_person() -> None:
    assert is_interactive(Shell())
    assert is_interactive(object())
    assert is_interactive()


@dataclass
class KernelShell:
    """A shell, and the kernel that handles a message."""

    kernel: Shell


def test_message_for_a_subshell_is_answered_beside_a_running_cell() -> None:
    assert came_by_subshell(KernelShell(Shell({"header": {"subshell_id": "one"}})))
    assert not came_by_subshell(KernelShell(Shell({"header": {"subshell_id": None}})))
    assert not came_by_subshell(KernelShell(Shell()))
    assert not came_by_subshell(object())
    assert not came_by_subshell()
