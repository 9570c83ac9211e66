"""Runs the service over a real catalog file and a real port, and asks it in plain HTTP."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import requests

from snippet_widget.catalog import Catalog, Grant, open_catalog, sqlite_path
from snippet_widget.client import SnippetClient
from snippet_widget.service.tokens import token_hash
from tests.service_thread import ServiceThread

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from snippet_widget.publication import Publication
    from snippet_widget.service import Limits

TOKEN = "a-token-of-the-tests"  # noqa: S105


def with_catalog(url: str, use: Callable[[Catalog], Awaitable[Any]]) -> Any:
    """Return what a coroutine function makes of the open catalog."""

    async def run() -> Any:
        async with open_catalog(url) as catalog:
            return await use(catalog)

    return asyncio.run(run())


def catalog_as_of(fill: Callable[[str], None], file: Path) -> str:
    """Make a SQLite catalog as a function fills one, and return its URL.

    The function does so once in a process: making tables takes longer than most tests do.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    file.write_bytes(_filled(fill))
    return f"sqlite:///{file}"


@cache
def _filled(fill: Callable[[str], None]) -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder, "catalog.db")
        fill(f"sqlite:///{file}")
        return file.read_bytes()


def _without_publications(url: str) -> None:
    async def use(_: Catalog) -> None:
        """Leave it as it was made."""

    with_catalog(url, use)


def publish(
    url: str, org: str, api: str, *publications: Publication, replace: bool = False
) -> None:
    """Publish into the catalog as another process would."""

    async def use(catalog: Catalog) -> None:
        for publication in publications:
            await catalog.publish(org, api, publication, replace=replace)

    file = sqlite_path(url)
    if file is not None and not file.exists():
        catalog_as_of(_without_publications, file)
    with_catalog(url, use)


@dataclass
class RunningService:
    """A service in a thread, with a token that covers all organizations."""

    catalog_url: str
    thread: ServiceThread

    @property
    def url(self) -> str:
        """Its address."""
        return self.thread.url

    @property
    def client(self) -> SnippetClient:
        """A client with the token that covers all."""
        return SnippetClient(self.url, TOKEN)

    def post(self, path: str, body: Any = None, **kwargs: Any) -> requests.Response:
        """Send JSON with the token, as the specification says."""
        headers = {"Authorization": f"Bearer {TOKEN}"}
        return requests.post(self.url + path, json=body, headers=headers, timeout=30, **kwargs)

    def get(self, path: str, token: str = TOKEN) -> requests.Response:
        """Get a URL with a token."""
        headers = {"Authorization": f"Bearer {token}"}
        return requests.get(self.url + path, headers=headers, timeout=30)


@contextmanager
def running_service(catalog_url: str, **options: Any) -> Iterator[RunningService]:
    """Give a service as `run_service` starts it, and end it."""
    service = run_service(catalog_url, **options)
    try:
        yield service
    finally:
        service.thread.stop()


def run_service(
    catalog_url: str, *, grants: dict[str, Grant] | None = None, limits: Limits | None = None
) -> RunningService:
    """Start a service; `grants` are by the token's text."""
    tokens = {TOKEN: Grant("tests"), **(grants or {})}
    hashed = {token_hash(token.encode()): grant for token, grant in tokens.items()}
    return RunningService(catalog_url, ServiceThread(catalog_url, grants=hashed, limits=limits))
