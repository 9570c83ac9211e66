"""What is run of a snippet, and what its warnings mean for the run."""

from __future__ import annotations

import pytest

from snippet_widget.errors import EnvironmentFailed
from snippet_widget.models import Sdk, Snippet
from snippet_widget.verifying import Form, Isolation, Program, available_isolation, programs_of

SOURCES = {"sync_client": "client.get()"}


def program(*warnings: str) -> Program:
    """Return the one program of a snippet with these warnings."""
    snippet = Snippet(type="python", sdk=Sdk("acme", "1.0"), sources=SOURCES, warnings=warnings)
    (found,) = programs_of(snippet, "GET", "/users", [Form.PROGRAM])
    return found


@pytest.mark.parametrize(
    ("warning", "warned"),
    [
        ("client.get needs the argument id", True),
        ("sync: client.get needs the argument id", True),
        ("async: client.get needs the argument id", False),
        ("the SDK marks client.get as deprecated", False),
        ("no file is given (argument file): it may fail without one", False),
        ("acme.voice has to be installed as well: pip install 'acme[voice]'", False),
        ("client.get first sends GET /users/{id}, whose answer says where to ask", False),
    ],
)
def test_warning_that_a_snippet_may_fail_is_told_from_others(warning: str, warned: bool) -> None:  # noqa: FBT001
    assert program(warning).warned is warned


def test_what_a_snippet_needs_and_sends_first_is_read_from_its_warnings() -> None:
    found = program(
        "sync: acme.voice has to be installed as well: pip install 'acme[voice]'",
        "b has to be installed as well: npm install 'b@^1.0'",
        "c has to be installed as well: npm install 'c --evil'",
        "sync: client.get first sends GET /users/{id}, whose answer says where to ask",
    )
    assert found.needs == ("acme[voice]", "b@^1.0")
    assert found.first == ("GET", "/users/{id}")


def test_windows_is_told_where_snippets_can_be_run() -> None:
    with pytest.raises(EnvironmentFailed, match=r"not run on Windows.*Linux"):
        available_isolation("win32")
    assert available_isolation("darwin") is Isolation.RECORDER
