"""Stainless's npm packages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.publishing import read_source
from snippet_widget.publishing.families.stainless import typescript as stainless_typescript
from tests.package_builder import build_tarball, package
from tests.stainless_builder import stainless_typescript as tarball_files

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "import Acme from '@acme/sdk';\n\nconst client = new Acme();\n\n"


def test_examples_become_whole_programs(tmp_path: Path) -> None:
    (publication,) = read_source(str(build_tarball(tmp_path, tarball_files())))
    assert [(e.method, e.path, e.full is not None) for e in publication.endpoints] == [
        ("GET", "/v1/users/{userID}", True),
        ("GET", "/v1/users", True),
        ("POST", "/v1/users/search", False),
        ("POST", "/v1/users", False),
    ]
    get, listed, *_ = publication.endpoints
    assert get.full is not None
    assert get.endpoint is not None
    call = "const user = await client.users.get('user_id');"
    assert get.full.sources == {"client": HEAD + call}
    assert get.endpoint.sources == {"client": call}
    assert (get.full.call, get.full.warnings) == ("client.users.get", ())
    assert listed.full is not None
    assert listed.full.warnings == ("The SDK marks client.users.list as deprecated",)


def test_what_does_not_fit_is_a_problem(tmp_path: Path) -> None:
    (publication,) = read_source(str(build_tarball(tmp_path, tarball_files())))
    assert [(p.message, p.file) for p in publication.problems] == [
        (
            "The example of client.users.create calls something else; left out.",
            "src/resources/users.ts",
        ),
        (
            "The path that client.users.results calls is computed, not written down.",
            "src/resources/users.ts",
        ),
    ]


def test_client_that_is_no_default_export_is_imported_by_name(tmp_path: Path) -> None:
    files = {**tarball_files(), "src/index.ts": "export { Acme } from './client';\n"}
    (publication,) = read_source(str(build_tarball(tmp_path, files)))
    assert publication.endpoints[0].full is not None
    source = publication.endpoints[0].full.sources["client"]
    assert source.startswith("import { Acme } from '@acme/sdk';")


def test_other_packages_are_not_recognized() -> None:
    files = {"src/client.ts": "export class Acme {}"}
    assert not stainless_typescript.recognizes(package(files, "typescript"))
    assert not stainless_typescript.recognizes(package(files))


def test_examples_are_held_to_the_signatures_of_their_method() -> None:
    users = """\
export class Users extends APIResource {
  /** @example const u = await client.users.upload(fs.createReadStream(here)); */
  upload(file: Uploadable, body: Body, options?: RequestOptions): APIPromise<User>;
  upload(file: Uploadable, body: Body, extra: string): APIPromise<User>;
  upload(file: Uploadable, ...rest: unknown[]): APIPromise<User> {
    return this._client.post('/users', { body, ...options });
  }
}
"""
    files = {**tarball_files(), "src/resources/users.ts": users}
    (found,) = stainless_typescript.read(package(files, "typescript", "@acme/sdk")).found
    assert found.sources["client"].startswith('import * as fs from "fs";\nimport Acme from')
    assert "the missing import of fs was added" in found.repairs
    assert found.warnings == [
        "the name here is used without being defined",
        "client.users.upload needs 2 arguments, not 1",
    ]


def test_object_that_may_be_empty_is_added_to_a_call_that_needs_it() -> None:
    users = """\
export class Users extends APIResource {
  /** @example const u = await client.users.update('id',); */
  update(id: string, body: UserUpdateParams, options?: RequestOptions): APIPromise<User> {
    return this._client.post('/update', { body, ...options });
  }
  /** @example const u = await client.users.create(); */
  create(body: UserCreateParams, options?: RequestOptions): APIPromise<User> {
    return this._client.post('/create', { body, ...options });
  }
}
interface Base { note?: string }
export interface UserUpdateParams extends Base { name?: string }
export interface UserCreateParams extends Base { name: string }
"""
    files = {**tarball_files(), "src/resources/users.ts": users}
    update, create = stainless_typescript.read(package(files, "typescript", "@acme/sdk")).found
    assert update.sources["client"].endswith("await client.users.update('id', {},);")
    assert stainless_typescript.COMPLETED in update.repairs
    assert update.warnings == []
    assert create.warnings == ["client.users.create needs 1 argument, not 0"]
