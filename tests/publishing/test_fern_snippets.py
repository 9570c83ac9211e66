"""Fern's ``snippet.json``, in the shapes that its generators write."""

from __future__ import annotations

from typing import Any

import pytest

from snippet_widget.publishing.descriptions.fern_snippets import read_fern_snippets
from tests.description_builder import ASYNC, SYNC


def entry(snippet: dict[str, Any], example: str | None = None, **place: Any) -> dict[str, Any]:
    id_ = {"path": "/users/{id}", "method": "GET", "identifier_override": "users.get", **place}
    named = {"example_identifier": example} if example is not None else {}
    return {**named, "id": id_, "snippet": snippet}


def document(*entries: Any) -> dict[str, Any]:
    return {"types": {}, "endpoints": list(entries)}


@pytest.mark.parametrize(
    ("snippet", "sources"),
    [
        (
            {"type": "python", "sync_client": SYNC, "async_client": ASYNC},
            {"sync_client": SYNC, "async_client": ASYNC},
        ),
        ({"type": "python", "sync_client": SYNC, "async_client": ""}, {"sync_client": SYNC}),
        ({"type": "typescript", "client": "x()"}, {"client": "x()"}),
        ({"type": "go", "client": "x()"}, {"client": "x()"}),
        ({"type": "rust", "client": "x()"}, {"client": "x()"}),
        ({"type": "python"}, {}),
    ],
)
def test_sources_by_client(snippet: dict[str, Any], sources: dict[str, str]) -> None:
    reading = read_fern_snippets(document(entry(snippet)), "snippet.json", [snippet["type"]])
    (found,) = reading.extractions[snippet["type"]].found
    assert found.sources == sources
    assert (found.method, found.path, found.file) == ("GET", "/users/{id}", "snippet.json")
    assert reading.counts == {snippet["type"]: 1}


def test_examples_of_one_endpoint_keep_their_identifiers_and_doubles_are_dropped() -> None:
    java = {"type": "java", "sync_client": "a();", "async_client": "a();"}
    entries = [entry(java, "b07bc8d3"), entry(java, "99f0d394"), entry(java, "99f0d394")]
    found = read_fern_snippets(document(*entries), "s", ["java"]).extractions["java"].found
    assert [one.name for one in found] == ["b07bc8d3", "99f0d394"]
    assert found[0].warnings == [
        "The vendor's Java example for the async client is that for the sync client."
    ]


def test_languages_not_asked_for_are_counted() -> None:
    entries = [entry({"type": "go", "client": "x()"}), entry({"type": "ruby", "client": "x"})]
    reading = read_fern_snippets(document(*entries), "s", ["go"])
    assert reading.counts == {"go": 1, "ruby": 1}
    assert list(reading.extractions) == ["go"]


@pytest.mark.parametrize("source", [None, "", " \n"])
def test_an_empty_snippet_is_a_problem_and_its_endpoint_is_listed(source: str | None) -> None:
    broken = entry({"type": "go", "client": source}, method="post")
    reading = read_fern_snippets(document(broken), "s", ["go"])
    (problem,) = reading.problems
    assert (problem.endpoint, problem.message) == ("POST /users/{id}", "Its go snippet is empty.")
    assert [one.endpoint for one in reading.extractions["go"].found] == ["POST /users/{id}"]


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (None, "Entry 0 of endpoints has no id or no snippet"),
        ({"id": {}, "snippet": 4}, "Entry 0 of endpoints has no id or no snippet"),
        (entry({"client": "x()"}), "Entry 0 of endpoints has no method, path or type"),
        (entry({"type": "go"}, method=7), "Entry 0 of endpoints has no method, path or type"),
        (entry({"type": "go"}, method="FETCH"), "'FETCH' is not an HTTP method"),
    ],
)
def test_entries_of_another_shape_are_problems(broken: Any, message: str) -> None:
    good = entry({"type": "go", "client": "x()"}, method="get")
    reading = read_fern_snippets(document(broken, good), "s", ["go"])
    (problem,) = reading.problems
    assert message in problem.message
    assert [one.endpoint for one in reading.extractions["go"].found] == ["GET /users/{id}"]
