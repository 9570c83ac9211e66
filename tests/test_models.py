"""The wire's JSON in and out (SPECIFICATION, "Resources and their fields")."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from snippet_widget.models import (
    EndpointSelector,
    LoadLevel,
    SnippetRequest,
    page_from_wire,
    snippet_from_wire,
    snippet_to_wire,
)

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
        {**PYTHON, "stability": "beta", "examples": [{"name": "long", "sync_client": "x"}]},
    ],
)
def test_snippets_come_back_as_they_went(wire: dict[str, Any]) -> None:
    assert snippet_to_wire(snippet_from_wire(wire)) == wire


def test_snippet_without_sdk_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="sdk"):
        snippet_from_wire({"type": "python"})


def test_page_holds_path_then_method_then_snippets() -> None:
    page = page_from_wire({"snippets": {"/ping": {"GET": [PYTHON]}}, "next": 2})
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
