"""OpenAPI Generator's npm packages for axios."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from snippet_widget.publishing import read_source
from snippet_widget.publishing.families.openapi_generator import (
    typescript as openapi_generator_typescript,
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


def test_other_packages_are_not_recognized() -> None:
    assert not openapi_generator_typescript.recognizes(package({"api.ts": ""}, "typescript"))
    assert not openapi_generator_typescript.recognizes(package({"api.ts": SOURCE}))
