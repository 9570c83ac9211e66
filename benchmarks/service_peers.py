"""What the service is compared with: a bare ASGI application, and FastAPI with compression.

``python -m benchmarks.service_peers floor|fastapi PORT FILE``: FILE has the bytes that it answers.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import uvicorn


def floor(content: bytes) -> Any:
    """Return an application that does nothing but answer."""
    start = {
        "type": "http.response.start",
        "status": 200,
        "headers": [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(content)).encode()),
        ],
    }
    body = {"type": "http.response.body", "body": content}

    async def app(_: Any, __: Any, send: Any) -> None:
        await send(start)
        await send(body)

    return app


def fastapi(content: bytes) -> Any:
    """Return an application that compresses each answer as it leaves, as most people do it."""
    module: Any = import_module("fastapi")  # a peer: only installed to compare
    gzip = import_module("fastapi.middleware.gzip").GZipMiddleware

    async def load() -> Any:
        return module.Response(content, media_type="application/json")

    app = module.FastAPI()
    app.add_middleware(gzip, minimum_size=1000)
    app.post("/snippets/load", response_class=module.Response)(load)
    return app


def main() -> None:
    """Serve one of them."""
    name, port, file = sys.argv[1:]
    app = {"floor": floor, "fastapi": fastapi}[name](Path(file).read_bytes())
    uvicorn.run(
        app, port=int(port), log_config=None, access_log=False, lifespan="off", server_header=False
    )


if __name__ == "__main__":
    main()
