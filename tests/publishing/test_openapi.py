"""Operations of OpenAPI descriptions and the paths that they are called under."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cards.display_options import DisplayOptions
from snippet_widget.errors import SourceError
from snippet_widget.models import EndpointSelector, LoadLevel
from snippet_widget.publishing.assembly import assemble
from snippet_widget.publishing.descriptions.openapi import read_openapi
from snippet_widget.publishing.descriptions.operation_metadata import INTERNAL
from snippet_widget.publishing.descriptions.references import Description
from snippet_widget.snippet_wire import snippet_from_wire, snippet_to_wire
from tests.description_builder import with_operation, written

if TYPE_CHECKING:
    from pathlib import Path

    from snippet_widget.publishing.extraction import DocumentContents

SAMPLE = {"x-codeSamples": [{"lang": "Python", "source": "get()"}]}


def reading(folder: Path, files: dict[str, Any], *types: str) -> DocumentContents:
    description = Description(written(folder, files))
    return read_openapi(description, description.root(), types or ("python",))


@pytest.mark.parametrize(
    ("document", "path"),
    [
        ({}, "/users/{id}"),
        ({"servers": []}, "/users/{id}"),
        ({"servers": [{"url": "https://api.acme.test/v1/"}]}, "/v1/users/{id}"),
        ({"servers": [{"url": "/v2"}, {"url": "/v3"}]}, "/v2/users/{id}"),
        ({"servers": [{"url": "/{v}", "variables": {"v": {"default": "v4"}}}]}, "/v4/users/{id}"),
        ({"servers": [{"url": "https://{host}/v6"}]}, "/v6/users/{id}"),
        ({"servers": [{"url": "https://[broken"}]}, "/users/{id}"),
        ({"swagger": "2.0", "basePath": "/v5"}, "/v5/users/{id}"),
    ],
)
def test_base_path_of_the_server_is_part_of_the_path(
    tmp_path: Path, document: dict[str, Any], path: str
) -> None:
    read = reading(tmp_path, {"api.json": with_operation(SAMPLE, **document)})
    assert [found.path for found in read.extractions["python"].found] == [path]


def test_servers_with_different_paths_are_said(tmp_path: Path) -> None:
    servers = [{"url": "https://acme.test/v2"}, {"url": "/v3"}, {"url": "/v2"}]
    read = reading(tmp_path, {"api.json": with_operation(SAMPLE, servers=servers)})
    (note,) = read.problems
    assert note.note
    assert note.message == "Its servers have the paths /v2, /v3: /v2 begins those of its endpoints."


def test_nearest_server_counts(tmp_path: Path) -> None:
    document = {
        "openapi": "3.0.0",
        "servers": [{"url": "/root"}],
        "paths": {
            "/a": {"servers": [{"url": "/item"}], "get": SAMPLE},
            "/b": {"put": {"servers": [{"url": "/own"}], **SAMPLE}},
        },
    }
    read = reading(tmp_path, {"api.json": document})
    found = read.extractions["python"].found
    assert [one.endpoint for one in found] == ["GET /item/a", "PUT /own/b"]


def test_every_operation_is_listed_with_or_without_a_sample(tmp_path: Path) -> None:
    paths = {
        "/a": {"get": SAMPLE, "post": {}, "parameters": [], "x-note": {}},
        "x-b": {"get": SAMPLE},
        "/c": None,
    }
    read = reading(tmp_path, {"api.json": {"openapi": "3.1.0", "paths": paths}}, "python", "go")
    python, go = read.extractions["python"].found, read.extractions["go"].found
    assert [(one.endpoint, bool(one.sources)) for one in python] == [
        ("GET /a", True),
        ("POST /a", False),
    ]
    assert [bool(one.sources) for one in go] == [False, False]
    assert read.counts == {"python": 1}


def test_description_split_over_files_is_one(tmp_path: Path) -> None:
    files = {
        "api.yaml": "openapi: 3.0.0\npaths:\n  /a: {$ref: paths/a.yml}\n",
        "paths/a.yml": "get: {$ref: 'ops/get.yml'}\npost: {$ref: 'ops/post.yml#/op'}\n",
        "paths/ops/get.yml": "x-codeSamples:\n- $ref: '../../examples.yml#/get'\n",
        "paths/ops/post.yml": "op: {x-codeSamples: [{lang: python, source: {$ref: s.py}}]}\n",
        "paths/ops/s.py": "post()\n",
        "examples.yml": "get: {lang: Python, source: 'get()'}\n",
    }
    read = reading(tmp_path, files)
    assert [(one.endpoint, one.sources, one.file) for one in read.extractions["python"].found] == [
        ("GET /a", {"sync_client": "get()\n"}, "paths/ops/get.yml"),
        ("POST /a", {"sync_client": "post()\n"}, "paths/ops/post.yml"),
    ]
    assert read.problems == []


@pytest.mark.parametrize(
    ("paths", "endpoint"),
    [
        ({"$ref": "https://acme.test"}, ""),
        ({"/a": {"$ref": "../a.json"}}, "/a"),
        ({"/a": {"get": {"$ref": "../a.json"}}}, "GET /a"),
        ({"/a": {"get": {"x-codeSamples": [{"$ref": "#/nowhere"}]}}}, "GET /a"),
        ({"/a": {"get": {"servers": {"$ref": "#/nowhere"}}}}, "GET /a"),
    ],
)
def test_broken_references_are_problems_of_their_endpoint(
    tmp_path: Path, paths: dict[str, Any], endpoint: str
) -> None:
    good = {"/z": {"get": SAMPLE}} if "$ref" not in paths else {}
    read = reading(tmp_path, {"api.json": {"openapi": "3.0.0", "paths": {**paths, **good}}})
    (problem,) = read.problems
    assert (problem.endpoint, problem.file) == (endpoint, "api.json")
    assert bool(good) == any(one.sources for one in read.extractions["python"].found)


@pytest.mark.parametrize("mark", INTERNAL)
def test_what_is_internal_is_left_out_and_counted(tmp_path: Path, mark: str) -> None:
    paths = {
        "/open": {"get": SAMPLE, "put": {mark: False, **SAMPLE}},
        "/own": {"get": {mark: True, **SAMPLE}},
        "/shared": {mark: True, "get": SAMPLE, "post": {**SAMPLE, mark: False}},
    }
    read = reading(tmp_path, {"api.json": {"openapi": "3.0.0", "paths": paths}})
    extracted = read.extractions["python"]
    assert [one.endpoint for one in extracted.found] == ["GET /open", "PUT /open", "POST /shared"]
    assert extracted.internal == ["GET /own", "GET /shared"]
    assert read.counts == {"python": 3}


def test_what_a_description_says_travels_with_its_endpoints(tmp_path: Path) -> None:
    said = {
        "summary": "Get a\n user",
        "tags": ["Users"],
        "x-fern-sdk-group-name": ["people"],
        "deprecated": True,
    }
    read = reading(tmp_path, {"api.json": with_operation({**SAMPLE, **said})})
    publication = assemble("python", "acme", "1.0", read.extractions["python"])
    snippet = publication.endpoints[0].full
    assert snippet is not None
    assert (snippet.summary, snippet.tags) == ("Get a user", ("Users", "people"))
    assert snippet.deprecated == "The API's description marks this endpoint as deprecated."
    assert snippet_from_wire(snippet_to_wire(snippet)) == snippet
    (card, *_) = card_contents(
        [snippet],
        SnippetQuery("acme", "users", EndpointSelector("GET", "/users/{id}"), LoadLevel.FULL),
        DisplayOptions(),
    )
    assert card.warnings == (snippet.deprecated,)


def test_a_sample_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    samples = [{"lang": "Python", "source": "  "}, {"source": "get()"}, {"note": "nothing"}]
    read = reading(tmp_path, {"api.json": with_operation({"x-codeSamples": samples})})
    assert [problem.message for problem in read.problems] == [
        "an empty sample in Python; left out.",
        "a sample that does not say its language; left out.",
    ]


def test_more_samples_than_are_read_of_one_sdk_are_an_error_and_never_cut(tmp_path: Path) -> None:
    operations = {"get": {"x-codeSamples": [{"lang": lang, "source": "x()"} for lang in "abc"]}}
    paths = {f"/{n}": operations for n in range(5_001)}
    files = {"api.json": {"openapi": "3.0.0", "paths": paths}}
    read = reading(tmp_path, files, "a", "b", "c")
    assert [len(one.found) for one in read.extractions.values()] == [5_001] * 3
    twice = {path: {**item, "put": item["get"]} for path, item in paths.items()}
    files["api.json"]["paths"] = twice
    with pytest.raises(SourceError, match=r"api\.json has 10002 snippets in b, and 10000 are read"):
        reading(tmp_path, files, "b")
