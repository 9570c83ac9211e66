"""Finding endpoints: fuzzy, best first, marked, grouped."""

from __future__ import annotations

import pytest

from snippet_widget.cards.search_index import EndpointIndex, Found
from snippet_widget.models import SnippetsPage
from tests.panel_builder import ENDPOINTS, python_snippet


def index_of(endpoints: dict[tuple[str, str], str]) -> EndpointIndex:
    index = EndpointIndex()
    for (method, path), call in endpoints.items():
        index.add(SnippetsPage({path: {method: [python_snippet(call)]}}))
    return index


def names(found: Found) -> list[str]:
    return [f"{method} {path}" for _, method, path, *_ in found.rows]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("orders", "GET /v1/orders"),
        ("post users", "POST /v1/users"),
        ("users.create", "POST /v1/users"),
        ("usget", "GET /v1/users/{user_id}"),
        ("GET /v1/users/42", "GET /v1/users/{user_id}"),
        ("https://api.acme.test/base/v1/users/42?full=1", "GET /v1/users/{user_id}"),
        ("ASYNCACME orders", "GET /v1/orders"),
    ],
)
def test_best_match_comes_first(query: str, first: str) -> None:
    assert names(index_of(ENDPOINTS).find(query))[0] == first


def test_every_word_must_match() -> None:
    assert names(index_of(ENDPOINTS).find("users nothing")) == []


def test_letters_in_order_match_only_where_no_word_does() -> None:
    index = index_of({("GET", "/list"): "a", ("GET", "/l/i/s/t"): "b"})
    assert names(index.find("list")) == ["GET /list"]
    assert names(index.find("l/it")) == ["GET /l/i/s/t"]


def test_matches_are_marked() -> None:
    (row,) = index_of(ENDPOINTS).find("post user").rows
    assert row[1:4] == ["POST", "/v1/users", "client.users.create"]
    assert row[5] == [[(0, 4)], [(4, 8)], [(7, 11)]]


def test_matches_in_the_code_alone_stand_below_a_heading_that_says_so() -> None:
    endpoints = {("GET", "/v1/b"): "b.acme_list", ("GET", "/v1/acme"): "a", ("GET", "/v1/c"): "c"}
    rows = index_of(endpoints).find("acme").rows
    assert [(row[4], row[2]) for row in rows] == [
        ("", "/v1/b"),
        ("", "/v1/acme"),
        ("in the code", "/v1/c"),
    ]


def test_without_a_query_rows_are_grouped_by_the_first_telling_part() -> None:
    endpoints = {("GET", "/v1/a"): "a", ("GET", "/v1/b"): "b", ("POST", "/v1/a/{id}"): "c"}
    rows = index_of(endpoints).find("").rows
    assert [(row[4], row[2]) for row in rows] == [
        ("a", "/v1/a"),
        ("a", "/v1/a/{id}"),
        ("b", "/v1/b"),
    ]


def test_at_most_two_hundred_rows_and_how_many_more() -> None:
    index = index_of({("GET", f"/things/{n}"): "a" for n in range(750)})
    found = index.find("things")
    assert (len(found.rows), found.total, found.more) == (200, 750, 550)


def test_an_endpoint_on_two_pages_is_listed_once() -> None:
    index = index_of(ENDPOINTS)
    index.add(SnippetsPage({"/v1/users": {"GET": [python_snippet("users.list")]}}))
    assert len(index.entries) == len(ENDPOINTS)


def test_hidden_characters_in_names_are_shown() -> None:
    ((_, _, path, *_),) = index_of({("GET", "/pay\u202eable"): "a"}).find("").rows
    assert path == "/pay⟨U+202E⟩able"


@pytest.mark.parametrize("query", ["[", "(a+)+$", "\\", "^", "]", "a" * 5_000, "/" * 500, "{}"])
def test_a_query_is_text_not_a_pattern(query: str) -> None:
    assert index_of(ENDPOINTS).find(query).total >= 0
