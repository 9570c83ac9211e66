"""The service that a kernel runs for itself: nothing to configure, nobody else can ask it."""

from __future__ import annotations

import os
import secrets
import threading
from dataclasses import dataclass, field

from snippet_widget.catalog import Catalog, Grant, default_catalog_path, sqlite_path
from snippet_widget.errors import AlreadyPublished
from snippet_widget.samples import publications
from snippet_widget.service.thread import ServiceThread
from snippet_widget.service.tokens import token_hash

_TOKEN_ID = "embedded"  # noqa: S105 - a name, not the token


@dataclass(frozen=True)
class EmbeddedService:
    """A running service, and the token that it takes.

    Parameters
    ----------
    url
        ``http://127.0.0.1:PORT``.
    token
        Covers all organizations; random, and known to this process alone.
    """

    url: str
    token: str = field(repr=False)
    _thread: ServiceThread = field(repr=False)

    def stop(self) -> None:
        """End it; the next `embedded_service` starts another."""
        self._thread.stop()


_running: dict[tuple[int, str], EmbeddedService] = {}
_lock = threading.Lock()


def embedded_service(catalog_url: str | None = None) -> EmbeddedService:
    """Return this kernel's service of a catalog, started when it does not run yet.

    The bundled samples are published into the default catalog, and into a SQLite file that has
    nothing yet; a catalog that somebody has filled is left as it is.

    Parameters
    ----------
    catalog_url
        As in `open_catalog`; the default catalog when None.
    """
    key = (os.getpid(), catalog_url or "")
    with _lock:
        service = _running.get(key)
        if service is None or not service._thread.alive:  # noqa: SLF001 - its own module
            service = _running[key] = _started(catalog_url)
        return service


def _started(catalog_url: str | None) -> EmbeddedService:
    token = secrets.token_urlsafe(32)
    path = sqlite_path(catalog_url)

    async def prepare(catalog: Catalog) -> None:
        if path is not None and (path == default_catalog_path() or not await catalog.apis()):
            await _publish_samples(catalog)

    thread = ServiceThread(
        catalog_url, grants={token_hash(token.encode()): Grant(_TOKEN_ID)}, prepare=prepare
    )
    return EmbeddedService(thread.url, token, thread)


async def _publish_samples(catalog: Catalog) -> None:
    published = {
        (api.org, api.api, sdk.type, sdk.package, sdk.version)
        for api in await catalog.apis()
        for sdk in (await catalog.sdks([api.key]))[api.key]
    }
    for org, api, publication in publications():
        sdk = publication.sdk
        if (org, api, sdk.type, sdk.package, sdk.version) in published:
            continue
        try:
            await catalog.publish(org, api, publication)
        except AlreadyPublished:
            continue  # by another kernel, a moment ago
