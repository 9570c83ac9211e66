"""What TypeScript calls do and take, and which variables their client reads."""

from __future__ import annotations

from textwrap import dedent

import pytest

from snippet_widget.models import Parameter
from snippet_widget.publishing.assembly import assemble
from snippet_widget.publishing.documentation import documentation_url
from snippet_widget.publishing.families.fern import typescript as fern_family
from snippet_widget.publishing.families.stainless import typescript as stainless_family
from snippet_widget.publishing.typescript.documentation import (
    Interfaces,
    client_credentials,
    summary,
)
from snippet_widget.syntax import typescript as ts
from tests.fern_builder import fern_typescript
from tests.package_builder import package
from tests.stainless_builder import stainless_typescript

REQUEST = dedent("""\
    export interface ListRequest {
        /** How many; <b>at most</b> 10. */
        limit?: number;
        // not a description
        "kind": Acme.Kind | undefined;
    }
    """)


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("/**\n * Get a\n * user.\n *\n * More.\n * @param {string} id\n */", "Get a user."),
        ("/** Get a user. */", "Get a user."),
        ("/**\n * @example\n * client.users.get()\n */", ""),
        ("", ""),
    ],
)
def test_comment_says_what_a_call_does(comment: str, said: str) -> None:
    assert summary(comment) == said


def test_comment_lists_what_a_call_takes() -> None:
    comment = dedent("""\
        /**
         * @param {string} id - Whose.
         * @param {Acme.ListRequest} request
         * @param {Users.RequestOptions} requestOptions - Request-specific configuration.
         */""")
    serializer = "export declare const ListRequest: core.serialization.ObjectSchema<Raw>;\n"
    files = {
        "api/requests/ListRequest.d.ts": REQUEST,
        "serialization/requests/ListRequest.d.ts": serializer,
    }
    assert Interfaces(package(files, "typescript")).of_comment(comment) == (
        Parameter("id", "string", required=True, description="Whose."),
        Parameter("kind", "Acme.Kind | undefined", required=True, description=""),
        Parameter("limit", "number", description="How many; at most 10."),
    )


def test_signature_in_other_declarations_lists_what_a_call_takes() -> None:
    takes = "request?: Acme.ListRequest, requestOptions?: Users.RequestOptions"
    source = f"class Users {{ list({takes}): V; }}"
    signature = next(ts.walk(ts.parse(source), "method_signature"))
    interfaces = Interfaces(package({"api/ListRequest.d.ts": REQUEST}, "typescript"))
    assert [p.name for p in interfaces.of_signature(signature, "")] == ["kind", "limit"]


def test_signature_lists_what_a_call_takes() -> None:
    source = (
        "class Users {\n  list(id: string, query: ListRequest | null | undefined = {}, "
        f"options?: RequestOptions): void {{}}\n}}\n{REQUEST}"
    )
    method = next(ts.walk(ts.parse(source), "method_definition"))
    interfaces = Interfaces(package({"users.ts": source}, "typescript"))
    assert [(p.name, p.required) for p in interfaces.of_signature(method, "users.ts")] == [
        ("id", True),
        ("kind", True),
        ("limit", False),
    ]


@pytest.mark.parametrize(
    ("source", "credentials"),
    [
        ("constructor({ baseURL = readEnv('ACME_URL'), apiKey = readEnv('ACME_KEY') })", "apiKey"),
        ("apiKey = provider ? null : readEnv('ACME_KEY') ?? null,", "apiKey"),
        ('const TOKEN_PARAM = "token";\nconst ENV_TOKEN = "ACME_KEY";', "token"),
        (
            (
                '"x": (_a = (options === null || options === void 0 ? void 0 : '
                "options.apiKey)) !== null && _a !== void 0 ? _a : (_b = process.env) === null "
                "|| _b === void 0 ? void 0 : _b.ACME_KEY,"
            ),
            "apiKey",
        ),
        ("region = readEnv('ACME_KEY')", ""),
    ],
)
def test_variables_are_those_that_the_client_reads(source: str, credentials: str) -> None:
    files = package({"client.js": source}, "typescript")
    expected = {credentials: "ACME_KEY"} if credentials else {}
    assert client_credentials(files, iter(["client.js"])) == expected


def test_meaning_travels_with_the_snippets_of_both_families() -> None:
    fern = fern_family.read(package(fern_typescript(), "typescript"))
    stainless = stainless_family.read(package(stainless_typescript(), "typescript"))
    snippets = [
        endpoint.full
        for extracted in (fern, stainless)
        for endpoint in assemble("typescript", "acme", "1", extracted).endpoints
        if endpoint.full is not None
    ]
    assert "Get a user." in {snippet.summary for snippet in snippets}
    assert any(snippet.parameters for snippet in snippets)


def test_summary_follows_a_deprecation() -> None:
    comment = (
        "/**\n * @deprecated use\n * another\n *\n * Says hello\n * to all.\n *\n * @param x\n */"
    )
    assert summary(comment) == "Says hello to all."
    assert summary("/** @param x\n *\n * no summary */") == ""


@pytest.mark.parametrize(
    ("description", "url"),
    [
        ('{"homepage": "https://acme.test/docs"}', "https://acme.test/docs"),
        ('{"repository": {"url": "git+https://acme.test/sdk.git"}}', "https://acme.test/sdk"),
        ('{"repository": "github:acme/sdk"}', "https://github.com/acme/sdk"),
        ('{"repository": "acme/sdk", "homepage": 1}', "https://github.com/acme/sdk"),
        ('{"repository": "git@acme.test:sdk"}', ""),
    ],
)
def test_documentation_is_the_homepage_or_the_repository(description: str, url: str) -> None:
    assert documentation_url(package({"package.json": description}, "typescript")) == url
