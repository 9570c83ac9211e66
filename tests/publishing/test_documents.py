"""Descriptions as sources, through the public interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.errors import ConfigurationError, LayoutNotRecognized, SourceError
from snippet_widget.models import SdkSelector
from snippet_widget.publishing import read_source
from tests.description_builder import ASYNC, PYTHON, SYNC, TS, TYPESCRIPT, with_operation, written

if TYPE_CHECKING:
    from pathlib import Path

SAMPLES = {
    "x-codeSamples": [
        {"lang": "Python", "label": "Get", "source": SYNC},
        {"lang": "Python", "label": "Get (async)", "source": ASYNC},
        {"lang": "Python", "label": "Get again", "source": SYNC.replace('"u"', '"v"')},
        {"lang": "JavaScript", "source": TS},
        {"lang": "cURL", "source": "curl x"},
    ]
}


def test_one_publication_for_each_sdk(tmp_path: Path) -> None:
    path = written(tmp_path, {"api.json": with_operation(SAMPLES)})
    python, typescript = read_source(str(path), sdks=[PYTHON, TYPESCRIPT])
    assert (python.sdk, typescript.sdk) == (PYTHON, TYPESCRIPT)
    (endpoint,) = python.endpoints
    assert (endpoint.method, endpoint.path) == ("GET", "/users/{id}")
    assert endpoint.full is not None
    assert endpoint.full.sources == {"sync_client": SYNC, "async_client": ASYNC}
    assert [example.name for example in endpoint.full.examples] == ["Get", "Get again"]
    assert endpoint.endpoint is not None
    assert endpoint.endpoint.sources == {
        "sync_client": 'client.users.get("u")',
        "async_client": 'await client.users.get("u")',
    }
    assert typescript.endpoints[0].full is not None
    assert typescript.endpoints[0].full.sources == {"client": TS}
    (problem,) = python.problems
    assert problem.message == (
        "1 snippet in curl left out: no SDK is given for it. "
        "Add --sdk curl:PACKAGE==VERSION to publish them."
    )


def test_fern_snippets_of_two_examples(tmp_path: Path) -> None:
    entry = {
        "example_identifier": "default",
        "id": {"path": "v1/users/{id}", "method": "GET", "identifier_override": "users.get"},
        "snippet": {"type": "python", "sync_client": SYNC, "async_client": ASYNC},
    }
    document = {"types": {}, "endpoints": [entry, {**entry, "example_identifier": "other"}]}
    (publication,) = read_source(str(written(tmp_path, {"snippet.json": document})), sdks=[PYTHON])
    (endpoint,) = publication.endpoints
    assert endpoint.path == "/v1/users/{id}"
    assert endpoint.full is not None
    assert [example.name for example in endpoint.full.examples] == ["default", "other"]


def test_overlay_brings_its_own_endpoints(tmp_path: Path) -> None:
    overlay = f"""\
overlay: 1.0.0
info: {{title: CodeSamples overlay for python target, version: 0.0.0}}
actions:
  - target: $["paths"]["/users/{{id}}"]["get"]
    update:
      x-codeSamples:
        - lang: python
          label: getUser
          source: |-
            {SYNC.rstrip().replace(chr(10), chr(10) + " " * 12)}
"""
    (publication,) = read_source(
        str(written(tmp_path, {"codeSamples.yaml": overlay})), sdks=[PYTHON]
    )
    (endpoint,) = publication.endpoints
    assert endpoint.full is not None
    assert endpoint.full.sources == {"sync_client": SYNC}


def test_snippet_that_does_not_compile_is_left_out_and_said(tmp_path: Path) -> None:
    samples = [{"lang": "python", "source": "client.get("}, {"lang": "python", "source": SYNC}]
    path = written(tmp_path, {"api.json": with_operation({"x-codeSamples": samples})})
    (publication,) = read_source(str(path), sdks=[PYTHON])
    assert publication.endpoints[0].full is not None
    assert publication.endpoints[0].full.sources == {"sync_client": SYNC}
    (problem,) = publication.problems
    assert problem.endpoint == "GET /users/{id}"
    assert problem.file == "api.json"
    assert "left out" in problem.message


def test_call_is_that_of_the_snippet_and_a_problem_has_its_line(tmp_path: Path) -> None:
    text = """\
openapi: 3.0.0
paths:
  /a:
    get: {x-codeSamples: [{lang: ts, source: "const c = new A();\\nawait c.users.get();"}]}
    post:
      x-codeSamples: [{lang: ts, source: "f("}]
"""
    (publication,) = read_source(str(written(tmp_path, {"a.yml": text})), sdks=[TYPESCRIPT])
    assert publication.endpoints[0].full is not None
    assert publication.endpoints[0].full.call == "client.users.get"
    (problem,) = publication.problems
    assert (problem.file, problem.line, problem.endpoint) == ("a.yml", 6, "POST /a")


def test_language_without_samples_is_a_problem(tmp_path: Path) -> None:
    path = written(tmp_path, {"api.json": with_operation(SAMPLES)})
    (publication,) = read_source(str(path), sdks=[PYTHON, SdkSelector("go", "acme", "1")])
    messages = [problem.message for problem in publication.problems]
    assert "There is no snippet in go; nothing is published for its SDK." in messages


@pytest.mark.parametrize(
    ("document", "sdks", "error", "message"),
    [
        (with_operation(SAMPLES), [], ConfigurationError, r"python \(3\), typescript \(1\)"),
        (
            with_operation(SAMPLES),
            [SdkSelector("go", "a", "1")],
            ConfigurationError,
            "none in go",
        ),
        (with_operation(SAMPLES), [PYTHON, SdkSelector("py", "b", "1")], ConfigurationError, "Two"),
        (with_operation(SAMPLES), [SdkSelector("python", "a")], ConfigurationError, "a version"),
        (with_operation({}), [PYTHON], SourceError, "no code samples.*x-codeSamples"),
        ({"swagger": "2.0"}, [PYTHON], SourceError, "no code samples"),
        ({"a": 1}, [PYTHON], LayoutNotRecognized, "api.json"),
        ([], [PYTHON], LayoutNotRecognized, "api.json"),
        ("just a text", [PYTHON], LayoutNotRecognized, "api.json"),
        ("{", [PYTHON], SourceError, "line 2"),
    ],
)
def test_what_cannot_be_published_says_what_to_do(
    tmp_path: Path, document: Any, sdks: list[SdkSelector], error: type[Exception], message: str
) -> None:
    path = written(tmp_path, {"api.json": document})
    with pytest.raises(error, match=message):
        read_source(str(path), sdks=sdks)
