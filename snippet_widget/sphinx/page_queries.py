"""What pages ask of the service, and which of them are out of date because it answers otherwise."""

from __future__ import annotations

import hashlib
import os
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from snippet_widget.connecting import connect, scope_of
from snippet_widget.documents.endpoint_snippets import meant_snippets
from snippet_widget.errors import SnippetWidgetError
from snippet_widget.exported_client import exported_client
from snippet_widget.settings import environment_settings
from snippet_widget.snippet_wire import snippet_to_wire

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from snippet_widget.cards.content import SnippetQuery
    from snippet_widget.client import SnippetClient
    from snippet_widget.models import SdkSelector, Snippet

Question = tuple["SnippetQuery", tuple["SdkSelector", ...]]
"""What is asked for and for which SDKs."""

_ASKED = "snippet_widget_questions"


class _Connection:
    """The client of one build, made when it is first needed."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._client: SnippetClient | None = None
        self._process = 0
        self._answers: dict[Question, list[Snippet] | SnippetWidgetError] = {}

    def answer(self, app: Sphinx, question: Question) -> list[Snippet]:
        if question not in self._answers:
            try:
                self._answers[question] = self._asked(app, question)
            except SnippetWidgetError as error:
                self._answers[question] = error
        answer = self._answers[question]
        if isinstance(answer, SnippetWidgetError):
            raise answer
        return answer

    def close(self) -> None:
        self._stack.close()
        self._client = None
        self._answers.clear()

    def _asked(self, app: Sphinx, question: Question) -> list[Snippet]:
        query, sdks = question
        if self._client is None or self._process != os.getpid():  # Sphinx forks to read pages
            self._process = os.getpid()
            self._client = self._stack.enter_context(_client(app))
        preferred = scope_of(app.config.snippet_widget_url, None, None, environment_settings())
        _, snippets = meant_snippets(self._client, query, sdks, preferred)
        return snippets


_CONNECTION = _Connection()


def _client(app: Sphinx) -> Any:
    """Return the context of the client that the configuration names, else the settings."""
    exports = [Path(app.confdir, path) for path in app.config.snippet_widget_exports]
    if exports:
        return exported_client(exports)
    settings = environment_settings()
    catalog = app.config.snippet_widget_catalog or settings.catalog
    return connect(app.config.snippet_widget_url, None, replace(settings, catalog=catalog))


def ask(app: Sphinx, page: str, question: Question) -> list[Snippet]:
    """Return the snippets that a page asks for, and remember that it did.

    Raises
    ------
    SnippetWidgetError
        The service declines, or gives no answer; the page is read again with the next build.
    """
    asked = _asked(app.env).setdefault(page, {})
    asked[question] = ""
    snippets = _CONNECTION.answer(app, question)
    asked[question] = _digest(snippets)
    return snippets


def outdated_pages(app: Sphinx, env: BuildEnvironment, *_: object) -> list[str]:
    """Return the pages to which the service answers otherwise now."""
    return [page for page, asked in _asked(env).items() if _is_outdated(app, asked)]


def _is_outdated(app: Sphinx, asked: dict[Question, str]) -> bool:
    try:
        return any(
            _digest(_CONNECTION.answer(app, question)) != digest
            for question, digest in asked.items()
        )
    except SnippetWidgetError:
        return True


def purged(_app: Sphinx, env: BuildEnvironment, page: str) -> None:
    """Forget what a page asked for: it is read again, or gone."""
    _asked(env).pop(page, None)


def merged(
    _app: Sphinx, env: BuildEnvironment, pages: Iterable[str], other: BuildEnvironment
) -> None:
    """Take over what pages asked for that another process has read."""
    _asked(env).update((page, asked) for page, asked in _asked(other).items() if page in pages)


def close_client(_app: Sphinx, _error: Exception | None) -> None:
    """Close the connection when the build is over."""
    _CONNECTION.close()


def _asked(env: BuildEnvironment) -> dict[str, dict[Question, str]]:
    if not hasattr(env, _ASKED):
        setattr(env, _ASKED, {})
    asked: dict[str, dict[Question, str]] = getattr(env, _ASKED)
    return asked


def _digest(snippets: list[Snippet]) -> str:
    wire = msgspec.json.encode([snippet_to_wire(snippet) for snippet in snippets])
    return hashlib.sha256(wire).hexdigest()
