"""Fern's npm packages: endpoints, calls, examples and the programs built around them."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from snippet_widget.publishing.assembly import assemble
from snippet_widget.publishing.families.fern import typescript as fern_typescript
from snippet_widget.publishing.families.fern.typescript_examples import (
    jsdoc_examples,
    reference_examples,
)
from tests.fern_builder import fern_typescript as fern_files
from tests.package_builder import package

if TYPE_CHECKING:
    from snippet_widget.models import Snippet
    from snippet_widget.publication import Publication


def _publication(files: dict[str, str]) -> Publication:
    built = package(files, "typescript", "@acme/sdk", "1.0.0")
    assert fern_typescript.recognizes(built)
    return assemble("typescript", "@acme/sdk", "1.0.0", fern_typescript.read(built))


def _full(publication: Publication, path: str) -> Snippet:
    (endpoint,) = (e for e in publication.endpoints if e.path == path)
    assert endpoint.full is not None
    return endpoint.full


def test_endpoints_are_those_that_the_root_reaches() -> None:
    publication = _publication(fern_files())
    assert [(e.method, e.path, e.full is None) for e in publication.endpoints] == [
        ("GET", "/v2/users/{userId}", False),
        ("POST", "/v2/upload", False),
        ("DELETE", "/v2/hidden", True),
    ]


def test_program_is_built_around_the_call_and_says_so() -> None:
    snippet = _full(_publication(fern_files()), "/v2/users/{userId}")
    assert snippet.sources == {
        "client": dedent("""\
            import { Acme } from "@acme/sdk";

            const client = new Acme({ token: "YOUR_TOKEN" });
            await client.users.get("user_id", {
                expand: true
            });""")
    }
    assert snippet.repairs == (
        "the package publishes the call alone; its import and client were added around it",
    )
    assert snippet.warnings == ()


def test_endpoint_level_is_the_call_alone() -> None:
    endpoint = _publication(fern_files()).endpoints[0].endpoint
    assert endpoint is not None
    assert endpoint.sources["client"] == (
        'await client.users.get("user_id", {\n    expand: true\n});'
    )


def test_examples_of_reference_and_comment_ride_along() -> None:
    snippet = _full(_publication(fern_files()), "/v2/users/{userId}")
    assert [example.name for example in snippet.examples] == [
        "client.users.get",
        "client.users.get (2)",
    ]


def test_missing_import_is_added_and_what_does_not_fit_is_warned_of() -> None:
    snippet = _full(_publication(fern_files()), "/v2/upload")
    source = snippet.sources["client"]
    assert source.startswith('import { createReadStream } from "fs";\nimport * as fs from "fs";\n')
    assert "the missing import of fs was added" in snippet.repairs
    assert snippet.warnings == (
        "the name unknown is used without being defined",
        "client.users.upload needs 3 arguments, not 2",
    )


@pytest.mark.parametrize(
    ("shown", "construction"),
    [
        ('new Acme({ token: "T", base: 1 })', 'new Acme({ token: "T", base: 1 })'),
        ("new OtherClient({})", 'new Acme({ token: "YOUR_TOKEN" })'),
        ("new Acme({ token: secret })", 'new Acme({ token: "YOUR_TOKEN" })'),
    ],
)
def test_construction_is_the_readmes_if_it_is_of_this_client(shown: str, construction: str) -> None:
    readme = f"# Acme\n\n```ts\nconst acme = {shown};\n```\n"
    snippet = _full(_publication(fern_files(readme)), "/v2/users/{userId}")
    assert f"const client = {construction};" in snippet.sources["client"]


def test_required_only_form_leaves_out_what_the_client_can_be_made_without() -> None:
    files = fern_files('```typescript\nnew Acme({ token: "T", clientName: "N" });\n```')
    declared = "token?: core.Supplier<string>;\n        clientName?: string;"
    files["Client.d.ts"] = files["Client.d.ts"].replace("token?: core.Supplier<string>;", declared)
    snippet = _full(_publication(files), "/v2/upload")
    assert 'new Acme({ token: "T", clientName: "N" })' in snippet.sources["client"]
    assert 'new Acme({ token: "T" })' in snippet.required_only["client"]


def test_es_modules_are_read_too() -> None:
    files = {
        "package.json": '{"name": "acme", "version": "1", "exports": "./dist/esm/index.mjs"}',
        "dist/esm/index.mjs": 'export { AcmeClient } from "./Client.mjs";\n',
        "dist/esm/Client.mjs": 'import { UsersClient } from "./users.mjs";\n'
        "export class AcmeClient {\n"
        "    get users() { return (this._users ??= new UsersClient(this._options)); }\n}\n",
        "dist/esm/users.mjs": "export class UsersClient {\n"
        "    /**\n     * @example\n     *     await client.users.list()\n     */\n"
        '    async list() { return core.fetcher({ url: core.url.join(b, "users"), '
        'method: "GET" }); }\n}\n',
        "dist/esm/core/fetcher/Fetcher.mjs": "",
    }
    (endpoint,) = _publication(files).endpoints
    assert (endpoint.method, endpoint.path) == ("GET", "/users")
    assert endpoint.full is not None
    assert endpoint.full.sources["client"].startswith('import { AcmeClient } from "@acme/sdk";')


def test_reference_made_to_take_quadratic_time_does_not() -> None:
    assert reference_examples("<details><summary><code>" * 100_000) == {}
    assert reference_examples("<" * 500_000) == {}


def test_examples_of_comments_keep_their_indentation() -> None:
    comment = "/**\n * Text\n * @example\n *     a({\n *         b: 1\n *     })\n * @param x\n */"
    assert jsdoc_examples(comment) == ["a({\n    b: 1\n})"]


def test_fenced_examples_of_comments_are_read() -> None:
    assert jsdoc_examples("/**\n * @example\n * ```ts\n * a(1);\n * ```\n */") == ["a(1);"]
