"""Several sources of one SDK version are one publication."""

from __future__ import annotations

from snippet_widget.publishing.merging import merge_publications
from tests.publication_builder import a_publication


def test_snippets_of_all_sources_are_there_and_the_first_wins() -> None:
    first = a_publication("python:acme==1.0", "GET /a", source="first", silent="GET /b/{id}")
    second = a_publication("python:acme==1.0", "GET /b/{b}", "GET /a", "GET /c", source="second")
    (one,) = merge_publications([first, second])
    sources = [(e.path, e.full.sources["sync_client"] if e.full else "") for e in one.endpoints]
    assert [(path, source.split()[2]) for path, source in sources] == [
        ("/a", "first"),
        ("/b/{b}", "second"),
        ("/c", "second"),
    ]
    assert [problem.message for problem in one.problems] == [
        "1 snippet is in several sources of acme 1.0: that of the first is kept."
    ]


def test_other_versions_and_languages_stand_beside_each_other() -> None:
    publications = (
        a_publication("python:acme==1.0"),
        a_publication("python:acme==2.0"),
        a_publication("go:acme==1.0"),
    )
    assert merge_publications(publications) == publications
