"""Stainless SDKs of a fictional vendor, written by us in the shape that the generator gives."""

from __future__ import annotations

_BASE = "class SyncAPIClient:\n    pass\n\n\nclass AsyncAPIClient:\n    pass\n"
_RESOURCE = """\
class SyncAPIResource:
    pass


class AsyncAPIResource:
    pass
"""


def _client(prefix: str, kind: str) -> str:
    return f"""
class {prefix}Acme({kind}APIClient):
    def __init__(self, *, api_key: str | None = None, base_url: str | None = None) -> None:
        if base_url is None:
            base_url = f"https://api.acme.test/v1"

    @cached_property
    def users(self) -> {prefix}Users:
        from .resources.users import {prefix}Users

        return {prefix}Users(self)

    def status(self) -> Status:
        return self.get("/status", cast_to=Status)

    @cached_property
    def with_raw_response(self) -> {prefix}AcmeWithRawResponse:
        return {prefix}AcmeWithRawResponse(self)
"""


def _users(prefix: str, kind: str, define: str, wait: str, methods: str) -> str:
    return f"""
class {prefix}Users({kind}APIResource):
    {define} get(self, user_id: str, *, since: date | Omit = omit) -> User:
        return {wait}self._get(
            path_template("/users/{{user_id}}", user_id=user_id),
            cast_to=User,
        )

    def list(self, *, limit: int | Omit = omit) -> {prefix}Paginator[User, Page[User]]:
        return self._get_api_list("/users", page=Page[User])

    def search(self, *, query: str) -> {prefix}Paginator[User, Page[User]]:
        return self._get_api_list("/users/search", page=Page[User], method="post")
{methods}
"""


def stainless_python(methods: str = "") -> dict[str, str]:
    """Return the files of a wheel; `methods` are further ones of the async and sync users."""
    imports = "from ._base_client import AsyncAPIClient, SyncAPIClient\n"
    users = "from .._resource import AsyncAPIResource, SyncAPIResource\n"
    users += "from .._base_client import AsyncPaginator\n"
    users += _users("", "Sync", "def", "", methods)
    users += _users("Async", "Async", "async def", "await ", methods)
    paginator = "\n\nclass AsyncPaginator:\n    def __await__(self):\n        yield\n"
    return {
        "acme/__init__.py": "from ._client import Acme, AsyncAcme\n",
        "acme/_base_client.py": _BASE + paginator,
        "acme/_resource.py": _RESOURCE,
        "acme/_client.py": imports + _client("", "Sync") + _client("Async", "Async"),
        "acme/resources/__init__.py": "",
        "acme/resources/users.py": users,
    }


API_MD = """\
# Users

Methods:

- <code title="get /users/{user_id}">client.users.<a href="./u.py">get</a>(user_id) -> User</code>
"""

TESTS = """\
class TestUsers:
    parametrize = pytest.mark.parametrize("client", [False, True], indirect=True)

    @parametrize
    def test_method_get(self, client: Acme) -> None:
        user = client.users.get(
            "user_id",  # theirs
        )
        assert_matches_type(User, user, path=["response"])

    @parametrize
    def test_method_get_with_all_params(self, client: Acme) -> None:
        user = client.users.get(
            "user_id",
            since=parse_date("2019-12-27"),
        )
        assert_matches_type(User, user, path=["response"])

    @parametrize
    def test_raw_response_get(self, client: Acme) -> None:
        response = client.users.with_raw_response.get("user_id")

    @parametrize
    def test_method_list(self, client: Acme) -> None:
        with pytest.warns(DeprecationWarning):
            user = client.users.list()

        assert_matches_type(Page[User], user, path=["response"])


class TestAsyncUsers:
    @parametrize
    async def test_method_get(self, async_client: AsyncAcme) -> None:
        user = await async_client.users.get(
            "user_id",
        )
        assert_matches_type(User, user, path=["response"])

    @parametrize
    async def test_method_list(self, async_client: AsyncAcme) -> None:
        user = await async_client.users.list()
        assert_matches_type(Page[User], user, path=["response"])
"""


def stainless_sdist(methods: str = "", tests: str = "", api_md: str = "") -> dict[str, str]:
    """Return the files of an sdist: the code, its tests and its list of methods."""
    code = {f"src/{path}": text for path, text in stainless_python(methods).items()}
    return {
        **code,
        "api.md": api_md or API_MD,
        "tests/api_resources/test_users.py": tests or TESTS,
    }


_CLIENT_TS = """\
import * as Core from './core/api-promise';
import * as API from './resources/index';

export class Acme {
  constructor({ baseURL = readEnv('ACME_BASE_URL'), ...opts }: ClientOptions = {}) {
    const options = { ...opts, baseURL: baseURL || `https://api.acme.test/v1` };
  }

  users: API.Users = new API.Users(this);
}
"""

USERS_TS = """\
import { APIResource } from '../core/resource';
import { path } from '../internal/utils/path';

export class Users extends APIResource {
  /**
   * Get one.
   *
   * @example
   * ```ts
   * const user = await client.users.get('user_id');
   * ```
   */
  get(userID: string, options?: RequestOptions): APIPromise<User> {
    return this._client.get(path`/users/${userID}`, options);
  }

  /**
   * @deprecated
   * @example
   * ```ts
   * // Automatically fetches more pages as needed.
   * for await (const user of client.users.list()) {
   *   // ...
   * }
   * ```
   */
  list(query: object = {}, options?: RequestOptions): APIPromise<UsersPage> {
    return this._client.getAPIList('/users', Page<User>, { query, ...options });
  }

  /** Find some. */
  search(options?: RequestOptions): APIPromise<UsersPage> {
    return this._client.getAPIList(
      '/users/search',
      Page<User>,
      resolveOptions(options, (options) => ({ method: 'post', ...options })),
    );
  }

  /**
   * @example
   * ```ts
   * const user = await client.people.create();
   * ```
   */
  create(body: object): APIPromise<User>;
  create(body: object, options?: RequestOptions): APIPromise<User> {
    return this._client.post('/users', { body, ...options });
  }

  results(url: string): APIPromise<User> {
    return this._client.get(url);
  }
}
"""


def stainless_typescript() -> dict[str, str]:
    """Return the files of an npm tarball."""
    return {
        "package.json": '{"name": "@acme/sdk", "version": "1.0.0"}',
        "src/index.ts": "export { Acme as default } from './client';\n",
        "src/client.ts": _CLIENT_TS,
        "src/core/resource.ts": "export abstract class APIResource {}\n",
        "src/resources/index.ts": "export { Users, type User } from './users';\n",
        "src/resources/users.ts": USERS_TS,
    }
