"""`panel()`: the door. It reads the settings and starts what they name."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from snippet_widget.client import SnippetClient
from snippet_widget.errors import ConfigurationError
from snippet_widget.settings import Settings
from snippet_widget.widget.loader import Loader
from snippet_widget.widget.memory import Memory, default_memory_path, keep, recall
from snippet_widget.widget.panel import SnippetPanel
from snippet_widget.widget.state import PanelState

if TYPE_CHECKING:
    from collections.abc import Callable


def panel(*, url: str | None = None, token: str | None = None) -> SnippetPanel:
    """Return a panel that browses snippets and puts them into cells.

    Parameters
    ----------
    url
        Address of a team's snippet service; else the setting ``SNIPPET_WIDGET_URL``; else the
        service of this kernel's own, with the bundled samples.
    token
        Access token for that service; else ``SNIPPET_WIDGET_TOKEN``. It is kept in no trait, repr
        or notebook.

    Raises
    ------
    ConfigurationError
        A service is given without a token.

    Examples
    --------
    >>> panel()  # doctest: +SKIP
    SnippetPanel()
    """
    settings = Settings.from_environment(os.environ)
    address = url or settings.url
    if address:
        return _opened(_remote(address, token or settings.token, settings), address)
    return _opened(_embedded(settings), f"embedded {settings.catalog or ''}".strip())


def _opened(
    connect: Callable[[], SnippetClient], service: str, **preferred: str | None
) -> SnippetPanel:
    state, memory = PanelState(), Memory(default_memory_path(), service)
    remembered = recall(state, memory.read())
    loader = Loader(state, connect, {**remembered, **preferred})
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


def _embedded(settings: Settings) -> Callable[[], SnippetClient]:
    def connect() -> SnippetClient:
        from snippet_widget.service.embedded import embedded_service  # noqa: PLC0415 - 0.3 s

        service = embedded_service(settings.catalog)
        return SnippetClient(service.url, service.token, timeout=settings.timeout)

    return connect
