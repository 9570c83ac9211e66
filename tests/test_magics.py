"""``%snippet`` and ``%snippets`` in a real shell, over a real service."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell

from snippet_widget.completion import register_completion
from snippet_widget.connecting import connect_embedded
from snippet_widget.magics import EnvironmentClient, SnippetMagics
from snippet_widget.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BIRDSONG_GO = "go:skylark.example/birdsong-go==0.10.0"
IDENTIFY = "POST /v1/recordings/identify"


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[InteractiveShell]:
    shell = InteractiveShell()
    with connect_embedded(Settings(catalog=f"sqlite:///{tmp_path / 'catalog.db'}")) as client:
        magics = SnippetMagics(shell, client=lambda: client)
        shell.register_magics(magics)
        register_completion(shell, magics.completer)
        yield shell


def next_input(shell: InteractiveShell, line: str) -> str:
    shell.run_cell(line).raise_error()
    source: str = shell.rl_next_input
    return source


def test_async_snippet_arrives_in_notebook_form(shell: InteractiveShell) -> None:
    source = next_input(shell, f"%snippet {IDENTIFY} --client async")
    assert "await client.recordings.identify(" in source
    assert "asyncio.run" not in source


def test_async_snippet_arrives_as_published_when_asked(shell: InteractiveShell) -> None:
    source = next_input(shell, f"%snippet {IDENTIFY} --client async --published")
    assert "asyncio.run(main())" in source


def test_other_languages_arrive_as_markdown(shell: InteractiveShell) -> None:
    source = next_input(shell, f"%snippet {IDENTIFY} --type ts")
    assert source.startswith("%%markdown\n```typescript\nimport ")


def test_call_alone_has_no_imports(shell: InteractiveShell) -> None:
    source = next_input(shell, f"%snippet {IDENTIFY} --load-level endpoint")
    assert "import" not in source


def test_shown_snippet_is_static_output(
    shell: InteractiveShell, capsys: pytest.CaptureFixture[str]
) -> None:
    shell.run_cell(f"%snippet {IDENTIFY} --client async --show").raise_error()
    assert f"{IDENTIFY} | Python · async\n" in capsys.readouterr().out


def test_braces_of_a_path_are_no_variables(shell: InteractiveShell) -> None:
    shell.user_ns["recording_id"] = "expanded"
    source = next_input(shell, "%snippet GET /v1/recordings/{recording_id}")
    assert "client.recordings.get(" in source


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("%snippet GET /v1/no/such/thing", "is in none of these APIs: skylark/birdsong, "),
        (
            f"%snippet {IDENTIFY} --sdk python:skylark-birdsong==1.4.9",
            "python:skylark-birdsong is in skylark/birdsong, but not in version 1.4.9. Name a ",
        ),
        ("%snippet post", "The path is missing. Write %snippet POST /"),
        (
            "%snippet /v1/recordings/identify",
            "The method is missing. Write %snippet GET /v1/recordings",
        ),
        (
            "%snippet client.recordings.identify",
            (
                "client.recordings.identify is a call. Write its endpoint: %snippet METHOD /path. "
                "The filter of the panel finds the endpoint of a call."
            ),
        ),
        ('%snippet await client.recordings.get(recording_id="it\'s")', ") is a call. Write its"),
        ("%snippet client.chat(message='it", "client.chat(message='it is a call. Write its"),
        (f'%snippet {IDENTIFY} --sdk "python:x>=1,<2"', "'python:x>=1,<2' names a range of ver"),
        (f"%snippet {IDENTIFY} --client client", "has Python · sync, Python · async of that SDK"),
        (f"%snippet {IDENTIFY} --client quick", "invalid choice"),
        ("%snippet POST /v1/recordings/identfy --api birdsong", "\n  POST    /v1/recordings/id"),
    ],
)
def test_what_cannot_be_done_is_said_without_a_traceback(
    shell: InteractiveShell, capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    shell.run_cell(line)
    printed = "".join(capsys.readouterr())
    assert said in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize("quote", ["'", '"'])
def test_quotes_around_an_argument_are_none_of_it(shell: InteractiveShell, quote: str) -> None:
    sdk = f"{quote}python:skylark-birdsong==1.4.2{quote}"
    plain = next_input(shell, f"%snippet {IDENTIFY} --sdk python:skylark-birdsong==1.4.2")
    line = f"%snippet POST {quote}/v1/recordings/identify{quote} --sdk {sdk} --org {quote}skylark"
    assert next_input(shell, line + quote) == plain


def test_help_lists_the_options(shell: InteractiveShell) -> None:
    help_ = shell.find_line_magic("snippet").__doc__
    assert help_
    assert "--client {sync,async,client}" in help_
    assert "METHOD PATH" in help_


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("%snippet PO", {"POST"}),
        ("%snippet pa", {"PATCH"}),
        ("x = 1\n%snippet POST /v1/recordings/id", {"/v1/recordings/identify"}),
        (
            "%snippet GET /v1/recordings/{rec",
            {"/v1/recordings/{recording_id}", "/v1/recordings/{recording_id}/spectrogram"},
        ),
        ("%snippet --show POST /v1/recordings/", {"/v1/recordings/identify"}),
        ("%snippet POST /v1/x --cl", {"--client"}),
        ("%snippet POST /v1/x --client ", {"sync", "async", "client"}),
        ("%snippet --client async PU", {"PUT"}),
        ("%snippet POST /v1/x --load-level e", {"endpoint"}),
        ("%snippet POST /v1/x --type ty", {"typescript"}),
        ("%snippet POST /v1/x --org ", {"skylark", "snippet-widget", "tidewater"}),
        ("%snippet POST /v1/x --org skylark --api ", {"birdsong", "weather"}),
        ("%snippet POST /v1/x --sdk go:skylark.example/birdsong-go==0.1", {BIRDSONG_GO}),
    ],
)
def test_methods_paths_and_options_are_completed_and_nothing_else(
    shell: InteractiveShell, typed: str, completed: set[str]
) -> None:
    assert completions(shell, typed) == completed


def test_a_variable_of_that_name_is_completed_as_ever(shell: InteractiveShell) -> None:
    shell.user_ns["snippet"] = "text"
    assert "POST" not in completions(shell, "snippet PO")
    assert completions(shell, "%snippet PO") == {"POST"}


def completions(shell: InteractiveShell, typed: str) -> set[str]:
    """Return what the last word becomes."""
    start = max(typed.rfind(" "), 0) + 1
    with provisionalcompleter():
        found = shell.Completer.completions(typed, len(typed))
        return {typed[start : each.start] + each.text for each in found}


def test_client_is_the_same_until_the_environment_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SNIPPET_WIDGET_URL", raising=False)
    monkeypatch.setenv("SNIPPET_WIDGET_TOKEN", "one")
    monkeypatch.setenv("SNIPPET_WIDGET_CATALOG", f"sqlite:///{tmp_path}/a.db")
    client = EnvironmentClient()
    first = client()
    assert client() is first
    monkeypatch.setenv("SNIPPET_WIDGET_TOKEN", "two")
    assert client() is not first
    client().close()
