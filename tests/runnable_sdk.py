"""The fictional vendor's SDK of `fern_builder`, with the parts that make it send requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fern_builder import fern_python, fern_typescript
from tests.package_builder import build_tarball, build_wheel

if TYPE_CHECKING:
    from pathlib import Path

_WRAPPER = """\
import http.client


class Response:
    data = None


class HttpClient:
    def request(self, path, *, method):
        connection = http.client.HTTPSConnection("api.acme.test")
        connection.request(method, "/v2/" + path)
        return Response()


class AsyncHttpClient(HttpClient):
    async def request(self, path, *, method):
        return super().request(path, method=method)


class SyncClientWrapper:
    def __init__(self, *, token):
        self.httpx_client = HttpClient()


class AsyncClientWrapper:
    def __init__(self, *, token):
        self.httpx_client = AsyncHttpClient()
"""
_ENCODER = "def jsonable_encoder(value):\n    return value\n"


def runnable_sdk(folder: Path, *, example: str = "", async_example: str = "") -> Path:
    """Return a wheel of the SDK: ``GET /v2/users/{user_id}`` with these examples."""
    files = fern_python(example=example, async_example=async_example)
    return build_wheel(
        folder,
        {
            **files,
            "acme/core/__init__.py": "",
            "acme/core/client_wrapper.py": _WRAPPER,
            "acme/core/jsonable_encoder.py": _ENCODER,
        },
    )


_HELPERS = """\
const url_join_1 = { default: (...parts) => parts.join("/") };
const __awaiter = (self, _, __, generator) => (async () => {
    const running = generator.call(self);
    let step = running.next();
    while (!step.done) step = running.next(await step.value);
    return step.value;
})();
const core = {
    url: { join: (...parts) => parts.join("/"), encodePathParam: encodeURIComponent },
    Supplier: { get: async (value) => value ?? "https://api.acme.test/v2" },
    HttpResponsePromise: { fromPromise: (promise) => promise },
    fetcher: ({ url, method }) => fetch(url, { method }),
};
"""
_EXPORT_STAR = "const __exportStar = (module, exports) => Object.assign(exports, module);\n"


def runnable_typescript_sdk(folder: Path) -> Path:
    """Return an npm tarball of the SDK: ``GET /v2/users/{userId}``, and ``POST /v2/upload``."""
    files = fern_typescript()
    users = "api/resources/users/client/Client.js"
    helpless = 'const url_join_1 = __importDefault(require("url-join"));\n'
    assert helpless in files[users]
    head = "class UsersClient {\n"
    constructed = f"{head}    constructor(options) {{ this._options = options; }}\n"
    running = {
        users: files[users].replace(helpless, _HELPERS).replace(head, constructed),
        "index.js": _EXPORT_STAR + files["index.js"],
    }
    return build_tarball(folder, {**files, **running})
