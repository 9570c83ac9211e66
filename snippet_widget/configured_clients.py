"""`connect()` and `connect_async()`: clients of the service that the environment names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.access_token import AccessToken
from snippet_widget.client import AsyncSnippetClient
from snippet_widget.connecting import connect as connect_to
from snippet_widget.settings import environment_settings

if TYPE_CHECKING:
    from snippet_widget.client import SnippetClient


def connect(url: str | None = None, token: str | AccessToken | None = None) -> SnippetClient:
    """Return a client of a team's snippet service, or of this process's own.

    Parameters
    ----------
    url
        Address of the service; else the setting ``SNIPPET_WIDGET_URL``; else the embedded service
        with the bundled samples, which needs no network.
    token
        Access token for it; else ``SNIPPET_WIDGET_TOKEN``, which goes to the address in
        ``SNIPPET_WIDGET_URL`` and to no other.

    Raises
    ------
    ConfigurationError
        Address, token or a setting cannot be used.

    Examples
    --------
    >>> client = connect()
    >>> snippets = client.get("GET", "/v1/species", org_id="skylark", api_id="birdsong")
    >>> snippets[0].call
    'client.species.list'
    >>> client.close()
    """
    token = AccessToken.of(token)  # from here on no variable has its text
    return connect_to(url, token, environment_settings())


def connect_async(
    url: str | None = None, token: str | AccessToken | None = None
) -> AsyncSnippetClient:
    """Return what `connect` does, with methods that are awaited."""
    return AsyncSnippetClient(connect(url, token))
