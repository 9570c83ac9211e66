"""Speakeasy's npm packages: a map of endpoints without snippets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.publishing import read_source
from snippet_widget.publishing.families.speakeasy import typescript as speakeasy_typescript
from tests.package_builder import build_tarball, package

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "package.json": '{"name": "@acme/sdk", "version": "1.0.0"}',
    "src/lib/config.ts": 'export const ServerList = ["https://api.acme.test/v1"] as const;\n',
    "src/sdk/sdk.ts": """\
import { ClientSDK } from "../lib/sdks.js";
import { Users } from "./users.js";

export class Acme extends ClientSDK {
  private _users?: Users;
  get users(): Users {
    return (this._users ??= new Users(this._options));
  }
}
""",
    "src/sdk/users.ts": """\
import { usersGet } from "../funcs/usersGet.js";
import { ClientSDK } from "../lib/sdks.js";
import { unwrapAsync } from "../types/fp.js";

export class Users extends ClientSDK {
  async get(request: Request, options?: RequestOptions): Promise<User> {
    return unwrapAsync(usersGet(this, request, options));
  }
  async local(): Promise<void> {
    return unwrapAsync(nothing());
  }
}
""",
    "src/funcs/usersGet.ts": """\
export function usersGet(client: Acme, request: Request): APIPromise<User> {
  const path = pathToFunc("/users/{user_id}")(pathParams);
  const requestRes = client._createRequest(context, {
    security: requestSecurity,
    method: "GET",
    path: path,
  }, options);
}
""",
}


def test_endpoints_are_listed_without_snippets(tmp_path: Path) -> None:
    (publication,) = read_source(str(build_tarball(tmp_path, FILES)))
    assert [(e.method, e.path, e.full) for e in publication.endpoints] == [
        ("GET", "/v1/users/{user_id}", None)
    ]
    assert publication.problems[0].message.endswith("with --sdk typescript:@acme/sdk==1.0.0.")


def test_call_leads_from_the_root() -> None:
    (found,) = speakeasy_typescript.read(package(FILES, "typescript")).found
    assert (found.call, found.file) == ("client.users.get", "src/sdk/users.ts")


def test_other_packages_are_not_recognized() -> None:
    assert not speakeasy_typescript.recognizes(package({"src/sdk/sdk.ts": ""}, "typescript"))
    assert not speakeasy_typescript.recognizes(package(FILES))


def test_programs_of_readme_and_examples_are_snippets() -> None:
    program = """\
import { Acme } from "@acme/sdk";

const acme = new Acme({ token: "T" });

async function run() {
  console.log(await acme.users.get({ userId: "1" }));
}

run();"""
    other = program.replace("Acme(", "Other(")
    readme = f"# SDK\n\n## Usage\n\n```typescript\n{program}\n```\n\n```ts\n{other}\n```\n"
    example = program.replace('"1"', '"2"')
    files = {**FILES, "README.md": readme, "examples/usersGet.example.ts": example}
    usage, again = speakeasy_typescript.read(package(files, "typescript")).found
    assert (usage.name, usage.sources) == ("Usage", {"client": program})
    assert (again.name, again.sources) == ("usersGet", {"client": example})
    assert usage.endpoint == again.endpoint == "GET /v1/users/{user_id}"
