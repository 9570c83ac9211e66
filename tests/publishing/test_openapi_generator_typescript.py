"""OpenAPI Generator's npm packages for axios."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from snippet_widget.publishing import read_source
from snippet_widget.publishing.families.openapi_generator import (
    typescript as openapi_generator_typescript,
)
from snippet_widget.publishing.families.openapi_generator.typescript_examples import (
    FILLED,
    RENAMED,
    WRAPPED,
)
from tests.package_builder import build_tarball, package

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = """\
export const UsersApiAxiosParamCreator = function (configuration?: Configuration) {
    return {
        getUser: async (userId: string, options: AxiosRequestConfig = {}): Promise<Args> => {
            const localVarPath = `/users/{user_id}`
                .replace(`{${"user_id"}}`, encodeURIComponent(String(userId)));
            const localVarRequestOptions = { method: 'GET', ...baseOptions, ...options};
        },
    }
};
"""
COMPILED = """\
const UsersApiAxiosParamCreator = function (configuration) {
    return {
        getUser: (userId, options = {}) => __awaiter(this, void 0, void 0, function* () {
            const localVarPath = `/users/{user_id}`
                .replace(`{${"user_id"}}`, encodeURIComponent(String(userId)));
            const localVarRequestOptions = Object.assign(Object.assign({ method: 'GET' }, base));
        }),
    };
};
"""
BASE = 'exports.BASE_PATH = "https://api.acme.test/v2".replace(/\\/+$/, "");\n'
PACKAGE = '{"name": "@acme/api", "version": "1.0.0"}'


@pytest.mark.parametrize(
    ("name", "base", "source"),
    [
        ("api.ts", "base.ts", SOURCE),
        ("dist/api.js", "dist/base.js", COMPILED),
        ("src/api/users-api.ts", "src/base.ts", SOURCE),
        ("apis/users-api.js", "base.js", COMPILED),
    ],
)
def test_endpoints_are_listed_without_snippets(
    tmp_path: Path, name: str, base: str, source: str
) -> None:
    files = {"package.json": PACKAGE, name: source, base: BASE}
    (publication,) = read_source(str(build_tarball(tmp_path, files)))
    assert [(e.method, e.path, e.full) for e in publication.endpoints] == [
        ("GET", "/v2/users/{user_id}", None)
    ]
    (found,) = openapi_generator_typescript.read(package(files, "typescript")).found
    assert found.call == "UsersApi.getUser"


DOCS = """\
# UsersApi

### Example

```typescript
import { UsersApi, Configuration, Filter } from '@acme/api';

const apiInstance = new UsersApi(new Configuration());

let userId: string; //Whom to get. (default to undefined)
let kind: 'full' | 'short'; // (default to undefined)
let filter: Filter; // (optional)
let note: string; //Shown. (optional) (default to undefined)

const { status, data } = await apiInstance.getUser(
    userId,
    kind,
    filter,
    note
);
```
"""


def test_program_of_the_documentation_is_a_snippet_with_the_values_that_its_call_needs() -> None:
    asserts = "            assertParamExists('getUser', 'filter', filter)\n"
    head = "            const localVarPath"
    source = SOURCE.replace(head, asserts + head, 1)
    files = {"api.ts": source, "base.ts": BASE, "docs/UsersApi.md": DOCS}
    (found,) = openapi_generator_typescript.read(package(files, "typescript", "@acme/api")).found
    lines = found.sources["client"].split("\n")
    assert [line for line in lines if line.startswith("let ")] == [
        'let userId: string = "userId"; //Whom to get. (default to undefined)',
        "let kind: 'full' | 'short' = 'full'; // (default to undefined)",
        "let filter: Filter = {} as Filter; // (optional)",
        "let note: string | undefined; //Shown. (optional) (default to undefined)",
    ]
    assert (found.method, found.path, found.repairs) == ("GET", "/v2/users/{user_id}", [FILLED])


def test_arguments_are_one_object_where_the_method_takes_one() -> None:
    single = "export class UsersApi {\n    getUser(requestParameters: Get, options?: O) {}\n}\n"
    docs = DOCS.replace("let note: string", "let status: string").replace(
        "    note\n", "    status\n"
    )
    files = {"api.ts": SOURCE + single, "base.ts": BASE, "docs/UsersApi.md": docs}
    (found,) = openapi_generator_typescript.read(package(files, "typescript", "@acme/api")).found
    assert found.sources["client"].endswith(
        "const response = await apiInstance.getUser({\n"
        "    userId,\n    kind,\n    filter,\n    status\n});"
    )
    assert found.repairs == [FILLED, WRAPPED, RENAMED]


def test_other_packages_are_not_recognized() -> None:
    assert not openapi_generator_typescript.recognizes(package({"api.ts": ""}, "typescript"))
    assert not openapi_generator_typescript.recognizes(package({"api.ts": SOURCE}))
