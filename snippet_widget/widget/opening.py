"""`panel()`: the door. It reads the settings and starts what they name."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from snippet_widget.client import SnippetClient
from snippet_widget.errors import ConfigurationError
from snippet_widget.provenance import digest
from snippet_widget.settings import Settings
from snippet_widget.widget.loader import CONNECTING, Loader
from snippet_widget.widget.panel import SnippetPanel
from snippet_widget.widget.saved_choices import Memory, default_memory_path, keep, recall
from snippet_widget.widget.state import PanelState

if TYPE_CHECKING:
    from collections.abc import Callable


def panel(
    package: str | None = None, *, url: str | None = None, token: str | None = None
) -> SnippetPanel:
    """Return a panel that browses snippets and puts them into cells.

    Parameters
    ----------
    package
        A distribution that is installed in this kernel, ``"cohere"``: its snippets, of exactly
        this version, are published into this kernel's own catalog and shown.
    url
        Address of a team's snippet service; else the setting ``SNIPPET_WIDGET_URL``; else the
        service of this kernel's own, with the bundled samples.
    token
        Access token for that service; else ``SNIPPET_WIDGET_TOKEN``. It is kept in no trait, repr
        or notebook.

    Raises
    ------
    ConfigurationError
        A package and a service are both given, or a service without a token.
    SourceNotFound
        The package is not installed here.

    Examples
    --------
    >>> panel()  # doctest: +SKIP
    SnippetPanel()
    """
    settings = Settings.from_environment(os.environ)
    if package is not None and url is not None:
        raise ConfigurationError(
            "Give panel() a package or a service's url: installed packages are published into "
            "this kernel's own catalog."
        )
    if package is not None:
        return _installed(package, settings)
    address = url or settings.url
    if address:
        known = settings.url in (None, address)  # another service must not get this one's token
        own = token or (settings.token if known else None)
        return _opened(_remote(address, own, settings), address)
    return _opened(_embedded(settings.catalog, settings), _embedded_name(settings.catalog))


def connect(settings: Settings) -> SnippetClient:
    """Return a client of the service that the settings name: a team's, or this kernel's own.

    Raises
    ------
    ConfigurationError
        A service is given without a token.
    """
    if settings.url:
        return _remote(settings.url, settings.token, settings)()
    return _embedded(settings.catalog, settings)()


def _opened(
    connect: Callable[[], SnippetClient],
    service: str,
    *,
    connecting: str = CONNECTING,
    **preferred: str | None,
) -> SnippetPanel:
    state, memory = PanelState(), Memory(default_memory_path(), service)
    remembered = recall(state, memory.read())
    loader = Loader(state, connect, {**remembered, **preferred}, connecting=connecting)
    opened = SnippetPanel(state, loader)
    keep(state, memory)
    loader.start()
    return opened


def _remote(url: str, token: str | None, settings: Settings) -> Callable[[], SnippetClient]:
    if not token:
        raise ConfigurationError(
            f"The service at {url} needs a token: panel(url=…, token=…), or set "
            "SNIPPET_WIDGET_TOKEN. `snippet-widget token create` makes one."
        )
    client = SnippetClient(url, token, timeout=settings.timeout)
    return lambda: client


def _embedded(catalog: str | None, settings: Settings) -> Callable[[], SnippetClient]:
    def connect() -> SnippetClient:
        from snippet_widget.service.embedded import embedded_service  # noqa: PLC0415

        service = embedded_service(catalog)
        return SnippetClient(service.url, service.token, timeout=settings.timeout)

    return connect


def _embedded_name(catalog: str | None) -> str:
    """Return what choices are remembered by: never the URL, a database's may hold a password."""
    return f"embedded {digest(catalog)}" if catalog else "embedded"


def _installed(package: str, settings: Settings) -> SnippetPanel:
    from snippet_widget.widget import installed_catalog  # noqa: PLC0415

    version = installed_catalog.required_version(package)
    catalog = installed_catalog.own_catalog(settings.catalog)
    start_service = _embedded(catalog, settings)

    def connect() -> SnippetClient:
        client = start_service()
        installed_catalog.publish_installed(package, version, catalog)
        return client

    return _opened(
        connect,
        f"installed {package}",
        connecting=f"Reading the snippets of {package} {version}…",
        organization=installed_catalog.ORGANIZATION,
        api=package,
    )
