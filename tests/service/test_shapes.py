"""Whatever is sent as a body is answered, and never by an error of the service's own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import requests
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.publication_builder import a_publication
from tests.service_builder import TOKEN, publish, running_service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.service_builder import RunningService

HEADERS = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["org", "api", "python", "acme", "1", "GET", "/ping", "/\0", "full", "\ud800"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
endpoints = st.fixed_dictionaries({}, optional={"method": scalars, "path": scalars, "x": values})
selectors = st.fixed_dictionaries(
    {}, optional={"type": scalars, "package": scalars, "version": scalars, "x": values}
)
nearly_right = st.fixed_dictionaries(
    {},
    optional={
        "endpoint": st.one_of(endpoints, values),
        "orgId": scalars,
        "apiId": scalars,
        "sdks": st.one_of(st.lists(st.one_of(selectors, values), max_size=4), values),
        "loadLevel": scalars,
        "x": values,
    },
)
bodies = st.one_of(
    st.one_of(nearly_right, values).map(lambda value: json.dumps(value).encode()),
    st.binary(max_size=60),
)
paths = st.sampled_from(["/snippets", "/snippets/load", "/snippets/load?page=2"])


@pytest.fixture(scope="module")
def service(store: str, new_catalog_url: Callable[[str], str]) -> Iterator[RunningService]:
    url = new_catalog_url(store)
    for sdk in ("python:acme==1", "go:acme==1"):
        publish(url, "org", "api", a_publication(sdk, "GET /ping", "GET /users/{id}"))
    with running_service(url) as running:
        yield running


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(path=paths, body=bodies)
def test_no_body_is_answered_by_an_error_of_ours(
    service: RunningService, path: str, body: bytes
) -> None:
    answer = requests.post(service.url + path, data=body, headers=HEADERS, timeout=30)
    if answer.status_code != 200:
        assert_is_problem(answer)


def assert_is_problem(answer: requests.Response) -> None:
    """Check that an answer says what to do, as RFC 9457 has it."""
    assert answer.status_code in (400, 404, 413, 415)
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert problem["status"] == answer.status_code
    assert {"type", "title", "detail"} <= set(problem)
