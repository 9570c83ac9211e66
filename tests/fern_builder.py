"""A Fern SDK of a fictional vendor, written by us in the shape that the generator gives."""

from __future__ import annotations

from textwrap import dedent, indent

WRAPPER = """\
class SyncClientWrapper:
    pass


class AsyncClientWrapper:
    pass
"""

ENVIRONMENT = """\
import enum


class AcmeEnvironment(enum.Enum):
    PRODUCTION = "https://api.acme.test/v2"
    STAGING = "https://staging.acme.test/v3"
"""


def fern_python(methods: str = "", *, example: str = "", async_example: str = "") -> dict[str, str]:
    """Return a package whose `users.get` has these examples, with more methods beside it."""
    client = _client("", "", example or EXAMPLE, methods)
    async_client = _client("Async", "async ", async_example or ASYNC_EXAMPLE, "")
    return {
        "acme/__init__.py": "from .client import Acme, AsyncAcme\n",
        "acme/client.py": _root("", "Sync") + "\n\n" + _root("Async", "Async"),
        "acme/environment.py": ENVIRONMENT,
        "acme/core/client_wrapper.py": WRAPPER,
        "acme/users/__init__.py": "",
        "acme/users/client.py": f"{IMPORTS}\n\n{client}\n\n{async_client}",
        "acme/users/raw_client.py": _raw("", "") + "\n\n" + _raw("Async", "async "),
    }


IMPORTS = "from .raw_client import AsyncRawUsersClient, RawUsersClient"

EXAMPLE = """\
from acme import Acme

client = Acme(
    token="YOUR_TOKEN",
)
client.users.get(
    user_id="user_id",
)
"""

ASYNC_EXAMPLE = """\
import asyncio

from acme import AsyncAcme

client = AsyncAcme(
    token="YOUR_TOKEN",
)


async def main() -> None:
    await client.users.get(
        user_id="user_id",
    )


asyncio.run(main())
"""


def docstring(example: str) -> str:
    """Return a method's docstring with an example, indented as in a class."""
    return indent(f'"""\nGet a user.\n\nExamples\n--------\n{example}"""\n', " " * 8)


def _client(prefix: str, async_: str, example: str, methods: str) -> str:
    raw = f"{prefix}RawUsersClient"
    await_ = "await " if async_ else ""
    return (
        f"class {prefix}UsersClient:\n"
        f"    def __init__(self, *, client_wrapper):\n"
        f"        self._raw_client = {raw}(client_wrapper=client_wrapper)\n\n"
        f"    {async_}def get(self, user_id: str, *, expand: bool = False, request_options=None):\n"
        f"{docstring(example)}"
        f"        _response = {await_}self._raw_client.get(user_id)\n"
        f"        return _response.data\n\n{indent(dedent(methods), '    ')}"
    )


def _raw(prefix: str, async_: str) -> str:
    await_ = "await " if async_ else ""
    return dedent(f"""\
        from ..core.jsonable_encoder import jsonable_encoder


        class {prefix}RawUsersClient:
            def __init__(self, *, client_wrapper):
                self._client_wrapper = client_wrapper

            {async_}def get(self, user_id, *, request_options=None):
                _response = {await_}self._client_wrapper.httpx_client.request(
                    f"users/{{jsonable_encoder(user_id)}}",
                    method="GET",
                )
                return _response
        """)


def _root(prefix: str, kind: str) -> str:
    return dedent(f"""\
        from .core.client_wrapper import AsyncClientWrapper, SyncClientWrapper
        from .users.client import AsyncUsersClient, UsersClient


        class {prefix}Acme:
            def __init__(self, *, token: str, base_url=None):
                self._client_wrapper = {kind}ClientWrapper(token=token)
                self._users = None

            @property
            def users(self):
                if self._users is None:
                    self._users = {prefix}UsersClient(client_wrapper=self._client_wrapper)
                return self._users
        """)


REFERENCE = """\
# Reference
## Users
<details><summary><code>client.users.<a href="/Client.ts">get</a>(userId)</code></summary>

```typescript
await client.users.get("user_id", {
    expand: true
});
```
</details>
"""

_CLIENT_JS = """\
"use strict";
exports.AcmeClient = void 0;
const Client_1 = require("./api/resources/users/client/Client");
class AcmeClient {
    constructor(options = {}) { this._options = options; }
    get users() {
        var _a;
        return ((_a = this._users) !== null && _a !== void 0
            ? _a
            : (this._users = new Client_1.UsersClient(this._options)));
    }
}
exports.AcmeClient = AcmeClient;
"""

_USERS_JS = """\
"use strict";
const url_join_1 = __importDefault(require("url-join"));
class UsersClient {
    /**
     * Get a user.
     *
     * @example
     *     await client.users.get("user_id")
     */
    get(userId, request, requestOptions) {
        return core.HttpResponsePromise.fromPromise(this.__get(userId, request, requestOptions));
    }
    __get(userId, request, requestOptions) {
        return __awaiter(this, void 0, void 0, function* () {
            const _response = yield core.fetcher({
                url: core.url.join(
                    (yield core.Supplier.get(this._options.environment)),
                    `users/${core.url.encodePathParam(userId)}`),
                method: "GET",
            });
        });
    }
    /**
     * @example
     *     import { createReadStream } from "fs";
     *     await client.users.upload(fs.createReadStream("/path"), unknown)
     */
    upload(file) {
        return __awaiter(this, void 0, void 0, function* () {
            yield core.fetcher({
                url: (0, url_join_1.default)(base, "/upload"),
                method: "POST",
            });
        });
    }
    hidden() {
        return core.fetcher({ url: core.url.join(base, "/hidden"), method: "DELETE" });
    }
}
exports.UsersClient = UsersClient;
"""

_USERS_DTS = """\
export declare class UsersClient {
    get(userId: string, request?: Acme.GetRequest, options?: Options): Promise<Acme.User>;
    upload(file: File, request: Acme.UploadRequest, more: string): Promise<void>;
}
"""


def fern_typescript(readme: str = "") -> dict[str, str]:
    """Return an npm package: one example in reference.md and a comment, one in a comment alone."""
    users = "api/resources/users/client/Client"
    return {
        "package.json": '{"name": "@acme/sdk", "version": "1.0.0", "main": "./index.js"}',
        "index.js": '__exportStar(require("./wrapper"), exports);\n',
        "wrapper.js": 'const Client_1 = require("./Client");\n'
        "class Acme extends Client_1.AcmeClient {\n}\nexports.Acme = Acme;\n",
        "Client.js": _CLIENT_JS,
        "Client.d.ts": "export declare namespace AcmeClient {\n    interface Options {\n"
        "        token?: core.Supplier<string>;\n    }\n}\n",
        "core/fetcher/index.js": "",
        "environments.js": 'exports.E = {\n    Production: "https://api.acme.test/v2",\n};\n',
        f"{users}.js": _USERS_JS,
        f"{users}.d.ts": _USERS_DTS,
        "reference.md": REFERENCE,
        "README.md": readme,
    }
