"""Which spellings of an endpoint are one."""

from __future__ import annotations

import pytest

from snippet_widget.endpoints import (
    display_path,
    endpoint_with_method,
    method_name,
    parse_endpoint,
    path_key,
)
from snippet_widget.errors import ConfigurationError, InvalidRequest


@pytest.mark.parametrize(
    "spelling",
    ["/users/{id}", "/users/{user_id}/", "users/:id", "/users/{id}?full=1", " /users/{a}#b "],
)
def test_spellings_of_one_path_have_one_key(spelling: str) -> None:
    assert path_key(spelling) == "/users/{}"


def test_colon_inside_a_segment_is_no_parameter() -> None:
    assert path_key("/v1/batches/{id}:cancel") == "/v1/batches/{}:cancel"


@pytest.mark.parametrize("path", ["/a \n# b", "/a/ ?b", "//", " / ", "/a\t/"])
def test_displayed_path_is_displayed_the_same_again(path: str) -> None:
    assert display_path(display_path(path)) == display_path(path)


def test_root_path_is_a_slash() -> None:
    assert display_path("") == "/"


def test_method_is_upper_cased() -> None:
    assert method_name("post") == "POST"


def test_unknown_method_is_named() -> None:
    with pytest.raises(InvalidRequest, match="'FETCH' is not an HTTP method"):
        method_name("FETCH")


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("post v1/x", ("POST", "/v1/x")),
        ("/v1/x?a=1", (None, "/v1/x")),
        ("GET https://api.acme.test/v1/x/", ("GET", "/v1/x")),
    ],
)
def test_typed_endpoints_are_split(typed: str, read: tuple[str | None, str]) -> None:
    assert parse_endpoint(typed) == read


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/v1/{id}", r"^The method is missing. Write get GET /v1/\{id\}\.$"),
        ("https://api.acme.test/v1/x", r"^The method is missing. Write get GET /v1/x\.$"),
        ("users", r"^The method is missing. Write get GET /users\.$"),
        ("co.chat", "^co.chat is a call. Write its endpoint: get METHOD /path. "),
        ('await co.chat(url="https://x/y")', "is a call. "),
    ],
)
def test_what_lacks_its_method_is_told_from_a_call(text: str, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        endpoint_with_method(text, "get {}")
