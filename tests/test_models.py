"""The wire's JSON in and out (SPECIFICATION, "Resources and their fields")."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from snippet_widget.client.snippet_decoding import decode_page
from snippet_widget.models import EndpointSelector, Example, LoadLevel, Sdk, Snippet, SnippetRequest
from snippet_widget.snippet_wire import snippet_from_wire, snippet_to_wire

PYTHON: dict[str, Any] = {
    "type": "python",
    "sdk": {"package": "acme", "version": "1.0.0"},
    "sync_client": "client.ping()",
    "async_client": "await client.ping()",
}


def test_python_snippet_keeps_both_clients() -> None:
    snippet = snippet_from_wire(PYTHON)
    assert snippet.sources == {
        "sync_client": "client.ping()",
        "async_client": "await client.ping()",
    }


@pytest.mark.parametrize(
    "wire",
    [
        PYTHON,
        {"type": "cobol", "sdk": {"package": "a", "version": "1"}, "client": "CALL."},
        {
            **PYTHON,
            "stability": "beta",
            "exampleIdentifier": "long",
            "examples": [{"name": "long", "sync_client": "x"}],
        },
    ],
)
def test_snippets_come_back_as_they_went(wire: dict[str, Any]) -> None:
    assert snippet_to_wire(snippet_from_wire(wire)) == wire


@pytest.mark.parametrize(
    ("type_", "package", "names"),
    [
        ("java", "com.acme:acme-java", {"group": "com.acme", "artifact": "acme-java"}),
        ("java", "acme-java", {"group": "", "artifact": "acme-java"}),
        (
            "go",
            "github.com/acme/acme-go/v2",
            {
                "githubRepo": "https://github.com/acme/acme-go",
                "github_repo": "https://github.com/acme/acme-go",
            },
        ),
        ("ruby", "acme", {"gem": "acme"}),
        ("python", "acme", {}),
        ("cobol", "acme", {}),
    ],
)
def test_an_sdk_is_sent_with_the_names_of_its_ecosystem(
    type_: str, package: str, names: dict[str, str]
) -> None:
    snippet = Snippet(type=type_, sdk=Sdk(package, "1.0"), sources={})
    assert snippet_to_wire(snippet)["sdk"] == {"package": package, "version": "1.0", **names}


def test_a_source_that_there_is_none_of_is_sent_empty_and_read_as_none() -> None:
    snippet = Snippet(type="java", sdk=Sdk("acme", "1"), sources={"sync_client": "acme.ping();"})
    wire = snippet_to_wire(snippet)
    assert (wire["sync_client"], wire["async_client"]) == ("acme.ping();", "")
    assert snippet_from_wire(wire) == snippet
    assert snippet_from_wire({**wire, "async_client": None}) == snippet


def test_the_example_shown_is_named() -> None:
    examples = tuple(Example(name, {"client": name}) for name in ("short", "long"))
    snippet = Snippet(
        type="go", sdk=Sdk("acme", "1"), sources={"client": "short"}, examples=examples
    )
    assert snippet_to_wire(snippet)["exampleIdentifier"] == "short"


def test_snippet_without_sdk_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="sdk"):
        snippet_from_wire({"type": "python"})


def test_page_holds_path_then_method_then_snippets() -> None:
    page = decode_page({"snippets": {"/ping": {"GET": [PYTHON]}}, "next": 2})
    assert page.snippets["/ping"]["GET"][0].type == "python"
    assert page.next == 2


def test_request_is_sent_in_the_names_of_the_specification() -> None:
    request = SnippetRequest(
        endpoint=EndpointSelector("GET", "/ping"), api_id="a", load_level=LoadLevel.ENDPOINT
    )
    assert msgspec.to_builtins(request) == {
        "endpoint": {"method": "GET", "path": "/ping"},
        "apiId": "a",
        "loadLevel": "endpoint",
    }
