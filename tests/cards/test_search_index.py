"""What the list of endpoints shows for a query: rows, headings, marks; parts of words, letters."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from snippet_widget.cards.search_index import EndpointIndex
from snippet_widget.models import Example, SnippetsPage
from tests.panel_builder import ENDPOINTS, python_snippet, typescript_snippet
from tests.search_builder import index_of, names


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
        ('user = await acme.users.get(user_id="orders")', "GET /v1/users/{user_id}"),
        ('self.acme.users.create(url="https://orders.test/list")', "POST /v1/users"),
    ],
)
def test_best_match_comes_first(query: str, first: str) -> None:
    assert names(index_of(ENDPOINTS).find(query))[0] == first


def test_letters_in_order_match_only_where_no_word_does() -> None:
    index = index_of({("POST", "/list"): "a", ("POST", "/l/i/s/t"): "b"})
    assert names(index.find("list")) == ["POST /list"]
    assert names(index.find("l/it")) == ["POST /l/i/s/t"]
    assert [row[4] for row in index.find("l/it").rows] == ["1 weaker match"]  # nothing is marked


def test_what_no_sdk_has_an_example_of_is_listed_as_such() -> None:
    index = index_of({("GET", "/v1/users"): "users.list"})
    index.add(SnippetsPage({"/v1/orders": {"GET": []}}))
    assert [row.has_example for row in index.find("").rows] == [True, False]
    index.add(SnippetsPage({"/v1/orders": {"GET": [typescript_snippet("orders.list")]}}))
    assert [row.has_example for row in index.find("").rows] == [True, True]


def test_matches_are_marked() -> None:
    (row,) = index_of(ENDPOINTS).find("post user").rows
    assert row[1:4] == ("POST", "/v1/users", "client.users.create")
    assert row[5] == [[(0, 4)], [(4, 8)], [(7, 11)]]


def test_words_that_say_little_are_marked_as_whole_words_alone() -> None:
    endpoints = {("POST", "/v1/translate/a/{way_to}"): "the_data.convert_a"}
    (row,) = index_of(endpoints).find("translate a the").rows
    assert row[5] == [[], [(4, 13), (14, 15)], [(7, 10), (24, 25)]]


def test_matches_in_the_code_alone_stand_below_a_heading_that_says_so() -> None:
    endpoints = {("GET", "/v1/b"): "b.acme_list", ("GET", "/v1/acme"): "a", ("GET", "/v1/c"): "c"}
    rows = index_of(endpoints).find("acme").rows
    assert [(row[4], row[2]) for row in rows] == [
        ("", "/v1/acme"),  # nothing but the word
        ("", "/v1/b"),
        ("1 in the code", "/v1/c"),
    ]


def test_matches_in_the_code_are_counted_and_stand_between_those_in_names_and_weaker_ones() -> None:
    index = index_of({("GET", "/v1/acme"): "a", ("GET", "/v1/c"): "c"})
    told = python_snippet("parse", summary="Parses what acme returns.")
    index.add(SnippetsPage({"/v1/parse": {"POST": [told]}}))
    found = index.find("acme")
    assert [(row[4], row[2]) for row in found.rows] == [
        ("", "/v1/acme"),
        ("1 in the code", "/v1/c"),
        ("1 weaker match", "/v1/parse"),
    ]
    assert (found.total, found.weaker) == (3, 1)


@pytest.mark.parametrize("query", ["asyncac", "orders asyncac"])
def test_a_word_of_the_code_is_found_as_soon_as_it_is_begun(query: str) -> None:
    found = index_of(ENDPOINTS).find(query)
    assert "GET /v1/orders" in names(found)


def test_the_call_that_another_example_is_named_after_is_found() -> None:
    generate = python_snippet("generate")
    streamed = Example("client.generate_stream", generate.sources)
    named = Example("client.generate", generate.sources)
    index = EndpointIndex()
    index.add(
        SnippetsPage(
            {
                "/v1/generate": {
                    "POST": [msgspec.structs.replace(generate, examples=(named, streamed))]
                }
            }
        )
    )
    index.add(SnippetsPage({"/v1/embed": {"POST": [python_snippet("embed")]}}))
    assert names(index.find("generate_stream")) == ["POST /v1/generate"]
    assert names(index.find("streamed")) == ["POST /v1/generate"]
    asked = "POST", "/v1/generate"
    assert index.examples_named(*asked, "generate streamed") == {"python acme": 1}
    assert index.examples_named(*asked, "generate") == {}  # the first says as much
    assert index.examples_named(*asked, "") == index.examples_named("GET", "/v1", "stream") == {}


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


def test_an_sdk_that_comes_later_is_found_too() -> None:
    index = index_of({("POST", "/v1/x"): ""})
    assert names(index.find("dance")) == []
    index.add(SnippetsPage({"/v1/x": {"POST": [typescript_snippet("stage.dance")]}}))
    assert names(index.find("dance")) == ["POST /v1/x"]


ENDS_WHILE_IT_FILLS = """
import atexit, threading

endpoints = threading.Semaphore(0)

@atexit.register  # runs last
def wait_for_another():
    while endpoints.acquire(blocking=False):
        pass
    endpoints.acquire(timeout=10)

from itertools import count
from snippet_widget.cards.search_index import EndpointIndex
from snippet_widget.models import Sdk, Snippet, SnippetsPage

SNIPPET = Snippet(type="python", sdk=Sdk("acme", "1"), sources={}, summary="words " * 200)

def fill():
    index = EndpointIndex()
    for number in count():
        index.add(SnippetsPage({f"/{number}": {"GET": [SNIPPET]}}))
        endpoints.release()

threading.Thread(target=fill, daemon=True).start()
wait_for_another()
"""


def test_process_ends_in_peace_while_an_index_is_filled() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDS_WHILE_IT_FILLS],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
