"""The required-only form of TypeScript programs, and what else is said by declared types."""

from __future__ import annotations

import pytest

from snippet_widget.models import Parameter
from snippet_widget.publishing.typescript.conformance import uncalled_warnings
from snippet_widget.publishing.typescript.optional_peers import OptionalPeers
from snippet_widget.publishing.typescript.repairs import DATED, DateRepairs
from snippet_widget.publishing.typescript.required_only import required_only
from tests.package_builder import package

TAKES = (
    Parameter("id", "string", required=True),
    Parameter("name", "string", required=True),
    Parameter("tags", "string[]"),
    Parameter("note", "string"),
)
HEAD = 'import { Acme } from "acme";\nconst client = new Acme();\n'


@pytest.mark.parametrize(
    ("call", "shorter"),
    [
        (
            'await client.get("1", {\n    name: "n",\n    tags: [{ name: 1 }],\n    note\n});',
            'await client.get("1", {\n    name: "n"\n});',
        ),
        ("await client.get({ note: 1, 'name': 2, tags: [] })", "await client.get({ 'name': 2 })"),
        ("client.get({ note: 1 });\nclient.get({ tags });", "client.get({});\nclient.get({});"),
        ("client.get({ name: 1 })", ""),
        ("client.get({ ...rest, note: 1 })", ""),
        ("client.other({ note: 1 })", ""),
    ],
)
def test_required_only_form_has_what_the_call_needs(call: str, shorter: str) -> None:
    found = required_only(HEAD + call, "client.get", TAKES)
    assert found == (HEAD + shorter if shorter else "")


def test_client_is_made_without_the_options_that_it_can_miss() -> None:
    made = 'const client = new Acme({{ token: "T"{} }});\nawait client.get("1"{});'
    source = made.format(', clientName: "YOUR_NAME"', ", { note }")
    assert required_only(source, "client.get", TAKES, {"clientName"}) == made.format("", ", {}")
    source = made.format(', clientName: "YOUR_NAME"', "")
    assert required_only(source, "client.get", TAKES, {"clientName"}) == made.format("", "")
    assert required_only(source, "client.get", TAKES) == ""
    other = 'const other = new Other({ clientName: "a" });\n'
    assert required_only(other + source, "client.get", TAKES, {"clientName"}).startswith(other)


def test_required_only_form_imports_what_it_uses() -> None:
    imports = "import fs from 'fs';\nimport * as os from 'os';\n"
    source = f"{imports}{HEAD}client.get({{ note: fs, name: os }});"
    assert required_only(source, "client.get", TAKES) == (
        f"import * as os from 'os';\n{HEAD}client.get({{ name: os }});"
    )


def test_text_becomes_a_date_where_no_declaration_takes_a_text() -> None:
    declared = "interface Event {\n    at: Date;\n    since?: Date;\n    until: Date;\n}\n"
    files = {"api/Event.d.ts": declared, "api/Old.d.ts": "interface Old {\n    until: string;\n}\n"}
    repairs = DateRepairs(package(files, "typescript"))
    time = '"2024-01-15T09:30:00Z"'
    assert repairs.repaired(
        f"f({{ at: {time}, until: {time}, on: {time}, since: new Date({time}) }})"
    ) == (
        f"f({{ at: new Date({time}), until: {time}, on: {time}, since: new Date({time}) }})",
        [DATED],
    )
    assert repairs.repaired("f({ at: 1 })") == ("f({ at: 1 })", [])


def test_optional_peers_that_a_program_comes_to_are_named() -> None:
    files = {
        "package.json": """{
            "exports": {".": "./esm/index.js", "./voice": {"default": "./esm/voice.js"}},
            "peerDependencies": {"a": "^1.0.0", "@b/c": "2.x", "must": "1"},
            "peerDependenciesMeta": {"a": {"optional": true}, "@b/c": {"optional": true}}
        }""",
        "esm/index.js": 'import "a";',
        "esm/voice.js": 'import { x } from "./inner";\nimport "must";',
        "esm/inner.js": 'const x = load("@b/c/deep");\nimport "./voice.js";',
    }
    peers = OptionalPeers(package(files, "typescript"))
    assert list(peers.warnings('import { Acme } from "acme";')) == []
    assert list(peers.warnings('import { V } from "acme/voice";\nimport a from "a";')) == [
        "@b/c has to be installed as well: npm install '@b/c@2.x'",
        "a has to be installed as well: npm install 'a@^1.0.0'",
    ]


@pytest.mark.parametrize(
    ("program", "warnings"),
    [
        ("client.get();", []),
        ("async function main() { await client.get(); }\nmain();", []),
        ("const main = async () => { await client.get(); };\nmain();", []),
        (
            "export async function handler() { await client.get(); }",
            ["nothing calls handler, which would send the request"],
        ),
    ],
)
def test_call_in_a_function_that_nothing_calls_is_warned_of(
    program: str, warnings: list[str]
) -> None:
    assert list(uncalled_warnings(HEAD + program, "client.get")) == warnings
