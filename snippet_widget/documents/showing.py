"""`show()`: the snippets of one endpoint as static output, the same on every run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snippet_widget.access_token import AccessToken
from snippet_widget.cards.content import SnippetQuery, card_contents
from snippet_widget.cards.display_options import DisplayOptions
from snippet_widget.documents.endpoint_snippets import meant_snippets
from snippet_widget.endpoints import endpoint_with_method
from snippet_widget.errors import ConfigurationError, EndpointNotFound
from snippet_widget.languages import CLIENT_LABELS
from snippet_widget.models import EndpointSelector, LoadLevel
from snippet_widget.provenance import Credentials
from snippet_widget.sdk_selector import parse_sdks
from snippet_widget.settings import environment_settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snippet_widget.cards.content import CardContent
    from snippet_widget.models import Snippet
    from snippet_widget.sdk_selector import NamedSdks

_CLIENTS = {label or field: field for field, label in CLIENT_LABELS.items()}
"""``sync``, ``async`` and ``client``: how a person names the fields."""


class ShownSnippets:
    """The cards of one endpoint: HTML without a script, Markdown, and one line of text.

    Displayed in a notebook it needs no front end of ours and no kernel: GitHub, nbviewer and
    nbconvert show it, and nbval finds the same bytes again.

    Parameters
    ----------
    endpoint
        What was asked for.
    cards
        What was found, in the order in which it is shown.
    """

    def __init__(self, endpoint: EndpointSelector, cards: Sequence[CardContent]) -> None:
        self.endpoint = endpoint
        self.cards = tuple(cards)

    def __repr__(self) -> str:  # noqa: D105
        from snippet_widget.cards.static import cards_text  # noqa: PLC0415 - Pygments

        return cards_text(self.endpoint, self.cards)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return self.data

    @property
    def data(self) -> dict[str, str]:
        """What is displayed, by MIME type."""
        from snippet_widget.cards.static import (  # noqa: PLC0415 - Pygments
            cards_html,
            cards_markdown,
        )

        return {
            "text/html": cards_html(self.endpoint, self.cards),
            "text/markdown": cards_markdown(self.endpoint, self.cards),
            "text/plain": repr(self),
        }


def shown_snippets(
    snippets: Iterable[Snippet],
    query: SnippetQuery,
    clients: Iterable[str] | None = None,
    credentials: Credentials = Credentials.PLACEHOLDER,
    *,
    required_only: bool = False,
) -> ShownSnippets:
    """Return what `show` makes of a service's answer.

    Raises
    ------
    ConfigurationError
        One of `clients` is no client.
    """
    wanted = _fields(clients)
    environment = credentials is Credentials.ENVIRONMENT
    display = DisplayOptions(environment=environment, required_only=required_only)
    cards = card_contents(snippets, query, display)
    return ShownSnippets(query.endpoint, [card for card in cards if card.client in wanted])


def show(  # noqa: PLR0913 - the operation's fields
    endpoint: str,
    *,
    org: str | None = None,
    api: str | None = None,
    sdk: NamedSdks = (),
    clients: Iterable[str] | None = None,
    level: LoadLevel | str = LoadLevel.FULL,
    credentials: Credentials | str = Credentials.PLACEHOLDER,
    required_only: bool = False,
    url: str | None = None,
    token: str | AccessToken | None = None,
) -> ShownSnippets:
    """Return the snippets of one endpoint as static output for documentation.

    Parameters
    ----------
    endpoint
        ``"POST /v1/users"``.
    org, api
        Needed where several APIs have the endpoint, of the SDKs asked for; else the settings
        ``SNIPPET_WIDGET_ORG`` and ``SNIPPET_WIDGET_API``. What a panel has put into this catalog
        (the organizations ``installed`` and ``added``) is meant where no other is.
    sdk
        ``"python"``, ``"python:acme"``, ``"python:acme==1.0"``, or several of these; the latest of
        each SDK when empty. `snippet-widget check --update` leads on from a version that is named,
        unless ``"version_range": "==1.0"`` stands in the cell's metadata, under ``snippet_widget``.
    clients
        Of ``"sync"``, ``"async"`` and ``"client"`` (languages with only one); all when None.
    level
        ``"full"`` for whole programs, ``"endpoint"`` for the calls alone.
    credentials
        ``"placeholder"`` as published, ``"environment"`` for environment variables in their place.
    required_only
        Python calls with the arguments alone that they need, where they are published so.
    url, token
        A team's service; else the settings, as for `panel`: a token of the environment goes to the
        environment's address alone.

    Raises
    ------
    ConfigurationError
        An argument cannot be used; the message says which.
    EndpointNotFound
        There is no such endpoint, or no snippet of it.
    RequestProblem, ServiceError
        As `SnippetClient.get`.

    Examples
    --------
    >>> show("POST /v1/users", api="users", clients=["async"])  # doctest: +SKIP
    POST /v1/users | Python · async
    """
    token = AccessToken.of(token)  # from here on no variable has its text
    from snippet_widget.connecting import connect, scope_of  # noqa: PLC0415 - requests

    method, path = endpoint_with_method(endpoint, 'show("{}")')
    level, credentials = _level(level), _credentials(credentials)
    _fields(clients)  # before anybody is asked
    settings = environment_settings()
    org, api = scope_of(url, org, api, settings)
    query = SnippetQuery(org, api, EndpointSelector(method, path), level)
    with connect(url, token, settings) as client:
        query, snippets = meant_snippets(client, query, parse_sdks(sdk))
    shown = shown_snippets(snippets, query, clients, credentials, required_only=required_only)
    if not shown.cards:
        raise EndpointNotFound(
            f"There is nothing to show: what was asked for has no snippet of {method} {path}. "
            "The newest version of an SDK may have dropped it: ask for an older one, "
            'show(…, sdk="python:acme==1.0"), or leave sdk and clients out.'
        )
    return shown


def _fields(clients: Iterable[str] | None) -> set[str]:
    names = (
        list(_CLIENTS) if clients is None else [clients] if isinstance(clients, str) else clients
    )
    unknown = [name for name in names if name not in _CLIENTS]
    if unknown:
        raise ConfigurationError(
            f"{unknown[0]!r} is not a client. Choose from {', '.join(_CLIENTS)}, or leave "
            "clients out."
        )
    return {_CLIENTS[name] for name in names}


def _credentials(credentials: Credentials | str) -> Credentials:
    try:
        return Credentials(credentials)
    except ValueError:
        raise ConfigurationError(
            f"{credentials!r} cannot be shown for credentials. Choose placeholder or environment."
        ) from None


def _level(level: LoadLevel | str) -> LoadLevel:
    try:
        return LoadLevel(level)
    except ValueError:
        raise ConfigurationError(
            f"{level!r} is not a load level. Choose full or endpoint."
        ) from None
