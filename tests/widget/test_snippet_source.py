"""The service behind a panel: connected to when needed, its last answers kept."""

from __future__ import annotations

import pytest

from snippet_widget.cards.content import SnippetQuery
from snippet_widget.errors import ServiceUnavailable
from snippet_widget.models import EndpointSelector
from snippet_widget.widget.snippet_source import CACHED_ANSWERS, SnippetSource
from snippet_widget.widget.state import SdkScope
from tests.panel_builder import FakeClient

SCOPE = SdkScope("acme", "shop")


def query(path: str) -> SnippetQuery:
    return SnippetQuery("acme", "shop", EndpointSelector("GET", path))


def test_connects_once_and_only_when_asked() -> None:
    made: list[FakeClient] = []

    def connect() -> FakeClient:
        made.append(FakeClient())
        return made[-1]

    answers = SnippetSource(connect)
    assert made == []
    assert list(answers.choices()) == ["acme", "zeta"]
    assert len(list(answers.pages(SCOPE))) == 2
    assert len(made) == 1


def test_last_answer_is_kept_by_what_was_asked() -> None:
    answers = SnippetSource(FakeClient)
    answer = answers.snippets(SCOPE, query("/v1/users"))
    assert answers.last(SCOPE, query("/v1/users")) == answer
    assert answers.last(SCOPE, query("/v1/orders")) is None
    assert answers.last(SdkScope("zeta", "shop"), query("/v1/users")) is None


def test_only_so_many_answers_are_kept() -> None:
    endpoints = {("GET", f"/{n}"): "call" for n in range(CACHED_ANSWERS + 1)}
    answers = SnippetSource(lambda: FakeClient(endpoints=endpoints))
    for _, path in endpoints:
        answers.snippets(SCOPE, query(path))
    assert answers.last(SCOPE, query("/0")) is None
    assert answers.last(SCOPE, query("/1")) is not None


def test_connects_again_when_the_service_is_gone() -> None:
    clients = [FakeClient(failure=ServiceUnavailable("gone")), FakeClient()]
    answers = SnippetSource(iter(clients).__next__)
    with pytest.raises(ServiceUnavailable):
        answers.choices()
    assert list(answers.choices()) == ["acme", "zeta"]
