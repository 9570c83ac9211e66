"""Operations of OpenAPI descriptions and the paths that they are called under."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from snippet_widget.publishing.descriptions.openapi import read_openapi
from snippet_widget.publishing.descriptions.references import Description
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
