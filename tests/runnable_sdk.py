"""The fictional vendor's SDK of `fern_builder`, with the parts that make it send requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fern_builder import fern_python
from tests.package_builder import build_wheel

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
