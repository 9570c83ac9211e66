"""SDKs are answered and asked for by the names of their ecosystem, beside the specification's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.publication_builder import a_publication
from tests.service_builder import publish, running_service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.service_builder import RunningService

SDKS = (
    "java:com.acme:acme-java==1.0.0",
    "java:com.acme:acme-extras==1.0.0",
    "go:github.com/acme/acme-go==1.0.0",
    "ruby:acme==1.0.0",
    "python:my-pkg==1.0.0",
)


@pytest.fixture(scope="module")
def service(new_catalog_url: Callable[[str], str], store: str) -> Iterator[RunningService]:
    url = new_catalog_url(store)
    publish(url, "org", "api", *map(a_publication, SDKS))
    with running_service(url) as running:
        yield running


def ask(service: RunningService, selector: dict[str, str]) -> Any:
    """Return the packages that a selector finds, or the problem's type."""
    body = {"endpoint": {"method": "GET", "path": "/ping"}, "sdks": [selector]}
    answer = service.post("/snippets", body).json()
    return [s["sdk"]["package"] for s in answer] if isinstance(answer, list) else answer["type"]


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        (
            {"type": "java", "group": "com.acme", "artifact": "acme-java"},
            ["com.acme:acme-java"],
        ),
        (
            {"type": "java", "package": "com.acme:acme-java", "version": "1.0.0"},
            ["com.acme:acme-java"],
        ),
        ({"type": "java", "group": "com.acme", "artifact": "other"}, "sdk-not-found"),
        ({"type": "java", "group": "com.acme", "artifact": "acme"}, "sdk-not-found"),
        (
            {"type": "go", "githubRepo": "https://github.com/acme/acme-go"},
            ["github.com/acme/acme-go"],
        ),
        ({"type": "go", "github_repo": "acme/acme-go"}, ["github.com/acme/acme-go"]),
        ({"type": "go", "githubRepo": "https://github.com/acme/other"}, "sdk-not-found"),
        ({"type": "ruby", "gem": "acme", "version": "1.0.0"}, ["acme"]),
        ({"type": "ruby", "gem": "acme", "version": "2.0.0"}, "sdk-not-found"),
        ({"type": "ruby", "gem": "other"}, "sdk-not-found"),
        ({"type": "python", "gem": "my-pkg"}, "sdk-not-found"),
        ({"type": "python", "package": "My_Pkg"}, ["my-pkg"]),
    ],
)
def test_a_selector_finds_the_sdk_that_it_names_or_none(
    service: RunningService, selector: dict[str, str], found: Any
) -> None:
    assert ask(service, selector) == found


def test_what_there_is_instead_is_named_in_both_spellings(service: RunningService) -> None:
    body = {
        "endpoint": {"method": "GET", "path": "/ping"},
        "sdks": [{"type": "ruby", "gem": "other"}],
    }
    problem = service.post("/snippets", body).json()
    assert problem["candidates"] == [
        {"type": "ruby", "package": "acme", "version": "1.0.0", "gem": "acme"}
    ]
    assert "ruby:other is not published" in problem["detail"]
