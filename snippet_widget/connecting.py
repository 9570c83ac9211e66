"""The one way from settings to a client: for panel, show(), magics, completion and commands."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from snippet_widget.access_token import AccessToken
from snippet_widget.settings import variable_name

if TYPE_CHECKING:
    from snippet_widget.client import SnippetClient
    from snippet_widget.settings import Settings

_DEFAULT_PORTS = {"http": 80, "https": 443}


def connect(
    url: str | None,
    token: str | AccessToken | None,
    settings: Settings,
    *,
    patience: float = 30.0,
) -> SnippetClient:
    """Return a client of the service that is named: a team's, or this process's own.

    The token of the settings belongs to the address of the settings, and goes to no other.

    Parameters
    ----------
    url
        Address of a service; the settings' when None; the embedded service when that is None too.
    token
        Access token for it; the settings' when None, where the address is the settings'.
    settings
        Usually `environment_settings()`.
    patience
        Seconds that one request may wait because the service asks for fewer (429).

    Raises
    ------
    ConfigurationError
        Address, token or time-out cannot be used.
    """
    from snippet_widget.client import SnippetClient  # noqa: PLC0415 - a third of a command's start

    token = AccessToken.of(token)  # from here on no variable has its text
    address = url or settings.url
    if not address:
        return connect_embedded(settings)
    own = settings.url is not None and _same_address(address, settings.url)
    if token is None and own:
        token = settings.token
    return SnippetClient(
        address,
        token,
        timeout=settings.timeout,
        patience=patience,
        without_token=_without_token(settings, own=own),
    )


def scope_of(
    url: str | None, org: str | None, api: str | None, settings: Settings
) -> tuple[str | None, str | None]:
    """Return the organization and the API to ask for.

    Those of the settings belong to the address of the settings, like its token.

    Parameters
    ----------
    url, settings
        As in `connect`.
    org, api
        As given; None: not given.
    """
    if url and not (settings.url and _same_address(url, settings.url)):
        return org, api
    return org or settings.org, api or settings.api


def connect_embedded(settings: Settings) -> SnippetClient:
    """Return a client of this process's own service, over the settings' catalog.

    Raises
    ------
    ConfigurationError
        The time-out cannot be used.
    """
    from snippet_widget.client import SnippetClient  # noqa: PLC0415
    from snippet_widget.service.embedded import EMBEDDED_URL, EmbeddedAdapter  # noqa: PLC0415

    return SnippetClient(
        EMBEDDED_URL,
        timeout=settings.timeout,
        adapter=EmbeddedAdapter(settings.catalog),
        name="The embedded service",
    )


def _without_token(settings: Settings, *, own: bool) -> str:
    """Return what a person without a token needs to know."""
    how = f"Give one: token=…, --token or {variable_name('token')}."
    if settings.token is None or own:
        return f"None was given. {how}"
    if settings.url is None:
        return (
            f"{variable_name('token')} is set without {variable_name('url')}, so it belongs to no "
            "address and was not sent. Give this service's token (token=…, --token), or set both."
        )
    return (
        f"{variable_name('token')} belongs to {settings.url} ({variable_name('url')}) and was not "
        "sent to another address. Give this service's own token: token=… or --token."
    )


def _same_address(one: str, other: str) -> bool:
    """Tell whether two addresses have the same scheme, host, port and path."""
    try:
        return _address(one) == _address(other)
    except ValueError:
        return False  # an invalid port; the client says so


def _address(url: str) -> tuple[str, str | None, int | None, str]:
    parts = urlsplit(url.strip())
    port = parts.port or _DEFAULT_PORTS.get(parts.scheme)
    return parts.scheme, parts.hostname, port, parts.path.rstrip("/")
