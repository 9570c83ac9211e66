"""Folders as sources: marked Markdown, checkouts of Go and Python SDKs, projects in place."""

from __future__ import annotations

import json
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from snippet_widget.errors import ConfigurationError, LayoutNotRecognized, SourceError
from snippet_widget.publishing import read_source
from snippet_widget.sdk_selector import parse_document_sdk
from tests.description_builder import written
from tests.fern_builder import fern_python

if TYPE_CHECKING:
    from pathlib import Path

    from snippet_widget.publication import Publication

MARKED = {
    "docs/sdks/users/README.md": dedent("""\
        # Users
        <!-- UsageSnippet language="go" operationID="get" method="get" path="/users/{id}" -->
        ```go
        res, err := s.Users.Get(ctx, "id")
        ```
        <!-- UsageSnippet language="go" method="get" path="/users/{id}" example="other" -->

        ```go
        res, err := s.Users.Get(ctx, "other")
        ```
        <!-- snippet: POST /users -->
        ```ruby
        client.users.create
        ```
        <!-- snippet: POST /users -->
        no code
        <!-- snippet: everything -->
        """),
    "node_modules/x/README.md": "<!-- snippet: GET /no -->\n```go\nx()\n```\n",
}
STAINLESS_TEST = """\
package acme_test

import (
\t"context"
\t"errors"
\t"testing"

\t"github.com/acme/acme-go"
\t"github.com/acme/acme-go/internal/testutil"
\t"github.com/acme/acme-go/option"
)

func TestUserGet(t *testing.T) {
\tbaseURL := "http://localhost:4010"
\tif !testutil.CheckTestServer(t, baseURL) {
\t\treturn
\t}
\tclient := acme.NewClient(
\t\toption.WithBaseURL(baseURL),
\t\toption.WithAPIKey("My API Key"),
\t)
\t_, err := client.Users.Get(context.TODO(), "id")
\tif err != nil {
\t\tvar apierr *acme.Error
\t\tif errors.As(err, &apierr) {
\t\t\tt.Log(string(apierr.DumpRequest(true)))
\t\t}
\t\tt.Fatalf("err should be nil: %s", err.Error())
\t}
}
"""
PROGRAM = """\
package main

import (
\t"context"
\t"github.com/acme/acme-go"
\t"github.com/acme/acme-go/option"
)

func main() {
\tclient := acme.NewClient(
\t\toption.WithAPIKey("My API Key"),
\t)
\t_, err := client.Users.Get(context.TODO(), "id")
\tif err != nil {
\t\tpanic(err)
\t}
}
"""
FERN_TEST = """\
package users_test

import (
\tcontext "context"
\tacme "github.com/acme/acme-go"
\tclient "github.com/acme/acme-go/client"
\toption "github.com/acme/acme-go/option"
\trequire "github.com/stretchr/testify/require"
\ttesting "testing"
)

func TestUsersGetWithWireMock(
\tt *testing.T,
) {
\tResetWireMockRequests(t)
\tWireMockBaseURL := "http://localhost:8080"
\tclient := client.NewClient(
\t\toption.WithBaseURL(
\t\t\tWireMockBaseURL,
\t\t),
\t)
\trequest := &acme.GetUser{
\t\tID: "7",
\t}
\t_, invocationErr := client.Users.Get(
\t\tcontext.TODO(),
\t\trequest,
\t)

\trequire.NoError(t, invocationErr, "Client method call should succeed")
\tVerifyRequestCount(t, "GET", "/v1/users/7", nil, 1)
}
"""
FERN_RAW = """\
\tendpointURL := internal.EncodeURL(
\t\tbaseURL+"/v1/users/%v",
\t\tid,
\t)
\traw, err := r.caller.Call(ctx, &internal.CallParams{
\t\tURL:    endpointURL,
\t\tMethod: http.MethodGet,
"""


def read(folder: Path, *sdks: str) -> dict[str, Publication]:
    """Return what a folder holds, by language."""
    found = read_source(str(folder), sdks=tuple(map(parse_document_sdk, sdks)))
    return {publication.sdk.type: publication for publication in found}


def sources(publication: Publication) -> dict[str, list[str]]:
    """Return the sources of each endpoint's examples, the first ones first."""
    return {
        f"{e.method} {e.path}": [
            example.sources["client"] for example in e.full.examples or (e.full,)
        ]
        for e in publication.endpoints
        if e.full
    }


def test_marked_examples_of_a_folder_are_read_in_every_language(tmp_path: Path) -> None:
    written(tmp_path, MARKED)
    found = read(tmp_path, "go:acme==1.0.0", "ruby:acme==1.0.0")
    assert sources(found["go"]) == {
        "GET /users/{id}": [
            'res, err := s.Users.Get(ctx, "id")\n',
            'res, err := s.Users.Get(ctx, "other")\n',
        ]
    }
    assert sources(found["ruby"]) == {"POST /users": ["client.users.create\n"]}
    assert [(p.message, p.line) for p in found["go"].problems] == [
        ("No code follows the mark.", 15),
        ("The mark names no endpoint: snippet: everything.", 17),
    ]
    with pytest.raises(ConfigurationError, match=r"has snippets in go \(2\), ruby \(1\)"):
        read(tmp_path)


def test_a_checkout_of_stainless_for_go_is_read(tmp_path: Path) -> None:
    api = '- <code title="get /users/{id}">client.Users.<a href="x">Get</a>(ctx, id)</code>\n'
    api += '- <code title="post /users">client.Users.<a href="x">New</a>(ctx)</code>\n'
    files = {"go.mod": "module acme", "api.md": api, "user_test.go": STAINLESS_TEST}
    written(tmp_path, files)
    go = read(tmp_path, "go:github.com/acme/acme-go==1.0.0")["go"]
    assert sources(go) == {"GET /users/{id}": [PROGRAM]}
    assert [e.path for e in go.endpoints] == ["/users/{id}", "/users"]
    snippet = go.endpoints[0].full
    assert snippet is not None
    assert snippet.call == "client.Users.Get"
    assert snippet.repairs[0].startswith("Composed of the SDK's own test")
    assert snippet.warnings == ()


def test_a_checkout_of_fern_for_go_is_read(tmp_path: Path) -> None:
    other = FERN_TEST.replace("/v1/users/7", "/v9/unknown").replace("Users.Get", "Users.List")
    files = {
        "go.mod": "module acme",
        "reference.md": "# Reference",
        "users/raw_client.go": FERN_RAW,
        "users/users_test/users_test.go": FERN_TEST,
        "users/users_test/other_test.go": other,
    }
    written(tmp_path, files)
    go = read(tmp_path, "go:github.com/acme/acme-go==1.0.0")["go"]
    (source,) = sources(go)["GET /v1/users/{id}"]
    assert '\tacme "github.com/acme/acme-go"\n' in source
    assert "\tclient := client.NewClient()\n\trequest := &acme.GetUser{" in source
    assert source.endswith("\tif err != nil {\n\t\tpanic(err)\n\t}\n}\n")
    assert "require" not in source
    (problem,) = go.problems
    assert "client.Users.List is left out: GET /v9/unknown" in problem.message


def test_the_source_of_a_python_package_is_read(tmp_path: Path) -> None:
    files = {f"src/{path}": text for path, text in fern_python().items()}
    project = '[project]\nname = "acme"\nversion = "1.2"\n'
    written(tmp_path, {"pyproject.toml": project, **files})
    python = read(tmp_path)["python"]
    assert (python.sdk.package, python.sdk.version) == ("acme", "1.2")
    assert [e.path for e in python.endpoints if e.full] == ["/v2/users/{user_id}"]
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "acme"\ndynamic = ["version"]\n')
    assert read(tmp_path, "python:acme==3.0")["python"].sdk.version == "3.0"
    with pytest.raises(SourceError, match=r"Add --sdk python:acme==VERSION\."):
        read(tmp_path)


def test_a_project_that_is_installed_in_place_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, site = tmp_path / "project", tmp_path / "site"
    written(project, {"pyproject.toml": '[project]\nname = "acme"\n', **fern_python()})
    origin = {"url": project.as_uri(), "dir_info": {"editable": True}}
    info = "acme-0.7.dist-info"
    metadata = "Metadata-Version: 2.1\nName: acme\nVersion: 0.7\n"
    files = {"METADATA": metadata, "RECORD": "", "direct_url.json": json.dumps(origin)}
    written(site, {f"{info}/{name}": text for name, text in files.items()})
    monkeypatch.syspath_prepend(str(site))
    (python,) = read_source("installed:acme")
    assert (python.sdk.version, python.endpoints[0].path) == ("0.7", "/v2/users/{user_id}")


def test_a_folder_of_something_else_says_so(tmp_path: Path) -> None:
    written(tmp_path, {"a.txt": "x"})
    with pytest.raises(LayoutNotRecognized, match="is a folder without marked examples"):
        read(tmp_path)


SERVICES = {
    "acme-core/src/main/kotlin/com/acme/client/AcmeClient.kt": """\
package com.acme.client

import com.acme.services.blocking.ChatService

interface AcmeClient {
    fun chat(): ChatService
}
""",
    "acme-core/src/main/kotlin/com/acme/services/blocking/ChatService.kt": """\
package com.acme.services.blocking

import com.acme.services.blocking.chat.CompletionService

interface ChatService {
    fun completions(): CompletionService

    interface WithRawResponse {
        fun completions(): CompletionService.WithRawResponse
    }
}
""",
    "acme-core/src/main/kotlin/com/acme/services/blocking/chat/CompletionService.kt": """\
package com.acme.services.blocking.chat

interface CompletionService {
    fun create(params: Params): Completion

    interface WithRawResponse {
        /**
         * Returns a raw HTTP response for `post /chat/completions`, but is otherwise the same as
         * [CompletionService.create].
         */
        fun create(params: Params): HttpResponseFor<Completion>

        /**
         * Returns a raw HTTP response for `get /chat/completions/{id}`, but is otherwise the same
         * as [CompletionService.retrieve].
         */
        fun retrieve(id: String): HttpResponseFor<Completion>
    }
}
""",
}
JAVA = """\
package com.acme.example;

public final class ChatExample {
    public static void main(String[] args) {
        AcmeClient client = AcmeOkHttpClient.fromEnv();
        client.chat()
                .completions()
                .create(params);
    }
}
"""


def test_the_example_module_of_a_java_sdk_is_read(tmp_path: Path) -> None:
    example = "acme-example/src/main/java/com/acme/example/ChatExample.java"
    written(tmp_path, {**SERVICES, example: JAVA})
    java = read(tmp_path, "java:com.acme:acme-java==1.0.0")["java"]
    assert [(f"{e.method} {e.path}", bool(e.full)) for e in java.endpoints] == [
        ("POST /chat/completions", True),
        ("GET /chat/completions/{id}", False),
    ]
    snippet = java.endpoints[0].full
    assert snippet is not None
    assert snippet.sources == {"sync_client": JAVA}
    assert snippet.call == "client.chat().completions().create"
    assert snippet.warnings == ()
